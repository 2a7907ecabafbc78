/**
 * BloscLZ stream. An instruction begins with a control byte c. c < 32: c + 1 literals follow. Otherwise a match:
 * length (c >> 5) + 2, where 7 << 5 means that bytes follow, each added, up to one that is not 255; then the low byte of
 * the distance, whose high bits are c & 31. The largest near distance (8192) means that a u16 big-endian follows, to be
 * added to it. The high bits of the very first byte are a mark, so a stream begins with literals.
 */
import { BROKEN, copyMatchExact, copyShort, FAST_SOURCE, FAST_TARGET, HUGE, repeatShort } from "./copy";

const FAR: usize = 8192;

/** Returns the decoded length, which never exceeds `targetLength`, or -1. */
export function blosclzDecode(source: usize, sourceLength: usize, target: usize, targetLength: usize): i32 {
  if (sourceLength == 0) return -1;
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  const sourceFast: usize = sourceLength > FAST_SOURCE ? sourceEnd - FAST_SOURCE : 0;
  const targetFast: usize = targetLength > FAST_TARGET ? targetEnd - FAST_TARGET : 0;
  // The first instruction alone may have high bits that mean nothing.
  const first = (<usize>load<u8>(source) & 31) + 1;
  if (first > sourceLength - 1 || first > targetLength) return -1;
  memory.copy(target, source + 1, first);
  let state = fast(source + 1 + first, sourceFast, target, target + first, targetFast);
  while (state != BROKEN) {
    let ip = <usize>(state >> 32);
    let op = <usize>state;
    if (ip == sourceEnd) return <i32>(op - target);
    // One instruction, every byte checked.
    const control = <usize>load<u8>(ip++);
    let length: usize;
    if (control < 32) {
      length = control + 1;
      if (length > sourceEnd - ip || length > targetEnd - op) return -1;
      memory.copy(op, ip, length);
      ip += length;
    } else {
      length = (control >> 5) + 2;
      if (length == 9) {
        let more: usize;
        do {
          if (ip >= sourceEnd || length > HUGE) return -1;
          more = <usize>load<u8>(ip++);
          length += more;
        } while (more == 255);
      }
      if (ip >= sourceEnd) return -1;
      let distance = ((control & 31) << 8) + <usize>load<u8>(ip++) + 1;
      if (distance == FAR) {
        if (sourceEnd - ip < 2) return -1;
        distance += <usize>bswap<u16>(load<u16>(ip));
        ip += 2;
      }
      if (distance > op - target || length > targetEnd - op) return -1;
      copyMatchExact(op, distance, length);
    }
    state = fast(ip, sourceFast, target, op + length, targetFast);
  }
  return -1;
}

/** As in LZ4: instructions by whole vectors, up to the first that is too long or too near to an end. */
function fast(ip: usize, sourceFast: usize, target: usize, op: usize, targetFast: usize): u64 {
  while (ip < sourceFast) {
    if (op >= targetFast) break;
    const control = <usize>load<u8>(ip);
    let next = ip + 1;
    let length: usize;
    if (control < 32) {
      v128.store(op, v128.load(next));
      v128.store(op, v128.load(next, 16), 16);
      length = control + 1;
      next += length;
    } else {
      length = (control >> 5) + 2;
      if (length == 9) {
        length += <usize>load<u8>(next++);
        if (length >= 264) break;
        if (op + length > targetFast) break;
      }
      let distance = ((control & 31) << 8) + <usize>load<u8>(next++) + 1;
      if (distance == FAR) {
        distance += <usize>bswap<u16>(load<u16>(next));
        next += 2;
      }
      if (distance > op - target) return BROKEN;
      if (distance >= 16) {
        v128.store(op, v128.load(op - distance));
        if (length > 16) copyShort(op + 16, op + 16 - distance, length - 16);
      } else {
        repeatShort(op, distance, length);
      }
    }
    ip = next;
    op += length;
  }
  return (<u64>ip << 32) | <u64>op;
}
