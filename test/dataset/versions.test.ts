/** A read of an object sees one version of it, whoever replaces it meanwhile, and never an old one. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, test, vi } from "vitest";
import { create, memoryStore, type NdArray, openArray, openStore, type Store, writeKey } from "../../src/index.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { parseS3Address } from "../../src/stores/s3/s3-address.ts";
import { s3Store } from "../../src/stores/s3/s3-store.ts";
import { withPrefix } from "../../src/stores/wrappers/with-prefix.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { s3Server } from "../stores/s3/s3-server.ts";
import { testSettings } from "../stores/s3/s3-subjects.ts";
import { after, before, SHARDED, shardOf } from "./shard-versions.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-versions-"));
let count = 0;
const newPath = (ending = ".zarr"): string => join(base, `${++count}${ending}`);
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** Replaces a file as other programs do: a new one takes its name. */
function replaceFile(path: string, value: Uint8Array): void {
  writeFileSync(`${path}.new`, value);
  renameSync(`${path}.new`, path);
}

/** The same store; `meanwhile` runs after the first `times` reads of the shard. */
function disturbed(store: Store, meanwhile: (times: number) => void | Promise<void>, times = 1): Store {
  let done = 0;
  return withTrace(store, ({ operation, key }) => {
    if (operation !== "get" || !key.endsWith("c/0") || done >= times) return;
    done += 1;
    void meanwhile(done);
  });
}

describe("a shard that is replaced between the reads of its index and of a chunk", () => {
  it("is read in one version from a directory", async () => {
    const path = newPath();
    await (await create(path, SHARDED)).write(undefined, before);
    const next = await shardOf(after);
    const array = await openArray(disturbed(fileStore(path), () => replaceFile(join(path, "c/0"), next)));
    expect((await array.read("4:8")).data).toEqual(Int32Array.of(2, 2, 2, 2));
    expect((await array.read("4:8")).data).toEqual(Int32Array.of(2, 2, 2, 2));
    expect((await array.read("0:4")).data).toEqual(Int32Array.of(0, 0, 0, 0));
  });

  it("is read again if it was overwritten in place", async () => {
    const path = newPath();
    await (await create(path, SHARDED)).write(undefined, before);
    const next = await shardOf(after);
    const file = join(path, "c/0");
    // Long ago, so that the next change has another time.
    utimesSync(file, 1000, 1000);
    let times = 0;
    const array = await openArray(
      disturbed(fileStore(path), () => {
        times += 1;
        writeFileSync(file, next);
      }),
    );
    expect((await array.read("8:12")).data).toEqual(Int32Array.of(3, 3, 3, 3));
    expect(times).toBe(1);
  });

  it("is read again from memory, a prefix of it, a Map", async () => {
    const map = new Map<string, Uint8Array>();
    const stores: [Store, Store][] = [];
    for (const store of [memoryStore(), memoryStore(map)]) stores.push([store, store], [store, withPrefix(store, "a")]);
    const next = await shardOf(after);
    for (const [whole, part] of stores) {
      const prefix = part === whole ? "" : "a/";
      await (await create(part, SHARDED)).write(undefined, before);
      const array = await openArray(disturbed(part, () => whole.set!(`${prefix}c/0`, next)));
      expect((await array.read("4:8")).data).toEqual(Int32Array.of(2, 2, 2, 2));
    }
  });

  it("is absent, not broken, if it was deleted from memory", async () => {
    const store = memoryStore();
    await (await create(store, SHARDED)).write(undefined, before);
    const array = await openArray(disturbed(store, () => store.delete!("c/0")));
    expect((await array.read("4:8")).data).toEqual(Int32Array.of(0, 0, 0, 0));
  });

  it("is read again from an archive", async () => {
    const path = newPath(".zip");
    const made = await create(path, SHARDED);
    await made.write(undefined, before);
    const { store } = made.hierarchy;
    const next = await shardOf(after);
    const array = await openArray(disturbed(store, () => store.set!("c/0", next)));
    expect((await array.read("4:8")).data).toEqual(Int32Array.of(2, 2, 2, 2));
    await made.close();
  });

  describe("from stores that report no versions", () => {
    const plain = (store: Store): Store => ({
      location: "plain",
      get: async (key, { range, signal } = {}) => (await store.get(key, { range, signal }))?.slice(),
    });
    /** Values of all inner chunks change, and the index does not. */
    const raised = before.map((value) => value + 10);

    it.each([
      ["one chunk", "4:8", after, Int32Array.of(2, 2, 2, 2)],
      ["two chunks with one between them", "4::8", after, Int32Array.of(2, 4)],
      ["two chunks and the index is the same", "4::8", raised, Int32Array.of(12, 14)],
    ])("is read again: %s", async (_, selection, next, values) => {
      for (let at = 1; at <= 3; at++) {
        const store = memoryStore();
        await (await create(store, SHARDED)).write(undefined, before);
        const shard = await shardOf(next);
        const replace = async (times: number): Promise<void> => {
          if (times === at) await store.set!("c/0", shard);
        };
        const array = await openArray(disturbed(plain(store), replace, 3));
        const { data } = await array.read(selection);
        // The replacement came before all reads that count, or after them.
        const old = Array.from(values, (value) => value % 10);
        expect([Array.from(values), old]).toContainEqual(Array.from(data as Int32Array));
      }
    });

    it("is an error if it is replaced each time", async () => {
      const store = memoryStore();
      await (await create(store, SHARDED)).write(undefined, before);
      // Of each version other chunks are stored: no index is like another one.
      const versions = Array.from({ length: 8 }, (_, mask) =>
        shardOf(before.map((value) => (value === 2 || (mask >> value) % 2 === 0 ? value : 0))),
      );
      const shards = await Promise.all([versions[2]!, versions[0]!, ...versions.slice(3)]);
      const replace = (times: number): Promise<void> => store.set!("c/0", shards[times]!);
      const array = await openArray(disturbed(plain(store), replace, shards.length - 1));
      await expect(array.read("4:8")).rejects.toMatchObject({ code: "invalid-data", request: { kind: "changed" } });
    });

    it("costs one more read of the index, and nothing where one read is enough", async () => {
      const store = memoryStore();
      await (await create(store, SHARDED)).write(undefined, before);
      const asked: unknown[] = [];
      const array = await openArray(withTrace(plain(store), ({ key, range }) => key === "c/0" && asked.push(range)));
      await array.read("4:8");
      expect(asked).toHaveLength(3);
      expect(asked[2]).toEqual(asked[0]);
    });
  });

  it("is an error if it is replaced each time, that says what happened and where", async () => {
    const store = memoryStore();
    await (await create(store, SHARDED)).write(undefined, before);
    const shards = [await shardOf(after), await shardOf(before)];
    const replace = (times: number): Promise<void> => store.set!("c/0", shards[times % 2]!);
    const array = await openArray(disturbed(store, replace, 100));
    await expect(array.read("4:8")).rejects.toMatchObject({
      code: "invalid-data",
      request: { kind: "changed" },
      place: { key: "c/0", chunk: [0] },
    });
  });

  it("is fill values, whatever was read before, if it is deleted", async () => {
    const store = memoryStore();
    await (await create(store, SHARDED)).write(undefined, before);
    const array = await openArray(disturbed(store, () => store.delete!("c/0")));
    expect((await array.read("4:12")).data).toEqual(new Int32Array(8));
  });
});

