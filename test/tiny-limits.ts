/** Runs before every test file of the project `tiny`: all limits at their tiny values, in workers too. */
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { setLimits } from "../src/bytes/limit.ts";
import { setWorkerEntry } from "../src/workers/pool/node-threads.ts";

setLimits({ tiny: true, values: {} });
setWorkerEntry(pathToFileURL(inject("workerEntry")));
