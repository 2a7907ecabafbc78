/** Arrays whose elements may be missing: zarrs' data type and codec, from the document to the caller and back. */
import { describe, expect, test } from "vitest";
import { copy, create, openArray } from "../../src/index.ts";

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

  test("that nobody wrote are the fill value, be it a missing one", async () => {
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

  test("may be texts, bytes, times, or lie in shards", async () => {
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
    const nested = { name: "optional", item: OPTIONAL } as const;
    await expect(create(new Map(), { shape: [2], dtype: nested })).rejects.toMatchObject({ code: "invalid-request" });
    await expect(create(new Map(), { shape: [2], dtype: OPTIONAL, format: "zarr2" })).rejects.toMatchObject({
      code: "unsupported",
    });
  });

  test("in a document that nests them, or spells their fill value otherwise, are refused", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { shape: [2], dtype: OPTIONAL });
    const good = documentOf(store);
    const failure = async (changes: object) => {
      const changed = JSON.stringify({ ...good, ...changes });
      return openArray(new Map([["zarr.json", new TextEncoder().encode(changed)]])).catch((error: unknown) => error);
    };
    const inner = { name: "optional", configuration: { name: "uint8" } };
    expect(await failure({ data_type: { name: "optional", configuration: inner } })).toMatchObject({
      code: "unsupported",
    });
    for (const fill_value of [3, [], [1, 2], "NaN"]) {
      expect(await failure({ fill_value })).toMatchObject({ code: "invalid-data", place: { key: "zarr.json" } });
    }
    expect(await failure({ fill_value: [9] })).not.toBeInstanceOf(Error);
  });
});
