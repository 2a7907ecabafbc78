/**
 * Arrays in Blosc2 frames ("b2nd"): a metalayer gives their shape, and those of chunks and blocks. Chunks are padded to
 * whole blocks and to their full shape; the elements of each block are contiguous.
 *
 * MessagePack: array of 7 | version | dimensions | array of i64: shape | array of i32: chunks | array of i32: blocks |
 * ...
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";

const MOST_DIMENSIONS = 16;
const ARRAY_MASK = 0xf0;
const ARRAY_SHORT = 0x90;
const INT_32 = 0xd2;
const INT_64 = 0xd3;

export interface B2nd {
  readonly shape: readonly number[];
  readonly chunkShape: readonly number[];
  readonly blockShape: readonly number[];
  /** Blocks of a chunk along each dimension. */
  readonly blocks: readonly number[];
  /** Chunks of the array along each dimension. */
  readonly chunks: readonly number[];
}

export function parseB2nd(bytes: Uint8Array): B2nd {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  cursor.skip(2);
  const dimensions = cursor.u8();
  if (dimensions > MOST_DIMENSIONS) cursor.fail(`an array of ${dimensions} dimensions`, 1);
  const lengths = (type: number): number[] => {
    const mark = cursor.u8();
    // Blosc2 writes 16 dimensions in the four bits, too.
    if ((mark & ARRAY_MASK) !== ARRAY_SHORT) cursor.fail("lengths that are not an array", 1);
    return Array.from({ length: dimensions }, () => {
      if (cursor.u8() !== type) cursor.fail("a length of the wrong type", 1);
      const length = type === INT_64 ? cursor.i64Number() : cursor.i32();
      return length < 0 ? cursor.fail(`a length of ${length}`) : length;
    });
  };
  const [shape, chunkShape, blockShape] = [lengths(INT_64), lengths(INT_32), lengths(INT_32)];
  if (shape.some((length, axis) => length > 0 && (blockShape[axis] === 0 || blockShape[axis]! > chunkShape[axis]!))) {
    cursor.fail(`blocks of [${blockShape.join(", ")}] in chunks of [${chunkShape.join(", ")}] elements`);
  }
  const parts = (whole: readonly number[], part: readonly number[]): number[] =>
    whole.map((length, axis) => (length === 0 ? 0 : Math.ceil(length / part[axis]!)));
  return {
    shape,
    chunkShape,
    blockShape,
    blocks: parts(chunkShape, blockShape),
    chunks: parts(shape, chunkShape),
  };
}

export function product(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total * length, 1);
}

/** Copies the blocks of decoded chunk number `index` to their places in the array `out`. */
export function placeChunk(array: B2nd, size: number, index: number, chunk: Uint8Array, out: Uint8Array): void {
  const { shape, chunkShape, blockShape, blocks, chunks } = array;
  const blockBytes = product(blockShape) * size;
  const start = coordinates(index, chunks).map((coord, axis) => coord * chunkShape[axis]!);
  const count = product(blocks);
  for (let block = 0; block < count; block++) {
    const inner = coordinates(block, blocks).map((coord, axis) => coord * blockShape[axis]!);
    const from = inner.map((offset, axis) => offset + start[axis]!);
    // The part of the block that lies within its chunk, and within the array.
    const there = from.map((at, axis) =>
      Math.min(blockShape[axis]!, chunkShape[axis]! - inner[axis]!, shape[axis]! - at),
    );
    if (there.every((length) => length > 0)) {
      copyBlock(
        chunk.subarray(block * blockBytes, (block + 1) * blockBytes),
        blockShape,
        there,
        out,
        shape,
        from,
        size,
      );
    }
  }
}

function coordinates(index: number, counts: readonly number[]): number[] {
  const coords = counts.map(() => 0);
  for (let axis = counts.length - 1, rest = index; axis >= 0; axis--) {
    coords[axis] = rest % counts[axis]!;
    rest = Math.floor(rest / counts[axis]!);
  }
  return coords;
}

/** Copies the first `there` elements along each axis of a block, by runs that are contiguous on both sides. */
function copyBlock(
  block: Uint8Array,
  blockShape: readonly number[],
  there: readonly number[],
  out: Uint8Array,
  shape: readonly number[],
  from: readonly number[],
  size: number,
): void {
  let axis = Math.max(0, shape.length - 1);
  while (axis > 0 && there[axis] === blockShape[axis] && there[axis] === shape[axis]) axis--;
  const length = product(there.slice(axis)) * size;
  const outer = there.slice(0, axis);
  const within = there.slice(axis).map(() => 0);
  const runs = product(outer);
  for (let run = 0; run < runs; run++) {
    const coords = [...coordinates(run, outer), ...within];
    const source = position(coords, blockShape) * size;
    const places = coords.map((coord, index) => coord + from[index]!);
    out.set(block.subarray(source, source + length), position(places, shape) * size);
  }
}

function position(coords: readonly number[], shape: readonly number[]): number {
  return coords.reduce((index, coord, axis) => index * shape[axis]! + coord, 0);
}
