/**
 * How hard the kernel looks for repetitions at each level. As in libzstd, level 0 is level 3 and negative levels trade
 * size for speed; sizes come near libzstd's at the same level up to about 9.
 */
export interface SearchParameters {
  /** Words of the hash table, as a power of two. */
  readonly hashLog: number;
  /** Words of the chains, as a power of two; 0: no chains, the last position with the same hash is all. */
  readonly chainLog: number;
  /** Positions that are tried. */
  readonly depth: number;
  /** Bytes by which a match may be put off for a better one. */
  readonly lazy: number;
  /** Bytes that a match may lie back, a power of two. */
  readonly window: number;
  /** Bytes to go on where nothing is found. */
  readonly step: number;
}

/** Up to this level: hash, chains, depth, lazy, window (powers of two but for depth and lazy). */
const LEVELS: readonly (readonly [level: number, number, number, number, number, number])[] = [
  [1, 14, 0, 1, 0, 19],
  [2, 16, 0, 1, 0, 20],
  [3, 17, 0, 1, 0, 21],
  [4, 17, 17, 2, 1, 21],
  [6, 17, 18, 4, 1, 21],
  [9, 18, 19, 8, 2, 22],
  [12, 19, 20, 16, 2, 22],
  [15, 20, 21, 32, 2, 22],
  [18, 20, 22, 96, 2, 23],
  [22, 20, 23, 256, 2, 23],
];

const LEAST_WINDOW_LOG = 10;
const LEAST_HASH_LOG = 10;

/** For content of this size: no table is larger than what it can be filled with. */
export function searchParameters(level: number, size: number): SearchParameters {
  const effective = level === 0 ? 3 : level;
  const row = LEVELS.find(([upTo]) => effective <= upTo) ?? LEVELS.at(-1)!;
  const [, hashLog, chainLog, depth, lazy, windowLog] = row;
  const sizeLog = Math.ceil(Math.log2(Math.max(2, size)));
  return {
    hashLog: Math.max(LEAST_HASH_LOG, Math.min(hashLog, sizeLog)),
    chainLog: chainLog === 0 ? 0 : Math.max(LEAST_HASH_LOG, Math.min(chainLog, sizeLog)),
    depth,
    lazy,
    window: 2 ** Math.max(LEAST_WINDOW_LOG, Math.min(windowLog, sizeLog)),
    step: effective < 0 ? 1 - Math.max(effective, -1024) : effective >= 3 ? 1 : 2,
  };
}
