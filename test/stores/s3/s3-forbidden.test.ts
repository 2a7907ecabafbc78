/** 403 for what does not exist: believed of a public bucket that lists nothing and still gives its other objects. */
import { afterEach, describe, expect, test } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  exportArray,
  isHyperslabError,
  memoryStore,
  open,
  openArray,
} from "../../../src/index.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import type { S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { plainS3Store, s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";
import { pattern } from "../../contracts/store-contract.ts";
import { hasTinyLimits } from "../../usual-limits.ts";
import { type Answer, refusal, type S3Server, type S3ServerOptions, s3Server } from "./s3-server.ts";
import { s3Client, testSettings } from "./s3-subjects.ts";

let server: S3Server;
const serve = async (options?: S3ServerOptions): Promise<S3Server> => (server = await s3Server(options));
afterEach(() => server?.close());

async function fill(entries: Iterable<readonly [string, Uint8Array]>): Promise<void> {
  for (const [key, value] of entries) server.buckets.get("bucket")?.set(key, value);
}

const anonymous = (notes: string[] = []): S3Settings => ({
  environment: {},
  anonymous: true,
  retry: false,
  onNote: (note) => notes.push(note),
});

const opened = (settings: S3Settings = anonymous()): Promise<Store> =>
  s3Store(parseS3Address(`${server.origin}/bucket`), settings);

/** 4 x 4 of int16, chunks of 2 x 2; those that `stored` names. */
async function entries(format: "zarr2" | "zarr3", stored: readonly string[]): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const array = await create(memory, { shape: [4, 4], dtype: "int16", chunks: [2, 2], format, fillValue: -1 });
  for (const part of stored) await array.write(part, Int16Array.of(1, 2, 3, 4));
  const all: [string, Uint8Array][] = [];
  for await (const { key } of memory.list!("")) all.push([key, (await memory.get(key))!]);
  return all;
}

const ALL = ["0:2, 0:2", "0:2, 2:4", "2:4, 0:2", "2:4, 2:4"];

function requests(): string[] {
  return server.seen.map(
    ({ method, url }) => `${method} ${url.replace("/bucket", "").replace(/\?list-type.*/, "?list")}`,
  );
}

async function failure(run: Promise<unknown>): Promise<string | undefined> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return isHyperslabError(error) ? `${error.code} ${error.request?.kind}` : String(error);
}

/** From the n-th chunk on that is asked for, the bucket gives nothing more. */
function closing(n: number): S3ServerOptions {
  let chunks = 0;
  return {
    public: "get",
    answer: ({ method, url }): Answer | undefined => {
      if (method === "GET" && /\/(c\/)?\d[./]\d$/.test(url)) chunks += 1;
      return chunks < n ? undefined : refusal(403, "AccessDenied");
    },
  };
}

test("in a public bucket that lists nothing, what is not there is absent once something was read", async () => {
  await serve({ public: "get" });
  await fill(await entries("zarr2", ["0:2, 0:2"]));
  const notes: string[] = [];
  const array = await openArray(await opened(anonymous(notes)));
  const { data } = await array.read();
  expect(Array.from(data as Int16Array)).toEqual([1, 2, -1, -1, 3, 4, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]);
  // Listing is asked for once; that the bucket is still open, once for all chunks that are missing.
  expect(requests().slice(0, 2)).toEqual(["GET /zarr.json", "GET ?list"]);
  expect(requests().slice(2, 5).sort()).toEqual(["GET /.zarray", "GET /.zattrs", "GET /.zmetadata"]);
  expect(requests().slice(5, 9).sort()).toEqual(["GET /0.0", "GET /0.1", "GET /1.0", "GET /1.1"]);
  const first = requests().length;
  expect(requests().slice(9)).toEqual(hasTinyLimits ? expect.arrayContaining(["HEAD /0.0"]) : ["HEAD /0.0"]);
  await array.read();
  // With tiny limits few requests are in flight at once, so one read may be several bursts.
  const heads = requests()
    .slice(first)
    .filter((request) => request.startsWith("HEAD"));
  expect(heads.length).toBeGreaterThan(0);
  expect(heads.length).toBeLessThanOrEqual(hasTinyLimits ? 3 : 1);
  expect(requests().length - first - heads.length).toBe(4);
  expect(notes).toHaveLength(1);
  expect(server.seen.some(({ signed }) => signed)).toBe(false);
});

test("what is there is read without a question", async () => {
  await serve({ public: "get" });
  await fill(await entries("zarr3", ALL));
  await (await openArray(await opened())).read();
  expect(requests().sort()).toEqual(["GET /c/0/0", "GET /c/0/1", "GET /c/1/0", "GET /c/1/1", "GET /zarr.json"]);
});

