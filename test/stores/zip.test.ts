/** Archives of other programs, what reading them costs, top folders, flushing, repacking. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { crc32 } from "../../src/bytes/checksum/crc32.ts";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { type ByteSource, memorySource } from "../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { storeDecoders } from "../../src/dataset/open/store-decoders.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { compareKeys } from "../../src/stores/store-key.ts";
import { openArchive } from "../../src/stores/zip/archive.ts";
import { inflateStream } from "../../src/stores/zip/decompress.ts";
import { repackZip } from "../../src/stores/zip/repack.ts";
import { type ZipStoreOptions, zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, keysOf, pattern } from "../contracts/store-contract.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import { concat, rawZip, u16 } from "./raw-zip.ts";

const folder = "fixtures/zip";

interface Fixture {
  readonly topFolder: string;
  readonly values: Readonly<Record<string, string>>;
  readonly refused?: Readonly<Record<string, string>>;
}

const fixtures: Readonly<Record<string, Fixture>> = JSON.parse(readFileSync(join(folder, "archives.json"), "utf8"));

function sha256(value: Uint8Array | undefined): string {
  return createHash("sha256")
    .update(value ?? "")
    .digest("hex");
}

function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, `${name}.zip`)));
}

/** A source that counts what is asked of it. */
function counted(data: Uint8Array): { readonly source: ByteSource; readonly ranges: (ByteRange | undefined)[] } {
  const ranges: (ByteRange | undefined)[] = [];
  const source = memorySource(data);
  return {
    source: {
      read: (range, options) => {
        ranges.push(range);
        return source.read(range, options);
      },
    },
    ranges,
  };
}

async function zstdDecoder(): Promise<NonNullable<ZipStoreOptions["zstd"]>> {
  const { decompress } = await wasmZstdEngine();
  return (data, size) => decompress(data, { length: size, elementSize: 1, maxLength: size });
}

async function archiveOf(values: Readonly<Record<string, Uint8Array>>, topFolder?: string): Promise<Uint8Array> {
  const target = memoryTarget();
  const store = zipStore(target, { topFolder });
  for (const [key, value] of Object.entries(values)) await store.set!(key, value);
  await store.close();
  return target.bytes();
}

describe("archives of other programs", () => {
  test.each(Object.entries(fixtures))("%s", async (name, { values, refused = {} }) => {
    const store = zipStore(memorySource(fixture(name)), { zstd: await zstdDecoder() });
    const keys = [...Object.keys(values), ...Object.keys(refused)];
    expect(await keysOf(store, "")).toEqual(keys.sort(compareKeys));
    for (const [key, expected] of Object.entries(values)) {
      const value = await store.get(key);
      expect([key, sha256(value)]).toEqual([key, expected]);
      expect((await store.head!(key))?.size).toBe(value?.byteLength);
      const part = await store.get(key, { range: { offset: 3, length: 100 } });
      expect(Buffer.compare(part!, value!.subarray(3, 103))).toBe(0);
      expect(Buffer.compare((await store.get(key, { range: { suffix: 9 } }))!, value!.slice(-9))).toBe(0);
    }
    for (const [key, what] of Object.entries(refused)) {
      await expect(store.get(key)).rejects.toThrow(what);
      await expect(store.get(key)).rejects.toMatchObject({ code: "unsupported", place: { key } });
      expect(await store.head!(key)).toBeDefined();
    }
  });

  test.each(Object.entries(fixtures))("%s, changed by us, keeps what was there", async (name, { values }) => {
    const target = memoryTarget(fixture(name));
    const store = zipStore(target, { zstd: await zstdDecoder() });
    if (name === "python-behind-a-program") {
      await expect(store.set!("new", bytes(1))).rejects.toMatchObject({ code: "unsupported" });
      return;
    }
    await store.set!("new", bytes(1));
    await store.delete!("zarr.json");
    await store.close();
    const again = zipStore(memorySource(target.bytes()), { zstd: await zstdDecoder() });
    expect(await again.get("new")).toEqual(bytes(1));
    for (const [key, expected] of Object.entries(values)) {
      if (key !== "zarr.json") expect([key, sha256(await again.get(key))]).toEqual([key, expected]);
    }
    expect(await again.get("zarr.json")).toBeUndefined();
  });

  test("Zstandard by Node where it can, else unsupported by name", async () => {
    const store = zipStore(memorySource(fixture("zipfile-zstd")));
    const outcome = await store.get("a/c/0/0").then(sha256, (error: unknown) => String(error));
    const native = "zstdDecompressSync" in zlib;
    expect(outcome).toContain(native ? fixtures["zipfile-zstd"]!.values["a/c/0/0"] : "packed with Zstandard");
  });
});

