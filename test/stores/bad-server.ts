/**
 * A server that misbehaves on purpose, on the loopback interface: `/<behaviour>/<key>`. The value of every key is the
 * same, so that whatever a behaviour lets through can be checked. It speaks through bare sockets: much of what it says
 * no server library would.
 */

import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

export const badValue: Uint8Array = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7 + 1) & 255);

export interface BadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How often this behaviour was asked before. */
  readonly count: number;
}

type Behaviour = (socket: Socket, request: BadRequest) => void;

export interface BadServer {
  readonly origin: string;
  readonly seen: BadRequest[];
  /** Behaviours of a test's own. */
  on(name: string, behaviour: Behaviour): void;
  close(): Promise<void>;
}

export async function badServer(): Promise<BadServer> {
  const seen: BadRequest[] = [];
  const own = new Map<string, Behaviour>();
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let received = "";
    socket.on("data", (data) => {
      received += data.toString("latin1");
      for (let end = received.indexOf("\r\n\r\n"); end >= 0; end = received.indexOf("\r\n\r\n")) {
        const parsed = parseRequest(received.slice(0, end));
        received = received.slice(end + 4);
        const name = parsed.path.split("/")[1]?.replace(/\?.*/, "") ?? "";
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        const request = { ...parsed, count };
        seen.push(request);
        (own.get(name) ?? behaviours[name] ?? notFound)(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    on: (name, behaviour) => void own.set(name, behaviour),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parseRequest(text: string): Omit<BadRequest, "count"> {
  const [first = "", ...lines] = text.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { method, path, headers };
}

export type Headers = Readonly<Record<string, string | number>>;

/** Sends a head and a body as they are; the length is the body's unless a header says otherwise. */
export function reply(socket: Socket, status: number, headers: Headers = {}, body: Uint8Array | string = ""): void {
  const bytes = Buffer.from(body);
  const all = "transfer-encoding" in headers ? headers : { "content-length": bytes.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`), bytes]));
}

/** The answer of a server that does all of it right. */
export function proper(socket: Socket, request: BadRequest, headers: Headers = {}): void {
  const part = partOf(request);
  const size = badValue.length;
  if (request.method === "HEAD") reply(socket, 200, { "content-length": size, ...headers });
  else if (part === undefined) reply(socket, 200, headers, badValue);
  else if (part.start >= size) reply(socket, 416, { "content-range": `bytes */${size}` });
  else {
    const range = { "content-range": `bytes ${part.start}-${part.end - 1}/${size}` };
    reply(socket, 206, { ...range, ...headers }, badValue.subarray(part.start, part.end));
  }
}

function partOf({ headers }: BadRequest): { readonly start: number; readonly end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers["range"] ?? "") ?? [];
  if (first === undefined) return undefined;
  const size = badValue.length;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size };
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

const notFound: Behaviour = (socket) => reply(socket, 404);

export const page = "<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>Our application</body></html>\n";
const html = { "content-type": "text/html; charset=utf-8" };

/** Storms end after this many requests. */
export const STORM = 2;

const storm =
  (status: number, headers: Headers = {}): Behaviour =>
  (socket, request) =>
    request.count < STORM ? reply(socket, status, headers) : proper(socket, request);

const behaviours: Readonly<Record<string, Behaviour>> = {
  proper,
  // Connections
  "closes-at-once": (socket) => socket.destroy(),
  "resets-at-once": (socket) => socket.resetAndDestroy(),
  "resets-in-the-middle": (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n`);
    socket.write(badValue.subarray(0, 500), () => setTimeout(() => socket.resetAndDestroy(), 20));
  },
  "resets-once": (socket, request) => (request.count === 0 ? socket.resetAndDestroy() : proper(socket, request)),
  "short-body": (socket) => {
    socket.end(
      Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"), badValue.subarray(0, 500)]),
    );
  },
  "short-part": (socket, request) => {
    const { start, end } = partOf(request) ?? { start: 0, end: badValue.length };
    const half = badValue.subarray(start, start + Math.floor((end - start) / 2));
    reply(socket, 206, { "content-range": `bytes ${start}-${end - 1}/${badValue.length}` }, half);
  },
  "short-chunked": (socket) => {
    socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3e8\r\nonly a little");
  },
  // Slowness
  "never-answers": () => {},
  "stops-in-the-middle": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
    socket.write(badValue.subarray(0, 500));
  },
  // Lies about lengths and parts
  "promises-too-much": (socket) => reply(socket, 200, { "content-length": 5000 }, badValue),
  "promises-a-terabyte": (socket) => reply(socket, 200, { "content-length": 2 ** 40 }, badValue),
  "sends-without-end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const more = (): void => {
      if (socket.writable) socket.write(new Uint8Array(64 * 1024), () => setImmediate(more));
    };
    more();
  },
  "another-part": (socket, request) => {
    const { start, end } = partOf(request) ?? { start: 0, end: 0 };
    const body = badValue.subarray(start + 1, end + 1);
    reply(socket, 206, { "content-range": `bytes ${start + 1}-${end}/${badValue.length}` }, body);
  },
  "more-than-asked": (socket) => reply(socket, 206, { "content-range": "bytes 0-999/1000" }, badValue),
  "part-without-place": (socket, request) => {
    const { start, end } = partOf(request) ?? { start: 0, end: 0 };
    reply(socket, 206, {}, badValue.subarray(start, end));
  },
  "length-against-place": (socket) =>
    reply(socket, 206, { "content-range": "bytes 0-9/1000" }, badValue.subarray(0, 12)),
  "multipart-part": (socket) =>
    reply(socket, 206, { "content-type": "multipart/byteranges; boundary=x" }, "--x\r\n\r\nabc\r\n--x--\r\n"),
  "416-inside": (socket, request) =>
    request.method === "HEAD" ? proper(socket, request) : reply(socket, 416, { "content-range": "bytes */1000" }),
  "416-bare": (socket, request) => (request.method === "HEAD" ? proper(socket, request) : reply(socket, 416)),
  // Parts not sent
  "no-ranges": (socket, request) =>
    request.method === "HEAD" ? proper(socket, request) : reply(socket, 200, { etag: '"1"' }, badValue),
  "no-ranges-large": (socket, request) =>
    request.method === "HEAD" ? proper(socket, request) : reply(socket, 200, { "content-length": 2 ** 30 }),
  "suffix-ignored": (socket, request) =>
    request.headers["range"]?.startsWith("bytes=-") === true
      ? reply(socket, 200, {}, badValue)
      : proper(socket, request),
  "suffix-refused": (socket, request) =>
    request.headers["range"]?.startsWith("bytes=-") === true ? reply(socket, 400) : proper(socket, request),
  "suffix-not-implemented": (socket, request) =>
    request.headers["range"]?.startsWith("bytes=-") === true ? reply(socket, 501) : proper(socket, request),
  "suffix-416": (socket, request) =>
    request.headers["range"]?.startsWith("bytes=-") === true ? reply(socket, 416) : proper(socket, request),
  "suffix-as-prefix": (socket, request) => {
    const length = /^bytes=-(\d+)/.exec(request.headers["range"] ?? "")?.[1];
    if (length === undefined) return proper(socket, request);
    const end = Number(length);
    reply(socket, 206, { "content-range": `bytes 0-${end}/1000` }, badValue.subarray(0, end + 1));
  },
  // Encodings
  "gzip-whole": (socket, request) =>
    request.method === "HEAD"
      ? reply(socket, 200, { "content-encoding": "gzip", "content-length": gzipSync(badValue).length })
      : reply(socket, 200, { "content-encoding": "gzip" }, gzipSync(badValue)),
  "gzip-part": (socket, request) => {
    const packed = gzipSync(badValue);
    const part = partOf(request);
    if (part === undefined) return reply(socket, 200, { "content-encoding": "gzip" }, packed);
    const body = packed.subarray(part.start, part.end);
    const range = `bytes ${part.start}-${part.start + body.length - 1}/${packed.length}`;
    reply(socket, 206, { "content-encoding": "gzip", "content-range": range }, body);
  },
  "gzip-lie": (socket) => reply(socket, 200, { "content-encoding": "gzip" }, badValue),
  "gzip-bomb": (socket) =>
    reply(socket, 200, { "content-encoding": "gzip" }, gzipSync(new Uint8Array(64 * 1024 * 1024))),
  brotli: (socket) => reply(socket, 200, { "content-encoding": "br" }, badValue),
  // Pages
  "page-for-all": (socket) => reply(socket, 200, html, page),
  "page-in-parts": (socket, request) => {
    const bytes = Buffer.from(page);
    const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers["range"] ?? "") ?? [];
    if (first === undefined) return reply(socket, 200, html, bytes);
    const start = first === "" ? bytes.length - Number(last) : Number(first);
    const end = first === "" ? bytes.length : Math.min(bytes.length, Number(last) + 1);
    reply(
      socket,
      206,
      { ...html, "content-range": `bytes ${start}-${end - 1}/${bytes.length}` },
      bytes.subarray(start, end),
    );
  },
  "bytes-called-page": (socket, request) => proper(socket, request, html),
  // Statuses
  "400": (socket) => reply(socket, 400),
  "401": (socket) => reply(socket, 401, { "www-authenticate": "Bearer" }),
  "403": (socket) => reply(socket, 403),
  "404": notFound,
  "410": (socket) => reply(socket, 410),
  "407": (socket) => reply(socket, 407),
  "418": (socket) => reply(socket, 418),
  "429": (socket) => reply(socket, 429, { "retry-after": 1 }),
  "500": (socket) => reply(socket, 500),
  "503": (socket) => reply(socket, 503),
  "204": (socket) => socket.write("HTTP/1.1 204 None\r\n\r\n"),
  "429-storm": storm(429, { "retry-after": 0 }),
  "500-storm": storm(500),
  "503-storm": storm(503),
  "503-long": (socket) => reply(socket, 503, { "retry-after": 3600 }),
  // Redirects
  "redirect-loop": (socket, request) => reply(socket, 302, { location: `${request.path}` }),
  "redirect-pair": (socket, request) =>
    reply(socket, 302, { location: request.path.endsWith("?b") ? request.path.slice(0, -2) : `${request.path}?b` }),
  "redirect-endless": (socket, request) => reply(socket, 307, { location: `/redirect-endless/${request.count}` }),
  "redirect-nowhere": (socket) => reply(socket, 301),
  "redirect-ftp": (socket) => reply(socket, 301, { location: "ftp://127.0.0.1/x" }),
  "redirect-file": (socket) => reply(socket, 301, { location: "file:///etc/passwd" }),
  "redirect-user": (socket) => reply(socket, 301, { location: "http://user:secret@127.0.0.1/x" }),
  "redirect-reset": (socket, request) =>
    reply(socket, 302, { location: request.path.replace("/redirect-reset/", "/resets-at-once/") }),
  redirect: (socket, request) => reply(socket, 302, { location: request.path.replace("/redirect/", "/proper/") }),
  // Not HTTP
  "not-http": (socket) => socket.end("220 mail.example ESMTP ready\r\n"),
  "bad-header": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\nabc"),
};

export const behaviourNames: readonly string[] = Object.keys(behaviours);
