/**
 * The transforms of a block of 4^d integers, along one axis after another: zfp's own, which loses a few low bits, and
 * the reversible one. 32-bit integers are numbers that wrap around, 64-bit ones are bigints in a typed array.
 */

export type Block = Int32Array | BigInt64Array;

export function forwardTransform(block: Block, dimensions: number, reversible: boolean): void {
  for (let axis = 0; axis < dimensions; axis++) {
    if (block instanceof Int32Array) eachLine(block, 4 ** axis, reversible ? subtractLine : forwardLine);
    else eachLine(block, 4 ** axis, reversible ? subtractWideLine : forwardWideLine);
  }
}

export function inverseTransform(block: Block, dimensions: number, reversible: boolean): void {
  for (let axis = dimensions - 1; axis >= 0; axis--) {
    if (block instanceof Int32Array) eachLine(block, 4 ** axis, reversible ? addLine : inverseLine);
    else eachLine(block, 4 ** axis, reversible ? addWideLine : inverseWideLine);
  }
}

/** All lines of four along an axis, whose neighbours are `step` apart. */
function eachLine<B extends Block>(block: B, step: number, transform: (block: B, start: number, step: number) => void) {
  for (let outer = 0; outer < block.length; outer += 4 * step) {
    for (let inner = 0; inner < step; inner++) transform(block, outer + inner, step);
  }
}

function forwardLine(p: Int32Array, start: number, s: number): void {
  let x = p[start]!;
  let y = p[start + s]!;
  let z = p[start + 2 * s]!;
  let w = p[start + 3 * s]!;
  x = ((x + w) | 0) >> 1;
  w = (w - x) | 0;
  z = ((z + y) | 0) >> 1;
  y = (y - z) | 0;
  x = ((x + z) | 0) >> 1;
  z = (z - x) | 0;
  w = ((w + y) | 0) >> 1;
  y = (y - w) | 0;
  w = (w + (y >> 1)) | 0;
  y = (y - (w >> 1)) | 0;
  p[start] = x;
  p[start + s] = y;
  p[start + 2 * s] = z;
  p[start + 3 * s] = w;
}

function inverseLine(p: Int32Array, start: number, s: number): void {
  let x = p[start]!;
  let y = p[start + s]!;
  let z = p[start + 2 * s]!;
  let w = p[start + 3 * s]!;
  y = (y + (w >> 1)) | 0;
  w = (w - (y >> 1)) | 0;
  y = (y + w) | 0;
  w = ((w << 1) - y) | 0;
  z = (z + x) | 0;
  x = ((x << 1) - z) | 0;
  y = (y + z) | 0;
  z = ((z << 1) - y) | 0;
  w = (w + x) | 0;
  x = ((x << 1) - w) | 0;
  p[start] = x;
  p[start + s] = y;
  p[start + 2 * s] = z;
  p[start + 3 * s] = w;
}

function forwardWideLine(p: BigInt64Array, start: number, s: number): void {
  let x = p[start]!;
  let y = p[start + s]!;
  let z = p[start + 2 * s]!;
  let w = p[start + 3 * s]!;
  x = (x + w) >> 1n;
  w -= x;
  z = (z + y) >> 1n;
  y -= z;
  x = (x + z) >> 1n;
  z -= x;
  w = (w + y) >> 1n;
  y -= w;
  w += y >> 1n;
  y -= w >> 1n;
  p[start] = x;
  p[start + s] = y;
  p[start + 2 * s] = z;
  p[start + 3 * s] = w;
}

function inverseWideLine(p: BigInt64Array, start: number, s: number): void {
  let x = p[start]!;
  let y = p[start + s]!;
  let z = p[start + 2 * s]!;
  let w = p[start + 3 * s]!;
  y += w >> 1n;
  w -= y >> 1n;
  y += w;
  w += w - y;
  z += x;
  x += x - z;
  y += z;
  z += z - y;
  w += x;
  x += x - w;
  p[start] = x;
  p[start + s] = y;
  p[start + 2 * s] = z;
  p[start + 3 * s] = w;
}

/** Differences of differences of differences. */
function subtractLine(p: Int32Array, start: number, s: number): void {
  for (let round = 1; round < 4; round++) {
    for (let i = 3; i >= round; i--) p[start + i * s] = p[start + i * s]! - p[start + (i - 1) * s]!;
  }
}

function addLine(p: Int32Array, start: number, s: number): void {
  for (let round = 3; round > 0; round--) {
    for (let i = round; i < 4; i++) p[start + i * s] = p[start + i * s]! + p[start + (i - 1) * s]!;
  }
}

function subtractWideLine(p: BigInt64Array, start: number, s: number): void {
  for (let round = 1; round < 4; round++) {
    for (let i = 3; i >= round; i--) p[start + i * s] = p[start + i * s]! - p[start + (i - 1) * s]!;
  }
}

function addWideLine(p: BigInt64Array, start: number, s: number): void {
  for (let round = 3; round > 0; round--) {
    for (let i = round; i < 4; i++) p[start + i * s] = p[start + i * s]! + p[start + (i - 1) * s]!;
  }
}
