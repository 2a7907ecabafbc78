/**
 * Workers of a page: one per core but one (the page itself fetches and puts values in place). If the page's policy
 * forbids them (`worker-src`), the first one fails to start; then there are none, and everything is decoded in the
 * page. The script comes from a Blob, so that no bundler has to know about it and a page may load the library from
 * anywhere, unless the page provides the address of one.
 */
import { workerLimits } from "../limits.ts";
import type { FromWorker } from "../task/messages.ts";
import { makePool, type Pool, type WorkerEvents, type WorkerHost } from "./pool.ts";
import { workerUrl } from "./worker-url.ts";

let shared: Pool | undefined;

/** The pool of this page; undefined if the library was not built, so that there is no script to run. */
export async function pagePool(): Promise<Pool | undefined> {
  const own = workerUrl();
  const start = own === undefined ? await fromBlob() : fromUrl(own);
  if (start !== undefined) shared ??= makePool((events) => startWorker(start, events), pageWorkerCount(), false);
  return shared;
}

/** Workers for a page: one core is left for the page itself. */
export function pageWorkerCount(): number {
  return Math.max(1, workerLimits.pageWorkers.cap((globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
}

type Start = () => Worker;

const NAME = "hyperslab";

/** A module, which loads its dependencies from its own location. */
function fromUrl(address: string): Start {
  return () => new Worker(address, { name: NAME, type: "module" });
}

/** The URL is never revoked, because a browser may read it only after this returns. */
let url: string | undefined;

/** Returns undefined if there is no script because the library was not built. */
async function fromBlob(): Promise<Start | undefined> {
  const { workerSource } = await import("./page-worker-source.ts");
  if (workerSource === undefined) return undefined;
  return () => {
    url ??= URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    return new Worker(url, { name: NAME });
  };
}

function startWorker(start: Start, events: WorkerEvents): WorkerHost {
  const worker = start();
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => events.onMessage(data);
  worker.onmessageerror = () => events.onEnd("a message could not be read");
  worker.onerror = ({ message }) => events.onEnd(message || "it could not start");
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    stop: () => worker.terminate(),
  };
}
