/**
 * HTTP in Node: undici's clients, one pool of kept-alive connections for each host. Their callbacks are used directly: a
 * small read costs a ninth of the processor time of the built-in fetch, half of that of undici's own `request`.
 */
import type { Client, Dispatcher } from "undici";
import { HyperslabError } from "../../errors.ts";
import { BodyBuffer } from "./body-buffer.ts";
import { type ConnectionPool, connectionPool, sharedDispatcher } from "./connection-pool.ts";
import { platformError } from "./platform-error.ts";
import { type Environment, proxyAuthorization, proxyFor } from "./proxy.ts";
import type { HttpRequest, HttpResponse, HttpTransport, ResponseHead } from "./transport.ts";
import { TransportError } from "./transport.ts";

export interface NodeTransportOptions {
  /** Milliseconds to connect, and without a byte arriving. */
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  /** Certificates (PEM) to trust in place of those that Node brings; asked for when they are first needed. */
  certificates?(): string | undefined;
  readonly environment: Environment;
}

/** A body that nobody wants is read to its end up to this length, which saves the connection; else it is cut. */
const DRAIN_BYTES = 64 * 1024;

/** How to reach an origin. A plain request through a proxy goes to the proxy's origin, with the whole address. */
interface Route {
  readonly connections: ConnectionPool;
  readonly origin: string;
  readonly wholeAddress: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Undefined where undici is not installed (a program bundled into one file). */
export async function nodeTransport(options: NodeTransportOptions): Promise<HttpTransport | undefined> {
  const undici = await loadUndici();
  if (undici === undefined) return undefined;
  const { connectTimeout, idleTimeout, environment } = options;
  const timeouts = { headersTimeout: idleTimeout, bodyTimeout: idleTimeout };
  // One connector for all clients: they share the sessions of TLS.
  const plain = undici.buildConnector({ timeout: connectTimeout });
  let secured: { readonly tls: object; readonly connect: typeof plain } | undefined;
  const secure = (): { readonly tls: object; readonly connect: typeof plain } => {
    const tls = { timeout: connectTimeout, ...trust(options.certificates?.()) };
    return (secured ??= { tls, connect: undici.buildConnector(tls) });
  };
  const direct = (url: URL): Route => {
    const connect = url.protocol === "https:" ? secure().connect : plain;
    const make = (): Client => new undici.Client(url.origin, { connect, pipelining: 1, keepAliveTimeout: 10_000 });
    return { connections: connectionPool(make), origin: url.origin, wholeAddress: false, headers: {} };
  };
  const findRoute = (url: URL): Route => {
    const proxy = proxyFor(url, environment);
    if (proxy === undefined) return direct(url);
    const token = proxyAuthorization(proxy);
    if (url.protocol === "http:") {
      const headers: Record<string, string> = token === undefined ? {} : { "proxy-authorization": token };
      return { ...direct(proxy), wholeAddress: true, headers };
    }
    const { tls } = secure();
    const tunnel = { uri: proxy.origin, requestTls: tls, proxyTls: tls, pipelining: 1 };
    const dispatcher = new undici.ProxyAgent({ ...tunnel, ...(token === undefined ? {} : { token }) });
    return { connections: sharedDispatcher(dispatcher), origin: url.origin, wholeAddress: false, headers: {} };
  };
  const routes = new Map<string, Route>();
  const routeTo = (url: URL): Route => {
    const route = routes.get(url.origin) ?? findRoute(url);
    routes.set(url.origin, route);
    return route;
  };
  return {
    decodes: false,
    hidesHeaders: false,
    request: (request) => exchange(request, routeTo, timeouts),
  };
}

/** The name is kept from bundlers: a bundle for browsers must not carry it, one for Node finds it when it runs. */
async function loadUndici(): Promise<typeof import("undici") | undefined> {
  const name = "undici";
  try {
    const undici: typeof import("undici") = await import(/* @vite-ignore */ name);
    return undici;
  } catch {
    return undefined;
  }
}

/** Parsed once: parsing a system's list of authorities takes milliseconds, at every connection. */
function trust(certificates: string | undefined) {
  if (certificates === undefined) return {};
  try {
    const tls = globalThis.process.getBuiltinModule("node:tls");
    // OpenSSL passes over text without any certificate, and then trusts nobody.
    if (certificates.includes("-----BEGIN ")) return { secureContext: tls.createSecureContext({ ca: certificates }) };
  } catch {
    // Said below.
  }
  throw new HyperslabError("invalid-request", "the certificates to trust are not in PEM form", {
    hint: "Give PEM text, by the option certificates or the file that SSL_CERT_FILE names.",
  });
}

function exchange(
  request: HttpRequest,
  routeTo: (url: URL) => Route,
  timeouts: { readonly headersTimeout: number; readonly bodyTimeout: number },
): Promise<HttpResponse> {
  const { method, url, body, signal } = request;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const route = routeTo(url);
    const dispatcher = route.connections.take();
    const { connections } = route;
    const tell = connections.late
      ? (response: HttpResponse) => queueMicrotask(() => setImmediate(resolve, response))
      : resolve;
    const receiver = new Receiver(request, tell, reject, connections, dispatcher);
    const headers = route.wholeAddress ? { ...request.headers, ...route.headers, host: url.host } : request.headers;
    const path = route.wholeAddress ? url.href : `${url.pathname}${url.search}`;
    try {
      const { headersTimeout, bodyTimeout } = timeouts;
      const { origin } = route;
      dispatcher.dispatch({ origin, path, method, headers, body: body ?? null, headersTimeout, bodyTimeout }, receiver);
    } catch (error) {
      receiver.refuse(error);
    }
  });
}

