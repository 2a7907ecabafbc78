/** 403 for what does not exist: believed where that is asked for or proven, an error everywhere else. */
import { createServer } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { create, isHyperslabError, memoryStore, openArray } from "../../src/index.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import type { PlainHttpStoreOptions } from "../../src/stores/http/plain-http-store.ts";
import { listen, stop } from "./object-server.ts";

interface Bucket {
  readonly url: string;
  readonly asked: string[];
  readonly values: Map<string, Uint8Array>;
  /** Keys that are there and that nobody may read. */
  readonly closed: Set<string>;
  close(): Promise<void>;
}

let bucket: Bucket | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await bucket?.close();
});

/** As S3 answers somebody who may read objects and not list them. */
async function startBucket(
  entries: Iterable<readonly [string, Uint8Array]>,
  type = "application/xml",
): Promise<Bucket> {
  const values = new Map(entries);
  const asked: string[] = [];
  const closed = new Set<string>();
  const server = createServer((request, response) => {
    const key = decodeURIComponent((request.url ?? "").replace(/\?.*/, "").slice("/data/".length));
    asked.push(`${request.method} ${key.startsWith("hyperslab-") ? "(unused)" : key}`);
    const value = closed.has(key) || closed.has("*") ? undefined : values.get(key);
    if (value === undefined) {
      const body = "<Error><Code>AccessDenied</Code></Error>";
      response.writeHead(403, { "content-type": type }).end(request.method === "HEAD" ? "" : body);
    } else response.writeHead(200, { "content-length": value.length }).end(request.method === "HEAD" ? "" : value);
  });
  const url = `http://127.0.0.1:${await listen(server)}/data`;
  return (bucket = { url, asked, values, closed, close: () => stop(server) });
}

/** 4 x 4 of int8, chunks of 2 x 2, one of which is not stored. */
async function entries(format: "zarr2" | "zarr3"): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const array = await create(memory, { shape: [4, 4], dtype: "int8", chunks: [2, 2], codecs: [], format });
  await array.write(
    undefined,
    Int8Array.from({ length: 16 }, (_, i) => i + 1),
  );
  await array.write("0:2, 2:4", 0);
  const all: [string, Uint8Array][] = [];
  for await (const { key } of memory.list!("")) all.push([key, (await memory.get(key))!]);
  return all;
}

const wanted = [1, 2, 0, 0, 5, 6, 0, 0, 9, 10, 11, 12, 13, 14, 15, 16];

async function read(options: PlainHttpStoreOptions = {}): Promise<number[]> {
  const array = await openArray(httpStore(bucket!.url, { retry: false, ...options }));
  return Array.from((await array.read()).data as Int8Array);
}

async function failure(run: Promise<unknown>): Promise<string | undefined> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return isHyperslabError(error) ? `${error.code} ${error.request?.kind}` : String(error);
}

describe.each(["zarr3", "zarr2"] as const)("a bucket that is not listed, %s", (format) => {
  test("is read by itself: what is not there is a fill value, and that is said once", async () => {
    await startBucket(await entries(format));
    const notes: string[] = [];
    expect(await read({ onNote: ({ kind }) => notes.push(kind) })).toEqual(wanted);
    expect(notes).toEqual(["forbidden-is-missing"]);
    expect(bucket!.asked.filter((request) => request === "HEAD (unused)")).toHaveLength(1);
  });

  test("is read where that was asked for, and not where it was refused", async () => {
    await startBucket(await entries(format));
    expect(await read({ treat403AsMissing: true })).toEqual(wanted);
    expect(bucket!.asked.every((request) => request.startsWith("GET"))).toBe(true);
    expect(await failure(read({ treat403AsMissing: false }))).toBe("not-allowed forbidden");
  });
});

test("a bucket that is closed is an error, not an empty one", async () => {
  await startBucket(await entries("zarr3"));
  bucket!.closed.add("*");
  expect(await failure(read())).toBe("not-allowed forbidden");
});

test("a server that says 404 of what is missing means 403 when it says so", async () => {
  const all = new Map(await entries("zarr3"));
  const server = createServer((request, response) => {
    const key = (request.url ?? "").slice("/data/".length);
    const value = all.get(key);
    if (key === "c/0/0") response.writeHead(403, { "content-type": "application/xml" }).end();
    else if (value === undefined) response.writeHead(404).end();
    else response.end(value);
  });
  const url = `http://127.0.0.1:${await listen(server)}/data`;
  const array = await openArray(httpStore(url, { retry: false }));
  expect(await failure(array.read())).toBe("not-allowed forbidden");
  expect(Array.from((await array.read("2:, :")).data as Int8Array)).toEqual(wanted.slice(8));
  await stop(server);
});

test.each<[string, PlainHttpStoreOptions, string, string]>([
  ["credentials that may have expired", { headers: { authorization: "Bearer x" } }, "", "application/xml"],
  ["headers that are made anew", { headers: async () => ({}) }, "", "application/xml"],
  ["a signature that may have expired", {}, "?signature=x", "application/xml"],
  ["a server that is no bucket", {}, "", "text/html"],
])("%s: 403 is an error", async (_, options, query, type) => {
  await startBucket(await entries("zarr3"), type);
  const array = await openArray(httpStore(`${bucket!.url}${query}`, { ...options, retry: false }));
  expect(await failure(array.read())).toBe("not-allowed forbidden");
});

test("a bucket that is closed meanwhile is an error when the proof is a minute old", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await startBucket(await entries("zarr3"));
  const store = httpStore(bucket!.url, { retry: false });
  expect(await store.get("zarr.json")).toBeDefined();
  expect(await store.get("c/0/1")).toBeUndefined();
  bucket!.closed.add("*");
  vi.setSystemTime(Date.now() + 61_000);
  expect(await failure(store.get("c/0/0"))).toBe("not-allowed forbidden");
  bucket!.closed.clear();
  expect(await store.get("c/0/1")).toBeUndefined();
});

test("many that are missing at once are proven by one question", async () => {
  await startBucket(await entries("zarr3"));
  const store = httpStore(bucket!.url, { retry: false });
  await store.get("zarr.json");
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => store.get(`c/${i + 5}/0`)));
  expect(answers.every((answer) => answer === undefined)).toBe(true);
  expect(bucket!.asked.filter((request) => request.startsWith("HEAD"))).toEqual(["HEAD (unused)"]);
});