test("as long as nothing was read, it is not proven", async () => {
  await serve({ public: "get" });
  const store = await opened();
  for (const run of [() => store.get("k"), () => open(store)]) {
    const error = await run().catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "not-allowed") && error.request?.kind).toBe("absence-not-proven");
    expect(String(error)).toContain("credentials");
  }
});

test("where listing is allowed, forbidden is forbidden", async () => {
  await serve({
    public: "get and list",
    answer: ({ url }) => (url.endsWith("/secret") ? refusal(403, "AccessDenied") : undefined),
  });
  await fill([["k", pattern(1)]]);
  const store = await opened();
  expect(await store.get("k")).toEqual(pattern(1));
  expect(await store.get("absent")).toBeUndefined();
  expect(await failure(store.get("secret"))).toBe("not-allowed forbidden");
});

test("with credentials it is an error, unless asked for", async () => {
  await serve({ answer: ({ url }) => (url.endsWith("/secret") ? refusal(403, "AccessDenied") : undefined) });
  await fill([["k", pattern(1)]]);
  const store = plainS3Store(s3Client(`${server.origin}/bucket`));
  await store.get("k");
  expect(await failure(store.get("secret"))).toBe("not-allowed forbidden");
  const lenient = plainS3Store(s3Client(`${server.origin}/bucket`, { ...testSettings, forbidden: "absent" }));
  expect(await lenient.get("secret")).toBeUndefined();
});

describe.each(["zarr3", "zarr2"] as const)("a bucket that is closed midway, %s", (format) => {
  test.each([1, 2, 3, 4])("from chunk %i on: reading fails", async (n) => {
    await serve(closing(n));
    await fill(await entries(format, ALL));
    const array = await openArray(await opened({ ...anonymous(), concurrency: 1 }));
    expect(await failure(array.read())).toBe("not-allowed forbidden");
  });

  test.each<[string, CopyOptions]>([
    ["passed through", {}],
    ["encoded anew", { chunks: [4, 4] }],
    ["not verified", { verify: false }],
  ])("copying fails, chunks %s", async (_, options) => {
    await serve(closing(3));
    await fill(await entries(format, ALL));
    const source = await opened({ ...anonymous(), concurrency: 1 });
    expect(await failure(copy(source, new Map(), options))).toBe("not-allowed forbidden");
  });
});

test("a bucket that is closed after keys were found missing is an error, and is read again when it is open", async () => {
  let isClosed = false;
  await serve({ public: "get", answer: () => (isClosed ? refusal(403, "AccessDenied") : undefined) });
  await fill(await entries("zarr3", ALL.slice(1)));
  const store = await opened();
  expect(await store.get("zarr.json")).toBeDefined();
  expect(await store.get("c/0/0")).toBeUndefined();
  isClosed = true;
  for (const key of ["c/0/0", "c/1/1"]) expect(await failure(store.get(key))).toBe("not-allowed forbidden");
  isClosed = false;
  expect(await store.get("c/0/0")).toBeUndefined();
  expect(await store.get("c/1/1")).toBeDefined();
});

test.skipIf(hasTinyLimits)(
  "many that are missing at once are proven by one question, and it is asked again for the next",
  async () => {
    await serve({ public: "get" });
    await fill([["k", pattern(1)]]);
    const store = await opened();
    await store.get("k");
    const missing = (): Promise<unknown[]> => Promise.all(Array.from({ length: 30 }, (_, i) => store.get(`c/${i}`)));
    expect((await missing()).every((answer) => answer === undefined)).toBe(true);
    expect(requests().filter((request) => !request.startsWith("GET /c/"))).toEqual(["GET /k", "HEAD /k", "GET ?list"]);
    await missing();
    expect(
      requests()
        .slice(1 + 30 + 2)
        .filter((request) => !request.startsWith("GET /c/")),
    ).toEqual(["HEAD /k"]);
  },
);

test("one private object is absent and counted by copy and export, or an error where that is asked for", async () => {
  await serve({
    public: "get",
    answer: ({ url }) => (url.endsWith("/c/1/1") ? refusal(403, "AccessDenied") : undefined),
  });
  await fill(await entries("zarr3", ALL));
  const report = await copy(await opened(), new Map());
  expect([report.forbidden, report.absent, report.verified]).toEqual([1, 1, false]);
  const stream = exportArray(await openArray(await opened()), { format: "raw" });
  let step = await stream.next();
  while (step.done !== true) step = await stream.next();
  expect(step.value.forbidden).toBe(1);
  const strict = { ...anonymous(), forbidden: "error" } as const;
  expect(await failure(copy(await opened(strict), new Map()))).toBe("not-allowed forbidden");
});
