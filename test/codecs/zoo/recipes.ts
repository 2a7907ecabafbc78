/** Numbers that scripts/fixtures/numcodecs_zoo.py makes too, so that thousands of them need not be stored. */
import { castDoubles } from "../../../src/codecs/numbers/number-cast.ts";
import { realType } from "../../../src/codecs/numbers/real-type.ts";
import { scalarToElement } from "../../../src/model/values/element.ts";
import { named } from "../samples.ts";

export interface Recipe {
  readonly kind: "fractions" | "patterns" | "words";
  readonly count: number;
  readonly seed: number;
  readonly shift?: number;
  /** Only what is stored is compared. */
  readonly oneway?: boolean;
}

function words(count: number, seed: number): Uint32Array {
  let state = seed;
  return Uint32Array.from({ length: count }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0));
}

/** The bytes of the elements. */
export function elementsFrom(recipe: Recipe, dataType: string): Uint8Array {
  const { kind, count, seed, shift = 0 } = recipe;
  const { itemSize = 1 } = named(dataType);
  if (kind === "words") return new Uint8Array(words(count, seed).buffer);
  if (kind === "patterns") return joined(specials(dataType), patterns(itemSize, count, seed));
  const doubles = Float64Array.from(new Int32Array(words(count, seed).buffer), (word) => word / 2 ** shift);
  return castDoubles(doubles, realType(named(dataType)), () => {});
}

/** Any bits, but for the top bit of the exponent. */
function patterns(itemSize: number, count: number, seed: number): Uint8Array {
  const bits = new Uint8Array(words((count * itemSize) / 4, seed).buffer);
  for (let at = itemSize - 1; at < bits.byteLength; at += itemSize) bits[at]! &= 0xbf;
  return bits;
}

function specials(dataType: string): Uint8Array {
  const [tiny, least] = dataType === "float32" ? [2 ** -126, 2 ** -149] : [2 ** -1022, 2 ** -1074];
  const nan = [Number.NaN, Number.NaN];
  const values = [0, -0, ...nan, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, tiny, -tiny, least, 1.5, -2.5];
  const elements = values.map((value) => scalarToElement(named(dataType), value));
  const bytes = joined(...elements.filter((element) => element instanceof Uint8Array));
  // The second NaN is the negative one.
  const { itemSize = 1 } = named(dataType);
  bytes[4 * itemSize - 1]! |= 0x80;
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
