/** Arrays whose elements may be missing: zarrs' data type and codec, from the document to the caller and back. */
import { describe, expect, test } from "vitest";
import { copy, create, exportArray, openArray } from "../../src/index.ts";

const OPTIONAL = { name: "optional", item: "int16" } as const;

function documentOf(store: Map<string, Uint8Array>): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(store.get("zarr.json")));
}

describe("optional elements", () => {
  test("are written and read, missing ones as null", async () => {
    const store = new Map<string, Uint8Array>();
    const array = await create(store, { shape: [2, 3], chunks: [2, 2], dtype: OPTIONAL, codecs: [] });
    await array.write("...", [
      [1, null, -3],
      [null, 5, null],
    ]);
    const read = await (await openArray(store)).read();
    expect([...read.data]).toEqual([1, null, -3, null, 5, null]);
    expect([...(await array.read(":, 1")).data]).toEqual([null, 5]);
    await array.write("0, 0:2", [null, 300]);
    expect([...(await array.read()).data]).toEqual([null, 300, -3, null, 5, null]);
    await array.write("1, 1", null);
    expect(await array.item([1, 1])).toBeNull();
    expect(await array.item([0, 1])).toBe(300);
    expect(await array.item([0, 0])).toBeNull();
    expect(documentOf(store)).toMatchObject({
      data_type: { name: "zarrs.optional", configuration: { name: "int16", configuration: {} } },
      fill_value: null,
      codecs: [
        {
          name: "zarrs.optional",
          configuration: {
            mask_codecs: [{ name: "packbits" }],
            data_codecs: [{ name: "bytes", configuration: { endian: "little" } }],
          },
        },
      ],
    });
  });

  test("that were never written are the fill value, even a missing one", async () => {
    for (const [fillValue, spelled] of [
      [null, null],
      [7, [7]],
    ] as const) {
      const store = new Map<string, Uint8Array>();
      const array = await create(store, { shape: [2], dtype: OPTIONAL, fillValue });
      expect([...(await array.read()).data]).toEqual([fillValue, fillValue]);
      expect(documentOf(store)).toMatchObject({ fill_value: spelled });
      expect([...(await (await openArray(store)).read()).data]).toEqual([fillValue, fillValue]);
    }
  });

  test("may be strings, bytes, times, or in shards", async () => {
    for (const [item, values] of [
      ["string", ["a", null, "", "\u65e5"]],
      ["bytes", [Uint8Array.of(1), null, new Uint8Array(0), Uint8Array.of(2, 3)]],
      ["float64", [0.5, null, Number.NaN, -0]],
      ["datetime64[ns]", [1n, null, -5n, 0n]],
      ["bool", [true, null, false, null]],
    ] as const) {
      const store = new Map<string, Uint8Array>();
      await create(store, {
        data: [...values],
        shape: [4],
        dtype: { name: "optional", item },
        chunks: [2],
        shards: [4],
      });
      expect([...(await (await openArray(store)).read()).data], item).toEqual(values);
    }
  });

  test("are named in a document by either name, and copied", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { data: [4, null], shape: [2], dtype: OPTIONAL });
    const text = new TextDecoder().decode(store.get("zarr.json"));
    store.set("zarr.json", new TextEncoder().encode(text.replaceAll("zarrs.optional", "optional")));
    const target = new Map<string, Uint8Array>();
    await copy(store, target, { chunks: [1] });
    expect([...(await (await openArray(target)).read()).data]).toEqual([4, null]);
  });

  test("that are no elements of their type are refused, and so are types that cannot be missing", async () => {
    const array = await create(new Map(), { shape: [2], dtype: OPTIONAL });
    await expect(array.write([0], 1.5)).rejects.toMatchObject({ code: "invalid-request" });
    await expect(array.write("...", ["x", null])).rejects.toMatchObject({ code: "invalid-request" });
    const values = { name: "optional", item: "object" } as const;
    await expect(create(new Map(), { shape: [2], dtype: values })).rejects.toMatchObject({ code: "invalid-request" });
    await expect(create(new Map(), { shape: [2], dtype: OPTIONAL, format: "zarr2" })).rejects.toMatchObject({
      code: "unsupported",
    });
  });

  test("in a document that spells their fill value otherwise are refused", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { shape: [2], dtype: OPTIONAL });
    const good = documentOf(store);
    const failure = async (changes: object) => {
      const changed = JSON.stringify({ ...good, ...changes });
      return openArray(new Map([["zarr.json", new TextEncoder().encode(changed)]])).catch((error: unknown) => error);
    };
    for (const fill_value of [3, [], [1, 2], "NaN"]) {
      expect(await failure({ fill_value })).toMatchObject({ code: "invalid-data", place: { key: "zarr.json" } });
    }
    expect(await failure({ fill_value: [9] })).not.toBeInstanceOf(Error);
  });
});

