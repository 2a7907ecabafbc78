/** Templates of reference sets, beside what jinja2 3.1.2 made of the same texts. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/bytes/json/parse.ts";
import { viewDocument } from "../../../src/bytes/json/view.ts";
import type { Scope } from "../../../src/formats/references/templates/expression.ts";
import { parseTemplate } from "../../../src/formats/references/templates/template.ts";
import type { Value } from "../../../src/formats/references/templates/value.ts";
import { readTemplates } from "../../../src/formats/references/url-templates.ts";
import { HyperslabError } from "../../../src/index.ts";

interface Case {
  readonly t: string;
  readonly vars: Readonly<Record<string, number | string>>;
  readonly templates: Readonly<Record<string, string>>;
  readonly jinja: string;
}

const cases: readonly Case[] = JSON.parse(readFileSync("fixtures/references/jinja-render-cases.json", "utf8"));

/** Texts that jinja renders and Hyperslab refuses: statements, attributes, methods, dictionaries. */
const REFUSED = new Set([
  "{{(i|string).zfill(3)}}",
  "{{ {'a':1} }}",
  "{% for q in range(3) %}{{q}}{% endfor %}",
  "{% set z = i*2 %}{{z}}",
  "{{ u.__class__ }}",
  "{%if i%}a{%endif%}",
]);

function scopeOf({ vars, templates }: Case): Scope {
  const values = new Map<string, Value>(
    Object.entries(vars).map(([name, value]) => [name, Number.isInteger(value) ? BigInt(value) : value]),
  );
  const known = readTemplates(viewDocument(parseJson(JSON.stringify(templates))));
  return { value: (name) => (values.has(name) ? values.get(name) : known.value(name)), callable: known.callable };
}

describe("what jinja renders", () => {
  it.each(cases)("$t", (given) => {
    const render = (): string => parseTemplate(given.t)(scopeOf(given));
    if (given.jinja.startsWith("!!") || REFUSED.has(given.t)) expect(render).toThrow(/template|has no meaning|not/);
    else expect(render()).toBe(given.jinja);
  });
});

/** As Python 3.12 and jinja2 3.1.6 print them. */
const MORE: readonly (readonly [string, string])[] = [
  ["{{0.1 % 1e20}}", "0.1"],
  ["{{(-7.5) // 2}}", "-4.0"],
  ["{{(-7.5) % 2}}", "0.5"],
  ["{{7.5 // -2}}", "-4.0"],
  ["{{7.5 % -2}}", "-0.5"],
  ["{{1.0 // 0.1}}", "9.0"],
  ["{{1e16 // 3}}", "3333333333333333.0"],
  ["{{0.5 // -1e300}}", "-1.0"],
  ["{{1 and 0 or 3}}", "3"],
  ["{{'' or 'x' or 'y'}}", "x"],
];

const ANY: Scope = { value: () => "abc", callable: () => undefined };

it.each(MORE)("%s is %s", (text, printed) => {
  expect(parseTemplate(text)(ANY)).toBe(printed);
});

describe("nothing from a file is executed", () => {
  it.each([
    "{{ s.constructor }}",
    "{{ s['constructor'] }}",
    "{{ __proto__() }}",
    "{{ f.__globals__[os].environ[SECRET] }}",
    "{{ 2 ** 2 ** 20 }}",
    "{{ 0 ** -1 }}",
    "{{ 10 ** 400 * 1.0 }}",
    "{{ '%d' % 1e999 }}",
    "{{ 'a' * 1000000000 }}",
    `{{ ${"(".repeat(100)}1${")".repeat(100)} }}`,
    `{{ ${"-".repeat(900)}1 }}`,
    "{{ 1",
    "{{ 'a }}",
    "{{ }}",
  ])("%.60s is refused", (text) => {
    expect(() => parseTemplate(text)(ANY)).toThrow(HyperslabError);
  });
});

describe("a template that would take all time or memory", () => {
  const long: Scope = { value: () => "x".repeat(60_000), callable: () => undefined };
  const chain = (word: string, sign: string, count: number): string =>
    `{{${Array.from({ length: count }, () => word).join(sign)}}}`;

  it.each([
    ["of many operators", chain("1", "+", 2000)],
    ["of many filters", `{{i${"|int".repeat(2000)}}}`],
    ["of texts joined again and again", chain("u", "~", 400)],
    ["of a long list", `{{[${"u,".repeat(400)}u]|upper}}`],
    ["of many parts", "{{u}}".repeat(10_000)],
    ["that is long itself", `{{'${"a".repeat(70_000)}'}}`],
  ])("%s is refused", (_, text) => {
    expect(() => parseTemplate(text)(long)).toThrow(HyperslabError);
  });

  // If both sides were evaluated twice, 2^400 evaluations would be needed.
  it.each([
    ["1", " or "],
    ["0", " and "],
  ])("%s%s... evaluates each part once", (word, sign) => {
    expect(parseTemplate(chain(word, sign, 400))(long)).toBe(word);
  });
});
