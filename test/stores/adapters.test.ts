import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import * as zarr from "zarrita";
import { HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { asStore, toZarritaStore } from "../../src/stores/adapters.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { readOnly } from "../../src/stores/wrappers/read-only.ts";
import { type StoreRequest, withTrace } from "../../src/stores/wrappers/with-trace.ts";
import { bytes } from "../contracts/store-contract.ts";

const directory = mkdtempSync(join(tmpdir(), "hyperslab-adapters-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const littleEndian = { name: "bytes", configuration: { endian: "little" } };
const document = {
  zarr_format: 3,
  node_type: "array",
  shape: [4, 4],
  data_type: "int16",
  chunk_grid: { name: "regular", configuration: { chunk_shape: [2, 4] } },
  chunk_key_encoding: { name: "default", configuration: { separator: "/" } },
  fill_value: -7,
  codecs: [littleEndian],
  attributes: {},
};

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function int16(...values: number[]): Uint8Array {
  return new Uint8Array(Int16Array.from(values).buffer);
}

test("zarrita opens and reads an array through our stores", async () => {
  for (const store of [memoryStore(), fileStore(join(directory, "plain"))]) {
    await store.set!("g/zarr.json", json(document));
    await store.set!("g/c/0/0", int16(0, 1, 2, 3, 4, 5, 6, 7));
    const group = zarr.root(toZarritaStore(readOnly(store)));
    const array = await zarr.open(group.resolve("g"), { kind: "array" });
    const { data, shape } = await zarr.get(array);
    expect(shape).toEqual([4, 4]);
    expect(Array.from(data as Int16Array)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, ...Array<number>(8).fill(-7)]);
    await expect(zarr.open(group.resolve("absent"))).rejects.toThrow();
  }
});

test("zarrita reads a shard through our ranges, index first", async () => {
  const index = new DataView(new ArrayBuffer(32));
  [0n, 8n, 8n, 8n].forEach((value, i) => {
    index.setBigUint64(i * 8, value, true);
  });
  const sharding = {
    name: "sharding_indexed",
    configuration: { chunk_shape: [1, 4], codecs: [littleEndian], index_codecs: [littleEndian], index_location: "end" },
  };
  const store = fileStore(join(directory, "sharded"));
  await store.set!("zarr.json", json({ ...document, codecs: [sharding] }));
  await store.set!("c/1/0", Buffer.concat([int16(1, 2, 3, 4, 5, 6, 7, 8), new Uint8Array(index.buffer)]));
  const requests: StoreRequest[] = [];
  const array = await zarr.open.v3(toZarritaStore(withTrace(store, (request) => requests.push(request))), {
    kind: "array",
  });
  const { data } = await zarr.get(array, [3, null]);
  expect(Array.from(data as Int16Array)).toEqual([5, 6, 7, 8]);
  expect(requests.filter(({ range }) => range !== undefined).map(({ range, bytes: got }) => [range, got])).toEqual([
    [{ suffix: 32 }, 32],
    [{ offset: 8, length: 8 }, 8],
  ]);
});

test("zarrita writes through our stores", async () => {
  const store = fileStore(join(directory, "written"));
  const writable = { ...store, set: store.set! };
  const array = await zarr.create(toZarritaStore(writable), {
    shape: [3],
    chunkShape: [3],
    dtype: "uint8",
    codecs: [],
  });
  await zarr.set(array, null, { data: bytes(1, 2, 3), shape: [3], stride: [1] });
  expect(await store.get("c/0")).toEqual(bytes(1, 2, 3));
  expect("set" in toZarritaStore(readOnly(store))).toBe(false);
});

test("asStore takes stores and nothing else", () => {
  const own = memoryStore();
  expect(asStore(own)).toBe(own);
  expect(asStore(new Map())?.location).toBe("map");
  for (const input of [undefined, null, 1, "path", {}, [], new Set(), () => {}, new URL("file:///a"), bytes(1)]) {
    expect(asStore(input)).toBeUndefined();
  }
});

test("a foreign store is named without secrets", () => {
  class SomeStore {
    async get(): Promise<undefined> {}
  }
  const get = async (): Promise<undefined> => {};
  expect(asStore(new SomeStore())?.location).toBe("SomeStore");
  expect(asStore({ get, url: "https://me:secret@host/data?sig=secret" })?.location).toBe("https://host/data");
  expect(asStore({ get, url: new URL("https://host/data") })?.location).toBe("https://host/data");
  expect(asStore({ get, root: "/data" })?.location).toBe("/data");
  expect(asStore(Object.assign(Object.create(null), { get }))?.location).toBe("store");
});

test("a foreign store is asked with slashes, its own ranges and the signal", async () => {
  const calls: unknown[] = [];
  const { signal } = new AbortController();
  const store = asStore({
    get: (...call: unknown[]) => {
      calls.push(["get", ...call]);
      return bytes(1, 2, 3, 4);
    },
    getRange: (...call: unknown[]) => {
      calls.push(["getRange", ...call]);
      return bytes(2);
    },
  })!;
  await store.get("a/b", { signal });
  await store.get("a", { range: { offset: 1, length: 1 } });
  await store.get("a", { range: { suffix: 1 } });
  expect(await store.get("a", { range: { offset: 3 } })).toEqual(bytes(4));
  expect(await store.get("a", { range: { offset: 3, length: 0 } })).toEqual(bytes());
  expect(calls).toEqual([
    ["get", "/a/b", { signal }],
    ["getRange", "/a", { offset: 1, length: 1 }, undefined],
    ["getRange", "/a", { suffixLength: 1 }, undefined],
    ["get", "/a", undefined],
    ["get", "/a", undefined],
  ]);
  expect(store.set).toBeUndefined();
  expect(store.delete).toBeUndefined();
});

const answers: readonly [string, string, () => unknown][] = [
  ["something else than bytes", "invalid-data", () => "text"],
  ["null", "invalid-data", () => null],
  ["more than was asked for", "invalid-data", () => bytes(1, 2, 3)],
  ["an error", "io", () => Promise.reject(new TypeError("fetch failed"))],
  ["one of our errors", "not-allowed", () => Promise.reject(new HyperslabError("not-allowed", "no"))],
];
test.each(answers)("a foreign store that answers with %s fails as %s", async (_, code, answer) => {
  const error = await asStore({ get: answer, getRange: answer })!
    .get("a", { range: { offset: 0, length: 2 } })
    .catch((caught: unknown) => caught);
  expect(isHyperslabError(error) && error.code).toBe(code);
});

test("an abort inside a foreign store stays an abort", async () => {
  const controller = new AbortController();
  const store = asStore({
    get: async () => {
      controller.abort();
      controller.signal.throwIfAborted();
    },
  })!;
  await expect(store.get("a", { signal: controller.signal })).rejects.toBe(controller.signal.reason);
});
