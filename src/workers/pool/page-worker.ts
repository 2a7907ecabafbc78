/** The entry of a worker in a page. It is bundled with all it needs and inlined by the build (page-worker-source.ts). */
import type { ToWorker } from "../task/messages.ts";
import { serve, taskRunner } from "../task/runner.ts";

const hear = serve(taskRunner(), (message, transfer) => globalThis.postMessage(message, { transfer }));

globalThis.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => hear(data));
