/**
 * Floats with fewer bits of mantissa: rounded to nearest, ties to even, by adding half a step to their bits, whose carry
 * reaches the exponent as it should. A NaN that this would turn into something else is made quiet instead.
 */

/** Floats of 2, 4 or 8 bytes, of whose mantissa the lowest `dropped` bits (1 or more) go. */
export function roundBits(
  size: usize, source: usize, target: usize, count: usize, mantissa: u32, dropped: u32,
): void {
  if (size == 2) roundEach<i16>(source, target, count, mantissa, dropped);
  else if (size == 4) roundEach<i32>(source, target, count, mantissa, dropped);
  else if (size == 8) roundEach<i64>(source, target, count, mantissa, dropped);
}

@inline
function roundEach<T>(source: usize, target: usize, count: usize, mantissa: u32, dropped: u32): void {
  const lanes: usize = 16 / sizeof<T>();
  const one = <T>1;
  const magnitude = <T>~(one << (<T>(8 * sizeof<T>() - 1)));
  const infinity = <T>(<T>(magnitude >> <T>mantissa) << <T>mantissa);
  const quiet = <T>(one << <T>(mantissa - 1));
  const half = <T>((one << <T>(dropped - 1)) - one);
  const mask = <T>(<T>-1 << <T>dropped);
  const magnitudes = v128.splat<T>(magnitude);
  const infinities = v128.splat<T>(infinity);
  const quiets = v128.splat<T>(quiet);
  const halves = v128.splat<T>(half);
  const masks = v128.splat<T>(mask);
  const ones = v128.splat<T>(one);
  let i: usize = 0;
  for (; i + lanes <= count; i += lanes) {
    const v = v128.load(source + i * sizeof<T>());
    const odd = v128.and(v128.shr<T>(v, <i32>dropped), ones);
    const rounded = v128.and(v128.add<T>(v128.add<T>(v, odd), halves), masks);
    const wasNan = v128.gt<T>(v128.and(v, magnitudes), infinities);
    // The sign differs where the carry ran through all of the exponent.
    const isNan = v128.andnot(
      v128.gt<T>(v128.and(rounded, magnitudes), infinities), v128.shr<T>(v128.xor(rounded, v), <i32>(8 * sizeof<T>() - 1)),
    );
    const lost = v128.andnot(wasNan, isNan);
    v128.store(target + i * sizeof<T>(), v128.bitselect(v128.or(v, quiets), rounded, lost));
  }
  for (; i < count; i++) {
    const word = load<T>(source + i * sizeof<T>());
    let rounded = <T>(<T>(word + <T>(<T>(word >> <T>dropped) & one) + half) & mask);
    if (<T>(word & magnitude) > infinity) {
      if (<T>(rounded & magnitude) <= infinity || <T>(rounded ^ word) < 0) rounded = <T>(word | quiet);
    }
    store<T>(target + i * sizeof<T>(), rounded);
  }
}
