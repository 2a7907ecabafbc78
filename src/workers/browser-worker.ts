/** The entry of a worker in a browser. It is bundled with all it needs and inlined by the build (browser-worker-source.ts). */
import type { FromWorker, ToWorker } from "./browser-messages.ts";
import { browserTaskRunner } from "./browser-task-runner.ts";

const run = browserTaskRunner((message: FromWorker, transfer) => globalThis.postMessage(message, { transfer }));

globalThis.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => void run(data));
globalThis.postMessage({ kind: "ready" } satisfies FromWorker);
