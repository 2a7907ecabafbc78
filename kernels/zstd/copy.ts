/**
 * Copies for the decoder. The wild ones write whole vectors and may run up to WILD bytes past their end: the caller has
 * checked that these bytes are his. They are loops and not bulk copies, because a call inside the loop over sequences
 * would keep that loop's state in memory.
 */
import { PATTERNS, STEPS } from "./workspace";

/** Wild copy of `length` bytes from a place at least 16 bytes behind, or from another region. */
@inline
export function copyWild(target: usize, source: usize, length: usize): void {
  v128.store(target, v128.load(source));
  if (length > 16) {
    const end = target + length;
    target += 16;
    source += 16;
    do {
      v128.store(target, v128.load(source));
      v128.store(target, v128.load(source, 16), 16);
      target += 32;
      source += 32;
    } while (target < end);
  }
}

/** Wild copy of `length` bytes from `offset` bytes (1 .. 15) behind: a repeated pattern. */
@inline
export function repeatWild(workspace: usize, target: usize, offset: usize, length: usize): void {
  const pattern = i8x16.swizzle(v128.load(target - offset), v128.load(workspace + (offset << 4), PATTERNS));
  const step = <usize>load<u8>(workspace + offset, STEPS);
  const end = target + length;
  do {
    v128.store(target, pattern);
    target += step;
  } while (target < end);
}

/** Exact copy of `length` bytes from `offset` bytes behind. */
export function copyMatchExact(target: usize, offset: usize, length: usize): void {
  let done = min(offset, length);
  memory.copy(target, target - offset, done);
  // What is done is copied behind itself, twice as much each time.
  while (done < length) {
    const count = min(done, length - done);
    memory.copy(target + done, target, count);
    done += count;
  }
}
