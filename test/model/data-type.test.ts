import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DataType,
  dataTypeNamed,
  describeDataType,
  fieldSize,
  isFixedSize,
  isTimeUnit,
  MAX_ITEM_SIZE,
  raggedType,
  sameDataType,
  structType,
  swapUnits,
  timeType,
} from "../../src/model/data-types/data-type.ts";
import { FLOAT_SIZES, INTEGER_BITS, PLAIN_NAMES } from "../../src/model/data-types/named.ts";

function named(name: string): DataType {
  const dataType = dataTypeNamed(name);
  if (dataType === undefined) throw new Error(`no type ${name}`);
  return dataType;
}

const refused = (code: string, what: RegExp) => expect.objectContaining({ code, message: expect.stringMatching(what) });

describe("dataTypeNamed", () => {
  it.each([...PLAIN_NAMES, ...Object.keys(FLOAT_SIZES).map((name) => `complex_${name}`)])("knows %s", (name) => {
    const synonyms: Record<string, string> = { complex_float32: "complex64", complex_float64: "complex128" };
    expect(named(name).name).toBe(synonyms[name] ?? name);
  });

  it("knows sizes, bits and signs of integers", () => {
    const summary = Object.keys(INTEGER_BITS).map((name) => {
      const dataType = named(name);
      return dataType.kind === "integer" ? [name, dataType.itemSize, dataType.bits, dataType.signed] : [];
    });
    expect(summary).toEqual([
      ["int2", 1, 2, true],
      ["int4", 1, 4, true],
      ["int8", 1, 8, true],
      ["int16", 2, 16, true],
      ["int32", 4, 32, true],
      ["int64", 8, 64, true],
      ["uint2", 1, 2, false],
      ["uint4", 1, 4, false],
      ["uint8", 1, 8, false],
      ["uint16", 2, 16, false],
      ["uint32", 4, 32, false],
      ["uint64", 8, 64, false],
    ]);
  });

  it("gives types with a size in their name that size", () => {
    expect(named("r16")).toEqual({ kind: "raw", name: "r16", itemSize: 2 });
    expect(named("S5")).toEqual({ kind: "fixed-bytes", name: "S5", itemSize: 5 });
    expect(named("U5")).toEqual({ kind: "fixed-utf32", name: "U5", length: 5, itemSize: 20 });
    expect(named("complex128").itemSize).toBe(16);
    expect(named("complex_bfloat16")).toEqual({
      kind: "complex",
      name: "complex_bfloat16",
      component: "bfloat16",
      itemSize: 4,
    });
  });

  it("reads times with their unit and step", () => {
    expect(named("datetime64[25s]")).toEqual(timeType("datetime", "s", 25));
    expect(named("timedelta64[ns]")).toEqual(timeType("timedelta", "ns", 1));
    expect(named("datetime64[generic]").name).toBe("datetime64[generic]");
    expect(named("datetime64[1D]").name).toBe("datetime64[D]");
    expect(named("datetime64[\u03bcs]").name).toBe("datetime64[us]");
    expect(named("timedelta64[10\u00b5s]").name).toBe("timedelta64[10us]");
  });

  it.each([
    "",
    "int",
    "int3",
    "Int8",
    " int8",
    "float8",
    "complex",
    "complex_int8",
    "complex_complex64",
    "r0",
    "r7",
    "r",
    "S",
    "S0",
    "S-1",
    "S05",
    "S1e3",
    "S5 ",
    "U0",
    "T5",
    "S2147483648",
    "U536870912",
    "r99999999999999999999",
    "datetime64",
    "datetime64[]",
    "datetime64[0s]",
    "datetime64[s",
    "datetime64[2147483648s]",
    "datetime64[q]",
    "struct",
    "ragged",
    "constructor",
    "__proto__",
    "toString",
  ])("knows no %j", (name) => {
    expect(dataTypeNamed(name)).toBeUndefined();
  });

  it("takes the largest element and nothing larger", () => {
    expect(named(`S${MAX_ITEM_SIZE}`).itemSize).toBe(2 ** 31 - 1);
    expect(dataTypeNamed(`S${MAX_ITEM_SIZE + 1}`)).toBeUndefined();
  });

  it("never fails on any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = dataTypeNamed(text);
        expect(found === undefined || found.itemSize === undefined || found.itemSize > 0).toBe(true);
      }),
    );
  });
});

describe("timeType", () => {
  it("refuses steps that NumPy cannot hold", () => {
    for (const multiplier of [0, -1, 1.5, 2 ** 31, Number.NaN]) {
      expect(() => timeType("datetime", "s", multiplier)).toThrow(refused("invalid-request", /time step/));
    }
    expect(() => timeType("timedelta", "s", 0, "invalid-data")).toThrow(refused("invalid-data", /time step of 0/));
  });

  it("knows units by name", () => {
    expect(["Y", "M", "W", "D", "as", "generic"].every(isTimeUnit)).toBe(true);
    expect(["y", "sec", "", "μs"].some(isTimeUnit)).toBe(false);
  });
});

