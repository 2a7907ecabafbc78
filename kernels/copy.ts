/**
 * Copies inside one output region, as the LZ decoders need them. "Wild" copies write whole vectors and may run up to
 * WILD bytes past the end: the caller has checked that these bytes belong to the region and will be written later.
 */
export const WILD: usize = 16;

/** Row d repeats the numbers 0 .. d-1: swizzling with it spreads a pattern of d bytes over a vector of 16. */
const PATTERNS: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
  0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0,
  0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0,
  0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1,
  0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 1, 2,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
], 16);

/** The largest multiple of d that fits into a vector: how far one stored pattern reaches. */
const STEPS: usize = memory.data<u8>([0, 16, 16, 15, 16, 15, 12, 14, 16, 9, 10, 11, 12, 13, 14, 15]);

/** What a decoder's fast part returns for a broken stream. */
export const BROKEN: u64 = 0;
/** A length no region has: stops the sum of length bytes long before it could wrap. */
export const HUGE: usize = 0x70000000;
/** A decoder's fast part stops this far from the ends of its regions: room for short copies, run-over included. */
export const FAST_SOURCE: usize = 48;
export const FAST_TARGET: usize = 64;

/** Wild copy of `length` bytes from a place at least 16 bytes behind, or from another region. */
@inline
export function copyShort(target: usize, source: usize, length: usize): void {
  const end = target + length;
  do {
    v128.store(target, v128.load(source));
    target += 16;
    source += 16;
  } while (target < end);
}

/** The same by two vectors a turn, so that it may run over by 32 bytes: for lengths that seldom fit into one. */
@inline
export function copyLong(target: usize, source: usize, length: usize): void {
  const end = target + length;
  do {
    v128.store(target, v128.load(source));
    v128.store(target, v128.load(source, 16), 16);
    target += 32;
    source += 32;
  } while (target < end);
}

/** The same by four vectors a turn, running over by up to 64 bytes: literals that are many are often many more. */
@inline
export function copyLonger(target: usize, source: usize, length: usize): void {
  const end = target + length;
  do {
    v128.store(target, v128.load(source));
    v128.store(target, v128.load(source, 16), 16);
    v128.store(target, v128.load(source, 32), 32);
    v128.store(target, v128.load(source, 48), 48);
    target += 64;
    source += 64;
  } while (target < end);
}

/** The 16 bytes that a match at `source`, any `distance` from its target, begins with: no branch to be foretold. */
@inline
export function spread(source: usize, distance: usize): v128 {
  return i8x16.swizzle(v128.load(source), v128.load(PATTERNS + (min(distance, 16) << 4)));
}

/** Wild copy of `length` bytes from `distance` bytes (1 .. 15) behind: a repeated pattern. */
@inline
export function repeatShort(target: usize, distance: usize, length: usize): void {
  const pattern = i8x16.swizzle(v128.load(target - distance), v128.load(PATTERNS + (distance << 4)));
  const step = <usize>load<u8>(STEPS + distance);
  const end = target + length;
  do {
    v128.store(target, pattern);
    target += step;
  } while (target < end);
}

/** The same by two vectors a turn, running over by up to 32 bytes. */
@inline
export function repeatLong(target: usize, distance: usize, length: usize): void {
  const pattern = spread(target - distance, distance);
  const step = <usize>load<u8>(STEPS + distance);
  const end = target + length;
  do {
    v128.store(target, pattern);
    target += step;
    v128.store(target, pattern);
    target += step;
  } while (target < end);
}

/** From this length on a bulk copy is worth its call. */
const BULK: usize = 256;

/** Exact copy of `length` bytes from `distance` bytes behind. */
export function copyMatchExact(target: usize, distance: usize, length: usize): void {
  const end = target + length;
  if (length >= BULK) {
    if (distance == 1) {
      memory.fill(target, load<u8>(target - 1), length);
      return;
    }
    // One period, and then what is done is copied behind itself, twice as much each time.
    let done = min(distance, length);
    memory.copy(target, target - distance, done);
    while (done < length) {
      const count = min(done, length - done);
      memory.copy(target + done, target, count);
      done += count;
    }
    return;
  }
  if (length > WILD) {
    if (distance >= 16) copyShort(target, target - distance, length - WILD);
    else repeatShort(target, distance, length - WILD);
    target = end - WILD;
  }
  for (; target < end; target++) store<u8>(target, load<u8>(target - distance));
}

/**
 * Exact copy between regions, whole vectors where both ends leave room for them. For encoders: a bulk copy is a call to
 * the engine, and a loop with a call in it keeps its state in memory.
 */
@inline
export function copyExact(target: usize, targetEnd: usize, source: usize, sourceEnd: usize, length: usize): void {
  const end = target + length;
  if (targetEnd - target >= length + WILD) {
    if (sourceEnd - source >= length + WILD) {
      copyShort(target, source, length);
      return;
    }
  }
  for (; target < end; target++) store<u8>(target, load<u8>(source++));
}
