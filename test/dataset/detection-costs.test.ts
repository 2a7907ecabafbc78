/** The cost of detecting a format: the documents that are requested, by round. */
import { describe, expect, it } from "vitest";
import { formatRange } from "../../src/bytes/source/byte-range.ts";
import {
  create,
  type Group,
  HyperslabError,
  memoryStore,
  type NdArray,
  open,
  registerFormat,
  type Store,
} from "../../src/index.ts";
import { hasTinyLimits } from "../usual-limits.ts";

/** A server that can get and nothing else; the keys that were asked for, by round. */
function served(values: Store): { readonly store: Store; readonly rounds: string[][] } {
  const rounds: string[][] = [];
  let open = 0;
  const get: Store["get"] = async (key, options) => {
    if (open === 0) rounds.push([]);
    open += 1;
    rounds.at(-1)!.push(key);
    await new Promise((turn) => setImmediate(turn));
    open -= 1;
    return values.get(key, options);
  };
  return { store: { location: "https://example.org/x", get }, rounds };
}

const V3_DRAFT = { zarr_format: "http://purl.org/zarr/spec/protocol/core/3.0", extensions: [] };
const V3_ALPHA = {
  zarr_format: "https://purl.org/zarr/spec/protocol/core/3.0",
  metadata_encoding: "https://purl.org/zarr/spec/protocol/core/3.0",
  metadata_key_suffix: ".json",
  extensions: [],
};

type Make = (store: Store) => Promise<unknown>;
const array = { shape: [2], dtype: "int8" } as const;
const put =
  (key: string, document: unknown): Make =>
  (store) =>
    store.set!(key, new TextEncoder().encode(JSON.stringify(document)));

const documents =
  (values: Readonly<Record<string, unknown>>): Make =>
  async (store) => {
    for (const [key, document] of Object.entries(values)) await put(key, document)(store);
  };

const V2_ARRAY = {
  ...{ zarr_format: 2, shape: [2], chunks: [2], dtype: "|i1", fill_value: 0, order: "C" },
  ...{ compressor: null, filters: null },
};
const CONTENTS = { dims: {}, vars: [], groups: [] };
const NEW_CONTENTS = { dimensions: {}, arrays: [], groups: [] };
const V2_GROUP = "zarr.json | .zmetadata | .zarray .zattrs | .zgroup";

