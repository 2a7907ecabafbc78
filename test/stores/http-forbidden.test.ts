/** 403 for what does not exist: believed where that is asked for or proven, an error everywhere else. */
import { createServer } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  type ExportReport,
  exportArray,
  isHyperslabError,
  memoryStore,
  type NdArray,
  openArray,
} from "../../src/index.ts";
import { httpStore, type PlainHttpStoreOptions } from "../../src/stores/http/http-store.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import { listen, stop } from "./object-server.ts";

interface Bucket {
  readonly url: string;
  readonly asked: string[];
  readonly values: Map<string, Uint8Array>;
  /** Keys that are there and that nobody may read; `*`: all of them. */
  readonly closed: Set<string>;
  /** Called before each answer. */
  before: (request: string) => void;
  /** Answers 503. */
  busy: boolean;
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
    const line = `${request.method} ${key.startsWith("hyperslab-") ? "(unused)" : key}`;
    asked.push(line);
    made.before(line);
    const value = closed.has(key) || closed.has("*") ? undefined : values.get(key);
    if (made.busy) response.writeHead(503).end();
    else if (value === undefined) {
      const body = "<Error><Code>AccessDenied</Code></Error>";
      response.writeHead(403, { "content-type": type }).end(request.method === "HEAD" ? "" : body);
    } else response.writeHead(200, { "content-length": value.length }).end(request.method === "HEAD" ? "" : value);
  });
  const url = `http://127.0.0.1:${await listen(server)}/data`;
  const made: Bucket = { url, asked, values, closed, before: () => {}, busy: false, close: () => stop(server) };
  return (bucket = made);
}

/** From the n-th chunk on that is asked for, the bucket gives nothing more. */
function closeAtChunk(n: number): void {
  let chunks = 0;
  bucket!.before = (request) => {
    if (/^GET (c\/)?\d/.test(request) && ++chunks === n) bucket!.closed.add("*");
  };
}

function heads(): readonly string[] {
  return bucket!.asked.filter((request) => request.startsWith("HEAD"));
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
    expect(await read({ forbidden: "absent" })).toEqual(wanted);
    expect(bucket!.asked.every((request) => request.startsWith("GET"))).toBe(true);
    expect(await failure(read({ forbidden: "error" }))).toBe("not-allowed forbidden");
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

test("a bucket that is closed meanwhile is an error at once, and is read again when it is open", async () => {
  await startBucket(await entries("zarr3"));
  const store = httpStore(bucket!.url, { retry: false });
  expect(await store.get("zarr.json")).toBeDefined();
  expect(await store.get("c/0/1")).toBeUndefined();
  bucket!.closed.add("*");
  expect(await failure(store.get("c/0/0"))).toBe("not-allowed forbidden");
  expect(await failure(store.get("c/0/1"))).toBe("not-allowed forbidden");
  bucket!.closed.clear();
  expect(await store.get("c/0/1")).toBeUndefined();
  expect(await store.get("c/0/0")).toBeDefined();
});

describe.each(["zarr3", "zarr2"] as const)("a bucket that is closed midway, %s", (format) => {
  // Each of the four chunks, the one that is missing among them.
  test.each([1, 2, 3, 4])("from chunk %i on: reading fails", async (n) => {
    await startBucket(await entries(format));
    const array = await openArray(httpStore(bucket!.url, { retry: false, concurrency: 1 }));
    closeAtChunk(n);
    expect(await failure(array.read())).toBe("not-allowed forbidden");
  });

  test.each<[string, CopyOptions]>([
    ["passed through", {}],
    ["encoded anew", { chunks: [4, 4] }],
    ["not verified", { verify: false }],
  ])("copying fails, chunks %s", async (_, options) => {
    await startBucket(await entries(format));
    closeAtChunk(2);
    const target = new Map<string, Uint8Array>();
    const source = httpStore(bucket!.url, { retry: false, concurrency: 1 });
    expect(await failure(copy(source, target, options))).toBe("not-allowed forbidden");
  });

  test("exporting fails", async () => {
    await startBucket(await entries(format));
    const array = await openArray(httpStore(bucket!.url, { retry: false, concurrency: 1 }));
    closeAtChunk(3);
    expect(await failure(exported(array))).toBe("not-allowed forbidden");
  });
});

test("documents that stay open prove nothing of chunks that are closed", async () => {
  await startBucket(await entries("zarr3"));
  const store = httpStore(bucket!.url, { retry: false });
  const array = await openArray(store);
  await array.read("2:4, :");
  for (const key of bucket!.values.keys()) if (key !== "zarr.json") bucket!.closed.add(key);
  expect(await failure(array.read("0:2, :"))).toBe("not-allowed forbidden");
});

test("an object that was read and is deleted is absent", async () => {
  await startBucket(await entries("zarr3"));
  const store = httpStore(bucket!.url, { retry: false });
  for (const key of ["zarr.json", "c/0/0"]) expect(await store.get(key)).toBeDefined();
  bucket!.values.delete("c/0/0");
  expect(await store.get("c/0/0")).toBeUndefined();
});

test("a server that fails when it is asked for proof is asked again", async () => {
  await startBucket(await entries("zarr3"));
  const { before } = bucket!;
  const store = httpStore(bucket!.url, { retry: { attempts: 3, delay: 0 } });
  await store.get("zarr.json");
  let failures = 2;
  bucket!.before = (request) => {
    before(request);
    bucket!.busy = request.startsWith("HEAD") && failures-- > 0;
  };
  expect(await store.get("c/0/1")).toBeUndefined();
  expect(heads()).toEqual(["HEAD zarr.json", "HEAD zarr.json", "HEAD zarr.json", "HEAD (unused)"]);
});

describe("what it costs", () => {
  test.skipIf(hasTinyLimits)(
    "many that are missing at once are proven by one question, and it is asked again for the next",
    async () => {
      await startBucket(await entries("zarr3"));
      const store = httpStore(bucket!.url, { retry: false });
      await store.get("zarr.json");
      const missing = (): Promise<unknown[]> =>
        Promise.all(Array.from({ length: 30 }, (_, i) => store.get(`c/${i + 5}/0`)));
      expect((await missing()).every((answer) => answer === undefined)).toBe(true);
      expect(heads()).toEqual(["HEAD zarr.json", "HEAD (unused)"]);
      await missing();
      expect(heads()).toEqual(["HEAD zarr.json", "HEAD (unused)", "HEAD zarr.json"]);
      expect(bucket!.asked).toHaveLength(1 + 30 + 2 + 30 + 1);
    },
  );

  test("what is there is read without a question", async () => {
    await startBucket(await entries("zarr3"));
    const array = await openArray(httpStore(bucket!.url, { retry: false }));
    await array.read("2:4, :");
    expect(bucket!.asked).toEqual(["GET zarr.json", "GET c/1/0", "GET c/1/1"]);
  });

  test("after a minute the server is asked again what it says of missing keys", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await startBucket(await entries("zarr3"));
    const store = httpStore(bucket!.url, { retry: false });
    await store.get("zarr.json");
    await store.get("c/0/1");
    vi.setSystemTime(Date.now() + 61_000);
    await store.get("c/0/1");
    expect(heads()).toEqual(["HEAD zarr.json", "HEAD (unused)", "HEAD zarr.json", "HEAD (unused)"]);
  });
});

