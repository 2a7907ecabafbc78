import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fromPlain,
  jsonArray,
  jsonBoolean,
  jsonEquals,
  jsonFloat,
  jsonInteger,
  jsonNull,
  jsonNumber,
  jsonObject,
  jsonString,
  toPlain,
  withMember,
  withoutMember,
} from "../../src/bytes/json/make.ts";
import type { JsonNode } from "../../src/bytes/json/node.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { printJson } from "../../src/bytes/json/print.ts";
import { caught } from "./caught.ts";
import { readVectors } from "./vectors/read-vectors.ts";

const parse = (text: string): JsonNode => parseJson(text).root;

describe("constructors", () => {
  test("number tokens", () => {
    const texts = [1, -1.5, 1e21, 1e-7, -0, Number.NaN, Number.NEGATIVE_INFINITY, 2n ** 64n].map(
      (value) => jsonNumber(value).text,
    );
    expect(texts).toEqual(["1", "-1.5", "1e+21", "1e-7", "-0.0", "NaN", "-Infinity", "18446744073709551616"]);
  });

  test("integers are exact or refused", () => {
    expect([0, -0, -7, 2n ** 70n].map((value) => jsonInteger(value).text)).toEqual([
      "0",
      "0",
      "-7",
      "1180591620717411303424",
    ]);
    for (const value of [0.5, 2 ** 53, Number.NaN])
      expect(caught(() => jsonInteger(value)).code).toBe("invalid-request");
  });

  test("floats are spelled as Python spells them", () => {
    const vectors = readVectors<{ bits: string; text: string }>("floats");
    expect(vectors.length).toBeGreaterThan(300);
    for (const { bits, text } of vectors) {
      const value = new DataView(Uint8Array.from(Buffer.from(bits, "hex")).buffer).getFloat64(0, true);
      expect(jsonFloat(value).text).toBe(text);
    }
    expect([Number.NaN, Number.POSITIVE_INFINITY].map((value) => jsonFloat(value).text)).toEqual(["NaN", "Infinity"]);
  });

  test("objects from entries and records", () => {
    const entries = jsonObject([
      ["b", jsonNull()],
      ["10", jsonBoolean(true)],
      ["b", jsonString("last")],
    ]);
    expect([...entries.members]).toEqual([
      ["b", jsonString("last")],
      ["10", jsonBoolean(true)],
    ]);
    expect([...jsonObject({ z: jsonArray([]), a: jsonNull() }).members.keys()]).toEqual(["z", "a"]);
    expect([...jsonObject(entries.members).members]).toEqual([...entries.members]);
  });

  test("changed copies keep order and the original", () => {
    const object = jsonObject({ a: jsonNull(), b: jsonNull(), c: jsonNull() });
    expect([...withMember(object, "b", jsonBoolean(true)).members.keys()]).toEqual(["a", "b", "c"]);
    expect([...withMember(object, "d", jsonNull()).members.keys()]).toEqual(["a", "b", "c", "d"]);
    expect([...withoutMember(object, "b").members.keys()]).toEqual(["a", "c"]);
    expect([...withoutMember(object, "x").members.keys()]).toEqual(["a", "b", "c"]);
    expect([...object.members.values()].every((member) => member.type === "null")).toBe(true);
  });
});

