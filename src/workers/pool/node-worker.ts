/** The entry of a thread in Node. */
import { parentPort, workerData } from "node:worker_threads";
import { setLimits } from "../../bytes/limit.ts";
import { kernelArea } from "../../codecs/kernels/kernel-area.ts";
import { synchronousFiles } from "../../stores/file/synchronous.ts";
import { fileParts } from "../../stores/file/write.ts";
import type { ToWorker } from "../task/messages.ts";
import { serve, taskRunner } from "../task/runner.ts";

setLimits(workerData);

/** Files are read to where the kernels expect them. */
const input = kernelArea();
const room = (length: number): Uint8Array => input.lease(length).bytes;
const run = taskRunner({
  openFiles: ({ directory, location }) => synchronousFiles(directory, location, room),
  runFrames: async (task) => (await import("../task/frames.ts")).runFrames(task, fileParts),
  shared: true,
});
const hear = serve(run, (message, transfer) => parentPort?.postMessage(message, transfer));

parentPort?.on("message", (message: ToWorker) => hear(message));
