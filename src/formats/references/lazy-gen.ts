/** A `gen` entry whose keys are chunk keys: its references are computed on demand. */
import type { GeneratedAxis, GeneratedChunks } from "../../model/virtual/generated-chunks.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { Gen, GenDimension } from "./gen.ts";
import type { TemplatePart } from "./templates/template.ts";

/** Numbers of keys are less than this; see `splitKey`. */
const MOST = 10 ** 9;

/** Adds the references. Returns false, adding nothing, if the entry is not of this kind, or if some of its keys already exist. */
export function addLazily(gen: Gen, set: ReferenceSet): boolean {
  const { total, dimensions } = gen;
  const shape = keyShape(gen.key.parts);
  // A malformed key would have to be looked for.
  if (shape === undefined || total === 0 || set.problems.size > 0) return false;
  const axes = shape.names.map((name) => axisOf(name, dimensions));
  if (!areAll(axes) || new Set(shape.names).size !== dimensions.length || axes.length !== dimensions.length)
    return false;
  const reference: GeneratedChunks["reference"] = (row) => {
    gen.place(row);
    return gen.reference();
  };
  const chunks: GeneratedChunks = { axes, length: total, reference, urls: () => urlsOf(gen) };
  if (!set.table.addGenerated(shape.prefix, shape.separators, chunks)) return false;
  // Problems shared by all of them show immediately: offsets usually grow from the first to the last.
  for (const row of [0, total - 1]) reference(row);
  return true;
}

interface KeyShape {
  readonly prefix: string;
  readonly separators: string;
  readonly names: readonly string[];
}

/** A text, then names separated by a dot or a slash, and nothing after. */
function keyShape(parts: readonly TemplatePart[]): KeyShape | undefined {
  const texts: string[] = [""];
  const names: string[] = [];
  for (const part of parts) {
    if (typeof part === "string") texts[texts.length - 1] += part;
    else if (part.bareName === undefined) return undefined;
    else {
      names.push(part.bareName);
      texts.push("");
    }
  }
  const [prefix = "", ...between] = texts;
  const isPlain = between.pop() === "" && between.every((text) => text === "." || text === "/");
  return isPlain && /(?:^|\/)$/.test(prefix) ? { prefix, separators: between.join(""), names } : undefined;
}

/** Positions along a dimension, if all of them can be numbers in keys. */
function axisOf(name: string, dimensions: readonly GenDimension[]): GeneratedAxis | undefined {
  const at = dimensions.findIndex((dimension) => dimension.name === name);
  const { count = 0, range } = dimensions[at] ?? {};
  if (range === undefined) return undefined;
  const [start, step] = [Number(range.start), Number(range.step)];
  const last = start + step * (count - 1);
  if (!(Math.min(start, last) >= 0 && Math.max(start, last) < MOST)) return undefined;
  const stride = dimensions.slice(at + 1).reduce((product, { count: inner }) => product * inner, 1);
  return { start, step, count, stride };
}

function areAll<T>(items: readonly (T | undefined)[]): items is readonly T[] {
  return !items.includes(undefined);
}

/** Dimensions that do not occur in the URL stay at their first value. */
function* urlsOf({ url, dimensions, total, place, scope }: Gen): Generator<string> {
  const names = new Set(url.parts.flatMap((part) => (typeof part === "string" ? [] : [...part.names])));
  const isFixed = dimensions.map(({ name }) => !names.has(name));
  let number = 0;
  while (number < total) {
    place(number);
    yield url(scope);
    number = nextNumber(number, dimensions, isFixed);
  }
}

/** The next combination in which all fixed dimensions are at their first value. */
function nextNumber(number: number, dimensions: readonly GenDimension[], isFixed: readonly boolean[]): number {
  let stride = 1;
  let rest = number;
  let next = number;
  for (let index = dimensions.length - 1; index >= 0; index--) {
    const { count } = dimensions[index]!;
    const at = rest % count;
    rest = Math.floor(rest / count);
    if (!isFixed[index]) {
      if (at + 1 < count) return next + stride;
      next -= at * stride;
    }
    stride *= count;
  }
  return stride;
}
