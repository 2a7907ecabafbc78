/**
 * The provisional Zarr v3 of 2023 still lies about: documents of the final layout with spellings that changed later.
 * They are read by the format `zarr3`, to the value, and each oddity is told.
 */
import { describe, expect, it } from "vitest";
import { crc32c } from "../../src/bytes/checksum/crc32.ts";
import { openArray } from "../../src/index.ts";
import { failure, storeOf } from "./open-documents.ts";

const document = {
  zarr_format: 3,
  node_type: "array",
  shape: [2, 3],
  data_type: "uint16",
  chunk_grid: { name: "regular", configuration: { chunk_shape: [2, 3] } },
  chunk_key_encoding: { name: "default", configuration: { separator: "/" } },
  fill_value: 0,
  codecs: [{ name: "bytes", configuration: { endian: "little" } }],
};

/** Numbers 1 to 6, each in two bytes. */
const LITTLE = Uint8Array.of(1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0);
const BIG = Uint8Array.of(0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6);
const COLUMNS = Uint8Array.of(1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6, 0);

async function reading(changes: Readonly<Record<string, unknown>>, chunk?: Uint8Array, key = "c/0/0") {
  const store = storeOf({ "zarr.json": { ...document, ...changes } });
  if (chunk !== undefined) await store.set!(key, chunk);
  const array = await openArray(store);
  const { data } = await array.read();
  return { values: Array.from(data as Iterable<unknown>), notes: array.hierarchy.notes.map(({ message }) => message) };
}

const ONE_TO_SIX = [1, 2, 3, 4, 5, 6];

describe("documents of 2023", () => {
  it("without attributes", async () => {
    expect(await reading({}, LITTLE)).toEqual({ values: ONE_TO_SIX, notes: [] });
  });

  it.each([
    ["little", LITTLE],
    ["big", BIG],
  ] as const)("with the codec endian, %s", async (endian, chunk) => {
    const { values, notes } = await reading({ codecs: [{ name: "endian", configuration: { endian } }] }, chunk);
    expect([values, notes]).toEqual([ONE_TO_SIX, [expect.stringMatching(/legacy name "endian"/)]]);
  });

  it.each([
    ["F", COLUMNS],
    ["C", LITTLE],
  ] as const)("with the transpose order %s", async (order, chunk) => {
    const codecs = [{ name: "transpose", configuration: { order } }, ...document.codecs];
    expect((await reading({ codecs }, chunk)).values).toEqual(ONE_TO_SIX);
  });

  it("without a codec that makes bytes, and without any", async () => {
    for (const codecs of [undefined, [], [{ name: "transpose", configuration: { order: [0, 1] } }]]) {
      const { values, notes } = await reading({ codecs }, LITTLE);
      expect([values, notes]).toEqual([ONE_TO_SIX, [expect.stringMatching(/bytes is assumed/)]]);
    }
  });

  it("without a fill value", async () => {
    const { values, notes } = await reading({ fill_value: null });
    expect([values, notes]).toEqual([[0, 0, 0, 0, 0, 0], [expect.stringMatching(/null is not a fill value/)]]);
  });

  it("with an infinite fill value that has a sign", async () => {
    const { values } = await reading({ data_type: "float32", fill_value: "+Infinity" });
    expect(values).toEqual(Array(6).fill(Number.POSITIVE_INFINITY));
  });

  it("with a data type that has a fallback", async () => {
    const data_type = { name: "example.colour", configuration: {}, fallback: "uint16" };
    const { values, notes } = await reading({ data_type }, LITTLE);
    expect([values, notes]).toEqual([ONE_TO_SIX, [expect.stringMatching(/fallback/)]]);
  });

  it.each([
    ["default", "c/0/0"],
    ["v2", "0.0"],
  ])("with the chunk keys %s and no configuration", async (name, key) => {
    expect((await reading({ chunk_key_encoding: { name } }, LITTLE, key)).values).toEqual(ONE_TO_SIX);
  });
});

describe("shards without index_codecs", () => {
  const codecs = [{ name: "sharding_indexed", configuration: { chunk_shape: [1, 3], codecs: document.codecs } }];
  const index = new Uint8Array(new BigUint64Array([0n, 6n, 6n, 6n]).buffer);

  it("have an index with a checksum, as written from June 2023 on", async () => {
    const checksum = new Uint8Array(Uint32Array.of(crc32c(index)).buffer);
    const { values, notes } = await reading({ codecs }, Uint8Array.of(...LITTLE, ...index, ...checksum));
    expect([values, notes]).toEqual([ONE_TO_SIX, [expect.stringMatching(/index_codecs is missing/)]]);
  });

  it("are refused where there is none, never read wrong", async () => {
    expect((await failure(reading({ codecs }, Uint8Array.of(...LITTLE, ...index)))).code).toBe("invalid-data");
  });
});
