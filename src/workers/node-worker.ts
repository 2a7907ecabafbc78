/** The thread's entry in Node: takes tasks from its parent, answers each, buffer included. */
import { parentPort, workerData } from "node:worker_threads";
import { setLimits } from "../bytes/limit.ts";
import { kernelArea } from "../codecs/kernels/kernel-area.ts";
import { fileParts } from "../stores/file/parts.ts";
import { synchronousFiles } from "../stores/file/synchronous.ts";
import type { Task } from "./messages.ts";
import { taskRunner } from "./task-runner.ts";

setLimits(workerData);

/** Files are read to where kernels find them. */
const input = kernelArea();
const room = (length: number): Uint8Array => input.lease(length).bytes;
const run = taskRunner(({ directory, location }) => synchronousFiles(directory, location, room), fileParts);

parentPort?.on("message", async (task: Task) => {
  const answer = await run(task);
  parentPort?.postMessage(answer, [answer.buffer]);
});
