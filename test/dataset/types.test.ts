/** The compiler knows what a read gives. */
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  create,
  type Group,
  isHyperslabError,
  type NdArray,
  type Nested,
  openArray,
  type Slab,
} from "../../src/index.ts";

describe("types", () => {
  it("follow the data type", async () => {
    const store = new Map<string, Uint8Array>();
    const made = await create(store, { shape: [2], dtype: "float32" });
    expectTypeOf(made).toEqualTypeOf<NdArray<"float32">>();
    expectTypeOf((await made.read()).data).toEqualTypeOf<Float32Array>();
    expectTypeOf(await made.item([0])).toEqualTypeOf<number>();
    expectTypeOf((await made.read(undefined, { as: "bytes" })).data).toEqualTypeOf<Uint8Array>();
    expectTypeOf((await made.read(undefined, { as: "float64" })).data).toEqualTypeOf<Float64Array>();
    const opened = await openArray(store, { dtype: "float32" });
    expectTypeOf(await opened.read("0")).toEqualTypeOf<Slab<Float32Array>>();
    const wide = await openArray(store);
    if (wide.is("int64")) expectTypeOf((await wide.read()).data).toEqualTypeOf<BigInt64Array>();
    const group = await create(new Map());
    expectTypeOf(group).toEqualTypeOf<Group>();
    expectTypeOf(await group.create("a", { data: new Float32Array(2) })).toEqualTypeOf<NdArray<"float32">>();
    expectTypeOf(await group.create("b", { data: [1], dtype: "int8" })).toEqualTypeOf<NdArray<"int8">>();
    expectTypeOf(await group.create("c")).toEqualTypeOf<Group>();
  });

  it("follow what a slab gives one by one", async () => {
    const made = await create(new Map(), { data: new Float32Array(2) });
    const slab = await made.read();
    expectTypeOf(slab.get(0)).toEqualTypeOf<number>();
    expectTypeOf([...slab]).toEqualTypeOf<number[]>();
    expectTypeOf(slab.toNested()).toEqualTypeOf<Nested<number>>();
    expectTypeOf(slab.slice("0:1")).toEqualTypeOf<Slab<Float32Array>>();
    const flags = await (await create(new Map(), { shape: [1], dtype: "bool" })).read();
    expectTypeOf(flags.get(0)).toEqualTypeOf<boolean>();
    const waves = await create(new Map(), { shape: [1], dtype: "complex64" });
    expectTypeOf((await waves.read()).get(0)).toEqualTypeOf<readonly [number, number]>();
    expectTypeOf((await waves.read(null, { as: "complex128" })).get(0)).toEqualTypeOf<readonly [number, number]>();
    const times = await create(new Map(), { shape: [1], dtype: "datetime64[s]" });
    expectTypeOf((await times.read()).get(0)).toEqualTypeOf<bigint>();
    expectTypeOf((await times.read(null, { as: "string" })).get(0)).toEqualTypeOf<string>();
    expectTypeOf((await made.read(null, { as: "bytes" })).get(0)).toEqualTypeOf<Uint8Array>();
  });

  it("distinguish the bytes of elements with a fixed size from those of others", async () => {
    const made = await create(new Map(), { shape: [2], dtype: "float32" });
    expectTypeOf((await made.read(null, { as: "bytes" })).data).toEqualTypeOf<Uint8Array>();
    expectTypeOf<Awaited<ReturnType<typeof textBytes>>>().toEqualTypeOf<Uint8Array[]>();
    expectTypeOf<Awaited<ReturnType<typeof anyBytes>>>().toEqualTypeOf<Uint8Array | Uint8Array[]>();
  });

  const textBytes = async (array: NdArray<"string">) => (await array.read(null, { as: "bytes" })).data;
  const anyBytes = async (array: NdArray) => (await array.read(null, { as: "bytes" })).data;

  it("follow the values that an array is made from", async () => {
    const made = await create(new Map(), { data: new Float32Array(2) });
    expectTypeOf(made).toEqualTypeOf<NdArray<"float32">>();
    const shaped = await create(new Map(), { data: { data: new BigInt64Array(2), shape: [1, 2] } });
    expectTypeOf(shaped).toEqualTypeOf<NdArray<"int64">>();
    expectTypeOf(await create(new Map(), { data: [1, 2], dtype: "int16" })).toEqualTypeOf<NdArray<"int16">>();
    expectTypeOf(await create(new Map(), { data: [[1, 2]] })).toEqualTypeOf<NdArray>();
  });

  it("refuse names that are not data types, and leave strings to be checked later", async () => {
    // @ts-expect-error no such data type
    await expect(create(new Map(), { shape: [2], dtype: "int88" })).rejects.toThrow("int88");
    // @ts-expect-error no such data type
    await expect(create(new Map(), { data: [1], dtype: "int88" })).rejects.toThrow("int88");
    const name: string = ["int", "8"].join("");
    expectTypeOf(await create(new Map(), { shape: [2], dtype: name })).toEqualTypeOf<NdArray>();
    expectTypeOf(
      await create(new Map(), { shape: [2], dtype: { fields: [{ name: "x", dtype: "int8" }] } }),
    ).toEqualTypeOf<NdArray>();
    const group = await create(new Map());
    // @ts-expect-error no such data type
    await expect(group.create("a", { shape: [2], dtype: "int88" })).rejects.toThrow("int88");
  });

  it("follow what a group opens", async () => {
    const group = await create(new Map());
    await group.create("g/a", { shape: [2], dtype: "int8" });
    expectTypeOf(await group.openArray("g/a", { dtype: "int8" })).toEqualTypeOf<NdArray<"int8">>();
    expectTypeOf(await group.openArray("g/a")).toEqualTypeOf<NdArray>();
    expectTypeOf(await group.openGroup("g")).toEqualTypeOf<Group>();
    await expect(group.openArray("g/a", { dtype: "int16" })).rejects.toThrow("the array holds int8, not int16");
    await expect(group.openArray("g")).rejects.toThrow("this is a group, not an array");
    await expect(group.openGroup("g/a")).rejects.toThrow("this is an array, not a group");
  });

  it("narrow the code of an error", async () => {
    const error: unknown = await openArray(new Map()).catch((failure: unknown) => failure);
    expect(isHyperslabError(error, "not-found")).toBe(true);
    if (isHyperslabError(error, "not-found")) expectTypeOf(error.code).toEqualTypeOf<"not-found">();
  });
});
