/** The entry of a worker in a page. The build bundles it with everything it needs and inlines it (page-worker-source.ts). */
import type { ToWorker } from "../task/messages.ts";
import { serve, taskRunner } from "../task/runner.ts";

const hear = serve(taskRunner(), (message, transfer) => globalThis.postMessage(message, { transfer }));

globalThis.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => hear(data));
