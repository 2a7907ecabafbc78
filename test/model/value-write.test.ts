import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { typedToBytes } from "../../src/model/values/typed-data.ts";
import { named, record } from "./value-samples.ts";

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));
const write = (name: string, data: ArrayLike<unknown>): string =>
  Buffer.from(typedToBytes(named(name), data)).toString("hex");
const refused = (what: string | RegExp) =>
  expect.objectContaining({ code: "invalid-request", message: expect.stringMatching(what) });

describe("typedToBytes", () => {
  it("shares the memory of the type's own container", () => {
    const data = new Float32Array([1, 2, 3]).subarray(1);
    const bytes = typedToBytes(named("float32"), data);
    expect([bytes.buffer === data.buffer, bytes.byteOffset, bytes.byteLength]).toEqual([true, 4, 8]);
    const times = new BigInt64Array([5n]);
    expect(typedToBytes(named("datetime64[ns]"), times).buffer).toBe(times.buffer);
    const raw = Buffer.from([1, 2, 3, 4]);
    expect(typedToBytes(named("r16"), raw)).toEqual(hex("01020304"));
    expect(typedToBytes(named("r16"), raw).buffer).toBe(raw.buffer);
  });

  it.each<[string, ArrayLike<unknown>, string]>([
    ["bool", [true, false, 1, 0n], "01000100"],
    ["bool", new Uint8Array([1, 0]), "0100"],
    ["bool", new Float64Array([1, 0]), "0100"],
    ["int4", [-8, 7n], "f807"],
    ["int8", new Float64Array([-128, 127]), "807f"],
    ["int16", new Int8Array([-2, 1]), "feff0100"],
    ["uint16", new Uint8ClampedArray([255]), "ff00"],
    ["int32", [1, -1n], "01000000ffffffff"],
    ["uint32", [4294967295], "ffffffff"],
    ["int64", [Number.MAX_SAFE_INTEGER, -1], "ffffffffffff1f00ffffffffffffffff"],
    ["int64", new Int32Array([-1]), "ffffffffffffffff"],
    ["int64", new BigUint64Array([5n]), "0500000000000000"],
    ["uint64", [2n ** 64n - 1n], "ffffffffffffffff"],
    ["uint64", new Float64Array([2 ** 63]), "0000000000000080"],
    ["float16", [1, "NaN", "-Infinity"], "003c007e00fc"],
    ["float16", new Float32Array([65504]), "ff7b"],
    ["float16", new BigInt64Array([2048n]), "0068"],
    ["float32", [0.1, Number.NaN], "cdcccc3d0000c07f"],
    ["float32", new Float64Array([0.1]), "cdcccc3d"],
    ["float32", new Uint32Array([2 ** 31]), "0000004f"],
    ["float64", ["Infinity", 2n ** 60n], "000000000000f07f000000000000b043"],
    ["float64", new BigInt64Array([-(2n ** 60n)]), "000000000000b0c3"],
    ["complex64", [1, 2], "0000803f00000040"],
    [
      "complex64",
      [
        [1, 2],
        [3, "NaN"],
      ],
      "0000803f00000040000040400000c07f",
    ],
    ["complex64", new Float64Array([1, 2]), "0000803f00000040"],
    ["complex_float16", new Float32Array([1, 2]), "003c0040"],
    ["S4", ["né", Buffer.from([0xff])], "6ec3a900ff000000"],
    ["S2", new Uint8Array([1, 0, 2, 3]), "01000203"],
    ["U3", ["😀b", ""], "00f60100620000000000000000000000000000000000000000".slice(0, 48)],
    [
      "datetime64[D]",
      ["1970-01-02", 5, 6n, new Date(0), "NaT"],
      "01000000000000000500000000000000060000000000000000000000000000000000000000000080",
    ],
    ["timedelta64[s]", [-1, "NaT"], "ffffffffffffffff0000000000000080"],
    ["r16", [1, 2, 3, 4], "01020304"],
    ["r16", [Uint8Array.of(1, 2), [3, 4]], "01020304"],
  ])("writes %s from %o", (name, data, expected) => {
    expect(write(name, data)).toBe(expected);
  });

  it("writes the quiet NaN with a clear sign, whatever bits a number in a list has", () => {
    const [odd] = new Float64Array(BigUint64Array.of(0xfff0123456789abcn).buffer);
    expect(Number.isNaN(odd)).toBe(true);
    expect([write("float64", [odd]), write("float32", [odd]), write("float16", [odd])]).toEqual([
      "000000000000f87f",
      "0000c07f",
      "007e",
    ]);
  });

  it("writes structs from objects, and from their bytes", () => {
    const bytes = hex("feff000000000000f83f000000000000008078790000286bee");
    const value = { a: -2, b: [1.5, -0], c: { d: "xy", e: 4000000000 } };
    expect(typedToBytes(record, [value])).toEqual(bytes);
    expect(typedToBytes(record, [{ ...value, b: new Float64Array([1.5, -0]) }, bytes])).toEqual(
      Uint8Array.from([...bytes, ...bytes]),
    );
    expect(typedToBytes(record, [...bytes])).toEqual(bytes);
    expect(typedToBytes(record, bytes)).toEqual(bytes);
  });

  it.each<[string, ArrayLike<unknown>, string]>([
    ["bool", [true, 2], "the value 2 at index 1 is neither true nor false"],
    ["bool", new Uint8Array([0, 1, 2]), "the value 2 at index 2 does not fit bool"],
    ["int8", [0, 128], "the value 128 at index 1 is out of range of int8 \\(-128 to 127\\)"],
    ["int8", [0, 128n], "the value 128n at index 1 is out of range"],
    ["int8", new Int16Array([0, 0, -129]), "the value -129 at index 2 does not fit int8"],
    ["int4", new Int8Array([8]), "the value 8 at index 0 does not fit int4"],
    ["uint2", [4], "out of range of uint2 \\(0 to 3\\)"],
    ["int32", [1.5], "the value 1.5 at index 0 is not an integer"],
    ["int32", new Float32Array([1, 1.5]), "the value 1.5 at index 1 does not fit int32"],
    ["int32", new Float64Array([Number.NaN]), "the value NaN at index 0 does not fit int32"],
    ["int32", ["1"], 'the value "1" at index 0 is not an integer'],
    ["int32", [true], "the value true at index 0 is not an integer"],
    ["int32", [undefined], "the value undefined at index 0 is not an integer"],
    ["int32", [null], "the value null at index 0 is not an integer"],
    ["int64", [2 ** 53], "beyond 2\\^53"],
    ["int64", [2n ** 63n], "out of range of int64"],
    ["int64", new BigUint64Array([0n, 2n ** 63n]), "the value 9223372036854775808 at index 1 does not fit int64"],
    ["int64", new Float64Array([2 ** 63]), "does not fit int64"],
    ["uint64", new BigInt64Array([-1n]), "the value -1 at index 0 does not fit uint64"],
    ["uint64", new Int8Array([-1]), "does not fit uint64"],
    ["uint8", new BigInt64Array([256n]), "the value 256 at index 0 does not fit uint8"],
    ["float16", [65520], "the value 65520 at index 0 cannot be represented as float16"],
    ["float16", new Float32Array([0, 1e6]), "the value 1000000 at index 1 does not fit float16"],
    ["float16", new Int16Array([2049]), "the value 2049 at index 0 does not fit float16"],
    ["float16", new BigInt64Array([2049n]), "the value 2049 at index 0 does not fit float16"],
    ["float4_e2m1fn", new Float32Array([Number.NaN]), "the value NaN at index 0 does not fit float4_e2m1fn"],
    ["float4_e2m1fn", ["Infinity"], "cannot be represented as float4_e2m1fn"],
    ["float8_e4m3fn", ["Infinity"], "cannot be represented as float8_e4m3fn"],
    ["float8_e8m0fnu", [0], "cannot be represented as float8_e8m0fnu"],
    ["float32", [1e300], "cannot be represented as float32"],
    ["float32", new Float64Array([-1e300]), "does not fit float32"],
    ["float32", new Int32Array([16777217]), "the value 16777217 at index 0 does not fit float32"],
    ["float32", new BigInt64Array([16777217n]), "the value 16777217 at index 0 does not fit float32"],
    ["float64", new BigInt64Array([2n ** 53n + 1n]), "the value 9007199254740993 at index 0 does not fit float64"],
    ["float64", [2n ** 53n + 1n], "is not an exact double"],
    ["float64", [10n ** 400n], "is not an exact double"],
    ["float64", ["0.5"], 'the value "0.5" at index 0 is not a number'],
    ["float64", ["NaT"], "is not a number"],
    ["complex64", [[1, 2, 3]], "at index 0 is not a pair"],
    ["complex64", [[1, "x"]], 'has the part "x", which is not a number'],
    ["complex64", [1, 2, 3], "12 bytes are not a whole number of 8-byte elements"],
    ["S2", ["abc"], 'the value "abc" at index 0 takes 3 bytes, which is more than 2'],
    ["S2", ["né"], "takes 3 bytes"],
    ["S2", ["a\0"], "ends in NUL"],
    ["S2", ["\ud800"], "lone surrogate"],
    ["S2", [5], "is not text"],
    ["U2", ["abc"], "has 3 code points, which is more than 2"],
    ["U2", ["a\0"], "ends in NUL"],
    ["U2", ["\udc00"], "lone surrogate"],
    ["U1", [Buffer.from("a")], "is not text"],
    ["S2", new Uint8Array(3), "3 bytes are not a whole number"],
    ["datetime64[D]", ["yesterday"], "is not a date"],
    ["datetime64[D]", [1.5], "is not an integer"],
    ["datetime64[D]", [new Date(Number.NaN)], "invalid Date"],
    ["timedelta64[s]", ["2020-01-01"], "is not a duration"],
    ["timedelta64[s]", [new Date(0)], "is not a duration"],
    ["r16", [1, 2, 3], "3 bytes are not a whole number"],
    ["r16", [1, 256], "the value 256 at index 1 is not a byte"],
    ["r16", [[1]], "has 1 bytes, not 2"],
    ["r16", [[1, -1]], "has the byte -1 at index 1, which is not a byte"],
    ["r16", [{}], "is not a Uint8Array"],
  ])("refuses for %s %o", (name, data, what) => {
    expect(() => write(name, data)).toThrow(refused(new RegExp(what)));
  });

  it.each([
    [{ a: 1, b: [1, 2] }, 'lacks the field "c"'],
    [{ a: 1, b: [1], c: { d: "", e: 0 } }, 'has the value \\[1\\] in the field "b", which is not a list of 2'],
    [{ a: 1, b: 5, c: { d: "", e: 0 } }, "is not a list of 2"],
    [
      { a: 1e9, b: [1, 2], c: { d: "", e: 0 } },
      'has the value 1000000000 in the field "a", which is out of range of int16',
    ],
    [{ a: 1, b: [1, 2], c: { d: "", e: -1 } }, 'in the field "c", .* the value -1 in the field "e"'],
    [{ a: 1, b: [1, 2], c: { d: "", e: 0 }, f: 0 }, 'has the unknown field "f"'],
    [new Uint8Array(3), "has 3 bytes, not 25"],
    [null, "is not an object"],
  ])("refuses the record %o", (value, what) => {
    expect(() => typedToBytes(record, [value])).toThrow(refused(new RegExp(what)));
  });

  it("refuses what no machine can hold as an error of ours", () => {
    const lengths: ArrayLike<unknown> = Object.assign([], { length: 2 ** 31 });
    expect(() => typedToBytes(named("S2147483647"), lengths)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("never fails with an error of another kind", () => {
    const names = ["bool", "int4", "int64", "float8_e8m0fnu", "complex64", "S3", "U2", "datetime64[25s]", "r16"];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.anything({ withBigInt: true, withDate: true })),
        (name, data) => {
          try {
            expect(typedToBytes(named(name), data).byteLength % named(name).itemSize!).toBe(0);
          } catch (error) {
            expect(error).toMatchObject({ name: "HyperslabError", code: "invalid-request" });
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
