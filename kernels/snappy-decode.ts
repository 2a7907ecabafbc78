/**
 * Snappy block: the decoded length as a little-endian base-128 number, then elements. The low two bits of a tag say
 * what follows: 0 literals (count - 1 in the upper six bits; 60 .. 63 mean 1 .. 4 bytes of it follow), 1 a copy of
 * 4 .. 11 bytes with an 11-bit distance, 2 a copy of 1 .. 64 bytes with a u16 distance, 3 the same with a u32.
 */
import { copyMatchExact, copyShort, repeatShort, WILD } from "./copy";

/** Returns the decoded length, which is `targetLength`, or -1. */
export function snappyDecode(source: usize, sourceLength: usize, target: usize, targetLength: usize): i32 {
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source;
  let announced: u64 = 0;
  let shift: u64 = 0;
  while (true) {
    if (ip >= sourceEnd || shift > 28) return -1;
    const byte = <u64>load<u8>(ip++);
    announced |= (byte & 127) << shift;
    if (byte < 128) break;
    shift += 7;
  }
  if (announced != <u64>targetLength) return -1;

  let op = target;
  while (ip < sourceEnd) {
    const tag = <usize>load<u8>(ip++);
    const kind = tag & 3;
    if (kind == 0) {
      let literals = (tag >> 2) + 1;
      if (literals > 60) {
        const bytes = literals - 60;
        if (bytes > sourceEnd - ip) return -1;
        literals = 0;
        for (let i: usize = 0; i < bytes; i++) literals |= <usize>load<u8>(ip + i) << (i << 3);
        ip += bytes;
        if (literals >= 0x7fffffff) return -1;
        literals++;
      }
      if (literals > sourceEnd - ip || literals > targetEnd - op) return -1;
      if (literals <= 64 && sourceEnd - ip >= 64 + WILD && targetEnd - op >= 64 + WILD) copyShort(op, ip, literals);
      else memory.copy(op, ip, literals);
      ip += literals;
      op += literals;
      continue;
    }
    let length: usize;
    let distance: usize;
    if (kind == 1) {
      if (ip >= sourceEnd) return -1;
      length = ((tag >> 2) & 7) + 4;
      distance = ((tag >> 5) << 8) | <usize>load<u8>(ip++);
    } else {
      const bytes: usize = kind == 2 ? 2 : 4;
      if (sourceEnd - ip < bytes) return -1;
      length = (tag >> 2) + 1;
      distance = kind == 2 ? <usize>load<u16>(ip) : <usize>load<u32>(ip);
      ip += bytes;
    }
    if (distance == 0 || distance > op - target || length > targetEnd - op) return -1;
    if (targetEnd - op < 64 + WILD) {
      copyMatchExact(op, distance, length);
    } else if (distance >= 16) {
      copyShort(op, op - distance, length);
    } else {
      repeatShort(op, distance, length);
    }
    op += length;
  }
  return op == targetEnd ? <i32>targetLength : -1;
}
