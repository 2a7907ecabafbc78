/** Where numbers go: x becomes (x * factor + reference) * divisor, as float32 or float64. */
export let target: usize = 0;
export let isWide: bool = false;
export let reference: f64 = 0;
export let factor: f64 = 0;
export let divisor: f64 = 0;

export function aim(to: usize, wide: bool, added: f64, multiplied: f64, scaled: f64): void {
  target = to;
  isWide = wide;
  reference = added;
  factor = multiplied;
  divisor = scaled;
}

/** Stores number `i` of a result. Callers keep what they aimed at in locals: globals are loaded each time. */
@inline
export function put(to: usize, wide: bool, i: u32, value: f64): void {
  if (wide) store<f64>(to + (<usize>i << 3), value);
  else store<f32>(to + (<usize>i << 2), <f32>value);
}
