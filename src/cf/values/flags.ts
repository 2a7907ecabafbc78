/** Flags by name: `flag_values`, `flag_masks` and `flag_meanings`. */
import type { Attributes } from "../../model/node.ts";
import type { NumericArray } from "../../model/values/numeric-array.ts";
import { numbersOf, textOf, wrongAttribute } from "./attributes.ts";

interface Flag {
  readonly name: string;
  /** Undefined if all bits count. */
  readonly mask: bigint | undefined;
  /** Undefined if any bit of the mask counts. */
  readonly value: bigint | undefined;
}

/** The flags of an array; undefined if it has none. */
export function flagsOf(attributes: Attributes): readonly Flag[] | undefined {
  const values = integersOf(attributes, "flag_values");
  const masks = integersOf(attributes, "flag_masks");
  if (values === undefined && masks === undefined) return undefined;
  const names = textOf(attributes, "flag_meanings")?.trim().split(/\s+/);
  const count = (values ?? masks)!.length;
  if (names === undefined || names.length !== count) {
    throw wrongAttribute("flag_meanings", `${names?.length ?? "no"} names for ${count} flags`);
  }
  if (values !== undefined && masks !== undefined && values.length !== masks.length) {
    throw wrongAttribute("flag_masks", `${masks.length} masks for ${values.length} values`);
  }
  return names.map((name, index) => ({ name, mask: masks?.[index], value: values?.[index] }));
}

function integersOf(attributes: Attributes, name: string): readonly bigint[] | undefined {
  if (!attributes.has(name)) return undefined;
  return numbersOf(attributes, name).map(({ value }) => {
    if (typeof value === "number" && !Number.isInteger(value)) throw wrongAttribute(name, `${value} is not an integer`);
    return BigInt(value);
  });
}

/** The names of each element, joined by spaces; null if it is missing. A value without a name stays a number. */
export function flagNames(
  data: NumericArray,
  flags: readonly Flag[],
  fills: readonly (number | bigint)[],
): (string | null)[] {
  const known = new Map<number | bigint, string | null>();
  return Array.from<number | bigint, string | null>(data, (value) => {
    const found = known.get(value);
    if (found !== undefined || known.has(value)) return found ?? null;
    const name = fills.some((fill) => Number(fill) === Number(value)) ? null : nameOf(value, flags);
    known.set(value, name);
    return name;
  });
}

function nameOf(value: number | bigint, flags: readonly Flag[]): string {
  if (typeof value === "number" && !Number.isInteger(value)) return String(value);
  const bits = BigInt(value);
  const names = flags.filter(({ mask, value: wanted }) => {
    const seen = mask === undefined ? bits : bits & mask;
    return wanted === undefined ? seen !== 0n : seen === wanted;
  });
  const covers = flags.some(({ mask }) => mask !== undefined);
  return names.length > 0 ? names.map(({ name }) => name).join(" ") : covers && bits === 0n ? "" : String(value);
}
