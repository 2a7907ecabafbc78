/** Objects of equal text share one tree, in a document and between short documents; places in messages stay exact. */
import { expect, test } from "vitest";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { printJson } from "../../src/bytes/json/print.ts";
import { type JsonView, viewDocument } from "../../src/bytes/json/view.ts";
import fc from "../fast-check.ts";
import { caught } from "./caught.ts";

const parse = (text: string) => parseJson(new TextEncoder().encode(text), { key: "k" });
const ARRAY = '{"shape": [4], "dtype": "<f4", "order": "C"}';

/** Every value of a view with what it says of its place. */
function placesIn(view: JsonView): readonly string[] {
  const { field, position, node } = view;
  const inner =
    node.type === "object" ? view.entries().map(([, member]) => member) : node.type === "array" ? view.items() : [];
  return [`${field} ${position?.line}:${position?.column}`, ...inner.flatMap(placesIn)];
}

test("equal objects are one tree, each with its own place", () => {
  const document = parse(`{"a": ${ARRAY},\n "b c": ${ARRAY},\n "d": [${ARRAY}]}`);
  const root = viewDocument(document);
  const [a, b] = [root.required("a"), root.required("b c")];
  expect(document.shared).toBe(true);
  expect(b.node).toBe(a.node);
  const error = caught(() => b.required("shape").items()[0]?.string());
  expect(error.place).toEqual({ key: "k", line: 2, column: 20, field: '["b c"].shape[0]' });
  expect(caught(() => root.required("d").items()[0]?.required("order").integer()).place).toMatchObject({
    line: 3,
    column: 48,
  });
});

test("short documents share the objects inside them, each with its own place", () => {
  const types = '{"types": {"long_name": ">S1", "units": ">S1"}}';
  const first = viewDocument(parse(`{"long_name": "a", "attr": ${types}}`));
  const second = viewDocument(parse(`{"long_name": "another",\n  "attr": ${types}}`));
  expect(second.required("attr").node).toBe(first.required("attr").node);
  expect(second.required("attr").position).toEqual({ line: 2, column: 11 });
  expect(first.required("attr").position).toEqual({ line: 1, column: 28 });
});

test("an object below more arrays than its like is read by itself, so that depth stays limited", () => {
  const inner = `{"deep": [[[[[[[1]]]]]]], "long_enough_to_be_kept": true}`;
  const known = parse(`{"x": 0, "a": ${inner}}`);
  const deeper = parse(`{"x": 1, "a": [${inner}]}`);
  expect(known.shared).toBe(false);
  expect(deeper.shared).toBe(false);
  expect(parse(`{"x": 2, "a": ${inner}}`).shared).toBe(true);
});

test("objects that differ only in texts and numbers share the rest, each with its own places", () => {
  const types = '{"types": {"long_name": ">S1", "units": ">S1"}}';
  const attributes = (name: string, limit: string) =>
    `{"long_name": "${name}",\n "valid_max": ${limit}, "names": ["x"], "attr": ${types}}`;
  const first = viewDocument(parse(attributes("speed", "1.50")));
  const document = parse(attributes("spin of \u00e4", "-2e+5"));
  const second = viewDocument(document);
  expect(document.shared).toBe(true);
  expect(second.required("names").node).toBe(first.required("names").node);
  expect(printJson(document.root, "compact")).toBe(
    '{"long_name":"spin of \u00e4","valid_max":-2e+5,"names":["x"],"attr":{"types":{"long_name":">S1","units":">S1"}}}',
  );
  expect(placesIn(second)).toEqual(placesIn(viewDocument(parseJson(document.text, { key: "k" }))));
});

test.each([
  ["an escape", String.raw`{"long_name": "sp\"n", "units": "m", "valid_max": 1.5}`],
  ["another escape", String.raw`{"long_name": "sp\n", "units": "m", "valid_max": 1.5}`],
  ["a text for a number", '{"long_name": "spin", "units": "m", "valid_max": "1.5"}'],
  ["a word for a number", '{"long_name": "spin", "units": "m", "valid_max": NaN}'],
  ["more after it", '{"long_name": "spin", "units": "m", "valid_max": 1.5, "more": 1}'],
  ["less of it", '{"long_name": "spin", "valid_max": 1.5}'],
  ["the same member twice", '{"long_name": "spin", "units": "m", "valid_max": 1.5, "units": "s"}'],
])("an object like another one with %s is read by itself", (_, other) => {
  parse('{"long_name": "speed", "units": "m", "valid_max": 0.5}');
  const [document, alone] = [parse(other), parseJson(other, { key: "k" })];
  expect([document.root, document.duplicates]).toEqual([alone.root, alone.duplicates]);
});

