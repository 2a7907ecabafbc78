import { describe, expect, it } from "vitest";
import { closestName } from "../../src/bytes/text/closest-name.ts";
import {
  type DataTypeInput,
  dataTypeNamed,
  describeDataType,
  parseDataType,
  raggedType,
  sameDataType,
  structType,
} from "../../src/model/data-types/data-type.ts";

/** What a JavaScript caller may pass in spite of the types. */
function parseAnything(input: unknown): unknown {
  return parseDataType(input as DataTypeInput);
}

function hintFor(name: string): string {
  try {
    parseDataType(name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "invalid-request") return error.message;
    throw error;
  }
  throw new Error(`${name} was taken`);
}

describe("parseDataType", () => {
  it("takes names", () => {
    expect(parseDataType("float32")).toEqual(dataTypeNamed("float32"));
    expect(parseDataType("complex_float64").name).toBe("complex128");
    expect(parseDataType("datetime64[ns]").name).toBe("datetime64[ns]");
  });

  it("takes structs and packs their fields", () => {
    const dataType = parseDataType({
      fields: [
        { name: "time", dtype: "datetime64[s]" },
        { name: "position", dtype: "float32", shape: [3] },
        { name: "station", dtype: { fields: [{ name: "id", dtype: "S4" }] } },
      ],
    });
    expect(describeDataType(dataType)).toBe(
      "struct{time: datetime64[s], position: float32[3], station: struct{id: S4}}",
    );
    expect(dataType.itemSize).toBe(24);
  });

  it("takes the data types of other arrays as they are", () => {
    const int32 = parseDataType("int32");
    const padded = structType([{ name: "a", dataType: int32, offset: 4, shape: [2] }], { itemSize: 16 });
    for (const dataType of [int32, parseDataType("U7"), parseDataType("object"), raggedType(int32), padded]) {
      expect(sameDataType(parseDataType(dataType), dataType)).toBe(true);
    }
  });

  it.each([
    ["flaot32", "float32"],
    ["Float32", "float32"],
    ["Float64Array", "float64"],
    ["BigInt64Array", "int64"],
    ["<f4", "float32"],
    [">i2", "int16"],
    ["|b1", "bool"],
    ["u8", "uint64"],
    ["c16", "complex128"],
    ["|V3", "r24"],
    ["|S5", "S5"],
    ["<U12", "U12"],
    ["M8[ns]", "datetime64[ns]"],
    ["<m8[25s]", "timedelta64[25s]"],
    ["datetime64", "datetime64[ns]"],
    ["double", "float64"],
    ["int", "int32"],
    ["str", "string"],
    ["boolean", "bool"],
    ["unit8", "uint8"],
    ["complex12", "complex128"],
    ["bflaot16", "bfloat16"],
  ])("asks of %s whether %s was meant", (name, meant) => {
    expect(hintFor(name)).toContain(`Did you mean ${meant}?`);
  });

  it("lists what is known, and guesses nothing far-fetched", () => {
    const message = hintFor("quaternion");
    expect(message).toContain('unknown data type "quaternion" (dtype)');
    expect(message).not.toContain("Did you mean");
    for (const name of ["bool", "uint64", "float8_e5m2", "S<bytes>", "datetime64[<unit>]"])
      expect(message).toContain(name);
  });

  it("says which field is wrong", () => {
    const input = {
      fields: [
        { name: "a", dtype: "int8" },
        { name: "b", dtype: { fields: [{ name: "c", dtype: "x9" }] } },
      ],
    };
    expect(() => parseDataType(input)).toThrow("dtype.fields[1].dtype.fields[0].dtype");
  });

  it.each([
    undefined,
    null,
    5,
    true,
    [],
    {},
    { name: 5 },
    { name: "nothing" },
    { kind: "struct" },
    { fields: [] },
    { fields: [5] },
    { fields: [{ name: "a" }] },
    { fields: [{ dtype: "int8" }] },
    { fields: [{ name: "a", dtype: "string" }] },
    { fields: [{ name: "a", dtype: "int8", shape: "3" }] },
    { fields: [{ name: "a", dtype: "int8", shape: ["3"] }] },
    { fields: [{ name: "a", dtype: "int8", offset: "4" }] },
    { fields: [{ name: "a", dtype: "int8" }], itemSize: "4" },
    { kind: "ragged", item: "string" },
    { kind: "ragged", item: undefined },
  ])("refuses %j as an invalid request", (input) => {
    expect(() => parseAnything(input)).toThrow(expect.objectContaining({ code: "invalid-request" }));
  });

  it("refuses a type that contains itself", () => {
    const item: { item?: unknown } = {};
    item.item = item;
    expect(() => parseAnything(item)).toThrow(expect.objectContaining({ code: "invalid-request" }));
  });
});

describe("closestName", () => {
  const names = ["float32", "float64", "int16", "uint16"];

  it("counts swapped neighbours as one edit, letter case as none", () => {
    expect(closestName("FLOAT23", names)).toBe("float32");
    expect(closestName("nit16", names)).toBe("int16");
    expect(closestName("uint16", names)).toBe("uint16");
  });

  it("gives nothing for what is too far from all", () => {
    expect(closestName("string", names)).toBeUndefined();
    expect(closestName("", names)).toBeUndefined();
    expect(closestName("x", [])).toBeUndefined();
  });
});