describe("what reading costs", () => {
  const small = { "zarr.json": bytes(1), "a/c/0": pattern(1000), "a/c/1": pattern(300_000, 1), "a/c/2": bytes() };

  test("one request opens an archive whose directory is in its last 64 KiB, one reads a chunk", async () => {
    const { source, ranges } = counted(await archiveOf(small));
    const store = zipStore(source);
    expect(await store.get("absent")).toBeUndefined();
    expect(ranges).toEqual([{ suffix: 65633 }]);
    await store.head!("a/c/0");
    await keysOf(store, "");
    expect(ranges).toHaveLength(1);
    expect(await store.get("a/c/0")).toEqual(small["a/c/0"]);
    expect(Buffer.compare((await store.get("a/c/1"))!, small["a/c/1"])).toBe(0);
    expect(ranges).toHaveLength(3);
    await store.get("a/c/2");
    expect(ranges).toHaveLength(3);
  });

  test("two requests open one with a longer directory", async () => {
    const values = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`a/c/${i}`, bytes(i & 255)]));
    const { source, ranges } = counted(await archiveOf(values));
    const store = zipStore(source);
    expect(await store.get("a/c/777")).toEqual(bytes(777 & 255));
    expect(ranges).toHaveLength(3);
    expect(ranges[0]).toEqual({ suffix: 65633 });
  });

  test("many readers at once open it once", async () => {
    const { source, ranges } = counted(await archiveOf(small));
    const store = zipStore(source);
    await Promise.all(Array.from({ length: 20 }, () => store.get("absent")));
    expect(ranges).toHaveLength(1);
  });

  test("a part is one request for exactly its bytes once the header is known", async () => {
    const { source, ranges } = counted(await archiveOf(small));
    const store = zipStore(source);
    await store.get("a/c/1", { range: { offset: 10, length: 20 } });
    expect(ranges).toHaveLength(2);
    ranges.length = 0;
    const part = await store.get("a/c/1", { range: { offset: 200_000, length: 50 } });
    expect(part).toEqual(small["a/c/1"].subarray(200_000, 200_050));
    expect(ranges).toEqual([{ offset: expect.any(Number), length: 50 }]);
  });

  test("a part far in an entry that was not read before is two requests at once, not all that is before it", async () => {
    const { source, ranges } = counted(await archiveOf(small));
    const store = zipStore(source);
    expect(await store.get("a/c/1", { range: { suffix: 16 } })).toEqual(small["a/c/1"].slice(-16));
    expect(ranges).toHaveLength(3);
    const lengths = ranges.map((range) => (range !== undefined && "length" in range ? range.length! : 0));
    expect(Math.max(...lengths)).toBeLessThan(200);
  });

  test("parts of a packed entry unpack it once", async () => {
    const data = pattern(200_000);
    const packed = new Uint8Array(deflateRawSync(data));
    const archive = rawZip([{ name: "a", data: packed, method: 8, size: data.length, crc: crc32(data) }]);
    const { source, ranges } = counted(archive);
    const store = zipStore(source);
    const parts = await Promise.all(
      [5, 60_000, 150_000].map((offset) => store.get("a", { range: { offset, length: 9 } })),
    );
    expect(parts).toEqual([5, 60_000, 150_000].map((offset) => data.slice(offset, offset + 9)));
    expect(ranges).toHaveLength(2);
  });

  test("a header that is much longer than the directory's takes a second request the first time", async () => {
    const extra = concat(u16(0xd935), u16(4000), new Uint8Array(4000));
    const { source, ranges } = counted(rawZip([{ name: "a", data: pattern(500), local: { extra } }]));
    const store = zipStore(source);
    expect(await store.get("a")).toEqual(pattern(500));
    expect(ranges).toHaveLength(3);
    await store.get("a");
    expect(ranges).toHaveLength(4);
  });

  test.skipIf(hasTinyLimits)("a set of small values is gathered into few writes", async () => {
    const target = memoryTarget();
    let writes = 0;
    const store = zipStore({
      ...target,
      write: (offset, parts) => {
        writes += 1;
        return target.write(offset, parts);
      },
    });
    for (let i = 0; i < 1000; i++) await store.set!(`a/${i}`, pattern(2000));
    await store.close();
    expect(writes).toBeLessThan(8);
  });
});

