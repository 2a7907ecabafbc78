// Another process with the library: does one job, tells how far it is, and ends. It ends with its parent, too.

import { JOBS } from "./jobs.mjs";
import { loadLibrary } from "./library.mjs";

process.on("disconnect", () => process.exit(0));
process.on("message", async ({ job, limits, tinyEntry, data }) => {
  try {
    const library = await loadLibrary(limits, tinyEntry);
    await JOBS[job](library, data, (message) => process.send(message));
    process.send({ done: true }, () => process.exit(0));
  } catch (error) {
    process.send({ failure: error?.stack ?? String(error) }, () => process.exit(1));
  }
});
