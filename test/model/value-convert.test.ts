import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { raggedType } from "../../src/model/data-types/data-type.ts";
import {
  type AnyTypedData,
  type ConvertTarget,
  convertData,
  isConvertTarget,
  typedToBytes,
  viewAs,
  viewAsTyped,
} from "../../src/model/values/typed-data.ts";
import { named, record } from "./value-samples.ts";

const refused = (what: string) =>
  expect.objectContaining({ code: "invalid-request", message: expect.stringMatching(what) });

describe("convertData", () => {
  it.each<[string, AnyTypedData, ConvertTarget, AnyTypedData]>([
    ["int64", new BigInt64Array([-5n, 2n ** 53n - 1n]), "number", new Float64Array([-5, 2 ** 53 - 1])],
    ["uint64", new BigUint64Array([5n]), "number", new Float64Array([5])],
    ["int64", new BigInt64Array([-(2n ** 63n), 2n ** 60n]), "float64", new Float64Array([-(2 ** 63), 2 ** 60])],
    ["uint64", new BigUint64Array([2n ** 63n]), "float32", new Float32Array([2 ** 63])],
    ["int64", new BigInt64Array([-129n]), "int16", new Int16Array([-129])],
    ["int64", new BigInt64Array([5n]), "uint64", new BigUint64Array([5n])],
    ["uint64", new BigUint64Array([5n]), "bigint", new BigUint64Array([5n])],
    ["int8", new Int8Array([-5]), "bigint", new BigInt64Array([-5n])],
    ["int8", new Int8Array([-5]), "int32", new Int32Array([-5])],
    ["int8", new Int8Array([5]), "uint8", new Uint8Array([5])],
    ["int16", new Int16Array([5]), "number", new Int16Array([5])],
    ["int32", new Int32Array([16777216]), "float32", new Float32Array([16777216])],
    [
      "float64",
      new Float64Array([0.1, Number.NaN, Number.POSITIVE_INFINITY]),
      "float32",
      new Float32Array([0.1, Number.NaN, Number.POSITIVE_INFINITY]),
    ],
    ["float32", new Float32Array([0.5]), "float64", new Float64Array([0.5])],
    ["float64", new Float64Array([-3, 0]), "int8", new Int8Array([-3, 0])],
    ["float64", new Float64Array([2 ** 53]), "bigint", new BigInt64Array([2n ** 53n])],
    ["float16", new Float32Array([0.5]), "float32", new Float32Array([0.5])],
    ["bool", new Uint8Array([1, 0]), "float64", new Float64Array([1, 0])],
    ["datetime64[s]", new BigInt64Array([5n]), "number", new Float64Array([5])],
    ["datetime64[s]", new BigInt64Array([5n, -(2n ** 63n)]), "string", ["1970-01-01T00:00:05", "NaT"]],
    ["complex64", new Float32Array([1, 2]), "complex128", new Float64Array([1, 2])],
    ["complex128", new Float64Array([0.1, 2]), "complex64", new Float32Array([0.1, 2])],
    ["S2", ["a", "b"], "string", ["a", "b"]],
    ["string", ["a"], "string", ["a"]],
    ["S3", ["ab", ""], "bytes", [Uint8Array.of(97, 98), new Uint8Array(0)]],
    ["r16", Uint8Array.of(1, 2, 3, 4), "bytes", [Uint8Array.of(1, 2), Uint8Array.of(3, 4)]],
    ["bytes", [Uint8Array.of(1)], "bytes", [Uint8Array.of(1)]],
    ["int16", new Int16Array([-2]), "bytes", [Uint8Array.of(254, 255)]],
  ])("reads %s %o as %s", (name, data, as, expected) => {
    expect(convertData(named(name), data, as)).toEqual(expected);
  });

  it.each<[string, AnyTypedData, ConvertTarget, string]>([
    [
      "int64",
      new BigInt64Array([0n, 2n ** 53n]),
      "number",
      "the value 9007199254740992 at index 1 .* a number exactly.*bigint",
    ],
    ["int64", new BigInt64Array([-(2n ** 53n) - 1n]), "float64", "the value -9007199254740993 at index 0"],
    ["uint64", new BigUint64Array([2n ** 64n - 1n]), "float64", "the value 18446744073709551615 at index 0"],
    ["uint64", new BigUint64Array([2n ** 63n]), "int64", "the value 9223372036854775808 at index 0 does not fit int64"],
    ["int64", new BigInt64Array([16777217n]), "float32", "does not fit float32"],
    ["int64", new BigInt64Array([2n ** 60n]), "int32", "does not fit int32"],
    ["int32", new Int32Array([16777217]), "float32", "does not fit float32"],
    ["int16", new Int16Array([300]), "int8", "the value 300 at index 0 does not fit int8"],
    ["float64", new Float64Array([1e300]), "float32", "does not fit float32"],
    ["float32", new Float32Array([0.5]), "int8", "does not fit int8"],
    ["float64", new Float64Array([Number.NaN]), "int64", "the value NaN at index 0"],
    ["datetime64[s]", new BigInt64Array([-(2n ** 63n)]), "number", "at index 0"],
    ["complex64", new Float32Array([1, 2]), "float64", "elements of complex64 cannot be read as float64"],
    ["float32", new Float32Array([1, 2]), "complex64", "elements of float32 cannot be read as complex64"],
    ["r16", Uint8Array.of(1, 2), "uint8", "elements of r16 cannot be read as uint8"],
    ["S2", ["1"], "number", "elements of S2 cannot be read as number"],
    ["int8", Int8Array.of(1), "string", "elements of int8 cannot be read as string"],
    ["timedelta64[s]", BigInt64Array.of(1n), "string", "cannot be read as string"],
    ["object", [], "string", "cannot be read as string"],
    ["object", [1], "number", "cannot be read as number"],
    ["string", ["a"], "bytes", "cannot be read as bytes"],
  ])("refuses %s %o as %s", (name, data, as, what) => {
    expect(() => convertData(named(name), data, as)).toThrow(refused(what));
  });

  it("names structs and rows readably when it refuses them", () => {
    expect(() => convertData(record, new Uint8Array(25), "float64")).toThrow(refused("struct\\{a: int16"));
    expect(() => convertData(raggedType(named("int8")), [], "float64")).toThrow(refused("ragged<int8>"));
  });

  it("gives 64-bit integers exactly or not at all", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const exact = BigInt(Number(value)) === value;
        const read = () => convertData(named("int64"), BigInt64Array.of(value), "float64");
        if (exact) expect(read()).toEqual(Float64Array.of(Number(value)));
        else expect(read).toThrow(refused("does not fit"));
      }),
    );
  });

  it("gives back the data itself where nothing changes", () => {
    const data = new Float32Array([1]);
    expect(convertData(named("float16"), data, "float32")).toBe(data);
    expect(convertData(named("float32"), data, "number")).toBe(data);
  });

  it("is typed by what is asked for", () => {
    const data = convertData(named("int8"), new Int8Array(1), "float64");
    expectTypeOf(data).toEqualTypeOf<Float64Array>();
    expect(data.length).toBe(1);
  });
});

