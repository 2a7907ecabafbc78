/**
 * Sorts all rotations of a block by doubling: rotations sorted by their first h bytes are sorted by their first 2h with
 * one counting sort, for the order of what follows those h bytes is known already. Never more than log2(n) passes,
 * whatever the bytes repeat.
 */

/** The start of each rotation, in order. Equal rotations stand next to each other in any order. */
export function sortRotations(block: Uint8Array, length: number): Int32Array {
  const order = new Int32Array(length);
  const shifted = new Int32Array(length);
  // The rank of a rotation is where its class of equals starts in the order.
  let ranks = new Int32Array(length);
  let refined = new Int32Array(length);
  const next = new Int32Array(Math.max(length, 257));
  for (let i = 0; i < length; i++) next[block[i]! + 1]!++;
  for (let byte = 1; byte <= 256; byte++) next[byte]! += next[byte - 1]!;
  for (let i = 0; i < length; i++) ranks[i] = next[block[i]!]!;
  for (let i = 0; i < length; i++) order[next[block[i]!]!++] = i;
  let classes = 0;
  for (let width = 1; width < length && classes < length; width *= 2) {
    // In the order of their second halves, for that is the order of rotations which start there.
    for (let i = 0; i < length; i++) {
      const start = order[i]! - width;
      shifted[i] = start < 0 ? start + length : start;
    }
    for (let i = 0; i < length; i++) next[i] = i;
    for (let i = 0; i < length; i++) {
      const start = shifted[i]!;
      order[next[ranks[start]!]!++] = start;
    }
    classes = rankClasses(order, ranks, refined, width);
    [ranks, refined] = [refined, ranks];
  }
  return order;
}

/** Ranks by twice the width, and how many different ones there are. */
function rankClasses(order: Int32Array, ranks: Int32Array, refined: Int32Array, width: number): number {
  const length = order.length;
  let classes = 0;
  let rank = 0;
  let first = -1;
  let second = -1;
  for (let i = 0; i < length; i++) {
    const start = order[i]!;
    const middle = start + width < length ? start + width : start + width - length;
    if (ranks[start] !== first || ranks[middle] !== second) {
      first = ranks[start]!;
      second = ranks[middle]!;
      rank = i;
      classes++;
    }
    refined[start] = rank;
  }
  return classes;
}