const cases: readonly (readonly [string, string, Make, string])[] = [
  ["a v3 array", "", (store) => create(store, array), "zarr.json"],
  ["a v3 array below", "a", (store) => create(store, { ...array, path: "a" }), "a/zarr.json"],
  [
    "a v2 array",
    "",
    (store) => create(store, { ...array, format: "zarr2" }),
    "zarr.json | .zmetadata | .zarray .zattrs",
  ],
  [
    "a v2 array below",
    "a",
    (store) => create(store, { ...array, format: "zarr2", path: "a" }),
    "a/zarr.json | a/.zarray a/.zattrs",
  ],
  [
    "a v2 group",
    "",
    (store) => create(store, { format: "zarr2" }),
    "zarr.json | .zmetadata | .zarray .zattrs | .zgroup",
  ],
  [
    "a consolidated v2 group",
    "",
    async (store) => (await create(store, { format: "zarr2" })).consolidate(),
    "zarr.json | .zmetadata",
  ],
  [
    "a v2 group below",
    "a",
    (store) => create(store, { format: "zarr2", path: "a" }),
    "a/zarr.json | a/.zarray a/.zattrs | a/.zgroup",
  ],
  [
    "an array below that only a Parquet set's document lists",
    "a",
    put(".zmetadata", { metadata: { ".zgroup": { zarr_format: 2 }, "a/.zarray": V2_ARRAY }, record_size: 4 }),
    "a/zarr.json | a/.zarray a/.zattrs | a/.zgroup | zarr.json | .zmetadata",
  ],
  [
    "an array below that only consolidated metadata lists",
    "a",
    put(".zmetadata", {
      metadata: { ".zgroup": { zarr_format: 2 }, "a/.zarray": V2_ARRAY },
      zarr_consolidated_format: 1,
    }),
    "a/zarr.json | a/.zarray a/.zattrs | a/.zgroup | zarr.json | .zmetadata | repo refs/branch.main/ref.json | a/.zmetadata a/meta a/__zmeta__ a/index.blp",
  ],
  [
    "a v1 array",
    "",
    (store) => create(store, { ...array, format: "zarr1" }),
    "zarr.json | .zmetadata | .zarray .zattrs | .zgroup | meta __zmeta__ index.blp repo refs/branch.main/ref.json | attrs",
  ],
  [
    "a v0 array",
    "",
    (store) => create(store, { ...array, format: "zarr0" }),
    "zarr.json | .zmetadata | .zarray .zattrs | .zgroup | meta __zmeta__ index.blp repo refs/branch.main/ref.json | __zattr__",
  ],
  [
    "a v3 draft",
    "",
    async (store) => {
      await put("zarr.json", V3_DRAFT)(store);
      await put(".group.json", { extensions: [] })(store);
    },
    "zarr.json | .array.json .attributes.json | .group.json",
  ],
  [
    "a v3 alpha",
    "",
    put("zarr.json", V3_ALPHA),
    "zarr.json | meta/root/consolidated/.zmetadata | meta/root.array.json meta/root.group.json",
  ],
  ["NCZarr of 4.9.0", "", documents({ ".zgroup": { zarr_format: 2, _NCZARR_GROUP: CONTENTS } }), V2_GROUP],
  ["NCZarr of 4.9.2", "", documents({ ".zgroup": { zarr_format: 2, _nczarr_group: CONTENTS } }), V2_GROUP],
  [
    "NCZarr of 4.9.3",
    "",
    documents({ ".zgroup": { zarr_format: 2 }, ".zattrs": { _nczarr_group: NEW_CONTENTS } }),
    V2_GROUP,
  ],
  [
    "NCZarr of 4.8.0",
    "",
    documents({
      ".zgroup": { zarr_format: 2 },
      ".zattrs": { _NCProperties: "version=2,netcdf=4.8.0,nczarr=1.0.0" },
      ".nczarr": { zarr_format: 2, nczarr_version: "1.0.0" },
      ".nczgroup": CONTENTS,
    }),
    "zarr.json | .zmetadata | .zarray .zattrs | .zgroup | .nczarr | .nczvar .nczarray .nczattr .nczattrs | .nczgroup",
  ],
  [
    "consolidated NCZarr",
    "",
    documents({
      ".zmetadata": {
        zarr_consolidated_format: 1,
        metadata: { ".zgroup": { zarr_format: 2 }, ".zattrs": { _nczarr_group: NEW_CONTENTS } },
      },
    }),
    "zarr.json | .zmetadata",
  ],
  [
    "NCZarr over Zarr v3",
    "",
    documents({ "zarr.json": { zarr_format: 3, node_type: "group", attributes: { _nczarr_group: NEW_CONTENTS } } }),
    "zarr.json",
  ],
  ["a Bloscpack file", "x.blp", (store) => create(store, { ...array, format: "bloscpack", path: "x.blp" }), "x.blp"],
];

const shown = (rounds: readonly (readonly string[])[]): string => rounds.map((keys) => keys.join(" ")).join(" | ");

