/** Documents of Zarr 0, Zarr 1, the alpha and the draft of v3 with anything in them: opened, or refused by an error of ours. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { open } from "../../src/index.ts";
import { type Documents, storeOf } from "./open-documents.ts";

const URI = "https://purl.org/zarr/spec/protocol/core/3.0";
const SUBJECTS: Readonly<
  Record<string, { readonly documents: Documents; readonly key: string; readonly path: string }>
> = {
  "Zarr 0.4": {
    documents: { __zattr__: { a: 1 } },
    key: "__zmeta__",
    path: "",
  },
  "Zarr v1": { documents: { attrs: {} }, key: "meta", path: "" },
  "Zarr v3 alpha": {
    documents: {
      "zarr.json": { zarr_format: URI, metadata_encoding: URI, metadata_key_suffix: ".json", extensions: [] },
    },
    key: "meta/root/a.array.json",
    path: "a",
  },
  "Zarr v3 draft": {
    documents: { "zarr.json": { zarr_format: URI.replace("https", "http"), extensions: [] } },
    key: "a/.array.json",
    path: "a",
  },
};

const MEMBERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "Zarr 0.4": { shape: [5, 4], chunks: [2, 3], dtype: "<i4", cname: "lz4", clevel: 3, shuffle: 1, fill_value: 42 },
  "Zarr v1": {
    zarr_format: 1,
    shape: [5, 4],
    chunks: [2, 3],
    dtype: "<f8",
    compression: "blosc",
    compression_opts: { cname: "lz4", clevel: 5, shuffle: 1 },
    fill_value: 0,
    order: "F",
  },
  "Zarr v3 alpha": {
    shape: [5, 4],
    data_type: "<i4",
    chunk_grid: { type: "regular", chunk_shape: [2, 3], separator: "/" },
    chunk_memory_layout: "C",
    compressor: { codec: "https://purl.org/zarr/spec/codec/gzip/1.0", configuration: { level: 1 } },
    storage_transformers: [
      {
        extension: "https://purl.org/zarr/spec/storage_transformers/sharding/1.0",
        type: "indexed",
        configuration: { chunks_per_shard: [2, 2] },
      },
    ],
    fill_value: 0,
    extensions: [],
    attributes: { filters: [{ id: "delta", dtype: "<i4" }] },
  },
  "Zarr v3 draft": {
    shape: [5, 4],
    data_type: "<i4",
    chunk_grid: { type: "regular", chunk_shape: [2, 3], prefix: "c", separator: "/", suffix: "x" },
    chunk_memory_layout: { extension: "axes", order: [1, 0] },
    chunk_codecs: [{ codec: "gzip", configuration: { level: 1 } }],
    fill_value: 0,
    extensions: [{ extension: "x", must_understand: false }],
  },
};

const odd = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, 1e308, "", "<i4", "|S0", "|V9999999999", "F", [], {}, [[]], [null]),
  fc.constantFrom("0x", "<M8[99999999999s]", ["a", "<i4"], [["a", "<i4"]], [["", "<i4"]], [["a", [["b", "|S3"]]]]),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A document with values at random places replaced, or members removed. */
const broken = (members: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> =>
  fc.array(fc.tuple(fc.nat(), odd, fc.boolean()), { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce<unknown>((document, [place, value, removes]) => {
      let count = 0;
      const visit = (node: unknown): unknown => {
        if (count++ === place % 25) return removes ? undefined : value;
        if (Array.isArray(node)) return node.map(visit);
        if (typeof node !== "object" || node === null) return node;
        return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, visit(part)]));
      };
      return visit(document) ?? {};
    }, members),
  );

describe.each(Object.entries(SUBJECTS))("%s", (name, { documents, key, path }) => {
  it("is opened and read, or refused", async () => {
    await fc.assert(
      fc.asyncProperty(broken(MEMBERS[name]!), async (document) => {
        try {
          const node = await open(storeOf({ ...documents, [key]: JSON.stringify(document) ?? "" }), { path });
          if (node.kind === "array" && node.size > 0 && node.size < 1000) await node.read();
        } catch (error) {
          if (!isHyperslabError(error)) throw error;
        }
      }),
      { numRuns: 200 },
    );
  });
});
