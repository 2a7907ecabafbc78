/** LZ4 block; the format is told in kernels/lz4-decode.ts. */
import { copyBytes, copyMatch } from "./match.ts";

/**
 * Returns the decoded length, which never exceeds `targetLength`, or -1. Matches may begin in the `history` bytes before
 * the target.
 */
export function lz4Decode(
  m: Uint8Array,
  source: number,
  sourceLength: number,
  target: number,
  targetLength: number,
  history: number,
): number {
  const window = target - history;
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source;
  let op = target;
  while (ip < sourceEnd) {
    const token = m[ip++]!;
    let literals = token >> 4;
    if (literals === 15) {
      let more: number;
      do {
        if (ip >= sourceEnd) return -1;
        more = m[ip++]!;
        literals += more;
      } while (more === 255);
    }
    if (literals > sourceEnd - ip || literals > targetEnd - op) return -1;
    copyBytes(m, op, ip, literals);
    ip += literals;
    op += literals;
    if (ip === sourceEnd) return op - target;
    if (sourceEnd - ip < 2) return -1;
    const distance = m[ip]! | (m[ip + 1]! << 8);
    ip += 2;
    if (distance === 0 || distance > op - window) return -1;
    let length = (token & 15) + 4;
    if (length === 19) {
      let more: number;
      do {
        if (ip >= sourceEnd) return -1;
        more = m[ip++]!;
        length += more;
      } while (more === 255);
    }
    if (length > targetEnd - op) return -1;
    copyMatch(m, op, distance, length);
    op += length;
  }
  return -1;
}
