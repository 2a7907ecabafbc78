/** An array as blocks of 4^d values, in C order of the blocks; blocks at the edge are padded with their own values. */
import type { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import type { BlockCodec, Values } from "./block-codec.ts";

/** Decodes all blocks into an array in C order. */
export function decodeField(reader: ZfpReader, codec: BlockCodec, shape: readonly number[], out: Values): void {
  const { values } = codec;
  const offsets = blockOffsets(shape);
  eachBlock(shape, (corner) => {
    codec.decode(reader);
    const base = wholeBlockAt(shape, corner);
    if (base === undefined) {
      eachValue(shape, corner, (inside, at) => {
        out[at] = values[inside]!;
      });
    } else for (let i = 0; i < offsets.length; i++) out[base + offsets[i]!] = values[i]!;
  });
}

export function encodeField(writer: ZfpWriter, codec: BlockCodec, shape: readonly number[], source: Values): void {
  const { values } = codec;
  const offsets = blockOffsets(shape);
  eachBlock(shape, (corner) => {
    const base = wholeBlockAt(shape, corner);
    if (base === undefined) {
      eachValue(shape, corner, (inside, at) => {
        values[inside] = source[at]!;
      });
      padBlock(values, shape, corner);
    } else for (let i = 0; i < offsets.length; i++) values[i] = source[base + offsets[i]!]!;
    codec.encode(writer);
  });
}

/** How far the values of a block are from its first one in the array. */
function blockOffsets(shape: readonly number[]): Int32Array {
  let offsets = [0];
  let stride = 1;
  for (const length of shape.toReversed()) {
    const inner = offsets;
    const step = stride;
    offsets = [0, 1, 2, 3].flatMap((i) => inner.map((offset) => offset + i * step));
    stride *= length;
  }
  return Int32Array.from(offsets);
}

/** Where a block begins in the array; undefined if it extends over an edge. */
function wholeBlockAt(shape: readonly number[], corner: readonly number[]): number | undefined {
  let base = 0;
  for (let axis = 0; axis < shape.length; axis++) {
    if (corner[axis]! + 4 > shape[axis]!) return undefined;
    base = base * shape[axis]! + corner[axis]!;
  }
  return base;
}

function eachBlock(shape: readonly number[], visit: (corner: readonly number[]) => void): void {
  const corner = shape.map(() => 0);
  const walk = (axis: number): void => {
    if (axis === shape.length) {
      visit(corner);
      return;
    }
    for (corner[axis] = 0; corner[axis]! < shape[axis]!; corner[axis]! += 4) walk(axis + 1);
  };
  walk(0);
}

/** The values of a block that are in the array: index in the block (the last axis fastest), index in the array. */
function eachValue(
  shape: readonly number[],
  corner: readonly number[],
  visit: (inside: number, at: number) => void,
): void {
  const walk = (axis: number, inside: number, at: number): void => {
    if (axis === shape.length) {
      visit(inside, at);
      return;
    }
    const count = Math.min(4, shape[axis]! - corner[axis]!);
    for (let i = 0; i < count; i++) walk(axis + 1, 4 * inside + i, at * shape[axis]! + corner[axis]! + i);
  };
  walk(0, 0, 0);
}

/** Along each axis, the fastest first: the second value is the first, the third the second, the fourth the first. */
function padBlock(values: Values, shape: readonly number[], corner: readonly number[]): void {
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const count = Math.min(4, shape[axis]! - corner[axis]!);
    if (count === 4) continue;
    const step = 4 ** (shape.length - 1 - axis);
    for (let start = 0; start < values.length; start++) {
      if (Math.floor(start / step) % 4 !== 0) continue;
      for (let i = count; i < 4; i++) values[start + i * step] = values[start + (i === 3 ? 0 : i - 1) * step]!;
    }
  }
}
