/** From this length on a bulk copy is worth its call. */
const BULK: usize = 128;

/** Copies `count` rows of `length` bytes between regions that do not overlap; rows lie a step apart, which may be negative. */
export function copyRows(
  source: usize,
  sourceStep: isize,
  target: usize,
  targetStep: isize,
  length: usize,
  count: usize,
): void {
  for (let row: usize = 0; row < count; row++) {
    if (length >= BULK) memory.copy(target, source, length);
    else copyRow(source, target, length);
    source += sourceStep;
    target += targetStep;
  }
}

/** Whole vectors, the last one moved back to end where the row does; bytes for what is shorter than one. */
@inline
function copyRow(source: usize, target: usize, length: usize): void {
  if (length < 16) {
    for (let i: usize = 0; i < length; i++) store<u8>(target + i, load<u8>(source + i));
    return;
  }
  const last = length - 16;
  for (let i: usize = 0; i < last; i += 16) v128.store(target + i, v128.load(source + i));
  v128.store(target + last, v128.load(source + last));
}
