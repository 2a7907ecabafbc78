/** An array as blocks of 4^d values, in C order of the blocks; blocks at the edge are filled up with values of theirs. */
import type { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import type { BlockCodec, Values } from "./block-codec.ts";

/** Decodes all blocks into an array in C order. */
export function decodeField(reader: ZfpReader, codec: BlockCodec, shape: readonly number[], out: Values): void {
  eachBlock(shape, (corner) => {
    codec.decode(reader);
    eachValue(shape, corner, (inside, at) => {
      out[at] = codec.values[inside]!;
    });
  });
}

export function encodeField(writer: ZfpWriter, codec: BlockCodec, shape: readonly number[], source: Values): void {
  eachBlock(shape, (corner) => {
    eachValue(shape, corner, (inside, at) => {
      codec.values[inside] = source[at]!;
    });
    padBlock(codec.values, shape, corner);
    codec.encode(writer);
  });
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