describe("what is remembered of a chunk", () => {
  const OPTIONS = { shape: [8], dtype: "int8", codecs: ["gzip"] } as const;

  /** Reads until the decoded chunk would be remembered. */
  const read = async (array: NdArray): Promise<unknown> => {
    for (let i = 0; i < 4; i++) await array.item([i]);
    return array.item([4]);
  };
  const chunkOf = async (value: number): Promise<Uint8Array> => {
    const memory = memoryStore();
    await (await create(memory, OPTIONS)).write(undefined, value);
    return (await memory.get("c/0"))!;
  };
  const make = async (address: string | Store | Map<string, Uint8Array>): Promise<void> =>
    (await create(address, OPTIONS)).write(undefined, 7);

  it("is not used once another handle on the same memory: address writes", async () => {
    await make(`memory:versions-${++count}/a`);
    const address = `memory:versions-${count}/a`;
    const [reader, writer] = [await openArray(address), await openArray(address)];
    expect(await read(reader)).toBe(7);
    await writer.write(undefined, 9);
    expect(await reader.item([4])).toBe(9);
    expect(await (await openArray(address)).item([4])).toBe(9);
  });

  it("is not used once it is written through a prefix of the store, or past one", async () => {
    const store = memoryStore();
    await make(withPrefix(store, "a"));
    const [outer, inner] = [await openArray(store, { path: "a" }), await openArray(withPrefix(store, "a"))];
    for (const array of [outer, inner]) expect(await read(array)).toBe(7);
    await outer.write(undefined, 8);
    expect(await inner.item([4])).toBe(8);
    for (const array of [outer, inner]) expect(await read(array)).toBe(8);
    await inner.write(undefined, 9);
    expect(await outer.item([4])).toBe(9);
  });

  it("is not used once a raw key is written: by writeKey, by a store of the same address", async () => {
    const address = `memory:versions-${++count}`;
    for (const place of [address, newPath(), newPath(".zip")]) {
      await make(place);
      const array = await openArray(place);
      expect(await read(array)).toBe(7);
      await writeKey(place, "c/0", await chunkOf(8), { overwrite: true });
      expect(await read(array)).toBe(8);
      const store = await openStore(place);
      await store.set!("c/0", await chunkOf(9));
      await store.flush?.();
      expect(await read(array)).toBe(9);
      await store.delete!("c/0");
      expect(await array.item([4])).toBe(0);
      await store.close?.();
    }
  });

  it("is not used once a value of a live Map is replaced, or written to", async () => {
    const map = new Map<string, Uint8Array>();
    await make(map);
    const array = await openArray(map);
    expect(await read(array)).toBe(7);
    map.set("c/0", await chunkOf(8));
    expect(await read(array)).toBe(8);
    const next = await chunkOf(9);
    expect(next.byteLength).toBe(map.get("c/0")!.byteLength);
    map.get("c/0")!.set(next);
    expect(await array.item([4])).toBe(9);
  });

  it("is not used once another program replaces or overwrites an archive, nor by a new handle", async () => {
    const [path, next, last] = [newPath(".zip"), newPath(".zip"), newPath(".zip")];
    const values = new Map([
      [path, 7],
      [next, 8],
      [last, 9],
    ]);
    for (const [file, value] of values) {
      const array = await create(file, OPTIONS);
      await array.write(undefined, value);
      await array.close();
    }
    const array = await openArray(path);
    expect(await read(array)).toBe(7);
    renameSync(next, path);
    expect(await read(await openArray(path))).toBe(8);
    expect(await read(array)).toBe(8);
    writeFileSync(path, readFileSync(last));
    expect(await array.item([4])).toBe(9);
    expect(await (await openArray(path)).item([4])).toBe(9);
  });

  it("is not used of a directory whose requests are watched, once a file is replaced", async () => {
    const path = newPath();
    await make(path);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    const array = await openArray(withTrace(fileStore(path), () => {}));
    expect([await read(array), array.stats().hits > 0]).toEqual([7, true]);
    replaceFile(join(path, "c/0"), await chunkOf(9));
    expect(await array.item([4])).toBe(9);
  });

  it("is not used once another handle on one S3 address writes, or somebody else does", async () => {
    const server = await s3Server({});
    try {
      const opened = (): Promise<Store> => s3Store(parseS3Address(`${server.origin}/bucket/a`), testSettings);
      await make(await opened());
      const [reader, writer] = [await openArray(await opened()), await openArray(await opened())];
      expect(await read(reader)).toBe(7);
      await writer.write(undefined, 8);
      expect(await reader.item([4])).toBe(8);
      expect(await read(reader)).toBe(8);
      await (await opened()).set!("c/0", await chunkOf(9));
      expect(await reader.item([4])).toBe(9);
    } finally {
      await server.close();
    }
  });

  it("is not used once a file of a server is another one, and costs no bytes as long as it is not", async () => {
    const server: ObjectServer = await objectServer();
    try {
      const memory = memoryStore();
      await make(memory);
      const entries: [string, Uint8Array][] = [];
      for await (const { key } of memory.list!("")) entries.push([key, (await memory.get(key))!]);
      const url = server.add(entries);
      const array = await openArray(url);
      expect(await read(array)).toBe(7);
      server.seen.length = 0;
      expect(await array.item([5])).toBe(7);
      expect(server.seen.map(({ method }) => method)).toEqual(["HEAD"]);
      server.values.set(`${url.slice(server.origin.length + 1)}/c/0`, await chunkOf(9));
      expect(await array.item([4])).toBe(9);
    } finally {
      await server.close();
    }
  });

  it("is nothing where a store reports no versions", async () => {
    const memory = memoryStore();
    await make(memory);
    const plain: Store = { location: "plain", get: (key, options) => memory.get(key, { range: options?.range }) };
    const array = await openArray(plain);
    expect(await read(array)).toBe(7);
    await memory.set!("c/0", await chunkOf(9));
    expect(await array.item([4])).toBe(9);
    expect(array.stats().hits).toBe(0);
  });

  it("is used of a local file that has not changed", async () => {
    const path = newPath();
    await make(path);
    const array = await openArray(path);
    const { ctimeMs } = statSync(join(path, "c/0"));
    vi.spyOn(Date, "now").mockReturnValue(Math.floor(ctimeMs));
    expect([await read(array), array.stats().hits]).toEqual([7, 0]);
    // So long after it was written that another change would show.
    vi.spyOn(Date, "now").mockReturnValue(ctimeMs + 60_000);
    expect([await read(array), array.stats().hits > 0]).toEqual([7, true]);
  });
});

