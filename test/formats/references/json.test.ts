/** JSON reference sets of both versions: what each entry means, wherever the blocks of the file end. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import type { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";

async function* inBlocks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, undefined> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1 << 20): Promise<ReferenceSet> {
  const bytes = new TextEncoder().encode(text);
  return readJsonReferences(() => inBlocks(bytes, size), noteList());
}

/** Every key with what it refers to, inline bytes as text. */
function shown({ table, problems }: ReferenceSet): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const key of table.keys()) {
    const reference = table.find(key)!;
    if (reference.kind === "inline") all[key] = new TextDecoder().decode(reference.bytes);
    else all[key] = reference.kind === "whole" ? [reference.url] : [reference.url, reference.offset, reference.length];
  }
  for (const [key, { what }] of problems) all[key] = what;
  return all;
}

/** A value, and what is read of it; a regular expression is the problem that reading it fails with. */
const VALUES: readonly (readonly [string, unknown])[] = [
  ['"data"', "data"],
  ['""', ""],
  ['"é"', "é"],
  ['"\\u0000\\u007f\\n\\"\\\\"', '\u0000\u007f\n"\\'],
  ['"\\ud83d\\ude00"', "😀"],
  ['"\\ud800"', /surrogate/],
  ['"base64:aGVsbG8="', "hello"],
  ['"base64:"', ""],
  ['"base64:aGVs\\nbG8="', "hello"],
  ['"base64:aGVsbG8"', /cannot be read/],
  ['"base64:-_8="', /cannot be read/],
  ['"base64:a!GVs#bG8="', /cannot be read/],
  ['"Base64:aGVsbG8="', "Base64:aGVsbG8="],
  ['" base64:aGVsbG8="', " base64:aGVsbG8="],
  ['{"a": [1, {"b": "}"}], "n": NaN}', '{"a": [1, {"b": "}"}], "n": NaN}'],
  ["{}", "{}"],
  ['["memory://data"]', ["memory://data"]],
  ['["memory://data", 0, 0]', ["memory://data", 0, 0]],
  ['[ "memory://d\\u0061ta" , 2 , 4 ]', ["memory://data", 2, 4]],
  ['["u", 9007199254740991, 1]', ["u", 9007199254740991, 1]],
  ['["u", 9007199254740993, 1]', /not an integer from 0 to 2\^53/],
  ['["u", -4, 4]', /not an integer/],
  ['["u", 2.0, 4.0]', /not an integer/],
  ['["u", "2", "4"]', /not an integer/],
  ['["u", null, null]', /not an integer/],
  ['["u", 010, 4]', /not an integer/],
  ["[]", /0 items/],
  ['["u", 1]', /2 items/],
  ['["u", 1, 2, 3]', /4 items/],
  ['[["u", 0, 1], ["u", 2, 1]]', /2 items/],
  ["[null]", /no URL/],
  ["[null, 0, 4]", /no URL/],
  ['["", 0, 4]', /empty URL/],
  ["5", /neither a string/],
  ["true", /neither a string/],
  ["null", /neither a string/],
  ["1.5", /neither a string/],
];

describe("a value", () => {
  const around = (value: string, version: 0 | 1): string =>
    version === 0 ? `{"a/0": "x", "k": ${value}}` : `{"version": 1, "refs": {"a/0": "x", "k": ${value}}}`;
  for (const version of [0, 1] as const) {
    it.each(VALUES)(`%s in version ${version}`, async (value, meaning) => {
      for (const size of [1, 5, 1 << 20]) {
        const found = shown(await read(around(value, version), size));
        expect(found["a/0"]).toBe("x");
        if (meaning instanceof RegExp) expect(found["k"]).toMatch(meaning);
        else expect(found["k"]).toEqual(meaning);
      }
    });
  }
});

