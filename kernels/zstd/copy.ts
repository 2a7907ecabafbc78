/** Copies by whole vectors, which may run up to 31 bytes past their end: the caller has room for that. */

/** From this length on a bulk copy is worth its call. */
const BULK: usize = 512;

@inline
export function copyLiterals(target: usize, source: usize, length: usize): void {
  v128.store(target, v128.load(source));
  if (length > 16) copyMore(target + 16, source + 16, length - 16);
}

function copyMore(target: usize, source: usize, length: usize): void {
  if (length >= BULK) {
    memory.copy(target, source, length);
    return;
  }
  const end = target + length;
  do {
    v128.store(target, v128.load(source));
    target += 16;
    source += 16;
  } while (target < end);
}

/** Copies `length` (3 or more) bytes from `offset` bytes behind; they may overlap. */
@inline
export function copyMatch(target: usize, offset: usize, length: usize): void {
  if (offset >= 16) {
    v128.store(target, v128.load(target - offset));
    if (length > 16) copyFar(target + 16, offset, length - 16);
  } else {
    copyNear(target, offset, length);
  }
}

function copyFar(target: usize, offset: usize, length: usize): void {
  const end = target + length;
  if (length >= BULK && offset >= length) {
    memory.copy(target, target - offset, length);
    return;
  }
  do {
    v128.store(target, v128.load(target - offset));
    target += 16;
  } while (target < end);
}

/** A pattern shorter than a vector: after the first bytes it is copied from a multiple of its length behind. */
function copyNear(target: usize, offset: usize, length: usize): void {
  const end = target + length;
  let distance = offset;
  if (offset < 8) {
    for (let i = 0; i < 8; i++) store<u8>(target + i, load<u8>(target + i - offset));
    target += 8;
    distance = offset * ((7 + offset) / offset);
    // 9 for 3, 10 for 5, 12 for 6, 14 for 7, else 8: at least a word behind, and inside what was just written.
  }
  while (target < end) {
    store<u64>(target, load<u64>(target - distance));
    target += 8;
  }
}
