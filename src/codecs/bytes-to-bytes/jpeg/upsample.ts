/**
 * Scales components with fewer samples to the size of the image, like libjpeg: a triangle filter for a factor of 2,
 * else repetition.
 */

export interface Samples {
  /** Of the component itself, without padding. */
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly bytes: Uint8Array;
}

/** The sample of a component at each pixel of an image. `across` and `down`: how many pixels a sample represents. */
export function upsample(samples: Samples, across: number, down: number, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const isSmooth = across === 2 && (down === 1 || down === 2) && samples.width > 2;
  if (isSmooth && down === 1) smoothAcross(samples, out, width, height);
  else if (isSmooth) smoothBoth(samples, out, width, height);
  else if (across === 1 && down === 2) smoothDown(samples, out, width, height);
  else {
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / down) * samples.stride;
      for (let x = 0; x < width; x++) out[y * width + x] = samples.bytes[row + Math.floor(x / across)]!;
    }
  }
  return out;
}

function smoothAcross({ width: count, stride, bytes }: Samples, out: Uint8Array, width: number, height: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [at, isLeft] = [x >> 1, (x & 1) === 0];
      const own = bytes[y * stride + at]!;
      const other = isLeft ? at - 1 : at + 1;
      const isEdge = other < 0 || other >= count;
      out[y * width + x] = isEdge ? own : (3 * own + bytes[y * stride + other]! + (isLeft ? 1 : 2)) >> 2;
    }
  }
}

function smoothDown({ height: rows, stride, bytes }: Samples, out: Uint8Array, width: number, height: number): void {
  for (let y = 0; y < height; y++) {
    const [own, near] = nearRows(y, rows);
    const bias = (y & 1) === 0 ? 1 : 2;
    for (let x = 0; x < width; x++) {
      out[y * width + x] = (3 * bytes[own * stride + x]! + bytes[near * stride + x]! + bias) >> 2;
    }
  }
}

function smoothBoth(
  { width: count, height: rows, stride, bytes }: Samples,
  out: Uint8Array,
  width: number,
  height: number,
): void {
  const sums = new Uint16Array(count);
  for (let y = 0; y < height; y++) {
    const [own, near] = nearRows(y, rows);
    for (let x = 0; x < count; x++) sums[x] = 3 * bytes[own * stride + x]! + bytes[near * stride + x]!;
    for (let x = 0; x < width; x++) {
      const [at, isLeft] = [x >> 1, (x & 1) === 0];
      const other = isLeft ? at - 1 : at + 1;
      const beside = other < 0 || other >= count ? sums[at]! : sums[other]!;
      out[y * width + x] = (3 * sums[at]! + beside + (isLeft ? 8 : 7)) >> 4;
    }
  }
}

/** The sample row that contains a row of pixels, and the nearer of its neighbours; at the edge the row itself. */
function nearRows(y: number, rows: number): readonly [number, number] {
  const own = y >> 1;
  const near = (y & 1) === 0 ? own - 1 : own + 1;
  return [own, Math.min(rows - 1, Math.max(0, near))];
}
