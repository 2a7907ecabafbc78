import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromPlain, jsonEquals, jsonNumber, jsonObject, jsonString } from "../../src/bytes/json/make.ts";
import type { JsonNode } from "../../src/bytes/json/node.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { type JsonStyle, printJson, printJsonBytes } from "../../src/bytes/json/print.ts";
import { anyCharacter } from "./any-text.ts";
import { caught } from "./caught.ts";
import { readVectors } from "./vectors/read-vectors.ts";

const parse = (text: string): JsonNode => parseJson(text).root;
const STYLES: readonly JsonStyle[] = ["zarr-python-2", "zarr-python-3", "python", "compact", "netcdf"];

describe("as the peers print", () => {
  test("Python's json module", () => {
    const vectors = readVectors<Record<"python" | "zarr-python-2" | "zarr-python-3", string>>("json-texts");
    expect(vectors.length).toBeGreaterThan(300);
    for (const vector of vectors) {
      for (const style of ["python", "zarr-python-2", "zarr-python-3"] as const) {
        expect(printJson(parse(vector.python), style)).toBe(vector[style]);
      }
    }
  });

  test.each([...readVectors<Document>("documents-2"), ...readVectors<Document>("documents-3")])(
    "$key of $style",
    ({ style, text }) => {
      expect(printJson(parse(text), style)).toBe(text);
      expect(new TextDecoder().decode(printJsonBytes(parse(text), style))).toBe(text);
    },
  );

  // Written by netCDF-C 4.10.
  test.each([
    '{"zarr_format": 2}',
    '{"zarr_format": 2, "shape": [1], "dtype": "<i4", "chunks": [1], "fill_value": -2147483647, "order": "C", "compressor": null, "filters": null}',
    '{"b1": 1, "bn": [1,-2,3], "f1": 1.5, "fn": [1.5,"NaN","Infinity","-Infinity"], "dexp": 1e+30, "c1": "x", "cempty": "", "cesc": "tab\\there nl\\nq\\"b\\\\s \'single\'", "cbrace": "{not json", "_ARRAY_DIMENSIONS": ["x"], "_nczarr_array": {"dimension_references": ["/x"], "storage": "chunked"}}',
    '{"_nczarr_group": {"dimensions": {"x": 1, "ünï": 2}, "arrays": ["é","v"], "groups": []}, "_nczarr_superblock": {"version": "2.0.0"}}',
  ])("netCDF-C: %s", (text) => {
    expect(printJson(parse(text), "netcdf")).toBe(text);
  });
});

describe("strict JSON", () => {
  test.each(STYLES)("%s: what is printed parses to the same, here and in the engine", (style) => {
    const text = fc.string({ unit: anyCharacter });
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter });
    fc.assert(
      fc.property(fc.dictionary(text, value, { noNullPrototype: true }), (plain) => {
        const node = fromPlain(plain);
        const printed = printJson(node, style);
        expect(jsonEquals(parse(printed), node)).toBe(true);
        expect(jsonEquals(fromPlain(JSON.parse(printed)), node)).toBe(true);
        expect(parseJson(printJsonBytes(node, style)).text).toBe(printed);
      }),
      { numRuns: 50 },
    );
  });

  test("number tokens are printed as they were read", () => {
    const text = "[1.0,1.50,1E5,-0,9223372036854775807,1e400]";
    expect(printJson(parse(text), "compact")).toBe(text);
  });

  test("what is not finite is refused with its path, or printed if asked", () => {
    const node = fromPlain({ a: [1, { "b c": Number.NaN }] });
    const error = caught(() => printJson(node, "zarr-python-2"));
    expect(error.code).toBe("invalid-request");
    expect(error.message).toBe('JSON cannot express the number NaN (a[1]["b c"])');
    expect(printJson(node, "python", { nonFinite: "token" })).toBe('{"a": [1, {"b c": NaN}]}');
    expect(printJson(parse("[Infinity,-Infinity]"), "compact", { nonFinite: "token" })).toBe("[Infinity,-Infinity]");
    expect(caught(() => printJson(jsonNumber(Number.POSITIVE_INFINITY), "compact")).place).toEqual({});
  });

  test("tokens that no parser made are refused", () => {
    for (const text of ["", "01", "0x1", "1.", "nan", "1,2"]) {
      const node: JsonNode = { type: "number", text, offset: -1 };
      expect(caught(() => printJson(node, "compact", { nonFinite: "token" })).code).toBe("invalid-request");
    }
  });

  test("lone surrogates are escaped in every style, so that there are bytes", () => {
    const node = jsonObject({ "\udc00": jsonString("😀\ud800") });
    expect(printJson(node, "compact")).toBe('{"\\udc00":"😀\\ud800"}');
    for (const style of STYLES) expect(jsonEquals(parseJson(printJsonBytes(node, style)).root, node)).toBe(true);
  });

  test("what is too deep is refused", () => {
    let node: JsonNode = fromPlain(1);
    for (let depth = 0; depth < 20_000; depth++) node = { type: "array", items: [node], offset: -1 };
    for (const style of STYLES) expect(caught(() => printJson(node, style)).code).toBe("invalid-request");
  });
});

test("names are sorted by code point, not by UTF-16 unit", () => {
  const node = fromPlain({ "😀": 1, "\uffff": 2, "a😀": 3, "a\ue000": 4, a: 5, "": 6, "10": 7, "9": 8 });
  const keys = [...parseJson(printJson(node, "zarr-python-2")).text.matchAll(/"([^"]*)": (\d)/g)].map(
    (match) => match[2],
  );
  expect(keys.join("")).toBe("67854321");
});

interface Document {
  readonly key: string;
  readonly style: JsonStyle;
  readonly text: string;
}