describe("fromPlain", () => {
  test("what it takes", () => {
    const shared = [1];
    const value = {
      list: [null, true, 1.5, 2n ** 63n, "x"],
      typed: new Int16Array([1, -2]),
      wide: new BigUint64Array([2n ** 64n - 1n]),
      map: new Map<string, unknown>([["k", new Map()]]),
      none: undefined,
      bare: Object.assign(Object.create(null), { a: 1 }),
      twice: [shared, shared],
    };
    expect(printJson(fromPlain(value), "compact")).toBe(
      '{"list":[null,true,1.5,9223372036854775808,"x"],"typed":[1,-2],"wide":[18446744073709551615],' +
        '"map":{"k":{}},"bare":{"a":1},"twice":[[1],[1]]}',
    );
  });

  const cycle: Record<string, unknown> = {};
  cycle["a b"] = [cycle];
  let deep: unknown = 1;
  for (let depth = 0; depth < 5000; depth++) deep = [deep];
  const REFUSED: readonly (readonly [string, unknown, string | undefined])[] = [
    ["undefined", undefined, undefined],
    ["an item that is undefined", { a: [1, undefined] }, "a[1]"],
    ["a hole", [Object.assign([1], { length: 3 })], "[0][1]"],
    ["a function", { a: { b: () => 1 } }, "a.b"],
    ["a symbol", [Symbol("s")], "[0]"],
    ["a date", { when: new Date(0) }, "when"],
    ["an instance", [new (class Thing {})()], "[0]"],
    ["a set", { a: new Set() }, "a"],
    ["raw memory", { a: new DataView(new ArrayBuffer(1)) }, "a"],
    ["a Map with other keys", { m: new Map([[1, 2]]) }, "m"],
    ["a cycle", cycle, '["a b"][0]'],
    ["a cycle through a Map", selfContained(), "self"],
    ["what is too deep", deep, undefined],
  ];

  test.each(REFUSED)("refuses %s", (_, value, field) => {
    const error = caught(() => fromPlain(value));
    expect(error.code).toBe("invalid-request");
    expect(error.place.field).toBe(field);
  });
});

describe("toPlain", () => {
  test("integers beyond 2^53 are bigint, all else double", () => {
    expect(toPlain(parse("[9007199254740991,9007199254740992,-9007199254740993,1e20,1.0]"))).toStrictEqual([
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
      1e20,
      1,
    ]);
  });

  test("goes back to what fromPlain took", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(JSON.stringify(toPlain(fromPlain(value)), bigintText)).toBe(JSON.stringify(value, bigintText));
      }),
    );
  });
});

describe("jsonEquals", () => {
  const EQUAL = [
    ["1", "1.0"],
    ["1", "1e0"],
    ["100", "1E+2"],
    ["0.001", "1.000e-3"],
    ["0", "0e99"],
    ["-0", "-0.0"],
    ["NaN", "NaN"],
    ["9007199254740993", "9007199254740993.0"],
    ["1e99999999999999999999", "10e99999999999999999998"],
    ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}'],
    ['"\\u0061"', '"a"'],
  ] as const;
  const DIFFERENT = [
    ["0", "-0"],
    ["9007199254740992", "9007199254740993"],
    ["1e400", "Infinity"],
    ["1e400", "1e401"],
    ["1", "10"],
    ["1", "-1"],
    ["0.1", "0.10000000000000001"],
    ["NaN", '"NaN"'],
    ["null", "false"],
    ["[1,2]", "[2,1]"],
    ["[1]", "[1,1]"],
    ["{}", "[]"],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":1}', '{"b":1}'],
  ] as const;

  test.each(EQUAL)("%s is %s", (a, b) => {
    expect(jsonEquals(parse(a), parse(b))).toBe(true);
    expect(jsonEquals(parse(b), parse(a))).toBe(true);
  });

  test.each(DIFFERENT)("%s is not %s", (a, b) => {
    expect(jsonEquals(parse(a), parse(b))).toBe(false);
    expect(jsonEquals(parse(b), parse(a))).toBe(false);
  });

  test("a double equals every spelling of itself", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const spellings = [jsonNumber(value), jsonFloat(value), { ...jsonFloat(value), text: value.toExponential() }];
        if (value !== 0) for (const a of spellings) for (const b of spellings) expect(jsonEquals(a, b)).toBe(true);
      }),
    );
  });

  test("long tokens take linear time", () => {
    const zeros = "0".repeat(1_000_000);
    expect(jsonEquals(parse(`1${zeros}`), parse("1e1000000"))).toBe(true);
    expect(jsonEquals(parse(`0.${zeros}1`), parse(`0.${zeros}2`))).toBe(false);
    expect(jsonEquals(parse(`1e1${zeros}`), parse(`1e2${zeros}`))).toBe(false);
  });
});

function selfContained(): Map<string, unknown> {
  const map = new Map<string, unknown>();
  return map.set("self", map);
}

function bigintText(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return Object.is(value, -0) ? "-0" : value;
}
