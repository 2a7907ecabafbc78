// Starts another process of the library, and waits for it.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Wrong } from "./wrong.mjs";

/** `ended` resolves when it is over: true if it did its job, false if it was killed. */
export function startChild({ limits, tinyEntry }, job, data, hear = () => undefined) {
  const child = fork(fileURLToPath(new URL("child.mjs", import.meta.url)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [],
  });
  let failure;
  let done = false;
  child.on("message", (message) => {
    if (message.done === true) done = true;
    else if (message.failure !== undefined) failure = message.failure;
    else hear(message);
  });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (_, signal) => {
      if (failure !== undefined) reject(new Wrong(`the other process (${job}): ${failure}`));
      else if (done || signal === "SIGKILL") resolve(done);
      else reject(new Wrong(`the other process (${job}) ended unexpectedly`));
    });
  });
  // It may fail before anything awaits it.
  ended.catch(() => undefined);
  child.send({ job, limits, tinyEntry, data });
  return { ended, kill: () => child.kill("SIGKILL") };
}
