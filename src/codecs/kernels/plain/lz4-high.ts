/** Dense LZ4 blocks; follows kernels/lz4-encode-high.ts step by step, so that both produce the same bytes. */
import { LAST_LITERALS, LAST_MATCH, lastLiterals, putLiterals, putMatch } from "./lz4.ts";
import { earlierBegin, FARTHEST, matchEnd, word } from "./match.ts";

/** Positions count from here, so that an empty head is out of range. */
const FIRST = 65536;

interface Chains {
  /** Last position of each hash. */
  readonly heads: Int32Array;
  /** By position, mod 2^16: the distance back to the previous one with the same hash. */
  readonly chain: Uint16Array;
}

let kept: Chains | undefined;

function headOf(m: Uint8Array, at: number): number {
  return Math.imul(word(m, at), 0x9e3779b1) >>> 17;
}

/** Enters the position. `base` is the address of position 0. */
function insert(m: Uint8Array, { heads, chain }: Chains, base: number, at: number): void {
  const head = headOf(m, at);
  const position = at - base;
  chain[position & 0xffff] = Math.min(position - heads[head]!, FARTHEST);
  heads[head] = position;
}

interface Found {
  length: number;
  distance: number;
}

/** Stores the longest match at `ip` in `found` if it is longer than the one there. */
function longest(
  m: Uint8Array,
  { heads, chain }: Chains,
  base: number,
  ip: number,
  limit: number,
  found: Found,
  attempts: number,
): boolean {
  const here = ip - base;
  const first = word(m, ip);
  let better = false;
  let position = heads[headOf(m, ip)]!;
  for (let left = attempts; here - position <= FARTHEST && left > 0; left--) {
    const match = base + position;
    if (m[match + found.length] === m[ip + found.length] && word(m, match) === first) {
      const length = matchEnd(m, ip + 4, match + 4, limit) - ip;
      if (length > found.length) {
        found.length = length;
        found.distance = here - position;
        better = true;
        if (ip + length >= limit) break;
      }
    }
    position -= chain[position & 0xffff]!;
  }
  return better;
}

/** Returns the encoded length, or 0 if that exceeds `capacity`. */
export function lz4EncodeHigh(
  m: Uint8Array,
  source: number,
  length: number,
  target: number,
  capacity: number,
  attempts: number,
): number {
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  if (length <= LAST_MATCH) return lastLiterals(m, source, sourceEnd, target, target, targetEnd);
  const searchEnd = sourceEnd - LAST_MATCH;
  const matchLimit = sourceEnd - LAST_LITERALS;
  const base = source - FIRST;
  kept ??= { heads: new Int32Array(32768), chain: new Uint16Array(65536) };
  const chains = kept;
  chains.heads.fill(0);
  const found = { length: 0, distance: 0 };
  let anchor = source;
  let op = target;
  let ip = source;
  while (ip <= searchEnd) {
    found.length = 3;
    const any = longest(m, chains, base, ip, matchLimit, found, attempts);
    insert(m, chains, base, ip);
    if (!any) {
      ip++;
      continue;
    }
    while (ip < searchEnd && ip + found.length < matchLimit) {
      if (!longest(m, chains, base, ip + 1, matchLimit, found, attempts)) break;
      ip++;
      insert(m, chains, base, ip);
    }
    const end = ip + found.length;
    const begin = earlierBegin(m, ip, ip - found.distance, anchor, source);
    const token = op;
    op = putLiterals(m, anchor, begin - anchor, op, targetEnd);
    if (op === 0) return 0;
    op = putMatch(m, token, found.distance, end - begin, op, targetEnd);
    if (op === 0) return 0;
    anchor = end;
    for (ip++; ip < end && ip <= searchEnd; ip++) insert(m, chains, base, ip);
    ip = end;
  }
  return lastLiterals(m, anchor, sourceEnd, target, op, targetEnd);
}