describe("a set", () => {
  it.each([
    ['{"version": null, "a": "x"}', "a"],
    ['{"refs": {"a": "x"}}', "refs"],
    ['{"version": 1.0, "refs": {"a": "x"}}', "a"],
    ['{"version": true, "refs": {"a": "x"}}', "a"],
    ['{"version": "1.0", "refs": {"a": "x"}}', "a"],
    ['{"refs": {"a": "x"}, "version": 1}', "a"],
    ['\ufeff{"a": "x"}', "a"],
  ])("%s has the key %s", async (text, key) => {
    for (const size of [1, 1 << 20]) {
      const set = await read(text, size);
      expect([...set.table.keys()]).toContain(key);
    }
  });

  it.each([
    ['{"version": 2, "refs": {}}', /version/],
    ['{"a": "x",}', /name in quotes/],
    ['{"a": "x"} y', /end of the file/],
    ['{"a": ["u", 1', /expected/],
    ['{"a" "x"}', /colon/],
    ["[1]", /object/],
    ["", /object/],
    ['{"a": }', /value/],
    ['{"a": "x\n"}', /control character/],
    [`{"a": ${"[".repeat(1000)}`, /levels/],
    ['{"version": 1, "templates": {"u": 5}, "refs": {}}', /string/],
    ['{"a": ["u",, 0, 4]}', /a value/],
    ['{"a": ["u", 0, 4,]}', /a value/],
    ['{"a": ["u" 0 4]}', /a comma or \]/],
    ['{"a": ["u": 0, 4]}', /a comma or \]/],
    ['{"a": ["u", 0, 4}', /a comma or \]/],
    ['{"a": {"b" 1}}', /colon/],
    ['{"a": {"b": 1,}}', /name in quotes/],
    ['{"a": {"b": 1 "c": 2}}', /a comma or }/],
    ['{"a": {1: 2}}', /name in quotes/],
    ['{"a": {"b": }}', /a value/],
  ])("%s is refused", async (text, problem) => {
    for (const size of [1, 1 << 20]) await expect(read(text, size)).rejects.toThrow(problem);
  });

  it("is refused where JSON.parse refuses its brackets, commas and colons", async () => {
    const words = fc.constantFrom("[", "]", "{", "}", ",", ":", "1", '"a"', '"a":', '"a":1', "[]", "{}", " ");
    const isRefused = async (parse: () => unknown): Promise<boolean> => {
      try {
        await parse();
        return false;
      } catch {
        return true;
      }
    };
    const property = fc.asyncProperty(fc.array(words, { maxLength: 9 }), async (inner) => {
      const text = `{"k": ${inner.join("")}}`;
      const expected = await isRefused(() => JSON.parse(text));
      for (const size of [1, 1 << 20]) expect(await isRefused(() => read(text, size)), text).toBe(expected);
    });
    await fc.assert(property, { numRuns: 2000 });
  });

  it("names the line and the column", async () => {
    const error = await read('{\n"a": "x",\n  "b": ?}', 4).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ place: { line: 3, column: 8 } });
  });

  it("keeps the last of equal keys", async () => {
    expect(shown(await read('{"a/0": "x", "a/0": ["u"], "k": 5, "k": "y", "l": "z", "l": 6}'))).toMatchObject({
      "a/0": ["u"],
      k: "y",
      l: expect.stringContaining("neither"),
    });
  });

  it("takes keys for what they are", async () => {
    const keys = [
      "a/0",
      "a/00",
      "a//0",
      "/a/0",
      "a/0/",
      "0",
      "0.0",
      "1/2.3",
      "v1/0",
      "a/c/0/1",
      "a/.zarray",
      "__proto__/0",
    ];
    const set = await read(
      JSON.stringify(Object.fromEntries(keys.map((key) => [key, `of ${key}`]))).replace('"1":', '"1":'),
    );
    for (const key of keys)
      expect(new TextDecoder().decode((set.table.find(key) as { bytes: Uint8Array }).bytes)).toBe(`of ${key}`);
    for (const key of ["a/1", "a/0.0", "a", "", "0/0", "constructor"]) expect(set.table.find(key)).toBeUndefined();
  });
});

