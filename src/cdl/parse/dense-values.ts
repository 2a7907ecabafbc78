/** Values in nested braces as one array of the variable's final shape; missing ones are filled. */

import type { NetcdfValues } from "../../model/netcdf/dataset.ts";
import { cdlLimits } from "../limits.ts";
import { cdlError } from "./cdl-error.ts";
import { braceLevels, fillOf, type VariableDraft } from "./draft.ts";
import { isOn } from "./special-attributes.ts";
import { newValues } from "./value-list.ts";

/**
 * The values in C order of the final shape. A variable without braces may have fewer than it holds, unless nothing else
 * fills it: like ncgen, this fills the rest of an incomplete list even with `_NoFill`.
 */
export function denseValues(text: Uint8Array, variable: VariableDraft): NetcdfValues | undefined {
  const { data, dimensions } = variable;
  const levels = braceLevels(dimensions);
  if (data === undefined) return undefined;
  const shape = dimensions.map(({ length }) => length);
  const product = (from: number): number => shape.slice(from).reduce((all, length) => all * length, 1);
  if (levels.length === 1) {
    if (!isOn(variable.special.get("_NoFill"))) return data.values;
    // The last record is completed. Records that only other variables have are not filled.
    if (dimensions[0]?.unlimited === true) shape[0] = Math.ceil(data.values.length / (product(1) || 1));
    if (data.values.length >= product(0)) return data.values;
  }
  if (cdlLimits.bracedElements.isExceededBy(product(0))) {
    const what = `${variable.name} has ${product(0)} elements, more than ${cdlLimits.bracedElements.value}`;
    const hint =
      levels.length === 1 ? "Give all values, or remove _NoFill." : "Declare its dimensions with fixed lengths.";
    throw cdlError(text, data.offset, what, hint, "unsupported");
  }
  const strides = levels.map((_, level) => product(levels[level + 1] ?? shape.length));
  const seen = levels.map(() => 0);
  let taken = 0;
  const place = (level: number, base: number, put: (from: number, count: number, at: number) => void): void => {
    const count = data.counts[level]![seen[level]!]!;
    seen[level]! += 1;
    if (level === levels.length - 1) {
      put(taken, count, base);
      taken += count;
    } else for (let i = 0; i < count; i++) place(level + 1, base + i * strides[level]!, put);
  };
  const target = filled(variable, product(0));
  place(0, 0, (from, count, at) => copy(data.values, from, count, target, at));
  return target;
}

type Target = ReturnType<typeof newValues> | (string | null)[];

function filled(variable: VariableDraft, length: number): Target {
  const fill = fillOf(variable);
  if (variable.type === "string") return new Array<string | null>(length).fill(fill === null ? null : String(fill));
  const values = newValues(variable.type, length);
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) return values.fill(BigInt(fill ?? 0));
  return values.fill(Number(fill));
}

function copy(source: NetcdfValues, from: number, count: number, target: Target, at: number): void {
  if (isList(source) || isList(target)) {
    for (let i = 0; i < count && isList(target) && isList(source); i++) target[at + i] = source[from + i]!;
    return;
  }
  const size = source.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(source.buffer, source.byteOffset + from * size, count * size);
  new Uint8Array(target.buffer).set(bytes, at * size);
}

function isList<T>(values: T): values is Extract<T, readonly (string | null)[]> {
  return Array.isArray(values);
}
