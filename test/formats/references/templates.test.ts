/** Templates of reference sets, beside what jinja2 3.1.2 made of the same texts. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/bytes/json/parse.ts";
import { viewDocument } from "../../../src/bytes/json/view.ts";
import type { Scope } from "../../../src/formats/references/templates/expression.ts";
import { parseTemplate } from "../../../src/formats/references/templates/template.ts";
import type { Value } from "../../../src/formats/references/templates/value.ts";
import { readTemplates } from "../../../src/formats/references/url-templates.ts";

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

describe("nothing from a file is executed", () => {
  const scope: Scope = { value: () => "abc", callable: () => undefined };
  it.each([
    "{{ s.constructor }}",
    "{{ s['constructor'] }}",
    "{{ __proto__() }}",
    "{{ f.__globals__[os].environ[SECRET] }}",
    "{{ 2 ** 2 ** 20 }}",
    "{{ 'a' * 1000000000 }}",
    `{{ ${"(".repeat(100)}1${")".repeat(100)} }}`,
    `{{ ${"-".repeat(100_000)}1 }}`,
    "{{ 1",
    "{{ 'a }}",
    "{{ }}",
  ])("%s is refused", (text) => {
    expect(() => parseTemplate(text)(scope)).toThrow();
  });
});
