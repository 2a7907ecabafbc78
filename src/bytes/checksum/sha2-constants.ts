/**
 * The constants of SHA-2: the first 64 bits behind the point of roots of the first primes, as pairs of 32-bit words. The
 * 32-bit SHAs take the high words of the cube roots, SHA-256 begins with the high words of square roots, and SHA-224 with
 * the low words of those that SHA-384 begins with.
 */

const PRIMES = 80;

/** `high[i]`, `low[i]`: root `i`. */
export interface RootWords {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

let cubes: RootWords | undefined;
let squares: RootWords | undefined;

/** Of the cube roots of the first 80 primes. */
export function cubeRootWords(): RootWords {
  cubes ??= rootWords(PRIMES, 3n);
  return cubes;
}

/** Of the square roots of the first 16 primes. */
export function squareRootWords(): RootWords {
  squares ??= rootWords(16, 2n);
  return squares;
}

function rootWords(count: number, degree: bigint): RootWords {
  const roots = firstPrimes(count).map((prime) => integerRoot(BigInt(prime) << (64n * degree), degree));
  return {
    high: Int32Array.from(roots, (root) => Number(BigInt.asIntN(32, root >> 32n))),
    low: Int32Array.from(roots, (root) => Number(BigInt.asIntN(32, root))),
  };
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

/** The largest integer whose power is not above `value`, by Newton's method from above. */
function integerRoot(value: bigint, degree: bigint): bigint {
  let root = 1n << (BigInt(value.toString(2).length) / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * root + value / root ** (degree - 1n)) / degree;
    if (next >= root) return root;
    root = next;
  }
}
