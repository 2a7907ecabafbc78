/**
 * Count, mean and spread of numbers, combined from parts without losing digits. Parts of about the same size are
 * combined pairwise, so rounding errors grow with the logarithm of their number.
 */

/** The mean is `base + offset`, so that means of large numbers that hardly differ keep their digits. */
export interface Moments {
  readonly count: number;
  readonly base: number | bigint;
  readonly offset: number;
  /** The sum of the squared distances from the mean. */
  readonly spread: number;
}

const NO_MOMENTS: Moments = { count: 0, base: 0, offset: 0, spread: 0 };

/** The moments of two sets of numbers together (Chan, Golub and LeVeque). */
function joined(a: Moments, b: Moments): Moments {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const distance = difference(b.base, a.base) + (b.offset - a.offset);
  const share = b.count / count;
  const spread = a.spread + b.spread + distance * distance * a.count * share;
  return { count, base: a.base, offset: a.offset + distance * share, spread };
}

function difference(a: number | bigint, b: number | bigint): number {
  return typeof a === "bigint" && typeof b === "bigint" ? Number(a - b) : Number(a) - Number(b);
}

/** Adds up moments. Slot `n` holds the result of 2^n parts, or nothing. */
export class MomentSum {
  readonly #places: (Moments | undefined)[] = [];

  add(part: Moments): void {
    if (part.count === 0) return;
    let carried = part;
    let place = 0;
    for (; this.#places[place] !== undefined; place++) {
      carried = joined(this.#places[place]!, carried);
      this.#places[place] = undefined;
    }
    this.#places[place] = carried;
  }

  get total(): Moments {
    return this.#places.reduce<Moments>((sum, part) => (part === undefined ? sum : joined(part, sum)), NO_MOMENTS);
  }
}

/** A sum of doubles that keeps the rounding error of each addition (Neumaier). */
export class FloatSum {
  #sum = 0;
  #rest = 0;

  add(value: number): void {
    const sum = this.#sum + value;
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  /** Infinities leave no remainder. */
  get total(): number {
    return Number.isFinite(this.#sum) ? this.#sum + this.#rest : this.#sum;
  }
}
