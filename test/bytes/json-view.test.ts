import { describe, expect, test } from "vitest";
import { fromPlain, jsonNumber } from "../../src/bytes/json/make.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { describeJson, type JsonView, jsonView, memberField, viewDocument } from "../../src/bytes/json/view.ts";
import { caught } from "./caught.ts";

function view(text: string): JsonView {
  return viewDocument(parseJson(text, { key: "a/zarr.json" }));
}

describe("walking", () => {
  const document = view(`{
  "codecs": [{"name": "bytes"}, {"name": "zstd", "configuration": {"level": "high"}}],
  "attributes": {"a b": 1, "": [[2]]}
}`);

  test("paths and positions", () => {
    const level = document.required("codecs").items()[1]?.get("configuration")?.required("level");
    expect(level?.field).toBe("codecs[1].configuration.level");
    const error = caught(() => level?.integer());
    expect(error.place).toEqual({
      key: "a/zarr.json",
      line: 2,
      column: 77,
      field: "codecs[1].configuration.level",
    });
    expect(error.message).toBe(
      'expected an integer, found the string "high" (a/zarr.json:2:77, codecs[1].configuration.level)',
    );
  });

  test("names that are no identifiers are quoted", () => {
    const attributes = document.required("attributes");
    expect(attributes.entries().map(([name, member]) => [name, member.field])).toEqual([
      ["a b", 'attributes["a b"]'],
      ["", 'attributes[""]'],
    ]);
    expect(attributes.get("")?.items()[0]?.items()[0]?.field).toBe('attributes[""][0][0]');
    expect(memberField("", "_ARRAY_DIMENSIONS")).toBe("_ARRAY_DIMENSIONS");
    expect(memberField("", "0")).toBe('["0"]');
  });

  test("absent members", () => {
    expect(document.get("shape")).toBeUndefined();
    expect(document.get("toString")).toBeUndefined();
    const error = caught(() => document.required("shape"));
    expect(error.what).toBe('the member "shape" is missing');
    expect(error.place).toEqual({ key: "a/zarr.json", line: 1, column: 1 });
  });

  test("unknown members", () => {
    document.only(["attributes", "codecs", "shape"]);
    const error = caught(() => document.only(["codecs", "shape"]));
    expect(error.message).toBe(
      'unknown member "attributes" (a/zarr.json:3:17, attributes). Allowed here: codecs, shape.',
    );
    expect(caught(() => document.only([])).hint).toBe("No members are allowed here.");
  });
});

describe("kinds", () => {
  const OTHERS = ["null", "true", "1", '"1"', "[1]", '{"a":1}'];
  const READERS: readonly (readonly [string, (value: JsonView) => unknown, string, string])[] = [
    ["object", (value) => value.object(), '{"a":1}', "an object"],
    ["get", (value) => value.get("a"), '{"a":1}', "an object"],
    ["entries", (value) => value.entries(), '{"a":1}', "an object"],
    ["only", (value) => value.only(["a"]), '{"a":1}', "an object"],
    ["items", (value) => value.items(), "[1]", "an array"],
    ["string", (value) => value.string(), '"1"', "a string"],
    ["oneOf", (value) => value.oneOf(["0", "1"]), '"1"', 'one of "0", "1"'],
    ["boolean", (value) => value.boolean(), "true", "true or false"],
    ["number", (value) => value.number(), "1", "a number"],
    ["integer", (value) => value.integer(), "1", "an integer"],
    ["bigint", (value) => value.bigint(), "1", "an integer"],
  ];

  test.each(READERS)("%s takes its own kind alone", (_, read, own, expected) => {
    read(view(own));
    for (const other of OTHERS.filter((text) => text !== own)) {
      const error = caught(() => read(view(other)));
      expect(error.code).toBe("invalid-data");
      expect(error.what).toBe(`expected ${expected}, found ${describeJson(view(other).node)}`);
    }
  });

  test("null", () => {
    expect(view("null").isNull()).toBe(true);
    expect(view("0").isNull()).toBe(false);
  });

  test("one of one", () => {
    expect(view('"C"').oneOf(["C", "F"])).toBe("C");
    expect(caught(() => view('"D"').oneOf(["C"])).what).toBe('expected "C", found the string "D"');
  });
});

describe("numbers", () => {
  test("doubles", () => {
    expect(["NaN", "-Infinity", "1e5", "-0.0", "9007199254740993"].map((text) => view(text).number())).toEqual([
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      100000,
      -0,
      9007199254740992,
    ]);
  });

  test("integers are exact or refused", () => {
    expect(view("-0").integer()).toBe(0);
    expect(view("9007199254740991").integer()).toBe(9007199254740991);
    expect(view("5").integer(5, 5)).toBe(5);
    expect(view("5").integer(0, Number.POSITIVE_INFINITY)).toBe(5);
    for (const text of ["2.0", "2e0", "NaN", "Infinity"])
      expect(caught(() => view(text).integer()).what).toContain("an integer, found");
  });

  test.each([
    ["9007199254740993", undefined, undefined, "an integer of at most 9007199254740991"],
    ["-9007199254740993", undefined, undefined, "an integer of at least -9007199254740991"],
    ["-1", 0, undefined, "an integer of at least 0"],
    ["9007199254740993", 0, undefined, "an integer from 0 to 9007199254740991"],
    ["256", 0, 255, "an integer from 0 to 255"],
    ["256", undefined, 255, "an integer of at most 255"],
  ])("%s outside [%s, %s]", (text, min, max, expected) => {
    expect(caught(() => view(text).integer(min, max)).what).toBe(`expected ${expected}, found the number ${text}`);
  });

  test("bigints are exact", () => {
    expect(view("18446744073709551615").bigint(0n, 2n ** 64n - 1n)).toBe(18446744073709551615n);
    expect(caught(() => view("18446744073709551616").bigint(0n, 2n ** 64n - 1n)).what).toContain(
      "from 0 to 18446744073709551615",
    );
    expect(caught(() => view("-1").bigint(0n)).what).toContain("of at least 0");
    expect(caught(() => view("1.5").bigint()).what).toBe("expected an integer, found the number 1.5");
    expect(caught(() => view("1".repeat(5000)).bigint()).what).toContain(`found the number ${"1".repeat(45)}...`);
  });
});

test("nodes that were made have no position", () => {
  const made = jsonView(fromPlain({ a: [1] }), undefined, "attributes");
  const error = caught(() => made.required("a").items()[0]?.string());
  expect(error.place).toEqual({ field: "attributes.a[0]" });
  const inDocument = jsonView(jsonNumber(1), { key: "k", text: "" });
  expect(caught(() => inDocument.fail("bad", "Do this.")).message).toBe("bad (k). Do this.");
});

test("descriptions are short", () => {
  expect(describeJson(fromPlain("x".repeat(1000))).length).toBeLessThan(80);
  const nodes = [null, true, 1.5, "a\n", [], [1], [1, 2], {}, { a: 1 }].map((plain) => describeJson(fromPlain(plain)));
  expect(nodes).toEqual([
    "null",
    "true",
    "the number 1.5",
    'the string "a\\n"',
    "an empty array",
    "an array of 1 item",
    "an array of 2 items",
    "an empty object",
    "an object of 1 member",
  ]);
});