describe("gen", () => {
  const generated = async (gen: object, more: object = {}): Promise<Record<string, unknown>> =>
    shown(await read(JSON.stringify({ version: 1, gen: [gen], ...more })));

  it("takes every combination, the last dimension fastest", async () => {
    const gen = {
      key: "a/{{i}}.{{j}}",
      url: "u_{{i}}_{{j}}",
      offset: "{{i*10+j}}",
      length: "5",
      dimensions: { i: { stop: 2 }, j: [7, 3] },
    };
    expect(await generated(gen)).toEqual({
      "a/0.7": ["u_0_7", 7, 5],
      "a/0.3": ["u_0_3", 3, 5],
      "a/1.7": ["u_1_7", 17, 5],
      "a/1.3": ["u_1_3", 13, 5],
    });
  });

  it.each([
    [
      { key: "k{{i}}", url: "u{{i}}", dimensions: { i: { start: 5, stop: 0, step: -2 } } },
      { k5: ["u5"], k3: ["u3"], k1: ["u1"] },
    ],
    [{ key: "k", url: "u", dimensions: { i: { stop: 0 } } }, {}],
    [{ key: "k", url: "u", dimensions: {} }, { k: ["u"] }],
    [
      { key: "k{{i}}", url: "u{{i}}", dimensions: { i: ["a", 0.5, 1] } },
      { ka: ["ua"], "k0.5": ["u0.5"], k1: ["u1"] },
    ],
    [
      { key: "k{{i}}", url: "{{'%05d' % i}}", offset: " {{i}} ", length: "1_000", dimensions: { i: { stop: 1 } } },
      { k0: ["00000", 0, 1000] },
    ],
  ])("%j", async (gen, meaning) => {
    expect(await generated(gen)).toEqual(meaning);
  });

  it.each([
    [{ key: "k", url: "u", dimensions: { i: {} } }, /stop/],
    [{ key: "k", url: "u", dimensions: { i: { stop: 5, step: 0 } } }, /step of 0/],
    [{ key: "k", url: "u" }, /dimensions/],
    [{ key: "k", dimensions: {} }, /url/],
    [{ key: "k", url: "u", offset: "1", dimensions: {} }, /not both/],
    [{ key: "k", url: "u", offset: "{{1/2}}", length: "1", dimensions: {} }, /offset "0.5"/],
    [{ key: "k", url: "u", offset: "-1", length: "1", dimensions: {} }, /offset "-1"/],
    [{ key: "k", url: "u", dimensions: { i: { stop: 1e6 }, j: { stop: 1e6 } } }, /limit/],
  ])("%j is refused", async (gen, problem) => {
    await expect(generated(gen)).rejects.toThrow(problem);
  });

  it("comes after the references, which it overrides", async () => {
    expect(await generated({ key: "k", url: "u", dimensions: {} }, { refs: { k: "x", l: "y" } })).toEqual({
      k: ["u"],
      l: "y",
    });
  });

  it("refuses a name that is a template and a dimension", async () => {
    await expect(generated({ key: "k", url: "u", dimensions: { i: [1] } }, { templates: { i: "x" } })).rejects.toThrow(
      /two things/,
    );
  });
});

it.each([
  ["a URL", { templates: { u: "x".repeat(900_000) }, refs: { "a/0": ["{{u}}0", 0, 4] } }],
  ["a URL that a template made", { templates: { u: "x".repeat(20_000) }, refs: { "a/0": ["{{u}}0", 0, 4] } }],
  ["a spelled URL", { refs: { "a/0": ["x".repeat(20_000), 0, 4] } }],
  ["a key", { refs: { ["k".repeat(20_000)]: "x" } }],
  ["a key that ends in a number", { refs: { [`${"k".repeat(20_000)}/0`]: "x" } }],
  ["a key of gen", { gen: [{ key: "{{'x' * 20000}}{{i}}", url: "u", dimensions: { i: { stop: 2 } } }] }],
])("%s that is too long is refused", async (_, set) => {
  const error = await read(JSON.stringify({ version: 1, ...set })).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "HyperslabError", code: "unsupported" });
});