describe("finding", () => {
  // With tiny limits a file's header takes several reads.
  const measured = cases.filter(([name]) => !(hasTinyLimits && name === "a Bloscpack file"));

  it.each(measured)("%s", async (_, path, make, expected) => {
    const memory = memoryStore();
    await make(memory);
    const { store, rounds } = served(memory);
    const node: Group | NdArray = await open(store, { path });
    expect(node.path).toBe(path);
    expect(shown(rounds)).toBe(expected);
  });

  it.each([
    [
      "",
      "zarr.json | .zmetadata | .zarray .zattrs | .zgroup | meta __zmeta__ index.blp repo refs/branch.main/ref.json | .hyperslab-copy.json",
    ],
    [
      "a",
      "a/zarr.json | a/.zarray a/.zattrs | a/.zgroup | zarr.json | .zmetadata | repo refs/branch.main/ref.json | a/.zmetadata a/meta a/__zmeta__ a/index.blp | .zarray .zattrs | .zgroup | meta __zmeta__ index.blp | a/.hyperslab-copy.json",
    ],
  ])("nothing, at %j", async (path, expected) => {
    const { store, rounds } = served(memoryStore());
    await expect(open(store, { path })).rejects.toThrow(HyperslabError);
    const asked = rounds.flat();
    expect(new Set(asked).size).toBe(asked.length);
    expect(shown(rounds)).toBe(expected);
  });

  it.each([
    ["a directory", { place: "file:/x" }],
    ["an archive", { flush: async () => {} }],
  ])("nothing in %s, where looking is free, takes two rounds", async (_, facts) => {
    const { store, rounds } = served(memoryStore());
    await expect(open({ ...store, ...facts })).rejects.toThrow(HyperslabError);
    expect(shown(rounds)).toBe(
      "zarr.json | .zmetadata .zarray .zattrs .zgroup meta __zmeta__ index.blp repo refs/branch.main/ref.json | .hyperslab-copy.json",
    );
  });

  it("nothing in a bucket, which is listed only for the error", async () => {
    const { store, rounds } = served(memoryStore());
    const listed: string[] = [];
    const listDirectory: Store["listDirectory"] = async (prefix) => {
      listed.push(`${prefix}/ after ${rounds.length} rounds`);
      return { keys: [], prefixes: [] };
    };
    await expect(open({ ...store, listDirectory })).rejects.toThrow(HyperslabError);
    expect([rounds.flat().length, rounds.length, listed]).toEqual([11, 6, ["/ after 6 rounds"]]);
  });

  it("something in a bucket, which is not listed", async () => {
    const memory = memoryStore();
    await create(memory, { ...array, format: "zarr2" });
    const { store, rounds } = served(memory);
    const listDirectory: Store["listDirectory"] = () => Promise.reject(new Error("listed for nothing"));
    await open({ ...store, listDirectory });
    expect(shown(rounds)).toBe("zarr.json | .zmetadata | .zarray .zattrs");
  });
});

describe("recognising a file whose name says nothing", () => {
  /** A place that is one file; the ranges that were read of it. */
  function lone(bytes: Uint8Array): { readonly store: Store; readonly reads: string[] } {
    const values = memoryStore(new Map([["data", bytes]]));
    const reads: string[] = [];
    const get: Store["get"] = (key, options) => {
      reads.push(options?.range === undefined ? "all" : formatRange(options.range));
      return values.get(key, options);
    };
    return { store: { location: "https://example.org/data", object: "data", get }, reads };
  }

  it("takes one read of its first 512 bytes", async () => {
    const made = memoryStore();
    await create(made, { ...array, format: "bloscpack", path: "x.blp" });
    const { store, reads } = lone((await made.get("x.blp"))!);
    expect((await open(store)).hierarchy.format).toBe("bloscpack");
    expect([reads[0], reads.filter((range) => range === "bytes=0-511").length]).toEqual(["bytes=0-511", 1]);
  });

  it("takes one more, of its last 512, only where a format is known by its end", async () => {
    const bytes = new Uint8Array(4000).fill(1);
    const plain = lone(bytes);
    await expect(open(plain.store)).rejects.toThrow(HyperslabError);
    expect(plain.reads).not.toContain("bytes=-512");
    const opened: string[] = [];
    const remove = registerFormat({
      name: "ended",
      title: "Ended",
      file: { extensions: [".ended"], magic: [{ bytes: Uint8Array.of(1, 1), offset: -2 }] },
      load: async () => ({
        open: async ({ kind }) => {
          opened.push(kind);
          return undefined;
        },
      }),
    });
    try {
      const ended = lone(bytes);
      await expect(open(ended.store)).rejects.toThrow(HyperslabError);
      expect([opened, ended.reads.slice(0, 2)]).toEqual([["file"], ["bytes=0-511", "bytes=-512"]]);
    } finally {
      remove();
    }
  });
});
