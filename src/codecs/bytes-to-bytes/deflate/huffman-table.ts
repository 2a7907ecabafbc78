/**
 * Decoding tables of canonical Huffman codes as DEFLATE has them (RFC 1951, 3.2.2). An entry is `symbol << 5 | bits`; 0
 * is a code that does not occur. Codes longer than the root lead to a second table: the entry is the complement of
 * `offset << 5 | bits`, where `bits` is the width of that table.
 */
export interface HuffmanTable {
  readonly entries: Int32Array;
  readonly rootBits: number;
}

const MAX_BITS = 15;

/** The table of these code lengths, or undefined if they are not a valid code: over-subscribed, or incomplete with two or more. */
export function huffmanTable(lengths: Uint8Array, rootBits: number): HuffmanTable | undefined {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length]!++;
  counts[0] = 0;
  let left = 1;
  let used = 0;
  let longest = 0;
  for (let bits = 1; bits <= MAX_BITS; bits++) {
    left = left * 2 - counts[bits]!;
    if (left < 0) return undefined;
    used += counts[bits]!;
    if (counts[bits]! > 0) longest = bits;
  }
  // A single code may leave the other half unused, as may none at all (no distances).
  if (left > 0 && (used > 1 || longest > 1)) return undefined;
  return fillTable(lengths, counts, Math.min(rootBits, Math.max(longest, 1)), longest);
}

function fillTable(lengths: Uint8Array, counts: Uint16Array, rootBits: number, longest: number): HuffmanTable {
  const next = new Uint16Array(MAX_BITS + 2);
  for (let bits = 1; bits <= MAX_BITS; bits++) next[bits + 1] = (next[bits]! + counts[bits]!) << 1;
  const rootSize = 1 << rootBits;
  const extraBits = Math.max(0, longest - rootBits);
  const entries = new Int32Array(
    rootSize + (extraBits === 0 ? 0 : countPrefixes(lengths, next, rootBits) << extraBits),
  );
  let free = rootSize;
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]!;
    if (length === 0) continue;
    const code = reverse(next[length]!++, length);
    if (length <= rootBits) {
      const entry = (symbol << 5) | length;
      for (let at = code; at < rootSize; at += 1 << length) entries[at] = entry;
      continue;
    }
    const prefix = code & (rootSize - 1);
    if (entries[prefix] === 0) {
      entries[prefix] = ~((free << 5) | extraBits);
      free += 1 << extraBits;
    }
    const table = ~entries[prefix]! >>> 5;
    const entry = (symbol << 5) | (length - rootBits);
    for (let at = code >>> rootBits; at < 1 << extraBits; at += 1 << (length - rootBits)) entries[table + at] = entry;
  }
  return { entries, rootBits };
}

/** The number of distinct `rootBits`-bit prefixes of the longer codes: one second table each. */
function countPrefixes(lengths: Uint8Array, firstCodes: Uint16Array, rootBits: number): number {
  const codes = firstCodes.slice();
  const prefixes = new Set<number>();
  for (const length of lengths) {
    if (length === 0) continue;
    const code = codes[length]!++;
    if (length > rootBits) prefixes.add(code >>> (length - rootBits));
  }
  return prefixes.size;
}

/** Codes are packed starting with their most significant bit, into bytes filled from the least. */
function reverse(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit);
  return reversed;
}
