/** A well-behaved server of values in memory on the loopback interface, which counts what it is asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
}

export interface ObjectServer {
  readonly origin: string;
  readonly seen: SeenRequest[];
  /** Values by decoded path, without the first slash. */
  readonly values: Map<string, Uint8Array>;
  /** Puts entries below a new path and gives its URL. */
  add(entries: Iterable<readonly [string, Uint8Array]>): string;
  /** From now on, answers no request of which `isHeld` is true, until it is released. One gate at a time. */
  hold(isHeld: (request: SeenRequest) => boolean): Gate;
  close(): Promise<void>;
}

export interface Gate {
  /** A request waits. */
  readonly first: Promise<void>;
  /** Answers those that wait, and all that come. */
  release(): void;
}

export interface ObjectServerOptions {
  /** Milliseconds before every answer. */
  readonly delay?: number;
  /** What it can send: parts and last bytes (default), parts, or whole objects only. */
  readonly ranges?: "all" | "bounded" | "none";
  /** Answers HEAD; default true. */
  readonly head?: boolean;
  /** Sends ETag; default true. */
  readonly etag?: boolean;
  /** Sends Last-Modified, which pages may see whatever the server exposes. */
  readonly modified?: Date;
  /** Gives index pages; default true. */
  readonly index?: boolean;
  /** What it says to pages of other origins; default: nothing. */
  readonly cors?: { readonly preflight: boolean; readonly expose: readonly string[] };
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function objectServer(options: ObjectServerOptions = {}): Promise<ObjectServer> {
  const values = new Map<string, Uint8Array>();
  const seen: SeenRequest[] = [];
  let count = 0;
  let withhold = (_request: SeenRequest, send: () => void): void => send();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const asked = { method: request.method ?? "", url: request.url ?? "", headers: request.headers };
    seen.push(asked);
    const send = (): void => {
      const { status, headers = {}, body } = answerTo(values, options, request);
      response.writeHead(status, { ...headers, ...corsHeaders(options) });
      response.end(body);
    };
    withhold(asked, options.delay === undefined || options.delay === 0 ? send : () => setTimeout(send, options.delay));
  };
  const server = options.tls === undefined ? createServer(answer) : createSecureServer(options.tls, answer);
  const port = await listen(server);
  const origin = `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  return {
    origin,
    seen,
    values,
    add: (entries) => {
      count += 1;
      for (const [key, value] of entries) values.set(`${count}/${key}`, value);
      return `${origin}/${count}`;
    },
    hold: (isHeld) => {
      const waiting: (() => void)[] = [];
      const { promise, resolve } = withResolvers();
      withhold = (request, send) => {
        if (!isHeld(request)) return send();
        waiting.push(send);
        resolve();
      };
      const release = (): void => {
        withhold = (_, send) => send();
        for (const send of waiting.splice(0)) send();
      };
      return { first: promise, release };
    },
    close: () => stop(server),
  };
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

export async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function corsHeaders({ cors }: ObjectServerOptions): Record<string, string> {
  if (cors === undefined) return {};
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "range",
    "access-control-expose-headers": cors.expose.join(", "),
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: Uint8Array;
}

function answerTo(
  values: ReadonlyMap<string, Uint8Array>,
  options: ObjectServerOptions,
  request: IncomingMessage,
): Answer {
  if (request.method === "OPTIONS") return { status: options.cors?.preflight === true ? 204 : 405 };
  const path = decodeURIComponent((request.url ?? "").replace(/\?.*$/, "").slice(1));
  if (request.method === "HEAD" && options.head === false) return { status: 405 };
  const value = values.get(path);
  if (value !== undefined) return valueAnswer(value, options, request);
  const directory = path.replace(/\/*$/, "/");
  const isDirectory = /^\d+\/$/.test(directory) || [...values.keys()].some((key) => key.startsWith(directory));
  if (options.index === false || !isDirectory) return { status: 404 };
  if (!path.endsWith("/")) return { status: 301, headers: { location: `${request.url}/` } };
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: Buffer.from(indexPage(values, path)),
  };
}

/** A new array is a new version. */
function tagOf(value: Uint8Array): string {
  const tag = tags.get(value) ?? `"${value.byteLength}-${++lastTag}"`;
  tags.set(value, tag);
  return tag;
}

const tags = new WeakMap<Uint8Array, string>();
let lastTag = 0;

function valueAnswer(
  value: Uint8Array,
  { ranges = "all", etag = true, modified }: ObjectServerOptions,
  request: IncomingMessage,
): Answer {
  const tag = tagOf(value);
  const headers = {
    "content-type": "application/octet-stream",
    ...(etag ? { etag: tag } : {}),
    ...(modified && { "last-modified": modified.toUTCString() }),
  };
  if (etag && request.headers["if-none-match"] === tag) return { status: 304, headers };
  const size = value.byteLength;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const isSuffix = first === "";
  if (first === undefined || ranges === "none" || (isSuffix && ranges === "bounded")) {
    return { status: 200, headers: { ...headers, "content-length": size }, body: value };
  }
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const stopAt = isSuffix || last === "" ? size : Math.min(size, Number(last) + 1);
  if (start >= size) return { status: 416, headers: { "content-range": `bytes */${size}` } };
  const part = { "content-range": `bytes ${start}-${stopAt - 1}/${size}`, "content-length": stopAt - start };
  return { status: 206, headers: { ...headers, ...part }, body: value.subarray(start, stopAt) };
}

/** As nginx makes them. */
function indexPage(values: ReadonlyMap<string, Uint8Array>, path: string): string {
  const names = new Set<string>();
  for (const key of values.keys()) {
    if (!key.startsWith(path)) continue;
    const [, name = "", slash = ""] = /^([^/]*)(\/?)/.exec(key.slice(path.length)) ?? [];
    names.add(encodeURIComponent(name) + slash);
  }
  const links = [...names].map((name) => `<a href="${name}">${name}</a> 16-Nov-2026 00:28 -`);
  const title = `Index of /${path}`;
  return `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1><hr><pre><a href="../">../</a>\n${links.join("\n")}\n</pre><hr></body>\n</html>\n`;
}