describe("the top folder", () => {
  const values = { "zarr.json": bytes(1), "a/zarr.json": bytes(2) };

  test.each(["", "data", "data.zarr", "ünï"])("%j is written and found again", async (topFolder) => {
    const archive = await archiveOf(values, topFolder);
    const again = zipStore(memorySource(archive));
    expect(await keysOf(again, "")).toEqual(["a/zarr.json", "zarr.json"]);
    const raw = zipStore(memorySource(archive), { topFolder: "" });
    const prefix = topFolder === "" ? "" : `${topFolder}/`;
    expect(await keysOf(raw, "")).toEqual([`${prefix}a/zarr.json`, `${prefix}zarr.json`]);
  });

  test("keys that are all in one folder of ours stay where they are", async () => {
    for (const keys of [["a/k"], ["a/zarr.json", "a/c/0"], ["a/b/c"]]) {
      const archive = await archiveOf(Object.fromEntries(keys.map((key) => [key, bytes(1)])));
      expect(await keysOf(zipStore(memorySource(archive)), "")).toEqual(keys.sort());
    }
  });

  test("the comment that says so goes when it is no longer needed, others stay", async () => {
    const target = memoryTarget(await archiveOf({ "a/k": bytes(1) }));
    expect(Buffer.from(target.bytes()).includes("keys begin at /")).toBe(true);
    const store = zipStore(target);
    await store.set!("zarr.json", bytes(2));
    await store.close();
    expect(Buffer.from(target.bytes().slice(-40)).includes("Hyperslab")).toBe(false);

    const commented = memoryTarget(fixture("python-comment"));
    const other = zipStore(commented);
    await other.set!("new", bytes(1));
    await other.close();
    expect(Buffer.from(commented.bytes().slice(-20)).toString()).toContain(", and goes on");
  });

  test("is no part of what is listed, deleted and written", async () => {
    const target = memoryTarget(fixture("infozip-folder"));
    const store = zipStore(target);
    expect(await store.listDirectory!("")).toEqual({ keys: ["zarr.json"], prefixes: ["a"] });
    await store.deletePrefix!("a");
    await store.set!("b/zarr.json", bytes(1));
    await store.close();
    const raw = zipStore(target, { topFolder: "" });
    expect(await keysOf(raw, "")).toEqual(["data.zarr/b/zarr.json", "data.zarr/zarr.json"]);
    const { directory } = (await openArchive(target, "archive"))!;
    const names = Array.from({ length: directory.count }, (_, i) => Buffer.from(directory.name(i)).toString());
    expect(names.sort()).toEqual(["data.zarr/", "data.zarr/b/zarr.json", "data.zarr/zarr.json"]);
  });
});

