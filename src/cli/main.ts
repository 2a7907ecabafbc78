#!/usr/bin/env node
/** The `hyperslab` program. */
import { EXIT } from "./exit-codes.ts";
import { run } from "./run.ts";

const controller = new AbortController();
process.once("SIGINT", () => {
  controller.abort();
  // A second Ctrl-C does not wait for what is under way.
  process.once("SIGINT", () => process.exit(EXIT.interrupted));
});
// A closed pipe (`| head`) is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.bug));
process.exitCode = await run(process.argv.slice(2), controller.signal);