/** Takes one answer. Its methods are what undici calls. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #connections: ConnectionPool;
  readonly #dispatcher: Dispatcher;
  #isFree = false;
  /** Gives up when the caller does. */
  readonly #abort: (() => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #head: ResponseHead | undefined;
  #promised: number | undefined;
  #body: BodyBuffer | undefined;
  #dropped = 0;

  constructor(
    request: HttpRequest,
    resolve: (response: HttpResponse) => void,
    reject: (error: unknown) => void,
    connections: ConnectionPool,
    dispatcher: Dispatcher,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#connections = connections;
    this.#dispatcher = dispatcher;
    const { signal } = request;
    if (signal === undefined) return;
    this.#abort = () => this.#fail(signal.reason);
    signal.addEventListener("abort", this.#abort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#request.signal?.aborted === true) this.#abort?.();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) return;
    const head: ResponseHead = { status, url: this.#request.url, header: (name) => headerText(headers[name]) };
    const length = Number(head.header("content-length") ?? Number.NaN);
    this.#head = head;
    this.#promised = Number.isSafeInteger(length) && length >= 0 ? length : undefined;
    const most = this.#request.take(head);
    if (most === undefined) {
      this.#settle();
      if ((this.#promised ?? 0) > DRAIN_BYTES) this.#controller?.abort(new Error("the rest is not needed"));
      return;
    }
    if (this.#promised !== undefined && this.#promised > most && this.#request.method !== "HEAD") {
      this.#fail(new TransportError("too-long", `${this.#promised} bytes where at most ${most} can be`));
      return;
    }
    this.#body = new BodyBuffer(most, this.#promised);
  }

  onResponseData(_: Dispatcher.DispatchController, part: Uint8Array): void {
    if (this.#body === undefined) {
      this.#dropped += part.byteLength;
      if (this.#dropped > DRAIN_BYTES) this.#controller?.abort(new Error("the rest is not needed"));
      return;
    }
    try {
      this.#body.add(part);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * The connection takes the next request at once, and sends it when it has put this one away. One that is to be kept
   * alive and has been broken off by now had more bytes on it than the head promised.
   */
  onResponseEnd(): void {
    this.#free();
    queueMicrotask(() => {
      const isKept = /\bkeep-alive\b/i.test(this.#head?.header("connection") ?? "");
      if (!isKept || this.#promised === undefined || this.#connections.isOpen(this.#dispatcher)) this.#settle();
      else this.#fail(new TransportError("too-long", `more than the ${this.#promised} bytes that it promised`));
    });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.refuse(error);
  }

  refuse(error: unknown): void {
    this.#free();
    const problem = platformError(error, this.#head === undefined ? "head" : "body");
    if (problem.problem !== "short-body" || this.#body === undefined) this.#fail(problem);
    else this.#fail(new TransportError("short-body", cutShort(this.#body.length, this.#promised)));
  }

  #free(): void {
    if (!this.#isFree) this.#connections.give(this.#dispatcher);
    this.#isFree = true;
  }

  #unlisten(): void {
    if (this.#abort !== undefined) this.#request.signal?.removeEventListener("abort", this.#abort);
  }

  #settle(): void {
    this.#unlisten();
    if (this.#head === undefined) return;
    const { status, url, header } = this.#head;
    this.#resolve({ status, url, header, body: this.#body?.finish() ?? new Uint8Array(0) });
  }

  #fail(error: unknown): void {
    this.#unlisten();
    this.#reject(error);
    this.#controller?.abort(new Error("given up"));
  }
}

function cutShort(length: number, promised: number | undefined): string {
  return promised === undefined ? `after ${length} bytes` : `after ${length} of ${promised} bytes`;
}

/** A header that came twice is a list. */
function headerText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : undefined;
}