test.each([
  ["a control character", '{"long_name": "sp\u0001n", "units": "m", "valid_max": 1.5}', "control character"],
  ["a number that starts with 0", '{"long_name": "spin", "units": "m", "valid_max": 01.5}', "must not start with 0"],
  ["half a number", '{"long_name": "spin", "units": "m", "valid_max": 1.}', "after the decimal point"],
  ["no end of a text", '{"long_name": "spin", "units": "m', "is not closed"],
  ["no end", '{"long_name": "spin", "units": "m", "valid_max": 1.5', "expected ',' or '}'"],
])("an object like another one with %s is refused", (_, other, what) => {
  parse('{"long_name": "speed", "units": "m", "valid_max": 0.5}');
  const error = caught(() => parse(other));
  expect(error.what).toContain(what);
  expect(error.place).toEqual(caught(() => parseJson(other, { key: "k" })).place);
});

test("members that appear twice are reported wherever they do", () => {
  const twice = '{"name": 1, "other": "of some length", "name": 2}';
  const document = parse(`{"a": ${twice}, "b": ${twice}}`);
  expect(document.duplicates.map(({ name }) => name)).toEqual(["name", "name"]);
  expect(document.shared).toBe(false);
});

test("a shared object counts as many values as its like", () => {
  const list = `{"list": [${"0,".repeat(20)}0], "of": "numbers"}`;
  const text = `{${Array.from({ length: 5 }, (_, at) => `"${at}": ${list}`).join(",")}}`;
  const bytes = new TextEncoder().encode(text);
  const values = (maxValues: number) => caught(() => parseJson(bytes, { maxValues })).what;
  // 5 of the root, and of each object 5, 4 of its list, 21 numbers and a text.
  expect(values(159)).toContain("more than 159 values");
  expect(() => parseJson(bytes, { maxValues: 160 })).not.toThrow();
});

test("so is any document whose objects are alike", () => {
  const value = fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom("1.50", "-0", "12345678901234567890", "1E+2", "NaN", "-Infinity", "true", "[1]", '"a b"'),
  );
  const objects = fc.array(fc.tuple(value, value, fc.constantFrom("", ' , "more": 1', ' ,"first_name": 0')), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(objects, (list) => {
      const texts = list.map(
        ([a, b, more]) => `{"first_name": ${a}, "second": ${b}, "of": {"all": "constant"}${more}}`,
      );
      for (const text of [
        `[${texts.join(",\n")}]`,
        `{"long": "${"x".repeat(2000)}", "list": [${texts.join()}]}`,
        ...texts,
      ]) {
        const [shared, alone] = [parse(text), parseJson(text, { key: "k" })];
        expect(printJson(shared.root, "compact", { nonFinite: "token" })).toBe(
          printJson(alone.root, "compact", { nonFinite: "token" }),
        );
        expect(shared.duplicates).toEqual(alone.duplicates);
        expect(placesIn(viewDocument(shared))).toEqual(placesIn(viewDocument(alone)));
      }
    }),
  );
});

test("any document is the same as without sharing, and so is every place in it", () => {
  const object = fc.dictionary(fc.constantFrom("alpha", "beta", "gamma d", "delta"), fc.jsonValue({ maxDepth: 2 }), {
    minKeys: 1,
  });
  const documents = fc.array(object, { minLength: 1, maxLength: 3 }).chain((few) => {
    const text = fc.constantFrom(...few.map((one) => JSON.stringify(one)));
    return fc.array(fc.tuple(fc.constantFrom("m", "n/o", "p"), text), { maxLength: 12 });
  });
  fc.assert(
    fc.property(documents, (members) => {
      const text = `{${members.map(([name, value], at) => `"${name}${at}": [${value}]`).join(",\n")}}`;
      const shared = parse(text);
      const alone = parseJson(text, { key: "k" });
      expect(printJson(shared.root, "compact")).toBe(printJson(alone.root, "compact"));
      expect(placesIn(viewDocument(shared))).toEqual(placesIn(viewDocument(alone)));
    }),
  );
});
