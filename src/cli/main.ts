#!/usr/bin/env node
/** The `hyperslab` program. */
import { setMaxListeners } from "node:events";

// Set before anything else is loaded, so that stack traces refer to source lines, not to the bundle.
if (process.argv.includes("--debug")) process.setSourceMapsEnabled(true);
const [{ EXIT }, { run }] = await Promise.all([import("./exit-codes.ts"), import("./run.ts")]);

const controller = new AbortController();
// Hundreds of requests may listen to it at the same time, and each stops listening when it ends.
setMaxListeners(0, controller.signal);
// A closed terminal and a scheduler that ends a job count as Ctrl-C.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    // The second signal ends the program immediately.
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  });
}
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is not an error.
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(`error: stdout cannot be written: ${error.message}\n`);
  process.exit(EXIT.network);
});
process.exitCode = await run({
  argv: process.argv.slice(2),
  streams: { stdout: process.stdout, stderr: process.stderr, stdin: process.stdin, env: process.env },
  signal: controller.signal,
});
