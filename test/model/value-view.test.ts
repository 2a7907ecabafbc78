import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { fromPlain } from "../../src/bytes/json/make.ts";
import { raggedType } from "../../src/model/data-types/data-type.ts";
import { reverseGroups } from "../../src/model/values/numeric-array.ts";
import {
  type ComplexScalar,
  dataToItems,
  itemsToData,
  type ScalarOf,
  type TypedDataOf,
  typedToBytes,
  viewAsTyped,
} from "../../src/model/values/typed-data.ts";
import { elementsOf, fixed, fixedTypes, named, record } from "./value-samples.ts";

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));

describe("bytes to typed data and back", () => {
  it.each(fixedTypes.map((dataType) => [dataType.name, dataType] as const))("is the identity for %s", (_, dataType) => {
    fc.assert(
      fc.property(elementsOf(dataType), fc.nat(7), (bytes, shift) => {
        const memory = new Uint8Array(bytes.byteLength + shift);
        memory.set(bytes, shift);
        const data = viewAsTyped(dataType, memory.subarray(shift));
        expect(typedToBytes(dataType, data)).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });
});

describe("viewAsTyped", () => {
  it.each([
    ["bool", "0100", new Uint8Array([1, 0])],
    ["int4", "f807", new Int8Array([-8, 7])],
    ["uint2", "0003", new Uint8Array([0, 3])],
    ["int16", "feff0100", new Int16Array([-2, 1])],
    ["uint32", "286bee", undefined],
    ["uint32", "00286bee", new Uint32Array([4000000000])],
    ["int64", "ffffffffffffffff", new BigInt64Array([-1n])],
    ["uint64", "ffffffffffffffff", new BigUint64Array([2n ** 64n - 1n])],
    ["float16", "003c01000080", new Float32Array([1, 2 ** -24, -0])],
    ["bfloat16", "803f", new Float32Array([1])],
    ["float8_e4m3fn", "7e", new Float32Array([448])],
    ["float32", "0000803f", new Float32Array([1])],
    ["float64", "000000000000f83f", new Float64Array([1.5])],
    ["complex64", "0000803f00000040", new Float32Array([1, 2])],
    ["complex_float16", "003c0040", new Float32Array([1, 2])],
    ["complex128", "000000000000f03f0000000000000040", new Float64Array([1, 2])],
    ["datetime64[ns]", "0000000000000080", new BigInt64Array([-(2n ** 63n)])],
    ["r24", "010203040506", new Uint8Array([1, 2, 3, 4, 5, 6])],
    ["S4", "6ec3a90078000000", ["né", "x"]],
    ["U3", "6100000000000000000000006e000000e900000000000000", ["a", "né"]],
    ["U3", "00f601006200000000000000", ["😀b"]],
    ["U1", "00000000", [""]],
  ])("reads %s from %s", (name, bytes, expected) => {
    if (expected === undefined) {
      expect(() => viewAsTyped(named(name), hex(bytes))).toThrow(expect.objectContaining({ code: "invalid-data" }));
    } else expect(viewAsTyped(named(name), hex(bytes))).toEqual(expected);
  });

  it("shares memory where it is aligned and copies where it is not", () => {
    const memory = new Uint8Array(20);
    const view = viewAsTyped(named("float32"), memory.subarray(4, 12));
    expect([view instanceof Float32Array && view.buffer === memory.buffer, view.length]).toEqual([true, 2]);
    const copied = viewAsTyped(named("float32"), memory.subarray(3, 11));
    expect([copied instanceof Float32Array && copied.buffer === memory.buffer, copied.length]).toEqual([false, 2]);
    const records = memory.subarray(0, 0);
    expect(viewAsTyped(record, records)).toBe(records);
  });

  it("keeps the bits of NaNs", () => {
    const bits = Uint32Array.from([0x7fc00000, 0xffc00000, 0x7f800001, 0xffabcdef]);
    const data = viewAsTyped(named("float32"), new Uint8Array(bits.buffer));
    expect(typedToBytes(named("float32"), data)).toEqual(new Uint8Array(bits.buffer));
  });

  it("ignores bits above a narrow integer, and takes any byte but zero as true", () => {
    expect(viewAsTyped(named("int4"), hex("0f78f0"))).toEqual(new Int8Array([-1, -8, 0]));
    expect(viewAsTyped(named("uint4"), hex("ff10"))).toEqual(new Uint8Array([15, 0]));
    expect(viewAsTyped(named("int2"), hex("0206fe"))).toEqual(new Int8Array([-2, -2, -2]));
    expect(viewAsTyped(named("bool"), hex("02ff00"))).toEqual(new Uint8Array([1, 1, 0]));
  });

  it("refuses what is not text, with its place and a way out", () => {
    const refusal = (what: string) =>
      expect.objectContaining({
        code: "invalid-data",
        what: expect.stringContaining(what),
        hint: expect.stringContaining('as: "bytes"'),
      });
    expect(() => viewAsTyped(named("S2"), hex("6100c328"))).toThrow(refusal("element 1 is not UTF-8"));
    expect(() => viewAsTyped(named("S40"), new Uint8Array(40).fill(0xff))).toThrow(refusal("element 0 is not UTF-8"));
    expect(() => viewAsTyped(named("U1"), hex("6100000000d80000"))).toThrow(refusal("element 1 has 0xd800"));
    expect(() => viewAsTyped(named("U1"), hex("00001100"))).toThrow(refusal("element 0 has 0x110000"));
  });

  it("reads long byte strings as it reads short ones", () => {
    const text = "Zürich, ".repeat(20);
    const bytes = typedToBytes(named("S200"), [text, "x"]);
    expect(viewAsTyped(named("S200"), bytes)).toEqual([text, "x"]);
  });

  it("has no bytes of variable-length types", () => {
    expect(() => viewAsTyped(named("string"), hex("00"))).toThrow(expect.objectContaining({ code: "invalid-request" }));
    expect(() => typedToBytes(named("bytes"), [])).toThrow(expect.objectContaining({ code: "invalid-request" }));
    expect(() => itemsToData(named("int8"), [])).toThrow(expect.objectContaining({ code: "invalid-request" }));
  });

  it("swaps groups of bytes for machines with the other order", () => {
    const bytes = hex("0102030405060708");
    reverseGroups(bytes, 4);
    expect(bytes).toEqual(hex("0403020108070605"));
  });
});

describe("items", () => {
  const rows = raggedType(named("int16"));

  it("become the container of their type", () => {
    expect(itemsToData(named("string"), ["a", ""])).toEqual(["a", ""]);
    expect(itemsToData(named("bytes"), [hex("01"), hex("")])).toEqual([hex("01"), hex("")]);
    expect(itemsToData(rows, [hex("0100feff"), hex("")])).toEqual([new Int16Array([1, -2]), new Int16Array(0)]);
    expect(itemsToData(named("object"), [fromPlain({ a: [1, null] })])).toEqual([{ a: [1, null] }]);
  });

  it("come from lists of values", () => {
    expect(dataToItems({ kind: "string", name: "string", itemSize: undefined }, ["né"])).toEqual(["né"]);
    expect(dataToItems({ kind: "bytes", name: "bytes", itemSize: undefined }, [Buffer.from([1])])).toEqual([hex("01")]);
    expect(dataToItems(rows, [[1, -2], new Int16Array(0)])).toEqual([hex("0100feff"), hex("")]);
    expect(dataToItems({ kind: "object", name: "object", itemSize: undefined }, [null])).toEqual([fromPlain(null)]);
  });

  it("of another form than their type's are refused with their index", () => {
    expect(() => itemsToData(named("string"), ["a", hex("00")])).toThrow("item 1 is not an element of string");
    expect(() => itemsToData(named("bytes"), ["a"])).toThrow("item 0 is not an element of bytes");
    expect(() => itemsToData(named("object"), ["a"])).toThrow("item 0 is not an element of object");
    expect(() => itemsToData(rows, [fromPlain(1)])).toThrow("item 0 is not an element of ragged");
    const text = { kind: "string", name: "string", itemSize: undefined } as const;
    expect(() => dataToItems(text, ["a", 5])).toThrow("the value 5 at index 1 is not text");
    expect(() => dataToItems(text, ["\ud800"])).toThrow("lone surrogate");
    expect(() => dataToItems(rows, [[1], [1.5]])).toThrow(/at index 1 .*the value 1.5 at index 0 is not an integer/);
    expect(() => dataToItems(rows, [5])).toThrow("a row must be a list");
    const any = { kind: "object", name: "object", itemSize: undefined } as const;
    expect(() => dataToItems(any, [0, () => 0])).toThrow(expect.objectContaining({ code: "invalid-request" }));
  });
});

describe("types of containers and values", () => {
  it("follow the data type's name", () => {
    expectTypeOf<TypedDataOf<"int64">>().toEqualTypeOf<BigInt64Array>();
    expectTypeOf<TypedDataOf<"bool" | "float16">>().toEqualTypeOf<Uint8Array | Float32Array>();
    expectTypeOf<TypedDataOf<"complex_bfloat16">>().toEqualTypeOf<Float32Array>();
    expectTypeOf<TypedDataOf<"complex128">>().toEqualTypeOf<Float64Array>();
    expectTypeOf<TypedDataOf<"datetime64[25s]">>().toEqualTypeOf<BigInt64Array>();
    expectTypeOf<TypedDataOf<"S5" | "U5">>().toEqualTypeOf<string[]>();
    expectTypeOf<TypedDataOf<"r16" | "struct">>().toEqualTypeOf<Uint8Array>();
    expectTypeOf<ScalarOf<"int32" | "bfloat16">>().toEqualTypeOf<number>();
    expectTypeOf<ScalarOf<"uint64" | "timedelta64[D]">>().toEqualTypeOf<bigint>();
    expectTypeOf<ScalarOf<"complex64">>().toEqualTypeOf<ComplexScalar>();
    expectTypeOf<ScalarOf<"r8" | "bytes">>().toEqualTypeOf<Uint8Array>();
    expect(fixed("int8").itemSize).toBe(1);
  });
});
