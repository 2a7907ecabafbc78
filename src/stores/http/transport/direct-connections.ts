/**
 * Kept-alive connections to one origin without TLS. The most recently used one is taken first, so that only as many
 * stay open as are in use at once and the others close when idle. A single timer watches all of them.
 */
import { Answer } from "./answer.ts";
import { DirectConnection } from "./direct-connection.ts";
import type { HttpRequest, HttpResponse } from "./transport.ts";

export interface DirectTimeouts {
  readonly connectTimeout: number;
  readonly idleTimeout: number;
}

export interface DirectConnections {
  /** Returns undefined if it is not a plain request. */
  request(request: HttpRequest): Promise<HttpResponse> | undefined;
}

/** Room for a body of 64 KiB and its head in one read. */
const BUFFER_BYTES = 256 * 1024;

/**
 * On these systems a read starts only when there is data, and is finished when it is reported: one buffer serves all
 * connections, and stays in the processor's cache. Elsewhere (Windows), pending reads hold their buffer.
 */
const SHARING = ["linux", "darwin"];

let shared: Buffer | undefined;

function readBuffer(): Buffer {
  if (!SHARING.includes(globalThis.process.platform)) return Buffer.allocUnsafeSlow(BUFFER_BYTES / 4);
  return (shared ??= Buffer.allocUnsafeSlow(BUFFER_BYTES));
}

export function directConnections(origin: URL, timeouts: DirectTimeouts): DirectConnections {
  // Brackets are part of the address, not of the host.
  const host = origin.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(origin.port || 80);
  const free: DirectConnection[] = [];
  const all = new Set<DirectConnection>();
  const watch = watchman(all, Math.min(500, Math.max(5, Math.min(timeouts.connectTimeout, timeouts.idleTimeout) / 10)));
  const make = (): DirectConnection => {
    const connection = new DirectConnection({
      host,
      port,
      ...timeouts,
      buffer: readBuffer(),
      onFree: (freed) => free.push(freed),
      onGone: (gone) => {
        all.delete(gone);
        // Connections that are no longer needed close from the bottom of the stack.
        const at = free.indexOf(gone);
        if (at >= 0) free.splice(at, 1);
        watch();
      },
    });
    all.add(connection);
    watch();
    return connection;
  };
  const take = (): DirectConnection => {
    const now = performance.now();
    for (let last = free.pop(); last !== undefined; last = free.pop()) {
      if (last.isUsable(now)) return last;
      last.destroy();
    }
    return make();
  };
  const headersText = lastText();
  const start = `HTTP/1.1\r\nhost: ${origin.host}\r\n`;
  return {
    request: (request) => {
      const { method, url, headers, body, signal } = request;
      const lines = body === undefined && (method === "GET" || method === "HEAD") ? headersText(headers) : undefined;
      if (lines === undefined) return undefined;
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const text = `${method} ${url.pathname}${url.search} ${start}${lines}\r\n`;
        take().send(text, new Answer(request, resolve, reject));
      });
    },
  };
}

/** Watches connections while there are any; does not keep the program alive. */
function watchman(connections: ReadonlySet<DirectConnection>, interval: number): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return () => {
    if (connections.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (timer === undefined) {
      timer = setInterval(() => {
        const now = performance.now();
        for (const connection of connections) connection.check(now);
      }, interval);
      timer.unref();
    }
  };
}

/** Headers that determine how a message is framed, or that undici interprets. */
const FRAMING = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** The header lines to send; undefined if this client does not support them, because it only sends requests without a body. */
function linesOf(headers: HttpRequest["headers"]): string | undefined {
  let lines = "";
  for (const [name, value] of Object.entries(headers)) {
    if (FRAMING.has(name) || !NAME.test(name) || !VALUE.test(value)) return undefined;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Consecutive requests of one store mostly have identical headers. */
function lastText(): typeof linesOf {
  let last: HttpRequest["headers"] | undefined;
  let text: string | undefined;
  return (headers) => {
    if (headers !== last) text = linesOf(headers);
    last = headers;
    return text;
  };
}