describe("flushing", () => {
  test("what was set is seen at once here, elsewhere after a flush", async () => {
    const target = memoryTarget(await archiveOf({ "zarr.json": bytes(1) }));
    const [writer, reader] = [zipStore(target), zipStore(target)];
    expect(await reader.get("zarr.json")).toEqual(bytes(1));
    await writer.set!("new", bytes(2));
    await writer.delete!("zarr.json");
    expect(await writer.get("new")).toEqual(bytes(2));
    expect(await writer.get("zarr.json")).toBeUndefined();
    expect(await zipStore(target).get("new")).toBeUndefined();
    await writer.flush();
    expect(await zipStore(target).get("new")).toEqual(bytes(2));
    expect(await zipStore(target).get("zarr.json")).toBeUndefined();
    expect(await reader.get("zarr.json")).toEqual(bytes(1));
  });

  test("a closed store can be used again, and flushing nothing writes nothing", async () => {
    const target = memoryTarget();
    const changes: boolean[] = [];
    const store = zipStore(target, { onChange: (unfinished) => changes.push(unfinished) });
    await store.close();
    await store.delete!("absent");
    await store.deletePrefix!("absent");
    await store.flush();
    expect(await target.size()).toBe(0);
    await store.set!("a", bytes(1));
    await store.close();
    const size = await target.size();
    await store.close();
    expect(await target.size()).toBe(size);
    await store.set!("b", bytes(2));
    expect(await store.get("a")).toEqual(bytes(1));
    await store.close();
    expect(await keysOf(store, "")).toEqual(["a", "b"]);
    expect(changes).toEqual([true, false, true, false]);
  });

  test("values before, in and behind the buffer are read back before the flush", async () => {
    const store = zipStore(memoryTarget());
    const lengths = [10, 900_000, 200_000, 3_000_000, 5, 600_000];
    for (const [i, length] of lengths.entries()) {
      await store.set!(`v/${i}`, pattern(length, i));
      for (let j = 0; j <= i; j++) {
        expect(Buffer.compare((await store.get(`v/${j}`))!, pattern(lengths[j]!, j))).toBe(0);
        expect(await store.get(`v/${j}`, { range: { suffix: 3 } })).toEqual(pattern(lengths[j]!, j).slice(-3));
      }
    }
  });

  test("an aborted set leaves the value as it was", async () => {
    const target = memoryTarget();
    const controller = new AbortController();
    const store = zipStore({
      ...target,
      write: async (offset, parts, options) => {
        if (parts[0]!.byteLength > 1_000_000) controller.abort();
        options?.signal?.throwIfAborted();
        await target.write(offset, parts);
      },
    });
    await store.set!("a", bytes(1));
    const { signal } = controller;
    const error = await store.set!("a", pattern(2_000_000), { signal }).catch((caught: unknown) => caught);
    expect(error).toBe(signal.reason);
    expect(await store.get("a")).toEqual(bytes(1));
    await store.set!("b", bytes(2));
    await store.close();
    const again = zipStore(memorySource(target.bytes()));
    expect([await again.get("a"), await again.get("b")]).toEqual([bytes(1), bytes(2)]);
  });

  test("reads that belong together are not mixed with a newer value", async () => {
    const store = zipStore(memoryTarget(await archiveOf({ a: pattern(100) })));
    const version = {};
    await store.get("a", { version, range: { offset: 0, length: 5 } });
    expect(version).toEqual({ validator: (await store.head!("a"))!.validator });
    await store.get("a", { version });
    await store.set!("a", pattern(100));
    await expect(store.get("a", { version })).rejects.toMatchObject({ code: "invalid-data" });
    expect(await store.get("a", { version: {} })).toEqual(pattern(100));
  });

  test("the same values make the same archive", async () => {
    const values = { "zarr.json": bytes(1), "ä/c/0": pattern(1000) };
    expect(await archiveOf(values)).toEqual(await archiveOf(values));
  });
});