describe("a directory where a chunk has to be", () => {
  const PLAIN = { shape: [4, 4], dtype: "int16", chunks: [2, 2] } as const;

  it.each(["zarr3", "zarr2"] as const)("is an error that names it, for whole chunks and parts: %s", async (format) => {
    const path = newPath();
    const array = await create(path, { ...PLAIN, format });
    await array.write(undefined, 5);
    const key = format === "zarr3" ? "c/1/0" : "1.0";
    rmSync(join(path, key));
    mkdirSync(join(path, key));
    for (const selection of [undefined, "2:4, 0:2", "3, 0"]) {
      await expect((await openArray(path)).read(selection)).rejects.toMatchObject({
        code: "invalid-data",
        place: { location: path, key, chunk: [1, 0] },
      });
    }
    await expect((await openArray(path)).write("3, 0", 1)).rejects.toMatchObject({ code: "invalid-data" });
    expect((await (await openArray(path)).read("0:2")).data).toEqual(new Int16Array(8).fill(5));
  });

  it("is an error for an array without dimensions, and for a shard", async () => {
    const scalar = newPath();
    const made = await create(scalar, { shape: [], dtype: "int8" });
    mkdirSync(join(scalar, "c"));
    await expect(made.read()).rejects.toMatchObject({ code: "invalid-data", place: { key: "c" } });
    const sharded = newPath();
    const array = await create(sharded, SHARDED);
    mkdirSync(join(sharded, "c/0"), { recursive: true });
    for (const selection of [undefined, "0:4"]) {
      await expect(array.read(selection)).rejects.toMatchObject({ code: "invalid-data", place: { key: "c/0" } });
    }
  });

  it("is none that is called as a document is, and none of nested keys", async () => {
    const path = newPath();
    const root = await create(path);
    for (const name of ["meta", "attrs", "c"]) {
      const group = await root.create(name);
      expect(group.kind).toBe("group");
      await (await root.create(`${name}/a`, PLAIN)).write(undefined, 3);
      expect(await (await openArray(path, { path: `${name}/a` })).item([0, 0])).toBe(3);
    }
    const nested = newPath();
    await (await create(nested, { ...PLAIN, format: "zarr2" })).write(undefined, 4);
    const document = JSON.parse(readFileSync(join(nested, ".zarray"), "utf8")) as Record<string, unknown>;
    delete document["dimension_separator"];
    writeFileSync(join(nested, ".zarray"), JSON.stringify(document));
    for (const name of readdirSync(nested).filter((entry) => /^\d\.\d$/.test(entry))) {
      mkdirSync(join(nested, name[0]!), { recursive: true });
      renameSync(join(nested, name), join(nested, name.replace(".", "/")));
    }
    expect(await (await openArray(nested)).item([3, 3])).toBe(4);
    expect((await (await openArray(nested)).read()).data).toEqual(new Int16Array(16).fill(4));
  });
});

test("a Bloscpack file that was replaced is an error, not its new bytes by its old layout", async () => {
  const [path, next] = [newPath(".blp"), newPath(".blp")];
  // Numbers that do not compress: the first bytes of a file are read once.
  const noise = (seed: number): Int32Array =>
    Int32Array.from({ length: 100_000 }, (_, i) => Math.imul(Math.imul(i + seed, 0x9e3779b1) ^ (i >>> 3), 0x85ebca6b));
  await (await create(path, { shape: [100_000], dtype: "int32" })).write(undefined, noise(1));
  await (await create(next, { shape: [100_000], dtype: "int32" })).write(undefined, noise(2));
  const array = await openArray(path);
  const last = [99_999] as const;
  expect(await array.item(last)).toBe(noise(1)[last[0]]);
  renameSync(next, path);
  await expect(array.item(last)).rejects.toMatchObject({ code: "invalid-data", request: { kind: "changed" } });
  expect(await (await openArray(path)).item(last)).toBe(noise(2)[last[0]]);
});
