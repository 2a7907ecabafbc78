/** The inverse wavelet transforms (ISO/IEC 15444-1, annex F): 5/3 of integers, 9/7 of floats. */

export interface Plane {
  /** Its position on the grid of its resolution: even positions hold low-pass coefficients. */
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly values: Float64Array;
}

const [ALPHA, BETA, GAMMA, DELTA, K] = [
  -1.586134342059924, -0.052980118572961, 0.882911075530934, 0.443506852043971, 1.230174104914001,
] as const;
/** The number of values mirrored at each end. */
const MARGIN = 4;

/** In place. `line` holds `length` values from MARGIN on, the first of which is at `start` of the grid. */
type Lift = (line: Float64Array, start: number, length: number) => void;

function lift53(line: Float64Array, start: number, length: number): void {
  const [even, odd] = start % 2 === 0 ? [0, 1] : [1, 0];
  for (let at = MARGIN + even - 2; at < MARGIN + length + 2; at += 2) {
    line[at]! -= Math.floor((line[at - 1]! + line[at + 1]! + 2) / 4);
  }
  for (let at = MARGIN + odd; at < MARGIN + length; at += 2)
    line[at]! += Math.floor((line[at - 1]! + line[at + 1]!) / 2);
}

function lift97(line: Float64Array, start: number, length: number): void {
  const [even, odd] = start % 2 === 0 ? [0, 1] : [1, 0];
  for (let at = even; at < length + 2 * MARGIN; at += 2) line[at]! *= K;
  for (let at = odd; at < length + 2 * MARGIN; at += 2) line[at]! /= K;
  const step = (from: number, reach: number, factor: number): void => {
    for (let at = MARGIN + from - 2 * Math.ceil(reach / 2); at < MARGIN + length + reach; at += 2) {
      if (at >= 1 && at + 1 < line.length) line[at]! -= factor * (line[at - 1]! + line[at + 1]!);
    }
  };
  step(even, 3, DELTA);
  step(odd, 2, GAMMA);
  step(even, 1, BETA);
  step(odd, 0, ALPHA);
}

function transform(line: Float64Array, start: number, length: number, lift: Lift): void {
  if (length === 1) {
    if (start % 2 !== 0) line[MARGIN]! /= 2;
    return;
  }
  // Mirrored at the first and the last value, as often as necessary.
  const period = 2 * (length - 1);
  for (let out = 1; out <= MARGIN; out++) {
    const before = out % period;
    line[MARGIN - out] = line[MARGIN + (before < length ? before : period - before)]!;
    const after = (length - 1 + out) % period;
    line[MARGIN + length - 1 + out] = line[MARGIN + (after < length ? after : period - after)]!;
  }
  lift(line, start, length);
}

/** Computes a resolution from the one below, which is already in place, and the bands interleaved with it. */
export function inverse({ x0, y0, x1, y1, values }: Plane, isReversible: boolean): void {
  const [width, height] = [x1 - x0, y1 - y0];
  const lift = isReversible ? lift53 : lift97;
  const line = new Float64Array(Math.max(width, height) + 2 * MARGIN);
  for (let row = 0; row < height; row++) {
    const part = values.subarray(row * width, (row + 1) * width);
    line.set(part, MARGIN);
    transform(line.subarray(0, width + 2 * MARGIN), x0, width, lift);
    part.set(line.subarray(MARGIN, MARGIN + width));
  }
  const column = line.subarray(0, height + 2 * MARGIN);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[MARGIN + y] = values[y * width + x]!;
    transform(column, y0, height, lift);
    for (let y = 0; y < height; y++) values[y * width + x] = column[MARGIN + y]!;
  }
}
