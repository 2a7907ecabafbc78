import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect } from "vitest";
import { crc32 } from "../../src/bytes/checksum/crc32.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { memoryStore } from "../../src/index.ts";
import { directoryHandleStore } from "../../src/stores/browser/directory-store.ts";
import { readNowOf } from "../../src/stores/direct-reads.ts";
import { fileBytes } from "../../src/stores/file/bytes.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { plainHttpStore } from "../../src/stores/http/http-store.ts";
import { Answer } from "../../src/stores/http/transport/answer.ts";
import { BodyBuffer } from "../../src/stores/http/transport/body-buffer.ts";
import { collectStream } from "../../src/stores/http/transport/collect-stream.ts";
import { connectionPool } from "../../src/stores/http/transport/connection-pool.ts";
import type { HttpRequest, HttpTransport } from "../../src/stores/http/transport/transport.ts";
import { listingProgress } from "../../src/stores/listing-progress.ts";
import "../../src/stores/limits.ts";
import type { ObjectVersion, Store } from "../../src/stores/store.ts";
import { withCache } from "../../src/stores/wrappers/with-cache.ts";
import { withCoalescing } from "../../src/stores/wrappers/with-coalescing.ts";
import { adaptiveLimit, withConcurrency } from "../../src/stores/wrappers/with-concurrency.ts";
import { repackZip } from "../../src/stores/zip/repack.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { fakeFileSystem } from "../stores/fake-handles.ts";
import { rawZip } from "../stores/raw-zip.ts";
import { describeLimits } from "./crossing.ts";
import { around, samples } from "./samples.ts";

let folder = "";
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-limits-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newPlace = (name: string): string => join(folder, `${count++}-${name}`);

/** Values of these lengths, set and got from a store: whole and in part. */
async function values(store: Store, lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    await store.set!("a/k", samples(length));
    expect(await store.get("a/k")).toEqual(samples(length));
    for (const [offset, size] of [
      [0, length],
      [1, length - 1],
      [3, 5],
    ] as const) {
      expect(await store.get("a/k", { range: { offset, length: size } })).toEqual(
        samples(length).subarray(offset, offset + size),
      );
    }
    expect(await store.get("a/k", { range: { suffix: 7 } })).toEqual(samples(length).subarray(-7));
  }
}

/** A file that is written and read in place. */
async function inPlace(lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    const file = fileBytes(newPlace("bytes"));
    await file.write(0, [samples(10), samples(length, 3)]);
    await file.write(5, [samples(length, 9)]);
    const expected = new Uint8Array(length + 10);
    expected.set(samples(10));
    expected.set(samples(length, 3), 10);
    expected.set(samples(length, 9), 5);
    expect(await file.read()).toEqual(expected);
    expect(await file.read({ offset: 2, length })).toEqual(expected.subarray(2, 2 + length));
    await file.close?.();
  }
}

function streamOf(bytes: Uint8Array, type: "bytes" | undefined): ReadableStream<Uint8Array> {
  let at = 0;
  const pull = (controller: ReadableByteStreamController | ReadableStreamDefaultController<Uint8Array>): void => {
    if (at < bytes.byteLength) controller.enqueue(bytes.slice(at, (at += 30)));
    else controller.close();
  };
  return new ReadableStream({ type, pull } as never);
}

async function bodies(lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    for (const type of ["bytes", undefined] as const) {
      for (const promised of [length, undefined]) {
        const body = await collectStream(streamOf(samples(length), type), 10_000, promised, () => {});
        expect(body).toEqual(samples(length));
      }
    }
    const buffer = new BodyBuffer(10_000, length, { lent: true });
    for (let at = 0; at < length; at += 33) buffer.add(samples(length).subarray(at, at + 33));
    expect(buffer.finish()).toEqual(samples(length));
  }
}

/** A server that sends whole objects whatever part is asked for; `encoded`: its length after gzip, which the platform undoes. */
function wholeServer(objects: Readonly<Record<string, Uint8Array>>, encoded?: number): { store: Store } {
  const transport: HttpTransport = {
    decodes: encoded !== undefined,
    hidesHeaders: false,
    request: async ({ url, headers, take }: HttpRequest) => {
      const name = url.pathname.slice("/data/".length);
      const value = objects[name];
      const etag = `"${name}"`;
      const unchanged = headers["if-none-match"] === etag;
      const status = value === undefined ? 404 : unchanged ? 304 : 200;
      const told: Record<string, string> = { etag, "content-length": String(encoded ?? value?.byteLength ?? 0) };
      if (encoded !== undefined) told["content-encoding"] = "gzip";
      const head = { status, url, header: (key: string) => told[key] };
      const most = take(head);
      return { ...head, body: status === 200 && most !== undefined ? value! : new Uint8Array(0) };
    },
  } as never;
  return { store: plainHttpStore("http://test.invalid/data", { transport } as never) };
}

