/** Snappy block; the format is told in kernels/snappy-decode.ts. */
import { copyBytes, copyMatch } from "./match.ts";

/** Returns the decoded length, which is `targetLength`, or -1. */
export function snappyDecode(
  m: Uint8Array,
  source: number,
  sourceLength: number,
  target: number,
  targetLength: number,
): number {
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source;
  let announced = 0;
  for (let factor = 1; ; factor *= 128) {
    if (ip >= sourceEnd || factor > 2 ** 28) return -1;
    const byte = m[ip++]!;
    announced += (byte & 127) * factor;
    if (byte < 128) break;
  }
  if (announced !== targetLength) return -1;

  let op = target;
  while (ip < sourceEnd) {
    const tag = m[ip++]!;
    const kind = tag & 3;
    // Bytes of the literals' count beyond the tag, or of the distance.
    const bytes = kind === 0 ? Math.max(0, (tag >> 2) - 59) : kind === 3 ? 4 : kind;
    if (bytes > sourceEnd - ip) return -1;
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = value * 256 + m[ip + i]!;
    ip += bytes;
    let length: number;
    if (kind === 0) {
      length = (bytes === 0 ? tag >> 2 : value) + 1;
      if (length > sourceEnd - ip || length > targetEnd - op) return -1;
      copyBytes(m, op, ip, length);
      ip += length;
    } else {
      length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
      const distance = kind === 1 ? ((tag >> 5) << 8) | value : value;
      if (distance === 0 || distance > op - target || length > targetEnd - op) return -1;
      copyMatch(m, op, distance, length);
    }
    op += length;
  }
  return op === targetEnd ? targetLength : -1;
}