describe("one private object among public ones", () => {
  const secret = "c/1/1";
  const start = async (): Promise<void> => {
    await startBucket(await entries("zarr3"));
    bucket!.closed.add(secret);
  };

  test("is absent with a note, or an error where that is asked for", async () => {
    await start();
    const notes: string[] = [];
    const values = await read({ onNote: ({ message }) => notes.push(message) });
    expect(values).toEqual([...wanted.slice(0, 10), 0, 0, ...wanted.slice(12, 14), 0, 0]);
    expect(notes).toEqual([expect.stringMatching(/forbids \(403\) are treated as absent/)]);
    expect(await failure(read({ forbidden: "error" }))).toBe("not-allowed forbidden");
    const byAddress = async (): Promise<unknown> =>
      (await openArray(bucket!.url, { store: { forbidden: "error" } })).read();
    expect(await failure(byAddress())).toBe("not-allowed forbidden");
  });

  // With what is really missing: the two look the same.
  test.each([undefined, { bytes: 1e6 }])(
    "is counted by a copy, which does not say verified (cache: %j)",
    async (cache) => {
      await start();
      const source = httpStore(bucket!.url, { retry: false, cache });
      for (const options of [{}, { chunks: [4, 4] }]) {
        const report = await copy(source, new Map(), options);
        expect([report.forbidden, report.verified]).toEqual([2, false]);
      }
      bucket!.closed.clear();
      bucket!.values.set("c/0/1", new Uint8Array(4));
      const report = await copy(httpStore(bucket!.url, { retry: false, cache }), new Map());
      expect([report.forbidden, report.verified]).toEqual([0, true]);
    },
  );

  test("is counted by an export", async () => {
    await start();
    const array = await openArray(httpStore(bucket!.url, { retry: false }));
    expect((await exported(array)).forbidden).toBe(2);
    expect((await exported(array, "2:4, 0:2")).forbidden).toBe(0);
  });
});

async function exported(array: NdArray, selection?: string): Promise<ExportReport> {
  const stream = exportArray(array, { format: "raw", selection });
  for (;;) {
    const { done, value } = await stream.next();
    if (done === true) return value;
  }
}
