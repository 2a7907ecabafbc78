/**
 * Every way in which a server fails a reader, on the way to the values of a real small Zarr: the document is served as it
 * should be, the chunks are not. One table, for the library and for the program.
 */

import type { Socket } from "node:net";
import { freePort } from "../../scripts/start-server.mjs";
import type { ErrorCode } from "../../src/errors.ts";
import { create, memoryStore } from "../../src/index.ts";
import { type BadRequest, badServer, reply } from "./bad-server.ts";
import { expiredCertificate, loopbackCertificate, loopbackKey, otherCertificate } from "./loopback-certificate.ts";
import { objectServer } from "./object-server.ts";

export interface Running {
  readonly url: string;
  /** Certificates to trust. */
  readonly trusted?: string;
  close(): Promise<void>;
}

export interface BadInput {
  readonly name: string;
  start(): Promise<Running>;
  /** `values`: made good. */
  readonly outcome: "values" | Failure;
}

export interface Failure {
  readonly code: ErrorCode;
  /** More than one: which is seen first is up to the system. */
  readonly kinds: readonly string[];
  readonly attempts: 1 | "all";
  /** Of the program. */
  readonly exit: 4 | 5;
}

const failing = (code: ErrorCode, kind: string, attempts: Failure["attempts"] = 1): Failure => ({
  code,
  kinds: kind.split(" or "),
  attempts,
  exit: code === "not-allowed" ? 4 : 5,
});
const passing = (kind: string): Failure => failing("io", kind, "all");

/** 8 x 8 of int16, 1 to 64; what is not stored would be read as 7777. */
const values: readonly number[] = Array.from({ length: 64 }, (_, i) => i + 1);

/** Two chunks, or a part of a shard. */
export const SELECTION = "0:3, 1:6";
export const selected: readonly number[] = [0, 1, 2].flatMap((row) => values.slice(8 * row + 1, 8 * row + 6));

type Layout = "plain" | "sharded";

export async function entries(layout: Layout): Promise<Map<string, Uint8Array>> {
  const memory = memoryStore();
  const shape = { shape: [8, 8], dtype: "int16", fillValue: 7777, codecs: [] } as const;
  const array = await create(
    memory,
    layout === "plain" ? { ...shape, chunks: [4, 4] } : { ...shape, chunks: [2, 2], shards: [8, 8] },
  );
  await array.write(undefined, Int16Array.from(values));
  const all = new Map<string, Uint8Array>();
  for await (const { key } of memory.list!("")) all.set(key, (await memory.get(key))!);
  return all;
}

type Answer = (socket: Socket, request: BadRequest, value: Uint8Array) => void;

/** As a server should. */
function serve(socket: Socket, request: BadRequest, value: Uint8Array): void {
  const part = partOf(request, value.length);
  if (request.method === "HEAD") reply(socket, 200, { "content-length": value.length });
  else if (part === undefined) reply(socket, 200, {}, value);
  else reply(socket, 206, contentRange(part, value), value.subarray(part.start, part.end));
}

interface Part {
  readonly start: number;
  readonly end: number;
}

function partOf({ headers }: BadRequest, size: number): Part | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers["range"] ?? "") ?? [];
  if (first === undefined) return undefined;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size };
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

function contentRange({ start, end }: Part, value: Uint8Array): { readonly "content-range": string } {
  return { "content-range": `bytes ${start}-${end - 1}/${value.length}` };
}

/** Parts are answered so; sizes as they should be. */
const parts =
  (answer: (socket: Socket, part: Part, value: Uint8Array) => void): Answer =>
  (socket, request, value) => {
    const part = partOf(request, value.length);
    if (part === undefined) serve(socket, request, value);
    else answer(socket, part, value);
  };

/** Chunks are answered so; the document as it should be. */
function chunks(name: string, layout: Layout, answer: Answer, outcome: BadInput["outcome"]): BadInput {
  return {
    name,
    outcome,
    start: async () => {
      const [server, stored] = await Promise.all([badServer(), entries(layout)]);
      server.on("data", (socket, request) => {
        const key = request.path.replace(/\?.*/, "").slice("/data/".length);
        const value = stored.get(key);
        if (value === undefined) reply(socket, 404);
        else if (key === "zarr.json") serve(socket, request, value);
        else answer(socket, request, value);
      });
      return { url: `${server.origin}/data`, close: server.close };
    },
  };
}

const status = (code: number, headers: Record<string, string | number> = {}): Answer => {
  return (socket) => reply(socket, code, headers);
};

/** The first requests of all fail, later ones do not. */
const storm =
  (code: number): Answer =>
  (socket, request, value) =>
    request.count < 4 ? reply(socket, code, { "retry-after": 0 }) : serve(socket, request, value);

function secure(name: string, cert: string, trusted: string | undefined): BadInput {
  return {
    name,
    outcome: failing("io", "tls"),
    start: async () => {
      const server = await objectServer({ tls: { key: loopbackKey, cert } });
      const url = server.add(await entries("plain"));
      return { url, close: server.close, ...(trusted === undefined ? {} : { trusted }) };
    },
  };
}

/** Nothing is there. */
async function closedPort(): Promise<Running> {
  return { url: `http://127.0.0.1:${await freePort()}/data`, close: async () => {} };
}

