/**
 * Sorts all rotations of a block by doubling: rotations sorted by their first h bytes are sorted by their first 2h once
 * each class of equals is sorted by the ranks of what follows those h bytes. Classes of one are finished, and most soon
 * are. Never takes more than log2(n) passes, however repetitive the bytes are.
 */
import { lazyLimits } from "../../lazy-limits.ts";

/** Keys are ranks, with the start of the rotation in the low digits: both are less than this, as blocks are. */
const STARTS = 2 ** 20;
const DIGIT = 2 ** 10;

/** The start of each rotation, in order. Equal rotations are adjacent, in any order. */
export function sortRotations(block: Uint8Array, length: number): Int32Array {
  const order = new Int32Array(length);
  // The rank of a rotation is the position where its class of equals starts.
  const ranks = new Int32Array(length);
  const keys = new Float64Array(length);
  let open = sortByPairs(block, length, order, ranks);
  for (let width = 2; width < length && open.length > 0; width *= 2) {
    const left: number[] = [];
    for (let i = 0; i < open.length; i += 2) {
      refine(order, ranks, keys, open[i]!, open[i + 1]!, width, left);
    }
    open = left;
  }
  return order;
}

/** Classes of more than one, as pairs of first position and end. */
type OpenClasses = readonly number[];

/** By the first two bytes, with a counting sort. */
function sortByPairs(block: Uint8Array, length: number, order: Int32Array, ranks: Int32Array): OpenClasses {
  const ends = new Int32Array(2 ** 16 + 1);
  const pairAt = (i: number): number => (block[i]! << 8) | block[i + 1 === length ? 0 : i + 1]!;
  for (let i = 0; i < length; i++) ends[pairAt(i) + 1]!++;
  const open: number[] = [];
  for (let pair = 0; pair < 2 ** 16; pair++) {
    if (ends[pair + 1]! > 1) open.push(ends[pair]!, ends[pair]! + ends[pair + 1]!);
    ends[pair + 1]! += ends[pair]!;
  }
  for (let i = 0; i < length; i++) ranks[i] = ends[pairAt(i)]!;
  for (let i = 0; i < length; i++) order[ends[pairAt(i)]!++] = i;
  return open;
}

/**
 * Sorts a class by what follows `width` bytes and gives its parts separate ranks; those of more than one go to `left`.
 * Ranks that change while others are still to be sorted by them only become more precise.
 */
function refine(
  order: Int32Array,
  ranks: Int32Array,
  keys: Float64Array,
  first: number,
  end: number,
  width: number,
  left: number[],
): void {
  const length = order.length;
  let differ = false;
  let before = -1;
  for (let i = first; i < end; i++) {
    const start = order[i]!;
    const middle = start + width;
    const rank = ranks[middle < length ? middle : middle - length]!;
    if (i > first && rank !== before) differ = true;
    before = rank;
    keys[i] = rank * STARTS + start;
  }
  if (!differ) {
    left.push(first, end);
    return;
  }
  if (!lazyLimits.fewRotations.isExceededBy(end - first)) insertionSort(keys, first, end);
  else if (!lazyLimits.manyRotations.isReachedBy(end - first)) keys.subarray(first, end).sort();
  else sortByDigits(keys.subarray(first, end));
  splitClass(order, ranks, keys, first, end, left);
}

function splitClass(
  order: Int32Array,
  ranks: Int32Array,
  keys: Float64Array,
  first: number,
  end: number,
  left: number[],
): void {
  let part = first;
  let high = Math.floor(keys[first]! / STARTS);
  for (let i = first; i < end; i++) {
    const rank = Math.floor(keys[i]! / STARTS);
    const start = keys[i]! - rank * STARTS;
    if (rank !== high) {
      if (i - part > 1) left.push(part, i);
      part = i;
      high = rank;
    }
    order[i] = start;
    ranks[start] = part;
  }
  if (end - part > 1) left.push(part, end);
}

function insertionSort(keys: Float64Array, first: number, end: number): void {
  for (let i = first + 1; i < end; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > first && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
}

/** By the two digits of the rank, the lower one first. */
function sortByDigits(keys: Float64Array): void {
  const sorted = new Float64Array(keys.length);
  placeByDigit(keys, sorted, STARTS);
  placeByDigit(sorted, keys, STARTS * DIGIT);
}

function placeByDigit(from: Float64Array, to: Float64Array, unit: number): void {
  const places = new Int32Array(DIGIT + 1);
  for (let i = 0; i < from.length; i++) places[(Math.floor(from[i]! / unit) & (DIGIT - 1)) + 1]!++;
  for (let digit = 1; digit <= DIGIT; digit++) places[digit]! += places[digit - 1]!;
  for (let i = 0; i < from.length; i++) to[places[Math.floor(from[i]! / unit) & (DIGIT - 1)]!++] = from[i]!;
}
