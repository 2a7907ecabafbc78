// The Python side of the differential runs, as a process that stays alive.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pythonOf } from "../peers/environments.mjs";

/** Starts it; `ask` sends one request and returns the response, or throws what the peer raised. */
export function startPeer() {
  const script = fileURLToPath(new URL("peer.py", import.meta.url));
  // Detached: Ctrl-C must not reach it; it ends with its input.
  const child = spawn(pythonOf("zarr3"), [script], { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const waiting = [];
  let ended;
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(JSON.parse(line)));
  child.stdin.on("error", () => undefined);
  child.on("exit", (code, signal) => {
    ended = `the Python peer ended with ${signal ?? code}`;
    for (const answer of waiting.splice(0)) answer({ error: ended });
  });
  const ask = async (op, request = {}) => {
    if (ended !== undefined) throw new Error(ended);
    const answer = await new Promise((resolve) => {
      waiting.push(resolve);
      child.stdin.write(`${JSON.stringify({ op, ...request })}\n`);
    });
    if (answer.error !== undefined) throw new Error(`${op}${request.by ? ` by ${request.by}` : ""}: ${answer.error}`);
    return answer.ok;
  };
  return { ask, close: () => child.stdin.end() };
}
