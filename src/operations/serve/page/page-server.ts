/** The part of a page's server that runs in the page: answers the requests of its service worker. */
import { HyperslabError } from "../../../errors.ts";
import { type Answerer, type ServeRequest, wholeAnswer } from "../answer.ts";
import type { ServedRequest } from "../node/server.ts";
import { type AskedRequest, FOLDER, type GivenAnswer, isAskedRequest, MINE } from "./messages.ts";

export interface PageServerOptions {
  readonly serviceWorker: string | URL | ServiceWorkerRegistration;
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
}

export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startInPage(answer: Answerer, options: PageServerOptions): Promise<PageServer> {
  const container = globalThis.navigator?.serviceWorker;
  if (container === undefined) {
    throw new HyperslabError("unsupported", "this page cannot have a service worker", {
      hint: "Service workers need a secure page: https, or localhost.",
    });
  }
  const server = crypto.randomUUID();
  const listen = (event: MessageEvent<unknown>): void => {
    const [port] = event.ports;
    if (port === undefined || !isAskedRequest(event.data)) return;
    if (event.data.server === server) void reply(port, event.data, answer, options);
  };
  // Registered before the worker is ready, so that nothing is missed.
  container.addEventListener("message", listen);
  container.startMessages();
  try {
    const { serviceWorker } = options;
    const registration =
      serviceWorker instanceof ServiceWorkerRegistration
        ? serviceWorker
        : await container.register(serviceWorker, { type: "module" });
    await controlled(container);
    return {
      url: new URL(`${FOLDER}${server}/`, registration.scope).href,
      close: async () => container.removeEventListener("message", listen),
    };
  } catch (cause) {
    container.removeEventListener("message", listen);
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new HyperslabError("io", `the service worker could not be started: ${what}`, { cause });
  }
}

/** How long a worker may take to control this page, in milliseconds. */
const PATIENCE = 30_000;

/** Requests of the page go through the worker only once it controls the page. */
function controlled(container: ServiceWorkerContainer): Promise<void> {
  if (container.controller !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      container.removeEventListener("controllerchange", done);
      reject(new Error("it does not control this page; is the page within its scope?"));
    }, PATIENCE);
    const done = (): void => {
      clearTimeout(late);
      resolve();
    };
    container.addEventListener("controllerchange", done, { once: true });
  });
}

async function reply(
  port: MessagePort,
  { method, target, headers }: AskedRequest,
  answer: Answerer,
  { onRequest }: PageServerOptions,
): Promise<void> {
  const began = performance.now();
  port.postMessage(MINE);
  const own = new Map(Object.entries(headers));
  const request: ServeRequest = { method, target, header: (name) => own.get(name) };
  const found = await wholeAnswer(await answer(request), request);
  const body = found.body?.slice().buffer;
  const given: GivenAnswer = { status: found.status, headers: found.headers, body };
  port.postMessage(given, body === undefined ? [] : [body]);
  onRequest?.({
    method,
    target,
    status: given.status,
    bytes: body?.byteLength ?? 0,
    milliseconds: performance.now() - began,
    ...(found.error !== undefined && { error: found.error }),
  });
}