describe("structType", () => {
  const int16 = named("int16");
  const float64 = named("float64");

  it("packs fields one after another", () => {
    const inner = structType([
      { name: "d", dataType: named("S3") },
      { name: "e", dataType: named("uint32") },
    ]);
    const outer = structType([
      { name: "a", dataType: int16 },
      { name: "b", dataType: float64, shape: [2] },
      { name: "c", dataType: inner },
    ]);
    expect(outer.fields.map((field) => [field.name, field.offset, fieldSize(field)])).toEqual([
      ["a", 0, 2],
      ["b", 2, 16],
      ["c", 18, 7],
    ]);
    expect(outer.itemSize).toBe(25);
    expect(describeDataType(outer)).toBe("struct{a: int16, b: float64[2], c: struct{d: S3, e: uint32}}");
  });

  it("keeps padding that is asked for", () => {
    const padded = structType(
      [
        { name: "a", dataType: named("int8") },
        { name: "b", dataType: named("int32"), offset: 4 },
      ],
      { itemSize: 12 },
    );
    expect(padded.itemSize).toBe(12);
    expect(describeDataType(padded)).toBe("struct{a: int8, b: int32 @4} (12 bytes)");
  });

  it.each([
    ["a field has no name", [{ name: "", dataType: int16 }], {}],
    [
      "two fields have the name",
      [
        { name: "a", dataType: int16 },
        { name: "a", dataType: int16 },
      ],
      {},
    ],
    ["fixed size", [{ name: "a", dataType: named("string") }], {}],
    [
      "overlap",
      [
        { name: "a", dataType: float64 },
        { name: "b", dataType: int16, offset: 7 },
      ],
      {},
    ],
    ["offset -1", [{ name: "a", dataType: int16, offset: -1 }], {}],
    ["shape", [{ name: "a", dataType: int16, shape: [1.5] }], {}],
    ["largest element", [{ name: "a", dataType: int16, shape: [2 ** 30, 2 ** 30] }], {}],
    ["largest element", [{ name: "a", dataType: int16, shape: Array.from({ length: 99 }, () => 1e9) }], {}],
    ["take 0 bytes, but its size is 0", [], {}],
    ["take 2 bytes, but its size is 1", [{ name: "a", dataType: int16 }], { itemSize: 1 }],
  ])("refuses: %s", (what, fields, options) => {
    expect(() => structType(fields, options)).toThrow(refused("invalid-request", new RegExp(what)));
    expect(() => structType(fields, { ...options, code: "invalid-data" })).toThrow(refused("invalid-data", /./));
  });
});

describe("raggedType", () => {
  it("has rows of fixed-size items only", () => {
    expect(describeDataType(raggedType(named("int32")))).toBe("ragged<int32>");
    expect(() => raggedType(named("string"), "invalid-data")).toThrow(refused("invalid-data", /fixed size/));
    expect(isFixedSize(raggedType(named("int32")))).toBe(false);
  });
});

describe("sameDataType", () => {
  const variants: readonly DataType[] = [
    named("int16"),
    named("uint16"),
    named("complex64"),
    named("S2"),
    named("r16"),
    named("datetime64[s]"),
    named("datetime64[25s]"),
    named("timedelta64[s]"),
    raggedType(named("int16")),
    raggedType(named("int32")),
    structType([{ name: "a", dataType: named("int16") }]),
    structType([{ name: "b", dataType: named("int16") }]),
    structType([{ name: "a", dataType: named("uint16") }]),
    structType([{ name: "a", dataType: named("int16"), shape: [1] }]),
    structType([{ name: "a", dataType: named("int16"), offset: 2 }]),
    structType([{ name: "a", dataType: named("int16") }], { itemSize: 4 }),
  ];

  it("is true of a type and its copy, false of any two different ones", () => {
    for (const [i, a] of variants.entries()) {
      for (const [j, b] of variants.entries()) expect(sameDataType(a, structuredClone(b))).toBe(i === j);
    }
  });
});

describe("swapUnits", () => {
  it.each([
    ["bool", 1],
    ["int8", 1],
    ["int4", 1],
    ["uint16", 2],
    ["int64", 8],
    ["bfloat16", 2],
    ["float8_e5m2", 1],
    ["float64", 8],
    ["complex64", 4],
    ["complex128", 8],
    ["complex_float16", 2],
    ["r64", 1],
    ["S8", 1],
    ["U3", 4],
    ["datetime64[ns]", 8],
    ["string", 1],
    ["object", 1],
  ])("of %s is %d", (name, unit) => {
    expect(swapUnits(named(name))).toBe(unit);
  });

  it("lists the groups of a struct, sub-arrays and inner structs included", () => {
    const inner = structType([
      { name: "x", dataType: named("S1") },
      { name: "y", dataType: named("uint16") },
    ]);
    const outer = structType([
      { name: "a", dataType: named("int8") },
      { name: "b", dataType: named("complex64"), shape: [2, 3] },
      { name: "c", dataType: inner, shape: [2] },
      { name: "d", dataType: named("U2") },
    ]);
    expect(swapUnits(outer)).toEqual([
      { offset: 1, size: 4, count: 12 },
      { offset: 50, size: 2, count: 1 },
      { offset: 53, size: 2, count: 1 },
      { offset: 55, size: 4, count: 2 },
    ]);
    expect(swapUnits(structType([{ name: "a", dataType: named("r64") }]))).toEqual([]);
    expect(swapUnits(raggedType(outer))).toEqual(swapUnits(outer));
  });

  it("refuses a struct repeated without end", () => {
    const inner = structType([{ name: "y", dataType: named("uint16") }]);
    const huge = structType([{ name: "a", dataType: inner, shape: [2 ** 29] }]);
    expect(() => swapUnits(huge)).toThrow(refused("unsupported", /repeats a struct/));
  });
});
