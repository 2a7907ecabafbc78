/** Copies to interrupt and to go on with: where from, where to, how, and what must come out. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { markerKey } from "../../src/dataset/open/unfinished.ts";
import {
  type CopyOptions,
  type CopyReport,
  copy,
  create,
  open,
  openArray,
  type StoreRequest,
  type StoreSettings,
} from "../../src/index.ts";
import { namedMemoryStore } from "../../src/stores/memory.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { accessKeyId, type S3Server, s3Server, secretAccessKey } from "../stores/s3/s3-server.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-resume-"));
/** Where sources of the kind `server` are. */
export let server: ObjectServer;
let buckets: S3Server;
const kept = { ...process.env };
beforeAll(async () => {
  server = await objectServer();
  buckets = await s3Server();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
});
afterAll(async () => {
  process.env = kept;
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([server.close(), buckets.close()]);
}, 60_000);

/** For buckets; others do not look at them. */
function settings(): StoreSettings {
  return { endpoint: buckets.origin, region: "us-east-1" };
}

let count = 0;
/** A new path in the folder of the tests. */
export const fresh = (name: string): string => join(folder, `${++count}-${name}`);

/** Two arrays, some chunks of the first absent, in a group with attributes. */
export async function sample(address: string): Promise<void> {
  const root = await create(address, { attributes: { title: "a" }, store: settings() });
  const a = await root.create("a", {
    shape: [40, 10],
    dtype: "int32",
    chunks: [2, 5],
    codecs: ["gzip"],
    dims: ["y", "x"],
  });
  for (let row = 0; row < 40; row += 4) {
    await a.write(
      [`${row}:${row + 2}`],
      Int32Array.from({ length: 20 }, (_, i) => row * 100 + i + 1),
    );
  }
  const b = await root.create("deep/b", {
    shape: [64],
    dtype: "float64",
    chunks: [4],
    dims: ["n"],
    attributes: { units: "K" },
  });
  await b.write(
    undefined,
    Float64Array.from({ length: 64 }, (_, i) => i + 0.5),
  );
  await root.close();
}

type MakeSource = () => Promise<string>;

/** Makes the sample somewhere, and gives its address. */
export const sources: Readonly<Record<"directory" | "archive" | "memory" | "server" | "bucket", MakeSource>> = {
  directory: async () => {
    const address = fresh("source.zarr");
    await sample(address);
    return address;
  },
  archive: async () => {
    const address = fresh("source.zip");
    await sample(address);
    return address;
  },
  memory: async () => {
    const address = `memory:resume-source-${++count}`;
    await sample(address);
    return address;
  },
  server: async () => {
    const name = `resume-served-${++count}`;
    await sample(`memory:${name}`);
    const entries: [string, Uint8Array][] = [];
    for await (const { key } of namedMemoryStore(name).list!("")) {
      entries.push([key, (await namedMemoryStore(name).get(key))!]);
    }
    return server.add(entries);
  },
  bucket: async () => {
    const address = `s3://bucket/resume-source-${++count}`;
    await sample(address);
    return address;
  },
};

export const targets: Readonly<Record<"directory" | "archive" | "memory" | "bucket", () => string>> = {
  directory: () => fresh("target.zarr"),
  archive: () => fresh("target.zip"),
  memory: () => `memory:resume-target-${++count}`,
  bucket: () => `s3://bucket/resume-target-${++count}`,
};

export const ways: Readonly<Record<string, CopyOptions>> = {
  "passed through": {},
  "to another format": { format: "zarr2" },
  "encoded anew": { chunks: { y: 3, x: 5, n: 5 }, codecs: ["zstd"] },
};

const isChunk = (key: string): boolean => !/(?:zarr\.json|\.z\w+|\.hyperslab-copy\.json)$/.test(key);

/** Every key of chunks at the target, with its bytes. */
export async function chunksAt(address: string): Promise<Map<string, string>> {
  const { store } = (await open(address, { store: settings() })).hierarchy;
  const found = new Map<string, string>();
  for await (const { key } of store.list!("")) {
    if (isChunk(key)) found.set(key, Buffer.from((await store.get(key))!).toString("base64"));
  }
  return found;
}

/**
 * Copies until so many chunks are done, then gives up. Several are under way at once, so that any of the first may be
 * missing; with a concurrency of 1 they are just the first ones.
 */
export async function interrupted(
  source: string,
  target: string,
  options: CopyOptions,
  after: number,
  concurrency = 3,
): Promise<void> {
  const controller = new AbortController();
  let sets = 0;
  const onRequest = ({ operation, key }: StoreRequest): void => {
    if (operation === "set" && isChunk(key) && ++sets >= after) controller.abort();
  };
  const copying = copy(source, target, {
    ...options,
    store: { ...settings(), onRequest },
    signal: controller.signal,
    concurrency,
  });
  await expect(copying).rejects.toThrow(/abort/i);
}

export interface Resumed {
  readonly report: CopyReport;
  readonly written: string[];
  readonly read: string[];
}

/** Copies and tells which chunks were written, and which keys of the source were read. */
export async function resumed(source: string, target: string, options: CopyOptions = {}): Promise<Resumed> {
  const written: string[] = [];
  const read: string[] = [];
  const store = {
    ...settings(),
    onRequest: ({ operation, key }: StoreRequest): void => {
      if (operation === "set" && isChunk(key)) written.push(key);
    },
  };
  const sourceStore = {
    ...settings(),
    onRequest: ({ operation, key }: StoreRequest): void => {
      if (operation === "get" && isChunk(key)) read.push(key);
    },
  };
  const report = await copy(source, target, { ...options, resume: true, store, sourceStore });
  return { report, written, read };
}

export async function expectEqual(source: string, target: string): Promise<void> {
  for (const path of ["a", "deep/b"]) {
    const [one, other] = await Promise.all(
      [source, target].map((address) => openArray(address, { path, store: settings() })),
    );
    expect((await other!.read()).data).toEqual((await one!.read()).data);
    expect(other!.attributes).toEqual(one!.attributes);
  }
}

export type ResumeCase = readonly [keyof typeof sources, keyof typeof targets, keyof typeof ways];

/** Interrupted after so many chunks, then resumed: what was missing is written, and nothing else. */
export async function expectResumed([from, to, way]: ResumeCase, after: number): Promise<void> {
  const options = ways[way]!;
  const source = await sources[from]();
  const whole = targets[to]();
  await copy(source, whole, { ...options, store: settings() });
  const complete = await chunksAt(whole);
  const target = targets[to]();
  await interrupted(source, target, options, after);
  const before = await chunksAt(target);
  expect([...before].every(([key, value]) => complete.get(key) === value)).toBe(true);
  const missing = [...complete.keys()].filter((key) => !before.has(key));
  const { report, written } = await resumed(source, target, options);
  expect(written.sort()).toEqual(missing.sort());
  expect(report).toMatchObject({ arrays: 2, verified: true });
  expect(report.kept).toBeGreaterThanOrEqual(before.size);
  expect(await chunksAt(target)).toEqual(complete);
  await expectEqual(source, target);
  expect(await (await open(target, { store: settings() })).hierarchy.store.get(markerKey(""))).toBeUndefined();
}
