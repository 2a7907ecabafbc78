/** BloscLZ stream; the format is told in kernels/blosclz-decode.ts. */
import { copyBytes, copyMatch } from "./match.ts";

const FAR = 8192;

/** Returns the decoded length, which never exceeds `targetLength`, or -1. */
export function blosclzDecode(
  m: Uint8Array,
  source: number,
  sourceLength: number,
  target: number,
  targetLength: number,
): number {
  if (sourceLength === 0) return -1;
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source + 1;
  let op = target;
  // The high bits of the first byte mean nothing.
  let control = m[source]! & 31;
  while (true) {
    let length: number;
    if (control < 32) {
      length = control + 1;
      if (length > sourceEnd - ip || length > targetEnd - op) return -1;
      copyBytes(m, op, ip, length);
      ip += length;
    } else {
      length = (control >> 5) + 2;
      if (length === 9) {
        let more: number;
        do {
          if (ip >= sourceEnd) return -1;
          more = m[ip++]!;
          length += more;
        } while (more === 255);
      }
      if (ip >= sourceEnd) return -1;
      let distance = ((control & 31) << 8) + m[ip++]! + 1;
      if (distance === FAR) {
        if (sourceEnd - ip < 2) return -1;
        distance += (m[ip]! << 8) | m[ip + 1]!;
        ip += 2;
      }
      if (distance > op - target || length > targetEnd - op) return -1;
      copyMatch(m, op, distance, length);
    }
    op += length;
    if (ip === sourceEnd) return op - target;
    control = m[ip++]!;
  }
}
