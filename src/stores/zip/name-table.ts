/**
 * Names to numbers in two typed arrays: a hash table with open addressing whose names stay in the bytes of the
 * directory. A million names take 8 MB, where a Map of strings takes ten times as much.
 */
import { HyperslabError } from "../../errors.ts";

/** Where names lie: number `i` is `bytes[starts[i]]` to `bytes[ends[i]]`. */
export interface Names {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export interface NameTable {
  /** The number under the name in `bytes[start]` to `bytes[end]`, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** Adds a name; an existing name gets the new number. */
  put(number: number): void;
}

/**
 * The longest chain of names that share a slot. The table is at most half full and its hash is randomly seeded, so real
 * archives stay below 50; longer chains mean an archive crafted to be slow.
 */
const LONGEST_CHAIN = 1000;

export function nameTable({ bytes: names, starts, ends }: Names): NameTable {
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(4, starts.length * 2)));
  const slots = new Int32Array(capacity).fill(-1);
  const seed = Math.floor(Math.random() * 2 ** 32);

  /** The slot where the name is, or where it would go. */
  const slotOf = (bytes: Uint8Array, start: number, end: number): number => {
    let slot = hash(bytes, start, end, seed) & (capacity - 1);
    for (let chain = 0; chain < LONGEST_CHAIN; chain++) {
      const found = slots[slot]!;
      if (found < 0 || sameBytes(names, starts[found]!, ends[found]!, bytes, start, end)) return slot;
      slot = (slot + 1) & (capacity - 1);
    }
    throw new HyperslabError("invalid-data", "the archive's names are chosen to make lookups slow");
  };

  return {
    find: (bytes, start, end) => slots[slotOf(bytes, start, end)]!,
    put: (number) => {
      slots[slotOf(names, starts[number]!, ends[number]!)] = number;
    },
  };
}

/** FNV-1a with its bits mixed again, because the lower ones are used and FNV-1a mixes them poorly. */
function hash(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let value = seed ^ 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value ^ (value >>> 13);
}

export function sameBytes(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
): boolean {
  if (endA - startA !== endB - startB) return false;
  for (let i = startA, j = startB; i < endA; i++, j++) if (a[i] !== b[j]) return false;
  return true;
}
