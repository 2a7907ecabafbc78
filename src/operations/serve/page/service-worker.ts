/**
 * `hyperslab/service-worker`: the script of a service worker that passes requests below its folder to the page that
 * serves them with `serve(dataset, { serviceWorker })`. It keeps no state, because browsers may end it at any time.
 */
import { FOLDER, type GivenAnswer, MINE, PROTOCOL } from "./messages.ts";

/** What this script needs from its environment, which the library's page types do not declare. */
interface Client {
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
}
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}
interface LifeEvent {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

declare const self: WorkerScope;

/** Milliseconds in which a page claims the request, and in which it then answers: it may have to fetch and decode. */
const PATIENCE = 10_000;
const ANSWER_PATIENCE = 120_000;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, search, origin } = new URL(event.request.url);
  const folder = new URL(FOLDER, self.registration.scope);
  if (origin !== folder.origin || !pathname.startsWith(folder.pathname)) return;
  const [server = "", ...names] = pathname.slice(folder.pathname.length).split("/");
  event.respondWith(answered(event.request, server, `/${names.join("/")}${search}`));
});

async function answered(request: Request, server: string, target: string): Promise<Response> {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "all" });
  const { method } = request;
  const message = { protocol: PROTOCOL, server, method, target, headers: Object.fromEntries(request.headers) };
  const given = await firstAnswer(pages, message);
  if (given === undefined) {
    // Not 404, because an absent page is not an absent chunk.
    return new Response("the page that served this is gone\n", { status: 504 });
  }
  return new Response(given.body ?? null, { status: given.status, headers: given.headers });
}

/** All pages are asked, and the one that has the server answers. */
function firstAnswer(pages: readonly Client[], message: object): Promise<GivenAnswer | undefined> {
  return new Promise((resolve) => {
    const ports: MessagePort[] = [];
    const finish = (answer: GivenAnswer | undefined): void => {
      clearTimeout(late);
      for (const port of ports) port.close();
      resolve(answer);
    };
    let late = setTimeout(finish, PATIENCE, undefined);
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1);
      port1.onmessage = ({ data }: MessageEvent<GivenAnswer | typeof MINE>) => {
        if (data !== MINE) return finish(data);
        clearTimeout(late);
        late = setTimeout(finish, ANSWER_PATIENCE, undefined);
      };
      page.postMessage(message, [port2]);
    }
    if (pages.length === 0) finish(undefined);
  });
}