async function partsOf(lengths: readonly number[]): Promise<void> {
  const objects = Object.fromEntries(lengths.map((length) => [`k${length}`, samples(length)]));
  const shared = wholeServer(objects).store;
  for (let time = 0; time < 3; time++) {
    for (const length of lengths) {
      for (const store of [wholeServer(objects).store, shared]) {
        const value = samples(length);
        expect(await store.get(`k${length}`, { range: { suffix: 5 } })).toEqual(value.subarray(-5));
        expect(await store.get(`k${length}`, { range: { offset: 3, length: 9 } })).toEqual(value.subarray(3, 12));
      }
    }
  }
}

/** Parts of one object that are asked for at once. */
async function merged(): Promise<void> {
  const store = withCoalescing(memoryStore(new Map([["k", samples(2000)]])));
  const ranges = [
    [0, 10],
    [15, 10],
    [45, 10],
    [75, 12],
    [108, 30],
    [300, 200],
    [502, 99],
    [603, 100],
    [703, 101],
  ];
  const found = await Promise.all(
    ranges.map(([offset = 0, length = 0]) => store.get("k", { range: { offset, length } })),
  );
  expect(found).toEqual(ranges.map(([offset = 0, length = 0]) => samples(2000).subarray(offset, offset + length)));
}

/** A store whose objects have versions. */
function versioned(): Store {
  const memory = memoryStore();
  return {
    location: "versioned",
    get: async (key, options = {}) => {
      if (options.version !== undefined) options.version.validator ??= `v-${key}`;
      return memory.get(key, { range: options.range });
    },
    head: async (key) => ({ size: (await memory.get(key))?.byteLength ?? 0, validator: `v-${key}` }),
    set: (key, value) => memory.set!(key, value),
  };
}

async function cached(options: Parameters<typeof withCache>[1]): Promise<void> {
  const inner = versioned();
  for (let i = 0; i < 9; i++) await inner.set!(`k${i}`, samples(20 * i + 5, i));
  for (let time = 0; time < 3; time++) {
    const store = withCache(inner, options);
    for (let i = 0; i < 9; i++) {
      for (let again = 0; again < 2; again++) {
        const version: ObjectVersion = {};
        expect(await store.get(`k${i}`, { version })).toEqual(samples(20 * i + 5, i));
        expect(await store.get(`k${i}`, { range: { offset: 2, length: 3 } })).toEqual(
          samples(20 * i + 5, i).subarray(2, 5),
        );
      }
    }
  }
}

const LENGTHS = [20, 63, 64, 65, 100, 300, 500];

/** An archive with entries of several lengths, stored and deflated. */
function archive(): Uint8Array {
  return rawZip(
    LENGTHS.flatMap((length) => [
      { name: `s${length}`, data: samples(length) },
      {
        name: `d${length}`,
        data: new Uint8Array(deflateRawSync(samples(length))),
        method: 8,
        size: length,
        crc: crc32(samples(length)),
      },
    ]),
  );
}

async function entries(): Promise<void> {
  const bytes = archive();
  const shared = zipStore(memorySource(bytes));
  for (const length of LENGTHS) {
    for (const kind of ["s", "d"]) {
      for (const offset of [0, 10, 63, 64, 65, length - 5]) {
        for (const store of [shared, zipStore(memorySource(bytes))]) {
          const part = await store.get(`${kind}${length}`, { range: { offset, length: 5 } });
          expect(part).toEqual(samples(length).subarray(offset, offset + 5));
        }
      }
      expect(await shared.get(`${kind}${length}`)).toEqual(samples(length));
    }
  }
}

/** Archives that are made, closed, opened again and added to. */
async function archives(lengths: readonly number[] = [10, 200, 900, 1024, 1500, 40]): Promise<void> {
  const target = memoryTarget();
  for (let round = 0; round < 3; round++) {
    const store = zipStore(target);
    for (const [i, length] of lengths.entries()) await store.set!(`folder/k${round}-${i}`, samples(length, round));
    await store.close?.();
  }
  const store = zipStore(target);
  for (let round = 0; round < 3; round++) {
    for (const [i, length] of lengths.entries()) {
      expect(await store.get(`folder/k${round}-${i}`)).toEqual(samples(length, round));
    }
  }
}

/** Values in this many directories beside each other, of which one is a link that leads out, and one a link that does not. */
async function subdirectories(place: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `${"d".repeat(60)}${index}`);
  for (const name of names) {
    mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, name, "k"), name);
  }
  symlinkSync(tmpdir(), join(place, "out"));
  symlinkSync(join(place, names[0]!), join(place, "in"));
  const store = fileStore(place);
  const text = async (key: string): Promise<string> => new TextDecoder().decode(await store.get(key));
  for (const name of names.slice(0, 8)) expect(await text(`${name}/k`)).toBe(name);
  await expect(store.get("out/k")).rejects.toThrow("leads out");
  expect(await text("in/k")).toBe(names[0]);
  expect(await store.get("absent/k")).toBeUndefined();
}