describe("repackZip", () => {
  test("drops what is dead and keeps what is packed as it is", async () => {
    const source = memoryTarget(fixture("python-deflated"));
    const store = zipStore(source);
    for (let i = 0; i < 20; i++) {
      await store.set!("new", pattern(5000, i));
      await store.flush();
    }
    await store.delete!("a/zarr.json");
    await store.close();
    const target = memoryTarget();
    const report = await repackZip(source, target);
    expect(report).toEqual({ entries: 6, bytes: (await target.size())! });
    expect(report.bytes).toBeLessThan(7000);
    const again = zipStore(memorySource(target.bytes()));
    expect(await again.get("new")).toEqual(pattern(5000, 19));
    const { "a/zarr.json": _, ...kept } = fixtures["python-deflated"]!.values;
    for (const [key, expected] of Object.entries(kept)) expect(sha256(await again.get(key))).toBe(expected);
    expect(await keysOf(again, "")).toEqual([...Object.keys(kept), "new"].sort());
  });

  test.each([
    ["infozip-piped", ""],
    ["python-stored", "data"],
    ["python-behind-a-program", undefined],
    ["netcdf-c-4.9.3-groups", undefined],
    ["zipfile-zstd", "x"],
  ])("%s with the top folder %j", async (name, topFolder) => {
    const target = memoryTarget();
    await repackZip(memorySource(fixture(name)), target, { topFolder });
    const again = zipStore(memorySource(target.bytes()), { zstd: await zstdDecoder() });
    for (const [key, expected] of Object.entries(fixtures[name]!.values)) {
      expect([key, sha256(await again.get(key))]).toEqual([key, expected]);
    }
    const raw = zipStore(memorySource(target.bytes()), { topFolder: "" });
    const top = topFolder ?? fixtures[name]!.topFolder;
    expect((await raw.listDirectory!("")).prefixes.includes(top)).toBe(top !== "");
  });

  test("copies long entries in pieces, and checks them", async () => {
    const long = pattern(40_000_000);
    const archive = await archiveOf({ long });
    const target = memoryTarget();
    await repackZip(memorySource(archive), target);
    expect(Buffer.compare((await zipStore(target).get("long"))!, long)).toBe(0);
    archive[20_000_000]! ^= 1;
    const error = await repackZip(memorySource(archive), memoryTarget()).catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
  });

  test("refuses a target that is not empty, and encrypted entries", async () => {
    const source = memorySource(fixture("python-stored"));
    await expect(repackZip(source, memoryTarget(bytes(1)))).rejects.toMatchObject({ code: "exists" });
    const encrypted = memorySource(fixture("infozip-encrypted"));
    await expect(repackZip(encrypted, memoryTarget())).rejects.toMatchObject({ code: "unsupported" });
    await expect(repackZip(memorySource(bytes()), memoryTarget())).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("inflating where there is no Node", () => {
  const data = pattern(300_000);
  const packed = new Uint8Array(deflateRawSync(data));

  test("gives the same", async () => {
    expect(Buffer.compare(await inflateStream(packed, data.length), data)).toBe(0);
    expect(await inflateStream(new Uint8Array(deflateRawSync(bytes())), 0)).toEqual(bytes());
  });

  test("is done by the codecs' decoder, for archives that datasets open", async () => {
    const builtin = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    try {
      const inflate = vi.fn(storeDecoders.inflate!);
      const { values } = fixtures["python-deflated"]!;
      const store = zipStore(memorySource(fixture("python-deflated")), { inflate });
      for (const [key, digest] of Object.entries(values)) expect(sha256((await store.get(key))!)).toBe(digest);
      expect(inflate).toHaveBeenCalled();
      const [bytes, size] = [packed, data.length];
      expect(Buffer.compare(await inflate(bytes, size), data)).toBe(0);
      await expect(inflate(bytes, 1000)).rejects.toMatchObject({ code: "invalid-data" });
      await expect(inflate(Uint8Array.from([...bytes, 0]), size)).rejects.toThrow("1 bytes follow the end");
    } finally {
      builtin.mockRestore();
    }
  });

  test("stops at the size that was said, and fails on what is cut short", async () => {
    await expect(inflateStream(packed, 1000)).rejects.toMatchObject({ code: "invalid-data" });
    await expect(inflateStream(packed.subarray(0, 100), data.length)).rejects.toThrow();
  });
});
