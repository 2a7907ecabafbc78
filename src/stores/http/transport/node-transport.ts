/**
 * HTTP in Node. Requests without a body to a server without TLS use our own connections (direct-connections.ts); all
 * others use undici's clients, with one pool of kept-alive connections per host. Their callbacks are used directly: a
 * small read costs a ninth of the processor time of the built-in fetch, and half that of undici's own `request`.
 */
import type { Client, Dispatcher } from "undici";
import { HyperslabError } from "../../../errors.ts";
import { Answer } from "./answer.ts";
import { type ConnectionPool, connectionPool, sharedDispatcher } from "./connection-pool.ts";
import { type DirectConnections, directConnections } from "./direct-connections.ts";
import { type Environment, proxyAuthorization, proxyFor } from "./proxy.ts";
import { type HttpRequest, type HttpResponse, type HttpTransport, TransportError } from "./transport.ts";

export interface NodeTransportOptions {
  /** Milliseconds to wait for a connection (`connectTimeout`) and for each byte (`idleTimeout`). */
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  /** Certificates (PEM) to trust instead of Node's own; called when they are first needed. */
  certificates?(): string | undefined;
  readonly environment: Environment;
}

/** How to reach an origin. A plain request through a proxy goes to the proxy's origin, with the whole address. */
interface Route {
  readonly connections: ConnectionPool;
  /** For requests without a body, if there is no proxy in between. */
  readonly direct?: DirectConnections;
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
  // One connector for all clients, so that they share TLS sessions.
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
    if (proxy === undefined) {
      return url.protocol === "http:" ? { ...direct(url), direct: directConnections(url, options) } : direct(url);
    }
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
    request: (request) => {
      try {
        const route = routeTo(request.url);
        return route.direct?.request(request) ?? exchange(request, route, timeouts);
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };
}

/** The name is a parameter to hide it from bundlers: a browser bundle must not contain it, and Node finds it at run time. */
async function loadUndici(name = "undici"): Promise<typeof import("undici") | undefined> {
  try {
    const undici: typeof import("undici") = await import(/* @vite-ignore */ name);
    return undici;
  } catch {
    return undefined;
  }
}

/** Parsed once, because parsing the system's list of authorities takes milliseconds per connection. */
function trust(certificates: string | undefined) {
  if (certificates === undefined) return {};
  try {
    const tls = globalThis.process.getBuiltinModule("node:tls");
    // OpenSSL ignores text without any certificate, and then trusts no server.
    if (certificates.includes("-----BEGIN ")) return { secureContext: tls.createSecureContext({ ca: certificates }) };
  } catch {
    // Reported below.
  }
  throw new HyperslabError("invalid-request", "the certificates to trust are not in PEM form", {
    hint: "Give PEM text, by the option certificates or the file that SSL_CERT_FILE names.",
  });
}

function exchange(
  request: HttpRequest,
  route: Route,
  timeouts: { readonly headersTimeout: number; readonly bodyTimeout: number },
): Promise<HttpResponse> {
  const { method, url, body, signal } = request;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const dispatcher = route.connections.take();
    const { connections } = route;
    const tell = connections.late
      ? (response: HttpResponse) => queueMicrotask(() => setImmediate(resolve, response))
      : resolve;
    const receiver = new Receiver(new Answer(request, tell, reject), connections, dispatcher);
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

/** Receives one response. Undici calls its methods. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #answer: Answer;
  readonly #connections: ConnectionPool;
  readonly #dispatcher: Dispatcher;
  #isFree = false;

  constructor(answer: Answer, connections: ConnectionPool, dispatcher: Dispatcher) {
    this.#answer = answer;
    this.#connections = connections;
    this.#dispatcher = dispatcher;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#answer.start(() => controller.abort(new Error("aborted, or the rest is not needed")));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status >= 200) this.#answer.begin(status, (name) => headerText(headers[name]), false);
  }

  onResponseData(_: Dispatcher.DispatchController, part: Uint8Array): void {
    this.#answer.add(part);
  }

  /**
   * The connection accepts the next request immediately, and sends it when it is done with this one. If a kept-alive
   * connection is closed by now, it carried more bytes than the head announced.
   */
  onResponseEnd(): void {
    this.#free();
    queueMicrotask(() => {
      const { head, promised } = this.#answer;
      const isKept = /\bkeep-alive\b/i.test(head?.header("connection") ?? "");
      if (!isKept || promised === undefined || this.#connections.isOpen(this.#dispatcher)) this.#answer.settle();
      else this.#answer.fail(new TransportError("too-long", `more than the ${promised} bytes that it announced`));
    });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.refuse(error);
  }

  refuse(error: unknown): void {
    this.#free();
    this.#answer.refuse(error);
  }

  #free(): void {
    if (!this.#isFree) this.#connections.give(this.#dispatcher);
    this.#isFree = true;
  }
}

/** A repeated header is a list. */
function headerText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : undefined;
}
