/** Masks in xarray's spelling of Zarr v3. The texts are those that xarray 2026.9 wrote. */
import { describe, expect, it } from "vitest";
import { fromPlain, toPlain } from "../../src/bytes/json/make.ts";
import { type DataTypeName, parseDataType } from "../../src/model/data-types/data-type.ts";
import {
  base64Double,
  doubleBase64,
  isInertMask,
  isZeroMask,
  parseXarrayMask,
  plainMask,
  printXarrayMask,
} from "../../src/model/netcdf/mask.ts";
import { scalarToElement } from "../../src/model/values/element.ts";

const WRITTEN: readonly (readonly [DataTypeName, unknown, unknown])[] = [
  ["float16", Number.NaN, "AAAAAAAA+H8="],
  ["float32", Number.NaN, "AAAAAAAA+H8="],
  ["float32", Math.fround(-9999.9), "AAAAQPOHw8A="],
  ["float64", Number.NaN, "AAAAAAAA+H8="],
  ["complex64", [0, 2], ["AAAAAAAAAAA=", "AAAAAAAAAEA="]],
  ["complex128", [Number.NaN, 1], ["AAAAAAAA+H8=", "AAAAAAAA8D8="]],
  ["int16", -32768, -32768],
  ["int64", -(2n ** 63n), -(2n ** 63n)],
  ["uint64", 2n ** 64n - 1n, 2n ** 64n - 1n],
  ["bool", true, true],
];

describe.each(WRITTEN)("%s %s", (name, value, written) => {
  const dataType = parseDataType(name);
  const mask = { element: scalarToElement(dataType, value) };

  it("is spelled as xarray spells it", () => {
    expect(printXarrayMask(dataType, mask)).toMatchObject({ name: "_FillValue" });
    expect(toPlain(printXarrayMask(dataType, mask)!.value)).toEqual(written);
  });

  it("is read back", () => {
    expect(parseXarrayMask(dataType, fromPlain(written))).toEqual(mask);
  });
});

const int16 = parseDataType("int16");
const float32 = parseDataType("float32");

it("takes what xarray takes", () => {
  expect(parseXarrayMask(int16, fromPlain(1.5))).toEqual({ element: Uint8Array.of(1, 0) });
  expect(parseXarrayMask(int16, fromPlain(99999))).toMatchObject({ plain: { text: "99999" } });
  expect(parseXarrayMask(parseDataType("bool"), fromPlain(1))).toEqual({ element: Uint8Array.of(1) });
  // Not a float32, so that no value of the array equals it.
  expect(parseXarrayMask(float32, fromPlain(doubleBase64(0.1)))).toMatchObject({ plain: { text: "0.1" } });
});

it.each([
  ["int16", "1"],
  ["int16", [1]],
  ["int16", null],
  ["float32", "high"],
  ["float32", "AACAfw=="],
  ["complex64", ["AAAAAAAAAAA="]],
  ["complex64", "AAAAAAAAAAA="],
  ["S2", "a"],
  ["U2", 3],
  ["bool", "true"],
] as const)("%s: %j is no mask", (name, value) => {
  expect(parseXarrayMask(parseDataType(name), fromPlain(value))).toBeUndefined();
});

it("keeps plain values that are not elements as they stand", () => {
  expect(plainMask(int16, fromPlain(1.5))).toMatchObject({ plain: { text: "1.5" } });
  expect(printXarrayMask(int16, plainMask(int16, fromPlain(1.5)))?.name).toBe("missing_value");
  expect(printXarrayMask(int16, plainMask(int16, fromPlain([1, 2])))?.name).toBe("missing_value");
  expect(printXarrayMask(int16, plainMask(int16, fromPlain(70000)))?.name).toBe("_FillValue");
  expect(plainMask(float32, fromPlain(0.5))).toEqual({ element: Uint8Array.of(0, 0, 0, 0x3f) });
});

it("knows masks that mask nothing, and the empty ones", () => {
  expect(isInertMask(float32, scalarToElement(float32, Number.NaN))).toBe(true);
  expect(isInertMask(float32, scalarToElement(float32, 0))).toBe(false);
  expect(isInertMask(int16, scalarToElement(int16, 0))).toBe(false);
  expect(isZeroMask(parseDataType("S2"), { element: new Uint8Array(2) })).toBe(true);
  expect(isZeroMask(parseDataType("string"), { element: "a" })).toBe(false);
});

it("reads doubles of eight bytes only", () => {
  expect(base64Double("AAAAAAAA8D8=")).toBe(1);
  expect(base64Double("NaN")).toBeUndefined();
  expect(base64Double("AAAAAAAA8D8")).toBeUndefined();
  expect(base64Double("")).toBeUndefined();
});
