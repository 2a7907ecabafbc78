/** Repositories that lie: each is refused by the file and the byte, never read as fill values, and in bounded time. */
import { describe, expect, it } from "vitest";
import { diffSnapshots, log, openArray } from "../../../src/index.ts";
import {
  buildRepository,
  flatBuffer,
  id8,
  id12,
  inlineChunk,
  metadataFile,
  ONE_ID,
  type Table,
  TWO_ID,
} from "./build.ts";

const read = async (store: Map<string, Uint8Array>): Promise<number[]> =>
  Array.from((await (await openArray(store, { path: "a" })).read()).data as Uint8Array);

const range = (from: number, to: number): Uint8Array => new Uint8Array(Uint32Array.of(from, to).buffer);
const native = (index: number, fields: Table = {}): Table => ({
  0: { u32s: [index] },
  2: { u64: 1 },
  3: { u64: 2 },
  4: { struct: id12(1) },
  ...fields,
});
const virtual = (location: string, fields: Table = {}): Table => ({
  0: { u32s: [0] },
  3: { u64: 2 },
  5: { text: location },
  ...fields,
});
const chunks = (bytes: readonly number[]): readonly [string, Uint8Array] => [
  `chunks/${ONE_ID}`,
  Uint8Array.from(bytes),
];

describe("a repository made by hand", () => {
  it("reads; chunks that no manifest has are fill values", async () => {
    expect(await read(buildRepository())).toEqual([1, 2, 3, 4, 99, 99]);
    expect(await read(buildRepository({ arrayData: { 2: { tables: [] } } }))).toEqual([99, 99, 99, 99, 99, 99]);
    const store = buildRepository({ references: [inlineChunk(0, 1, 2), native(2)] });
    store.set(...chunks([9, 5, 6, 9]));
    expect(await read(store)).toEqual([1, 2, 99, 99, 5, 6]);
  });

  it("what is outside a manifest's extent is not looked up in it", async () => {
    const manifests = { tables: [{ 0: { struct: id12(2) }, 1: { structs: [range(0, 1)] } }] };
    expect(await read(buildRepository({ arrayData: { 2: manifests } }))).toEqual([1, 2, 99, 99, 99, 99]);
  });
});