const half = (socket: Socket, value: Uint8Array): void => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${value.length}\r\n\r\n`);
  socket.write(value.subarray(0, value.length / 2));
};

/** Only who waits in vain gives up soon: on a busy machine a good answer may take seconds. */
export function patienceOf({ outcome }: BadInput): number {
  return outcome !== "values" && outcome.kinds.includes("timeout") ? 500 : 60_000;
}

export const badInputs: readonly BadInput[] = [
  { name: "connection refused", start: closedPort, outcome: passing("connection-refused") },
  chunks("closed at once", "plain", (socket) => socket.destroy(), passing("connection-reset")),
  chunks("reset at once", "plain", (socket) => socket.resetAndDestroy(), passing("connection-reset")),
  chunks(
    "reset in the middle",
    "plain",
    (socket, _, value) => {
      half(socket, value);
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    passing("connection-reset or short-body"),
  ),
  chunks(
    "short body",
    "plain",
    (socket, _, value) => {
      half(socket, value);
      socket.end();
    },
    passing("short-body"),
  ),
  chunks(
    "short part",
    "sharded",
    parts((socket, { start, end }, value) =>
      reply(socket, 206, contentRange({ start, end }, value), value.subarray(start, end - 1)),
    ),
    passing("short-body"),
  ),
  chunks(
    "another part",
    "sharded",
    parts((socket, { start, end }, value) => {
      const other = { start: start === 0 ? 1 : start - 1, end: end - 1 };
      reply(socket, 206, contentRange(other, value), value.subarray(other.start, other.end));
    }),
    failing("io", "wrong-content-range"),
  ),
  chunks(
    "a part that does not say which",
    "sharded",
    parts((socket, { start, end }, value) => reply(socket, 206, {}, value.subarray(start, end))),
    failing("io", "wrong-content-range"),
  ),
  chunks("200 instead of 206", "sharded", (socket, _, value) => reply(socket, 200, {}, value), "values"),
  chunks(
    "200 instead of 206, of a huge object",
    "sharded",
    (socket, request) => reply(socket, 200, { "content-length": 2 ** 33 }, request.method === "HEAD" ? "" : "abc"),
    failing("io", "range-ignored"),
  ),
  chunks(
    "416 inside of the object",
    "sharded",
    (socket, request, value) => {
      if (request.method === "HEAD") serve(socket, request, value);
      else reply(socket, 416, { "content-range": `bytes */${value.length}` });
    },
    failing("io", "range-not-satisfiable"),
  ),
  chunks("429 for ever", "plain", status(429), passing("too-many-requests")),
  chunks("500 for ever", "plain", status(500), passing("server-error")),
  chunks("503 for ever", "plain", status(503), passing("server-error")),
  chunks("503 for an hour", "plain", status(503, { "retry-after": 3600 }), failing("io", "server-error")),
  chunks("a storm of 429", "plain", storm(429), "values"),
  chunks("a storm of 500", "plain", storm(500), "values"),
  chunks("a storm of 503", "plain", storm(503), "values"),
  secure("TLS, an authority that nobody knows", loopbackCertificate, undefined),
  secure("TLS, the certificate of another host", otherCertificate, otherCertificate),
  secure("TLS, an expired certificate", expiredCertificate, expiredCertificate),
  {
    name: "TLS where there is none",
    outcome: failing("io", "tls"),
    start: async () => {
      const server = await objectServer();
      return { url: server.add(await entries("plain")).replace("http:", "https:"), close: server.close };
    },
  },
  {
    name: "a host that does not exist",
    outcome: failing("io", "dns"),
    // A label of 64 characters is refused by the resolver itself: no name server is asked.
    start: async () => ({ url: `http://${"a".repeat(64)}.invalid/data`, close: async () => {} }),
  },
  chunks(
    "wrong credentials",
    "plain",
    status(401, { "www-authenticate": "Bearer" }),
    failing("not-allowed", "unauthorized"),
  ),
  chunks("access denied", "plain", status(403), failing("not-allowed", "forbidden")),
  chunks(
    "access denied, as buckets say it",
    "plain",
    (socket) => reply(socket, 403, { "content-type": "application/xml" }, "<Error><Code>ExpiredToken</Code></Error>"),
    failing("not-allowed", "forbidden"),
  ),
  chunks("no answer", "plain", () => {}, passing("timeout")),
  chunks("an answer that stops", "plain", (socket, _, value) => half(socket, value), passing("timeout")),
  chunks(
    "a redirect loop",
    "plain",
    (socket, { path }) => reply(socket, 302, { location: path }),
    failing("io", "redirect-loop"),
  ),
  chunks(
    "redirects without end",
    "plain",
    (socket, { count }) => reply(socket, 307, { location: `/data/c/0/0?${count}` }),
    failing("io", "redirect-loop"),
  ),
  chunks(
    "a redirect out of HTTP",
    "plain",
    status(301, { location: "file:///etc/passwd" }),
    failing("not-allowed", "redirect-refused"),
  ),
  chunks(
    "a longer length than there is",
    "plain",
    (socket, _, value) => {
      reply(socket, 200, { "content-length": value.length + 1000 }, value);
      socket.end();
    },
    passing("short-body"),
  ),
  chunks(
    "a shorter length than there is",
    "plain",
    (socket, _, value) => reply(socket, 200, { "content-length": 10, connection: "keep-alive" }, value),
    failing("io", "too-long"),
  ),
  chunks(
    "a shorter length than the part has",
    "sharded",
    parts((socket, { start, end }, value) =>
      reply(socket, 206, { ...contentRange({ start, end }, value), "content-length": 3 }, value.subarray(start, end)),
    ),
    passing("short-body"),
  ),
  chunks(
    "a length beyond all bounds",
    "plain",
    (socket, _, value) => reply(socket, 200, { "content-length": 2 ** 45 }, value),
    failing("io", "too-long"),
  ),
  chunks("not HTTP", "plain", (socket) => socket.end("220 mail.example ESMTP ready\r\n"), failing("io", "protocol")),
  chunks("no content", "plain", (socket) => socket.write("HTTP/1.1 204 None\r\n\r\n"), failing("io", "status")),
];