describeLimits("stores", {
  immediateBytes: {
    at: 64,
    run: async (limit) => {
      const store = fileStore(newPlace("immediate"));
      const readNow = readNowOf(store)!;
      const answers: unknown[] = [];
      for (const length of around(limit)) {
        await store.set!("a/k", samples(length));
        const bytes = readNow("a/k");
        answers.push(bytes instanceof Uint8Array ? bytes.slice() : bytes);
      }
      expect(answers).toEqual([samples(limit - 1), samples(limit), "later"]);
    },
  },
  emptyPages: {
    at: 3,
    run: () => {
      const progress = listingProgress();
      const empty = [1, 2, 3].map((page) => progress({ names: [], next: `token ${page}` }));
      expect(empty).toEqual([undefined, undefined, "3 pages in a row list nothing new"]);
      expect(progress({ names: [], next: "token 4" })).toBe("4 pages in a row list nothing new");
    },
  },
  synchronousBytes: {
    at: 64,
    run: async (limit) => {
      await values(fileStore(newPlace("store")), around(limit));
      await inPlace(around(limit));
    },
  },
  synchronousWriteBytes: { at: 100, run: (limit) => inPlace(around(limit)) },
  filePieceBytes: {
    at: 100,
    also: { "stores.synchronousBytes": 8, "stores.synchronousWriteBytes": 8 },
    run: async (limit) => {
      await values(fileStore(newPlace("store")), [...around(limit), 350]);
      await inPlace([...around(limit), 350]);
    },
  },
  callBytes: { at: 40, run: (limit) => values(fileStore(newPlace("store")), [...around(limit), 100]) },
  slackenedBytes: { at: 64, run: (limit) => values(fileStore(newPlace("store")), around(limit)) },
  knownDirectories: {
    at: 3,
    run: async () => {
      const place = newPlace("store");
      for (const name of ["a", "b", "c", "d", "e"]) {
        mkdirSync(join(place, name), { recursive: true });
        writeFileSync(join(place, name, "k"), name);
      }
      const store = fileStore(place);
      for (const name of ["a", "b", "c", "d", "e", "a", "b"]) {
        expect(new TextDecoder().decode(await store.get(`${name}/k`))).toBe(name);
      }
    },
  },
  askedDirectories: {
    at: 3,
    run: () => subdirectories(newPlace("store"), 6),
  },
  listedDirectoryBytes: {
    also: { "stores.askedDirectories": 1 },
    run: async () => {
      // Directories of several blocks of the usual file systems.
      for (const count of [4, 100, 200, 300, 400]) await subdirectories(newPlace(`store ${count}`), count);
    },
  },
  longPath: {
    run: async () => {
      const store = fileStore(newPlace("store"));
      for (const length of [1, 20, 60, 100]) {
        const key = `${"d/".repeat(length)}k`;
        await store.set!(key, samples(length));
        expect(await store.get(key)).toEqual(samples(length));
      }
    },
  },
  keptHandles: {
    at: 3,
    run: async () => {
      const store = directoryHandleStore(fakeFileSystem().root);
      for (const name of ["a", "b", "c", "d", "e"]) await store.set!(`${name}/k`, new TextEncoder().encode(name));
      for (const name of ["a", "b", "c", "d", "e"]) {
        expect(new TextDecoder().decode(await store.get(`${name}/k`))).toBe(name);
      }
    },
  },
  filledBodyBytes: { at: 100, run: (limit) => bodies([...around(limit), 300]) },
  trustedBodyBytes: {
    at: 100,
    also: { "stores.filledBodyBytes": 10 },
    run: (limit) => bodies([...around(limit), 300]),
  },
  wholeObjectBytes: {
    at: 200,
    run: async (limit) => {
      const { store } = wholeServer(Object.fromEntries(around(limit).map((length) => [`k${length}`, samples(length)])));
      for (const length of around(limit)) {
        const part = store.get(`k${length}`, { range: { offset: 3, length: 9 } });
        if (length > limit) await expect(part).rejects.toThrow(/the limit is 200/);
        else expect(await part).toEqual(samples(length).subarray(3, 12));
      }
    },
  },
  cheapBytes: {
    at: 100,
    run: async (limit) => {
      await partsOf([...around(limit), 250]);
      // A body that the platform decodes: the length that is told is that of the encoded one.
      const { store } = wholeServer({ k: samples(1000) }, 298);
      expect((await store.head!("k"))?.size).toBe(1000);
      expect(await store.get("k", { range: { suffix: 5 } })).toEqual(samples(1000).subarray(-5));
    },
  },
  cutParts: {
    at: 3,
    // Parts are counted one by one, and the count begins again at the limit.
    sides: ["below", "at"],
    run: () => partsOf([100, 200]),
  },
  keptObjectBytes: { at: 200, run: (limit) => partsOf([100, ...around(limit), 250]) },
  freeConnections: {
    at: 2,
    run: () => {
      const closed: number[] = [];
      let made = 0;
      const pool = connectionPool(() => {
        const id = made++;
        return { stats: { connected: true }, close: async () => closed.push(id) } as never;
      });
      const taken = [pool.take(), pool.take(), pool.take(), pool.take()];
      for (const one of taken) pool.give(one);
      expect(closed).toEqual([2, 3]);
      expect([pool.take(), pool.take()]).toEqual([taken[1], taken[0]]);
    },
  },
  drainedBytes: {
    at: 100,
    run: () => {
      const cut = (promised: number | undefined, length: number): boolean => {
        let isCut = false;
        const request = { method: "GET", url: new URL("http://h/"), headers: {}, take: () => undefined };
        const answer = new Answer(
          request as never,
          () => {},
          () => {},
        );
        answer.start(() => {
          isCut = true;
        });
        answer.begin(
          404,
          (name) => (name === "content-length" && promised !== undefined ? String(promised) : undefined),
          false,
        );
        if (!isCut) for (let at = 0; at < length; at += 50) answer.add(samples(Math.min(50, length - at)));
        return isCut;
      };
      expect(around(100).map((length) => cut(length, length))).toEqual([false, false, true]);
      expect(around(100).map((length) => cut(undefined, length))).toEqual([false, false, true]);
    },
  },
  knownHosts: {
    at: 2,
    run: async () => {
      for (const host of ["a.test", "b.test", "c.test", "d.test", "a.test"]) {
        const store = withConcurrency(memoryStore(new Map([["k", samples(9)]])), { host });
        const found = await Promise.all(Array.from({ length: 5 }, () => store.get("k")));
        expect(found).toEqual(new Array(5).fill(samples(9)));
      }
    },
  },
  fewestRequests: { at: 4, run: () => adapted() },
  mostRequests: { at: 8, also: { "stores.fewestRequests": 4 }, run: () => adapted() },
  mergedGapBytes: { run: merged },
  mergedReadBytes: { run: merged },
  cacheBytes: { run: () => cached({}) },
  cacheDirectoryBytes: { run: () => cached({ bytes: 0, directory: newPlace("cache") }) },
  saidVersions: { at: 3, run: () => cached({ bytes: 0, maximumAge: 0, directory: newPlace("cache") }) },
  leadBytes: { at: 64, run: entries },
  recentEntryBytes: { at: 64, run: entries },
  synchronousInflateBytes: { at: 64, run: entries },
  appendedBytes: {
    at: 1024,
    // Entries are gathered in a buffer of this length; the room that is left of it is compared.
    sides: [],
    run: () => archives(),
  },
  archiveGapBytes: { also: { "stores.appendedBytes": 1024 }, run: () => archives() },
  repackedBytes: {
    at: 100,
    run: async () => {
      const target = memoryTarget();
      await repackZip(memorySource(archive()), target, {});
      const store = zipStore(target);
      for (const length of LENGTHS) {
        for (const kind of ["s", "d"]) expect(await store.get(`${kind}${length}`)).toEqual(samples(length));
      }
    },
  },
  newHeaderBytes: {
    at: 100,
    // Headers are gathered in memory of this length, which grows.
    sides: [],
    run: () => archives(),
  },
  archiveDirectoryBytes: {
    run: async (limit) => {
      for (const length of [3, 20, 30]) {
        const bytes = rawZip([{ name: "x".repeat(length), data: samples(5) }]);
        const found = await zipStore(memorySource(bytes))
          .get("x".repeat(length))
          .catch((error: unknown) => error);
        if (46 + length > limit) expect(found).toBeInstanceOf(Error);
        else expect(found).toEqual(samples(5));
      }
    },
  },
});

/** Answers as quick as ever raise the number of requests, slow ones lower it, between the two limits. */
function adapted(): void {
  const limit = adaptiveLimit();
  const seen: number[] = [];
  for (let i = 0; i < 10; i++) {
    limit.ended(10, true);
    seen.push(limit.current);
  }
  for (let i = 0; i < 14; i++) {
    limit.ended(1000, true);
    seen.push(limit.current);
  }
  expect(Math.min(...seen)).toBe(4);
  expect(seen.at(-1)).toBe(4);
  expect(seen[9]! <= 14).toBe(true);
}