describe("manifests with false claims", () => {
  it.each<[string, readonly Table[], RegExp]>([
    ["chunks out of order", [inlineChunk(1, 3, 4), inlineChunk(0, 1, 2)], /not in order.*manifests\//s],
    ["a chunk twice", [inlineChunk(0, 1, 2), inlineChunk(0, 3, 4)], /not in order, or is there twice/],
    [
      "coordinates of another rank",
      [{ ...inlineChunk(0, 1, 2), 0: { u32s: [0, 0] } }],
      /2 coordinates of an array of 1/,
    ],
    ["no coordinates", [{ 1: { bytes: Uint8Array.of(1, 2) } }], /no coordinates/],
    ["nothing in a reference", [{ 0: { u32s: [0] } }], /not exactly one of inline, native and virtual/],
    ["two kinds in one", [{ ...inlineChunk(0, 1, 2), 4: { struct: id12(1) } }], /not exactly one/],
    ["an offset beyond 2^53", [native(0, { 2: { u64: 2n ** 60n } })], /beyond 2\^53/],
    ["an offset and a length beyond 2^53", [native(0, { 2: { u64: 2n ** 53n - 1n } })], /a chunk from byte/],
    ["a chunk file that does not exist", [native(0, { 4: { struct: id12(9) } })], /chunks\/.*which does not exist/],
    ["a chunk past the end of its file", [native(0, { 2: { u64: 3 } })], /chunks\/.*it ends before that/],
    ["a compressed location without a dictionary", [virtual("", { 5: { u8: 0 }, 8: { bytes: id8(1) } })], /dictionary/],
    ["an inline chunk that is too short", [inlineChunk(0, 1)], /1 byte/],
  ])("%s", async (_, references, message) => {
    const store = buildRepository({ references });
    store.set(...chunks([9, 5, 6, 9]));
    await expect(read(store)).rejects.toThrow(message);
    await expect(read(store)).rejects.toMatchObject({ code: "invalid-data" });
  });

  it("another id, another kind, another version, a missing file", async () => {
    const swap = async (bytes: Uint8Array | undefined): Promise<number[]> => {
      const store = buildRepository();
      if (bytes === undefined) store.delete(`manifests/${TWO_ID}`);
      else store.set(`manifests/${TWO_ID}`, bytes);
      return read(store);
    };
    const manifest = flatBuffer({ 0: { struct: id12(3) }, 1: { tables: [] } });
    await expect(swap(metadataFile(2, manifest))).rejects.toThrow(/another id than/);
    await expect(swap(metadataFile(1, manifest))).rejects.toThrow(/a file of kind 1, not 2, a manifest \(byte 37\)/);
    await expect(swap(metadataFile(2, manifest, 3))).rejects.toMatchObject({ code: "unsupported" });
    await expect(swap(new Uint8Array(50))).rejects.toThrow(/not an Icechunk file/);
    await expect(swap(new Uint8Array(0))).rejects.toThrow(/not an Icechunk file/);
    await expect(swap(metadataFile(2, new Uint8Array(3)))).rejects.toThrow(/too short/);
    await expect(swap(undefined)).rejects.toThrow(/no manifest/);
  });

  it("a size or a number of references that is not true", async () => {
    for (const [size, references] of [
      [1, 2],
      [buildRepository().get(`manifests/${TWO_ID}`)!.byteLength, 3],
    ] as const) {
      const infos = { tables: [{ 0: { struct: id12(2) }, 1: { u64: size }, 2: { u32: references } }] };
      await expect(read(buildRepository({ snapshot: { 7: infos } }))).rejects.toThrow(/but the snapshot says/);
    }
  });

  it("locations that leave their place", async () => {
    const refuse = (location: string, code = "invalid-data"): Promise<void> =>
      expect(read(buildRepository({ references: [virtual(location)] })), location).rejects.toMatchObject({ code });
    await refuse("file:///allowed/../etc/passwd");
    await refuse("file:///allowed/%2e%2E/etc/passwd");
    await refuse("vcc://nothing/a");
    await refuse("vcc://");
    await refuse("relative/path");
    await refuse("../../etc/passwd");
    await refuse("/etc/passwd");
    await refuse("file:///etc/passwd", "not-allowed");
    await refuse("http://127.0.0.1:1/x", "not-allowed");
    await refuse("gopher://host/x", "invalid-request");
  });
});

describe("snapshots with false claims", () => {
  it.each<[string, Parameters<typeof buildRepository>[0], RegExp]>([
    ["a path with ..", { node: { 1: { text: "/../a" } } }, /not canonical/],
    ["a path that is not absolute", { node: { 1: { text: "a" } } }, /not canonical/],
    ["a path with a NUL", { node: { 1: { text: "/a\0" } } }, /not canonical/],
    ["an unknown kind", { node: { 3: { u8: 3 } } }, /unknown kind 3/],
    ["another id", { snapshot: { 0: { struct: id12(5) } } }, /another id/],
    ["a time beyond all calendars", { snapshot: { 3: { u64: 9n * 10n ** 18n } } }, /beyond 2\^53|microseconds/],
    [
      "extents of another rank",
      { arrayData: { 2: { tables: [{ 0: { struct: id12(2) }, 1: { structs: [range(0, 1), range(0, 1)] } }] } } },
      /2 dimensions of an array of 1/,
    ],
    ["a group that Zarr takes for an array", { node: { 3: { u8: 2 } } }, /says that it is a group/],
    ["another rank than Zarr's", { arrayData: { 3: { tables: [] }, 2: { tables: [] } } }, /says that the array has 0/],
    [
      "metadata that is no MessagePack or FlexBuffers",
      { snapshot: { 5: { tables: [{ 0: { text: "x" }, 1: { bytes: Uint8Array.of(1) } }] } } },
      /FlexBuffers/,
    ],
  ])("%s", async (_, parts, message) => {
    await expect(read(buildRepository(parts))).rejects.toThrow(message);
  });

  it("chunk keys that Icechunk does not have", async () => {
    const document = { chunk_key_encoding: { name: "v2" } };
    await expect(read(buildRepository({ document }))).rejects.toMatchObject({ code: "unsupported" });
  });

  it("nodes twice, and nodes within arrays", async () => {
    const bytes = new TextEncoder().encode('{"zarr_format":3,"node_type":"group"}');
    const group = (path: string, id: number): Table => ({
      0: { struct: id8(id) },
      1: { text: path },
      2: { bytes },
      3: { u8: 2 },
      4: { table: {} },
    });
    const array: Table = { ...group("/a", 2), 3: { u8: 1 } };
    const open = (...nodes: Table[]): Promise<number[]> =>
      read(buildRepository({ snapshot: { 2: { tables: nodes } } }));
    await expect(open(group("/x", 1), group("/x", 2))).rejects.toThrow(/a second node/);
    await expect(open(group("/x", 1), group("/y", 1))).rejects.toThrow(/a second node/);
    await expect(open(array, group("/a/c/0", 3))).rejects.toThrow(/inside the array/);
  });
});

describe("histories with false claims", () => {
  const info = (id: number, parent: number): Table => ({
    0: { struct: id12(id) },
    1: { i32: parent },
    3: { text: "" },
  });

  it("parents in a circle", async () => {
    const store = buildRepository({ repo: { 4: { tables: [info(1, 1), info(2, 0)] } } });
    await expect(log(store)).rejects.toThrow(/among its own ancestors/);
    await expect(diffSnapshots(store, { from: ONE_ID })).resolves.toMatchObject({ chunks: [] });
    expect(await read(store)).toEqual([1, 2, 3, 4, 99, 99]);
    const own = buildRepository({ repo: { 4: { tables: [info(1, 0)] } } });
    await expect(log(own)).rejects.toThrow(/among its own ancestors/);
  });

  it.each<[string, Table, RegExp]>([
    ["a parent that is not there", { 4: { tables: [info(1, 5)] } }, /snapshot 5 of 1/],
    ["a negative parent", { 4: { tables: [info(1, -2)] } }, /snapshot -2 of 1/],
    ["a branch to nowhere", { 2: { tables: [{ 0: { text: "main" }, 1: { u32: 4 } }] } }, /snapshot 4 of 1/],
    ["a branch twice", { 2: { tables: [{ 0: { text: "main" } }, { 0: { text: "main" } }] } }, /or twice/],
    ["a snapshot twice", { 4: { tables: [info(1, -1), info(1, -1)] } }, /twice/],
    ["no main branch", { 2: { tables: [] } }, /no branch, tag or snapshot "branch.main"/],
    ["a configuration that is broken", { 9: { bytes: Uint8Array.of(0, 36, 1) } }, /FlexBuffers/],
  ])("%s", async (_, repo, message) => {
    await expect(read(buildRepository({ repo }))).rejects.toThrow(message);
  });

  it("a name that is a branch and a tag", async () => {
    const refs = (snapshot: number): Table => ({ 0: { text: "x" }, 1: { u32: snapshot } });
    const branches = [{ 0: { text: "main" } }, refs(0)];
    const repo: Table = {
      1: { tables: [refs(1)] },
      2: { tables: branches },
      4: { tables: [info(1, -1), info(2, -1)] },
    };
    const store = buildRepository({ repo });
    await expect(openArray(store, { path: "@x/a" })).rejects.toThrow(/"x" is a branch and a tag/);
    expect((await openArray(store, { path: "@branch.x/a" })).shape).toEqual([6]);
  });

  it("branches with slashes in their names", async () => {
    const branches = ["main", "f", "f/g"].map((name) => ({ 0: { text: name } }));
    const store = buildRepository({ repo: { 2: { tables: branches } } });
    for (const ref of ["f", "f/g", "branch.f/g"])
      expect((await openArray(store, { path: `@${ref}/a` })).shape).toEqual([6]);
    await expect(openArray(store, { path: "@f/h/a" })).rejects.toThrow(/no node \/h\/a/);
  });
});

describe("every byte of every file", () => {
  it("cut off anywhere, is refused or read as it was", async () => {
    const whole = buildRepository();
    for (const [key, bytes] of whole) {
      for (let end = 0; end < bytes.byteLength; end += 5) {
        const store = new Map([...whole, [key, bytes.subarray(0, end)]]);
        // The last bytes of a text may be ones that nobody asks for.
        const outcome = await read(store).catch((error: unknown) => error);
        if (Array.isArray(outcome)) expect(outcome).toEqual([1, 2, 3, 4, 99, 99]);
        else expect(outcome).toMatchObject({ name: "HyperslabError" });
      }
    }
  });
});
