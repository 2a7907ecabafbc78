/** The compiler knows what a read gives. */
import { describe, expectTypeOf, it } from "vitest";
import { create, type Group, type NdArray, openArray, type Slab } from "../../src/index.ts";

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
    expectTypeOf(await create(new Map())).toEqualTypeOf<Group>();
  });
});
