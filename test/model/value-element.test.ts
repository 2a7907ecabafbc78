import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain } from "../../src/bytes/json/make.ts";
import { raggedType, structType } from "../../src/model/data-types/data-type.ts";
import { zeroElement } from "../../src/model/values/fill-value.ts";
import { elementToScalar, scalarToElement } from "../../src/model/values/typed-data.ts";
import { elementsOf, fixedTypes, named, record } from "./value-samples.ts";

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));

describe("one value and its element", () => {
  it.each<[string, unknown, string]>([
    ["bool", true, "01"],
    ["int2", -2, "fe"],
    ["uint4", 15, "0f"],
    ["int16", -2, "feff"],
    ["uint64", 2n ** 64n - 1n, "ffffffffffffffff"],
    ["float16", 65504, "ff7b"],
    ["bfloat16", 1, "803f"],
    ["float8_e4m3fn", 448, "7e"],
    ["float32", -0, "00000080"],
    ["float64", Number.NaN, "000000000000f87f"],
    ["complex64", [1, -2], "0000803f000000c0"],
    ["complex_float8_e5m2", [1, Number.POSITIVE_INFINITY], "3c7c"],
    ["S4", "né", "6ec3a900"],
    ["U2", "😀", "00f6010000000000"],
    ["datetime64[D]", 18321n, "9147000000000000"],
    ["r16", Uint8Array.of(1, 2), "0102"],
  ])("%s: %o is %s, both ways", (name, value, bytes) => {
    expect(scalarToElement(named(name), value)).toEqual(hex(bytes));
    expect(elementToScalar(named(name), hex(bytes))).toEqual(value);
  });

  it("are the same again for every fixed-size type, but for the bits of NaNs", () => {
    // Arbitrary bytes of a struct are no text in its byte strings; its fields' types are here by themselves.
    for (const dataType of fixedTypes.filter((type) => type !== record)) {
      fc.assert(
        fc.property(elementsOf(dataType), (bytes) => {
          const element = bytes.subarray(0, dataType.itemSize);
          if (element.byteLength < dataType.itemSize) return;
          const scalar = elementToScalar(dataType, element);
          if (JSON.stringify(scalar, nanAsText)?.includes("NaN")) return;
          expect(scalarToElement(dataType, scalar)).toEqual(element);
        }),
        { numRuns: 20 },
      );
    }
  });

  it("read a struct as an object, sub-arrays as nested lists", () => {
    const bytes = hex("feff000000000000f83f000000000000008078790000286bee");
    const value = { a: -2, b: [1.5, -0], c: { d: "xy", e: 4000000000 } };
    expect(elementToScalar(record, bytes)).toEqual(value);
    expect(scalarToElement(record, value)).toEqual(bytes);
    const grid = structType([{ name: "m", dataType: named("int8"), shape: [2, 3] }]);
    expect(elementToScalar(grid, hex("010203040506"))).toEqual({
      m: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    expect(scalarToElement(grid, { m: [Int8Array.of(1, 2, 3), [4, 5, 6]] })).toEqual(hex("010203040506"));
  });

  it("keep a field named __proto__ a field", () => {
    const odd = structType([{ name: "__proto__", dataType: named("int8") }]);
    const value = elementToScalar(odd, hex("05"));
    expect(Object.entries(value as object)).toEqual([["__proto__", 5]]);
    expect(scalarToElement(odd, value)).toEqual(hex("05"));
  });

  it("take the names of what JSON cannot spell, where the type has it", () => {
    expect(scalarToElement(named("float32"), "NaN")).toEqual(hex("0000c07f"));
    expect(scalarToElement(named("float64"), "-Infinity")).toEqual(hex("000000000000f0ff"));
    expect(scalarToElement(named("datetime64[s]"), "NaT")).toEqual(hex("0000000000000080"));
    expect(scalarToElement(named("timedelta64[s]"), "NaT")).toEqual(hex("0000000000000080"));
    expect(scalarToElement(named("complex64"), ["NaN", 0])).toEqual(hex("0000c07f00000000"));
    expect(scalarToElement(named("complex64"), 1)).toEqual(hex("0000803f00000000"));
    for (const [name, value] of [
      ["int8", "NaN"],
      ["float32", "NaT"],
      ["datetime64[s]", "NaN"],
      ["float32", "1"],
    ] as const) {
      expect(() => scalarToElement(named(name), value)).toThrow(expect.objectContaining({ code: "invalid-request" }));
    }
  });

  it("are items for variable-length types", () => {
    expect(scalarToElement(named("string"), "né")).toBe("né");
    expect(elementToScalar(named("string"), "né")).toBe("né");
    expect(scalarToElement(named("bytes"), Buffer.from([1]))).toEqual(hex("01"));
    expect(elementToScalar(named("bytes"), hex("01"))).toEqual(hex("01"));
    const rows = raggedType(named("int16"));
    expect(scalarToElement(rows, [1, -2])).toEqual(hex("0100feff"));
    expect(elementToScalar(rows, hex("0100feff"))).toEqual(new Int16Array([1, -2]));
    expect(scalarToElement(named("object"), { a: 1n })).toEqual(fromPlain({ a: 1n }));
    expect(elementToScalar(named("object"), fromPlain([1, null]))).toEqual([1, null]);
  });

  it("refuse what has no exact element", () => {
    expect(() => scalarToElement(named("int8"), 300)).toThrow("the value 300 is out of range of int8 (-128 to 127)");
    expect(() => scalarToElement(named("float16"), 1e6)).toThrow("cannot be represented as float16");
    expect(() => scalarToElement(named("string"), 5)).toThrow("the value 5 is not text");
    expect(() => scalarToElement(named("bytes"), "a")).toThrow('the value "a" is not a Uint8Array');
    expect(() => scalarToElement(named("r16"), "x".repeat(99))).toThrow(/^the value "x{59}\.\.\. is not a Uint8Array$/);
    expect(() => scalarToElement(named("int8"), Symbol("x"))).toThrow("a symbol is not an integer");
    expect(() => scalarToElement(named("int8"), [[1]])).toThrow("a list of 1 is not an integer");
  });

  it("refuse elements of another form than the type's", () => {
    for (const [name, element] of [
      ["int16", hex("01")],
      ["int16", "a"],
      ["string", hex("01")],
      ["bytes", "a"],
      ["object", "a"],
      ["int8", fromPlain(1)],
    ] as const) {
      expect(() => elementToScalar(named(name), element)).toThrow(expect.objectContaining({ code: "invalid-data" }));
    }
  });

  it("have a zero for every type, and it is not NaT", () => {
    expect(elementToScalar(named("int16"), zeroElement(named("int16")))).toBe(0);
    expect(elementToScalar(named("bool"), zeroElement(named("bool")))).toBe(false);
    expect(elementToScalar(named("S3"), zeroElement(named("S3")))).toBe("");
    expect(elementToScalar(named("datetime64[s]"), zeroElement(named("datetime64[s]")))).toBe(0n);
    expect(elementToScalar(named("string"), zeroElement(named("string")))).toBe("");
    expect(elementToScalar(named("bytes"), zeroElement(named("bytes")))).toEqual(hex(""));
    expect(elementToScalar(named("object"), zeroElement(named("object")))).toBeNull();
    expect(elementToScalar(record, zeroElement(record))).toEqual({ a: 0, b: [0, 0], c: { d: "", e: 0 } });
  });
});

function nanAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" || Number.isNaN(value) ? (typeof value === "bigint" ? 0 : "NaN") : value;
}
