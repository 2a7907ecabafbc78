/** XXH32 by Yann Collet, the checksum of LZ4 frames: four lanes of 32 bits, then the rest, then a mix of all bits. */
const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

export function xxh32(bytes: Uint8Array, seed = 0): number {
  const { byteLength } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, byteLength);
  let at = 0;
  let hash = (seed + P5) | 0;
  if (byteLength >= 16) {
    let a = (seed + P1 + P2) | 0;
    let b = (seed + P2) | 0;
    let c = seed | 0;
    let d = (seed - P1) | 0;
    for (const end = byteLength - 16; at <= end; at += 16) {
      a = lane(a, view.getInt32(at, true));
      b = lane(b, view.getInt32(at + 4, true));
      c = lane(c, view.getInt32(at + 8, true));
      d = lane(d, view.getInt32(at + 12, true));
    }
    hash = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
  }
  hash = (hash + byteLength) | 0;
  for (; at + 4 <= byteLength; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(view.getInt32(at, true), P3)) | 0, 17), P4);
  }
  for (; at < byteLength; at++) hash = Math.imul(rotate((hash + Math.imul(bytes[at]!, P5)) | 0, 11), P1);
  hash = Math.imul(hash ^ (hash >>> 15), P2);
  hash = Math.imul(hash ^ (hash >>> 13), P3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function lane(sum: number, word: number): number {
  return Math.imul(rotate((sum + Math.imul(word, P2)) | 0, 13), P1);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
