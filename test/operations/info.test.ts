/** What `info` and `tree` report: the answers themselves, what is odd, and what cannot be read. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create, info, isHyperslabError, makeReferences, saveReferencesAsParquet, tree } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";
import { sampleHierarchy } from "./sample-hierarchy.ts";

const encoder = new TextEncoder();

function edited(bytes: Uint8Array, change: (document: Record<string, unknown>) => void): Uint8Array {
  const document = JSON.parse(new TextDecoder().decode(bytes));
  change(document);
  return encoder.encode(JSON.stringify(document));
}

describe("info", () => {
  it("of a sharded Zarr v3 array", async () => {
    const { store } = await sampleHierarchy("zarr3");
    const report = await info(store, { path: "t2m" });
    expect(report).toMatchInlineSnapshot(`
      {
        "consolidated": false,
        "format": "zarr3",
        "location": "map",
        "node": {
          "attributes": {},
          "bytes": 48,
          "chunks": [
            1,
            2,
            3,
          ],
          "codecText": "sharding(bytes > gzip)",
          "codecs": [
            {
              "configuration": {
                "chunk_shape": [
                  1,
                  2,
                  3,
                ],
                "codecs": [
                  {
                    "configuration": {
                      "endian": "little",
                    },
                    "name": "bytes",
                  },
                  {
                    "configuration": {
                      "level": 5,
                    },
                    "name": "gzip",
                  },
                ],
                "index_codecs": [
                  {
                    "configuration": {
                      "endian": "little",
                    },
                    "name": "bytes",
                  },
                  {
                    "name": "crc32c",
                  },
                ],
                "index_location": "end",
              },
              "name": "sharding_indexed",
            },
          ],
          "dims": [
            "time",
            "lat",
            null,
          ],
          "dtype": "int16",
          "fillText": "-1",
          "fillValue": -1,
          "grid": [
            1,
            1,
            1,
          ],
          "itemSize": 2,
          "kind": "array",
          "path": "t2m",
          "shape": [
            2,
            4,
            3,
          ],
          "shards": [
            2,
            4,
            3,
          ],
          "unknownCodecs": [],
        },
        "notes": [],
        "title": "Zarr v3",
      }
    `);
  });

  it("of a Zarr v2 group", async () => {
    const { store } = await sampleHierarchy("zarr2");
    const { node, ...rest } = await info(store);
    expect(rest).toEqual({ location: "map", format: "zarr2", title: "Zarr v2", consolidated: false, notes: [] });
    expect(node.kind === "group" && { ...node, arrays: node.arrays.map(({ path }) => path) }).toMatchInlineSnapshot(`
      {
        "arrays": [
          "lat",
          "t2m",
          "time",
        ],
        "attributes": {
          "nan": NaN,
          "nested": {
            "list": [
              1,
              null,
            ],
          },
          "title": "a sample",
          "version": 12157665459056928801n,
        },
        "coordinates": [
          {
            "calendar": null,
            "dims": [
              "lat",
            ],
            "dtype": "float32",
            "first": "87.5",
            "last": "NaN",
            "longName": null,
            "name": "lat",
            "path": "lat",
            "units": "degrees",
          },
          {
            "calendar": null,
            "dims": [
              "time",
            ],
            "dtype": "datetime64[h]",
            "first": "2026-01-31T12:00:00",
            "last": "NaT",
            "longName": null,
            "name": "time",
            "path": "time",
            "units": null,
          },
        ],
        "dims": {
          "lat": 4,
          "time": 2,
        },
        "groups": [
          "deep",
        ],
        "kind": "group",
        "path": "",
        "unreadable": [],
      }
    `);
  });

  it("gives fill values by their type, and as text", async () => {
    const { store } = await sampleHierarchy("zarr3");
    const fill = async (path: string): Promise<unknown> => {
      const { node } = await info(store, { path });
      return node.kind === "array" && [node.fillValue, node.fillText];
    };
    expect(await fill("time")).toEqual([-(2n ** 63n), '"NaT"']);
    expect(await fill("deep/scalar")).toEqual([2n ** 60n, "1152921504606846976"]);
    expect(await fill("deep/words")).toEqual(["", '""']);
    const bytes = new Map<string, Uint8Array>();
    await create(bytes, { shape: [1], dtype: "S2", format: "zarr2" });
    bytes.set(
      ".zarray",
      edited(bytes.get(".zarray")!, (document) => (document["fill_value"] = "/wA=")),
    );
    const { node } = await info(bytes);
    expect(node).toMatchObject({ fillValue: Uint8Array.of(255, 0), fillText: "0XFF00" });
    bytes.set(
      ".zarray",
      edited(bytes.get(".zarray")!, (document) => (document["fill_value"] = null)),
    );
    expect((await info(bytes)).node).toMatchObject({ fillValue: null, fillText: null });
  });

  it("lists lengths that vary as `create` takes them", async () => {
    const store = new Map();
    const chunks = [[3, 3, 4], 5];
    await create(store, { shape: [10, 5], dtype: "int8", chunks });
    expect((await info(store)).node).toMatchObject({ chunks, shards: null, grid: [3, 1] });
  });

  it("shows unknown codecs", async () => {
    const store = new Map<string, Uint8Array>();
    const array = await create(store, { shape: [4], dtype: "int8", chunks: [2], shards: [4], codecs: ["gzip"] });
    store.set(
      "zarr.json",
      encoder.encode(new TextDecoder().decode(store.get("zarr.json")).replace('"gzip"', '"unheard"')),
    );
    const { node } = await info(store);
    expect(node).toMatchObject({ unknownCodecs: ["unheard"], codecText: "sharding(bytes > unheard)" });
    await array.write([0], 1);
    const reading = (await import("../../src/index.ts")).openArray(store).then((opened) => opened.read());
    await expect(reading).rejects.toThrow(/"unheard"/);
  });

  it("counts what is stored, without reading a chunk", async () => {
    const store = new Map<string, Uint8Array>();
    const array = await create(store, { shape: [100], dtype: "int32", chunks: [10], codecs: [] });
    await array.write("35:52", 7);
    expect((await info(store, { stored: true })).node).toMatchObject({ stored: { count: 3, of: 10, bytes: 120 } });
  });
});

describe("what cannot be read", () => {
  const broken = async (): Promise<Map<string, Uint8Array>> => {
    const { store } = await sampleHierarchy("zarr3");
    store.set(
      "lat/zarr.json",
      edited(store.get("lat/zarr.json")!, (document) => (document["data_type"] = "decimal128")),
    );
    store.set("deep/words/zarr.json", encoder.encode('{"zarr_format": 3,'));
    return store;
  };

  it("is reported by info, with the others", async () => {
    const { node } = await info(await broken());
    if (node.kind !== "group") throw new Error("no group");
    expect(node.arrays.map(({ path }) => path)).toEqual(["t2m", "time"]);
    expect(node.unreadable).toMatchObject([{ path: "lat", code: "unsupported" }]);
    expect(node.unreadable[0]?.message).toContain("decimal128");
  });

  it("has its place in the tree", async () => {
    const { root, unreadable } = await tree(await broken());
    expect(root.children?.map(({ name, kind }) => [name, kind])).toEqual([
      ["deep", "group"],
      ["lat", "unreadable"],
      ["t2m", "array"],
      ["time", "array"],
    ]);
    expect(unreadable.map(({ path, code }) => [path, code])).toEqual([
      ["deep/words", "invalid-data"],
      ["lat", "unsupported"],
    ]);
  });

  it("is an error if it is what was asked for", async () => {
    await expect(info(await broken(), { path: "lat" })).rejects.toSatisfy((error) =>
      isHyperslabError(error, "unsupported"),
    );
  });
});

describe("tree", () => {
  it("of everything", async () => {
    const { store } = await sampleHierarchy("zarr3");
    const { root, ...rest } = await tree(store);
    expect(rest).toEqual({ location: "map", format: "zarr3", title: "Zarr v3", unreadable: [], unfinished: [] });
    expect(root.children?.find(({ name }) => name === "t2m")).toEqual({
      kind: "array",
      name: "t2m",
      path: "t2m",
      dtype: "int16",
      shape: [2, 4, 3],
      dims: ["time", "lat", null],
    });
    expect(root.children?.find(({ name }) => name === "deep")?.children?.map(({ path }) => path)).toEqual([
      "deep/nothing",
      "deep/scalar",
      "deep/words",
    ]);
  });

  it("ends at a depth", async () => {
    const { store } = await sampleHierarchy("zarr2");
    expect((await tree(store, { depth: 0 })).root).toEqual({ kind: "group", name: "", path: "" });
    const { root } = await tree(store, { depth: 1 });
    expect(root.children?.find(({ name }) => name === "deep")).toEqual({ kind: "group", name: "deep", path: "deep" });
  });

  it("of an array is the array, of a path what is below", async () => {
    const { store } = await sampleHierarchy("zarr3");
    expect((await tree(store, { path: "lat" })).root).toMatchObject({ kind: "array", dtype: "float32" });
    expect((await tree(store, { path: "deep" })).root.children).toHaveLength(3);
  });
});

describe("the title", () => {
  const netcdf4 = unpack("fixtures/hdf5/netcdf4.tar.gz");

  it("distinguishes netCDF-4 from other HDF5", async () => {
    expect((await info(join(netcdf4, "plain.nc"))).title).toBe("netCDF-4 (HDF5)");
    expect((await tree(join(netcdf4, "plain_classic.nc"))).title).toBe("netCDF-4 (HDF5)");
    expect((await tree(join(netcdf4, "contiguous-old.h5"))).title).toBe("HDF5");
  });

  it("says that a hierarchy is made of references", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hyperslab-info-"));
    try {
      await create(join(folder, "a.zarr"), { path: "g/x", shape: [2], dtype: "int8", format: "zarr2" });
      await makeReferences(join(folder, "a.zarr"), join(folder, "set.json"));
      await saveReferencesAsParquet(join(folder, "set.json"), join(folder, "set.parq"));
      expect((await info(join(folder, "set.json"))).title).toBe("Kerchunk references (Zarr v2)");
      expect((await info(`${folder}/set.json::g/x`)).title).toBe("Kerchunk references (Zarr v2)");
      expect((await tree(join(folder, "set.parq"))).title).toBe("Kerchunk references (Zarr v2)");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
