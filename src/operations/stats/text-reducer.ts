/** Strings: their number and lengths, and how many distinct ones there are. */
import { operationLimits } from "../limits.ts";

export interface TextSummary {
  readonly missing: number;
  readonly count: number;
  /** The fewest characters; undefined if there is no string. */
  readonly shortest: number | undefined;
  readonly longest: number | undefined;
  /** The number of distinct strings; undefined if there are more than are remembered. */
  readonly distinct: number | undefined;
}

export class TextReducer {
  readonly #seen = new Set<string>();
  #isOver = false;
  #missing = 0;
  #count = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;

  /** Null is a missing string. */
  add(texts: ArrayLike<unknown>): void {
    for (let at = 0; at < texts.length; at++) {
      const text = texts[at];
      if (typeof text !== "string") {
        this.#missing += 1;
        continue;
      }
      this.#count += 1;
      const length = lengthOf(text);
      if (length < this.#shortest) this.#shortest = length;
      if (length > this.#longest) this.#longest = length;
      if (this.#isOver || this.#seen.has(text)) continue;
      this.#isOver = operationLimits.distinctTexts.isReachedBy(this.#seen.size);
      if (this.#isOver) this.#seen.clear();
      else this.#seen.add(text);
    }
  }

  summary(): TextSummary {
    const ends = this.#count === 0 ? {} : { shortest: this.#shortest, longest: this.#longest };
    return {
      missing: this.#missing,
      count: this.#count,
      shortest: undefined,
      longest: undefined,
      ...ends,
      distinct: this.#isOver ? undefined : this.#seen.size,
    };
  }
}

/** The number of Unicode characters, some of which take two units of a JavaScript string. */
function lengthOf(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}
