/** Where numbers go: x becomes (x * factor + reference) * divisor, as float32 or float64. */
let target: usize = 0;
let isWide: bool = false;
let reference: f64 = 0;
let factor: f64 = 0;
let divisor: f64 = 0;

export function aim(to: usize, wide: bool, added: f64, multiplied: f64, scaled: f64): void {
  target = to;
  isWide = wide;
  reference = added;
  factor = multiplied;
  divisor = scaled;
}

/** Stores number `i` of a result. */
@inline
export function put(i: u32, x: f64): void {
  const value = (x * factor + reference) * divisor;
  if (isWide) store<f64>(target + (<usize>i << 3), value);
  else store<f32>(target + (<usize>i << 2), <f32>value);
}