describe("viewAs", () => {
  it("reads bytes that are no text as bytes", () => {
    expect(viewAs(named("S2"), Uint8Array.of(0xff, 0, 0xc3, 0x28), "bytes")).toEqual([
      Uint8Array.of(0xff),
      Uint8Array.of(0xc3, 0x28),
    ]);
    expect(() => viewAs(named("S2"), Uint8Array.of(0xff, 0), "string")).toThrow(/not UTF-8/);
    expect(() => viewAs(named("S2"), Uint8Array.of(1, 2, 3), "bytes")).toThrow(
      expect.objectContaining({ code: "invalid-data" }),
    );
    expect(() => viewAs(named("string"), Uint8Array.of(1), "bytes")).toThrow(refused("cannot be read as bytes"));
  });

  it("is viewAsTyped without a target, and converts with one", () => {
    const bytes = Uint8Array.of(1, 0, 2, 0);
    expect(viewAs(named("int16"), bytes)).toEqual(viewAsTyped(named("int16"), bytes));
    expect(viewAs(named("int16"), bytes, "float64")).toEqual(new Float64Array([1, 2]));
  });

  it("knows its targets by name", () => {
    expect(["int8", "float64", "complex64", "number", "bigint", "string", "bytes"].every(isConvertTarget)).toBe(true);
    expect(["float16", "Number", "", "toString"].some(isConvertTarget)).toBe(false);
  });
});

describe("typed arrays of another realm", () => {
  const foreign = (code: string): ArrayLike<unknown> => runInNewContext(code);

  it("are typed arrays all the same", () => {
    expect(typedToBytes(named("float32"), foreign("new Float32Array([1])"))).toEqual(Uint8Array.of(0, 0, 0x80, 0x3f));
    expect(typedToBytes(named("int64"), foreign("new BigInt64Array([1n])"))).toEqual(
      Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
    );
    const bytes = typedToBytes(named("r16"), foreign("new Uint8Array([1, 2])"));
    expect(bytes instanceof Uint8Array && bytes).toEqual(Uint8Array.of(1, 2));
  });
});