describe("optional elements of optional elements", () => {
  const NESTED = { name: "optional", item: OPTIONAL } as const;

  test("are [null] if only the inner one is missing, as values and as fill values", async () => {
    for (const [fillValue, spelled] of [
      [null, null],
      [[null], [null]],
      [7, [[7]]],
    ] as const) {
      const store = new Map<string, Uint8Array>();
      const array = await create(store, { shape: [2, 3], chunks: [2, 2], dtype: NESTED, fillValue, codecs: [] });
      expect(await array.item([1, 2])).toEqual(fillValue);
      await array.write("...", [
        [1, null, [null]],
        [[null], 300, null],
      ]);
      await array.write([0, 0], [null]);
      expect(documentOf(store)).toMatchObject({ fill_value: spelled });
      const again = await openArray(store);
      expect([...(await again.read()).data]).toEqual([[null], null, [null], [null], 300, null]);
      expect((await again.read("1")).toNested()).toEqual([[null], 300, null]);
      expect(await again.item([0, 2])).toEqual([null]);
      expect(await again.item([1, 2])).toBeNull();
      expect(again.fillValue).toEqual(fillValue);
    }
  });

  test("are named in documents as zarrs does", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { shape: [2], dtype: NESTED, codecs: [] });
    const inner = { name: "int16", configuration: {} };
    const bits = [{ name: "packbits" }];
    const bytes = { name: "bytes", configuration: { endian: "little" } };
    const list = { name: "zarrs.optional", configuration: { mask_codecs: bits, data_codecs: [bytes] } };
    expect(documentOf(store)).toMatchObject({
      data_type: { name: "zarrs.optional", configuration: { name: "zarrs.optional", configuration: inner } },
      codecs: [{ name: "zarrs.optional", configuration: { mask_codecs: bits, data_codecs: [list] } }],
    });
  });

  test("go as deep as they like, in shards, copies and texts", async () => {
    const dtype = { name: "optional", item: { name: "optional", item: { name: "optional", item: "string" } } } as const;
    const values = ["a", null, [null], [[null]], "", [[null]]] as const;
    const store = new Map<string, Uint8Array>();
    const array = await create(store, { data: values, shape: [6], dtype, chunks: [2], shards: [6] });
    const target = new Map<string, Uint8Array>();
    await copy(store, target, { chunks: [4] });
    expect([...(await (await openArray(target)).read()).data]).toEqual(values);
    let csv = "";
    for await (const part of exportArray(array, { format: "csv" })) csv += new TextDecoder().decode(part);
    expect(csv.trim().split("\r\n").slice(1)).toEqual(["0,a", "1,", "2,[]", "3,[[]]", "4,", "5,[[]]"]);
  });

  test("that are none, or whose shape is not clear, are refused", async () => {
    const array = await create(new Map(), { shape: [2], dtype: NESTED });
    for (const value of [[5], [[null]], [], [null, null], "x"]) {
      await expect(array.write([0], value), JSON.stringify(value)).rejects.toMatchObject({ code: "invalid-request" });
    }
    await expect(create(new Map(), { data: [[null], [null]], dtype: NESTED })).rejects.toMatchObject({
      code: "invalid-request",
      hint: expect.stringContaining("shape"),
    });
  });
});
