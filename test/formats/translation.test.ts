/** From Zarr v2 to v3 and back: the same chain, type and bits, so that chunks can be taken over as they are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import type { Hierarchy } from "../../src/formats/format.ts";
import { zarrV2 } from "../../src/formats/zarr-v2/zarr-v2.ts";
import { zarrV3 } from "../../src/formats/zarr-v3/zarr-v3.ts";
import type { ArrayNode } from "../../src/model/node.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { comparable } from "./nodes.ts";
import { chainText, openArrayDocuments, v2Array } from "./open-documents.ts";
import { arrayNode, arrayOf, codec, named } from "./sample-nodes.ts";

const v2 = (): Hierarchy => zarrV2.create!(memoryStore());
const v3 = (): Hierarchy => zarrV3.create!(memoryStore());

async function document(node: ArrayNode): Promise<Record<string, unknown>> {
  const hierarchy = v2();
  await hierarchy.writeNode!({ ...node, path: "" });
  return JSON.parse(new TextDecoder().decode(await hierarchy.store.get(".zarray")));
}

describe("v2 to v3 to v2", () => {
  const compressors = [
    null,
    { id: "blosc", cname: "zstd", clevel: 3, shuffle: 2, blocksize: 0 },
    { id: "zlib", level: 1 },
    { id: "gzip", level: 9 },
    { id: "zstd", level: -5 },
    { id: "zstd", level: 3, checksum: true },
    { id: "lz4", acceleration: 1 },
    { id: "bz2", level: 1 },
    { id: "lzma", format: 1, check: -1, preset: null, filters: null },
    { id: "unheard-of", x: [1, { y: null }] },
  ];
  const filters = [
    null,
    [{ id: "shuffle", elementsize: 4 }],
    [{ id: "delta", dtype: "<i4", astype: "<i4" }],
    [{ id: "delta", dtype: ">i4", astype: ">i2" }, { id: "crc32" }],
    [{ id: "fixedscaleoffset", dtype: "<i4", astype: "|u1", scale: 10, offset: 0 }],
    [
      { id: "astype", encode_dtype: ">i8", decode_dtype: "<i4" },
      { id: "shuffle", elementsize: 8 },
    ],
    [{ id: "fletcher32" }, { id: "crc32c" }],
  ];
  for (const order of ["C", "F"]) {
    for (const filter of filters) {
      it(`order ${order}, filters ${JSON.stringify(filter)}`, async () => {
        for (const compressor of compressors) {
          const dtype = filter?.[0] !== undefined && "dtype" in filter[0] ? filter[0].dtype : "<i4";
          const changes = { order, filters: filter, compressor, dtype, dimension_separator: "/" };
          const { notes: _, origin: __, ...node } = await openArrayDocuments(v2Array(changes));
          const through = v3().normalize!(node) as ArrayNode;
          expect(comparable(through)).toEqual(comparable(node));
          expect(await document(through)).toEqual(v2Array(changes)[".zarray"]);
        }
      });
    }
  }
});

describe("v3 to v2", () => {
  it("says the byte order of the last filter where bytes said it", async () => {
    const delta = codec("numcodecs.delta", { dtype: "<i4", astype: "<i4" });
    const node = { ...arrayOf(named("int32")), codecs: [delta, codec("bytes", { endian: "big" })] };
    const written = await document(node);
    expect(written["dtype"]).toBe("<i4");
    expect(written["filters"]).toEqual([{ id: "delta", dtype: "<i4", astype: ">i4" }]);
  });

  it("puts a lone compressor into its place, and a lone checksum among the filters", async () => {
    const base = arrayOf(named("int32"));
    const zlib = await document({ ...base, codecs: [base.codecs[0]!, codec("zlib", { level: 1 })] });
    expect([zlib["filters"], zlib["compressor"]]).toEqual([null, { id: "zlib", level: 1 }]);
    const crc = await document({ ...base, codecs: [base.codecs[0]!, codec("crc32c")] });
    expect([crc["filters"], crc["compressor"]]).toEqual([[{ id: "crc32c" }], null]);
  });

  it("fills in what rows are made of", async () => {
    const ragged = { kind: "ragged", name: "ragged", item: named("int16"), itemSize: undefined } as const;
    const node = { ...arrayOf(ragged), codecs: [codec("vlen-array")] };
    expect((await document(node))["filters"]).toEqual([{ id: "vlen-array", dtype: "<i2" }]);
  });
});

describe("bare names that callers use", () => {
  it("become the registered ones, complete", async () => {
    const node = {
      ...arrayNode("x"),
      codecs: [
        codec("bytes", { endian: "little" }),
        codec("zlib", { level: 2 }),
        codec("blosc"),
        codec("zstd"),
        codec("gzip"),
      ],
    };
    const normal = v3().normalize!(node) as ArrayNode;
    expect(chainText(normal)).toEqual([
      'bytes {"endian":"little"}',
      'numcodecs.zlib {"level":2}',
      'blosc {"typesize":1,"cname":"lz4","clevel":5,"shuffle":"bitshuffle","blocksize":0}',
      'zstd {"level":0,"checksum":false}',
      'gzip {"level":5}',
    ]);
  });
});

describe("fill values of any bits", () => {
  const types =
    "float16 float32 float64 bfloat16 float8_e4m3 float8_e5m2fnuz float8_e8m0fnu complex64 int64 uint64 int16 datetime64[ns] r40";
  it.each(types.split(" "))("%s comes back to the bit through v3", (name) => {
    const dataType = named(name);
    const size = dataType.itemSize!;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: size, maxLength: size }), (element) => {
        const normal = v3().normalize!(arrayOf(dataType, element)) as ArrayNode;
        expect(normal.fillValue).toEqual(element);
      }),
      { numRuns: 60 },
    );
  });

  it.each(["int64", "uint32", "float64", "float32", "r40", "S5"])("%s comes back through v2 or is refused", (name) => {
    const dataType = named(name);
    const size = dataType.itemSize!;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: size, maxLength: size }), (element) => {
        let normal: ArrayNode;
        try {
          normal = v2().normalize!(arrayOf(dataType, element)) as ArrayNode;
        } catch {
          expect(dataType.kind).toBe("float");
          return;
        }
        expect(normal.fillValue).toEqual(element);
      }),
      { numRuns: 60 },
    );
  });

  it("texts come back through both", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const hierarchy of [v2(), v3()]) {
          expect((hierarchy.normalize!(arrayOf(named("string"), text)) as ArrayNode).fillValue).toBe(text);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("documents of any content", () => {
  it("are read or refused, never anything else", async () => {
    const keys = fc.constantFrom(
      ..."zarr_format node_type shape data_type chunk_grid chunk_key_encoding fill_value codecs attributes dimension_names storage_transformers consolidated_metadata chunks dtype compressor filters order dimension_separator".split(
        " ",
      ),
    );
    const values = fc.oneof(
      { withCrossShrink: true },
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        3,
        2,
        "array",
        "group",
        [5, 4],
        "int32",
        "<i4",
        "|O",
        [["a", "<i4"]],
        { name: "regular" },
        ["bytes"],
        { id: "blosc" },
        [{ id: "vlen-array" }],
        "C",
        { kind: "inline", metadata: {} },
        { name: "struct", configuration: { fields: [["a", {}]] } },
      ),
    );
    const base = { zarr_format: 3, node_type: "array", ...(v2Array()[".zarray"] as object) };
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, values), fc.boolean(), async (changes, isV3) => {
        const text = JSON.stringify({ ...base, zarr_format: isV3 ? 3 : 2, ...changes });
        try {
          await openArrayDocuments({ [isV3 ? "zarr.json" : ".zarray"]: text });
        } catch (error) {
          const isOurs = isHyperslabError(error) || (error instanceof Error && error.message === "a group was found");
          if (!isOurs) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
