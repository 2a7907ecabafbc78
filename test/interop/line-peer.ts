/** A Python program that stays alive: one line of JSON per request, one per answer, in order. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface LinePeer<Answer> {
  ask(request: object): Promise<Answer>;
  close(): void;
}

/** Answers that are awaited when the program ends are an error. */
export function startLinePeer<Answer>(python: string, argv: readonly string[]): LinePeer<Answer> {
  const child = spawn(python, argv, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (reason: Error) => void }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  child.on("exit", (code) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`${argv[0]} ended with ${code}`));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${JSON.stringify(request)}\n`);
      }),
    close: () => void child.stdin.end(),
  };
}
