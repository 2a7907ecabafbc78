/**
 * `gen` of a reference set: references for every combination of some dimensions, the last of them fastest.
 *
 *     {"key": "a/{{i}}.{{j}}", "url": "x_{{i}}.nc", "offset": "{{j * 1000}}", "length": "1000",
 *      "dimensions": {"i": {"stop": 5}, "j": [0, 1, 2]}}
 *
 * If its keys are chunk keys, with one number per dimension, references are generated on demand. Any other entry is
 * expanded.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { GeneratedReference } from "../../model/virtual/generated-chunks.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { formatLimits } from "../limits.ts";
import { addLazily } from "./lazy-gen.ts";
import type { Scope } from "./templates/expression.ts";
import { parseTemplate, type Template } from "./templates/template.ts";
import type { Value } from "./templates/value.ts";
import type { Templates } from "./url-templates.ts";

/** One entry of `gen`. */
export interface Gen {
  readonly key: Template;
  readonly url: Template;
  readonly dimensions: readonly GenDimension[];
  /** The number of references it generates. */
  readonly total: number;
  /** The values of names in the combination that was placed last. */
  readonly scope: Scope;
  /** Moves to the combination of this number. */
  place(number: number): void;
  /** The reference of the placed combination. */
  reference(): GeneratedReference;
}

/** Adds the references of all `gen` entries. */
export function expandGens(views: readonly JsonView[], templates: Templates, set: ReferenceSet): void {
  let expanded = 0;
  for (const view of views) {
    const gen = readGen(view, templates);
    if (addLazily(gen, set)) continue;
    expanded += gen.total;
    if (formatLimits.expandedReferences.isExceededBy(expanded)) {
      const { value } = formatLimits.expandedReferences;
      view.fail(`makes references that have to be kept, with those before more than the limit of ${value}`);
    }
    expand(gen, set);
  }
}

function expand(gen: Gen, set: ReferenceSet): void {
  const { table } = set;
  for (let number = 0; number < gen.total; number++) {
    gen.place(number);
    const key = gen.key(gen.scope);
    table.countMade(key);
    const bytes = encodeUtf8(key);
    const at = { bytes, from: 0, to: bytes.byteLength };
    set.forgetProblem(at);
    const found = gen.reference();
    if (found.kind === "whole") table.addWhole(at, table.madeUrl(found.url));
    else table.addRange(at, table.madeUrl(found.url), found.offset, found.length);
  }
}

function readGen(view: JsonView, templates: Templates): Gen {
  const key = parseTemplate(view.required("key").string());
  const url = parseTemplate(view.required("url").string());
  const [offset, length] = [view.get("offset"), view.get("length")].map((text) => text && parseTemplate(text.string()));
  if ((offset === undefined) !== (length === undefined)) view.fail("has an offset or a length, but not both");
  const dimensions = view
    .required("dimensions")
    .entries()
    .map(([name, dimension]) => dimensionOf(name, dimension, templates));
  const total = dimensions.reduce((product, { count }) => product * count, 1);
  if (formatLimits.generatedReferences.isExceededBy(total)) {
    view.fail(`makes ${total} references, more than the limit of ${formatLimits.generatedReferences.value}`);
  }
  const values = new Map<string, Value>();
  const scope: Scope = {
    value: (name) => (values.has(name) ? values.get(name) : templates.value(name)),
    callable: templates.callable,
  };
  return {
    key,
    url,
    dimensions,
    total,
    scope,
    place: (number) => place(dimensions, number, values),
    reference: () => {
      const target = url(scope);
      if (offset === undefined || length === undefined) return { kind: "whole", url: target };
      const [from, bytes] = [integer(offset, scope, view, "offset"), integer(length, scope, view, "length")];
      return { kind: "range", url: target, offset: from, length: bytes };
    },
  };
}

export interface GenDimension {
  readonly name: string;
  readonly count: number;
  /** Present if its values are integers with equal steps. */
  readonly range?: { readonly start: bigint; readonly step: bigint };
  at(index: number): Value;
}

function dimensionOf(name: string, view: JsonView, templates: Templates): GenDimension {
  if (templates.has(name)) view.fail(`is a dimension and a template: ${JSON.stringify(name)} means two things`);
  if (view.node.type === "array") {
    const items = view.items().map(scalarOf);
    return { name, count: items.length, at: (index) => items[index] };
  }
  const start = view.get("start")?.bigint() ?? 0n;
  const stop = view.required("stop").bigint();
  const step = view.get("step")?.bigint() ?? 1n;
  if (step === 0n) view.fail("has a step of 0");
  const span = step > 0n ? stop - start : start - stop;
  const size = step > 0n ? step : -step;
  const count = span <= 0n ? 0 : Number((span + size - 1n) / size);
  return { name, count, range: { start, step }, at: (index) => start + BigInt(index) * step };
}

function scalarOf(view: JsonView): Value {
  switch (view.node.type) {
    case "string":
      return view.string();
    case "boolean":
      return view.boolean();
    case "null":
      return null;
    case "number":
      return /^-?\d+$/.test(view.node.text) ? view.bigint() : view.number();
    default:
      return view.fail("is neither a number nor a string");
  }
}

/** The values of all dimensions for a number of a combination. */
function place(dimensions: readonly GenDimension[], number: number, values: Map<string, Value>): void {
  let rest = number;
  for (let index = dimensions.length - 1; index >= 0; index--) {
    const { name, count, at } = dimensions[index]!;
    values.set(name, at(rest % count));
    rest = Math.floor(rest / count);
  }
}

/** What Python's int() accepts: surrounding spaces, underscores between digits. */
function integer(template: Template, scope: Scope, gen: JsonView, name: string): number {
  let text: string;
  try {
    text = template(scope).trim();
  } catch (error) {
    if (isHyperslabError(error)) throw new HyperslabError(error.code, `gen.${name}: ${error.what}`, { ...error.place });
    throw error;
  }
  const value = /^\d+(?:_\d+)*$/.test(text) ? Number(text.replaceAll("_", "")) : Number.NaN;
  if (!Number.isSafeInteger(value)) gen.fail(`has the ${name} ${JSON.stringify(text)}, not an integer from 0 to 2^53`);
  return value;
}
