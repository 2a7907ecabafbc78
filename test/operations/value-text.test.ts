/** Numbers in the fewest digits, as NumPy prints them, and back to the same element. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FloatName, optionalType, parseDataType } from "../../src/model/data-types/data-type.ts";
import { decodeFloat, encodeFloat, type SmallFloatName } from "../../src/model/data-types/small-float.ts";
import { floatText } from "../../src/model/values/float-text.ts";
import { CDL_FORM, CELL_FORM, JSON_FORM, type ValueForm } from "../../src/operations/text/value-form.ts";
import { variableTexts } from "../../src/operations/text/value-text.ts";

interface FloatVector {
  readonly kind: string;
  readonly bits: number;
  readonly text: string;
}

const floats = readFileSync(new URL("./vectors/npy.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): FloatVector => JSON.parse(line))
  .filter(({ kind }) => kind === "float32");

describe("float32", () => {
  it("has as many digits as NumPy's shortest", () => {
    const digits = (text: string): string =>
      text
        .replace(/e.*$/, "")
        .replace(/[-.]/g, "")
        .replace(/^0+|0+$/g, "");
    const differing = floats.filter(({ bits, text }) => {
      const [value] = new Float32Array(Uint32Array.of(bits).buffer);
      return digits(floatText("float32", value!)).length > digits(text).length;
    });
    expect(floats.length).toBeGreaterThan(300);
    expect(differing).toEqual([]);
  });

  it("comes back as it was", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) =>
        Object.is(Math.fround(Number(floatText("float32", value))), value),
      ),
    );
  });

  it.each([
    [0.1, "0.1"],
    [273.15, "273.15"],
    [-0, "-0"],
    [16777216, "16777216"],
    [1e-45, "1e-45"],
    [Number.NaN, "NaN"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
  ])("%s is %s", (value, text) => {
    expect(floatText("float32", Math.fround(value))).toBe(text);
  });
});

it.each<FloatName>(["float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float6_e3m2fn", "float4_e2m1fn"])(
  "%s: every code comes back from its text",
  (name) => {
    const small = name as SmallFloatName;
    const codes = { float16: 65_536, bfloat16: 65_536, float6_e3m2fn: 64, float4_e2m1fn: 16 }[name as string] ?? 256;
    const lost: number[] = [];
    for (let code = 0; code < codes; code++) {
      const value = decodeFloat(small, code);
      const finite = Number.isFinite(value);
      if (finite && encodeFloat(small, Number(floatText(name, value))) !== encodeFloat(small, value)) lost.push(code);
    }
    expect(lost).toEqual([]);
    expect(floatText(name, decodeFloat(small, 1))).toMatch(/^[\d.e-]{1,7}$/);
  },
);

describe("forms", () => {
  it("escapes text for CDL", () => {
    expect(CDL_FORM.text('a"b\\c\n\t\x01\x7f東')).toBe('"a\\"b\\\\c\\n\\t\\001\\177東"');
  });

  it("has strict JSON for everything", () => {
    expect(JSON_FORM.number("NaN")).toBe('"NaN"');
    expect(JSON_FORM.number("-Infinity")).toBe('"-Infinity"');
    expect(JSON_FORM.number("-1e-7")).toBe("-1e-7");
    expect(JSON.parse(JSON_FORM.json({ a: [Number.NaN, 2n ** 70n], b: null }))).toEqual({
      a: ["NaN", 2 ** 70],
      b: null,
    });
    expect(JSON_FORM.bytes(Uint8Array.of(1, 255))).toBe('"Af8="');
    expect(CDL_FORM.json({ a: Number.NaN })).toBe('"{\\"a\\":NaN}"');
  });
});

it("optional elements that are missing are _ in CDL, null in JSON, nothing in a cell", () => {
  const texts = (form: ValueForm) => {
    const dataType = optionalType(parseDataType("int16"));
    const text = variableTexts(dataType, [1, null], form);
    return [text(0), text(1)];
  };
  expect(texts(CDL_FORM)).toEqual(["1", "_"]);
  expect(texts(JSON_FORM)).toEqual(["1", "null"]);
  expect(texts(CELL_FORM)).toEqual(["1", ""]);
});
