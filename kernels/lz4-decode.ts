/**
 * LZ4 block. A sequence is: token (literal count in the high nibble, match length - 4 in the low one; 15 means that
 * bytes follow, each added, up to one that is not 255), literals, u16 distance. The last sequence ends after its
 * literals.
 */
import { BROKEN, copyLong, copyLonger, copyMatchExact, FAST_SOURCE, FAST_TARGET, HUGE, repeatLong, spread } from "./copy";

/** Returns the decoded length, which never exceeds `targetLength`, or -1. */
export function lz4Decode(source: usize, sourceLength: usize, target: usize, targetLength: usize): i32 {
  return lz4DecodeLinked(source, sourceLength, target, targetLength, 0);
}

/** The same, for a block whose matches may begin in the `history` bytes before the target. */
export function lz4DecodeLinked(
  source: usize, sourceLength: usize, target: usize, targetLength: usize, history: usize,
): i32 {
  const window = target - history;
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  const sourceFast: usize = sourceLength > FAST_SOURCE ? sourceEnd - FAST_SOURCE : 0;
  const targetFast: usize = targetLength > FAST_TARGET ? targetEnd - FAST_TARGET : 0;
  let state = fast(source, sourceFast, window, target, targetFast);
  while (state != BROKEN) {
    let ip = <usize>(state >> 32);
    let op = <usize>state;
    // One sequence, every byte checked.
    if (ip >= sourceEnd) return -1;
    const token = <usize>load<u8>(ip++);
    let literals = token >> 4;
    if (literals == 15) {
      let more: usize;
      do {
        if (ip >= sourceEnd || literals > HUGE) return -1;
        more = <usize>load<u8>(ip++);
        literals += more;
      } while (more == 255);
    }
    if (literals > sourceEnd - ip || literals > targetEnd - op) return -1;
    memory.copy(op, ip, literals);
    ip += literals;
    op += literals;
    if (ip == sourceEnd) return <i32>(op - target);
    if (sourceEnd - ip < 2) return -1;
    const distance = <usize>load<u16>(ip);
    ip += 2;
    if (distance > op - window || distance == 0) return -1;
    let length = token & 15;
    if (length == 15) {
      let more: usize;
      do {
        if (ip >= sourceEnd || length > HUGE) return -1;
        more = <usize>load<u8>(ip++);
        length += more;
      } while (more == 255);
    }
    length += 4;
    if (length > targetEnd - op) return -1;
    copyMatchExact(op, distance, length);
    state = fast(ip, sourceFast, window, op + length, targetFast);
  }
  return -1;
}

/**
 * Decodes sequences by whole vectors as long as none can leave the regions, and returns ip << 32 | op of the first that
 * is too long or too near to an end. A function without calls and with one condition a branch: so all of its state
 * stays in registers. What limits it are branches foretold wrongly and the way from one token to the next, so short
 * matches are copied without asking for their distance, and the end of the sequence is summed up beside its token.
 */
function fast(ip: usize, sourceFast: usize, window: usize, op: usize, targetFast: usize): u64 {
  while (ip < sourceFast) {
    if (op >= targetFast) break;
    const token = <usize>load<u8>(ip);
    let literals = token >> 4;
    let next = ip + 3;
    let out = op;
    if (literals == 15) {
      literals += <usize>load<u8>(ip, 1);
      if (literals >= 270) break;
      next++;
      if (next + literals + 32 > sourceFast) break;
      if (out + literals + 32 > targetFast) break;
      copyLonger(out, ip + 2, literals);
    } else {
      v128.store(out, v128.load(ip, 1));
    }
    next += literals;
    out += literals;
    const distance = <usize>load<u16>(next - 2);
    // One comparison also finds distance 0.
    if (distance - 1 >= out - window) return BROKEN;
    let length = (token & 15) + 4;
    if (length <= 16) {
      v128.store(out, spread(out - distance, distance));
    } else {
      if (length == 19) {
        length += <usize>load<u8>(next++);
        if (length >= 274) break;
        if (out + length > targetFast) break;
      }
      if (distance >= 16) copyLong(out, out - distance, length);
      else repeatLong(out, distance, length);
    }
    ip = next;
    op = out + length;
  }
  return (<u64>ip << 32) | <u64>op;
}
