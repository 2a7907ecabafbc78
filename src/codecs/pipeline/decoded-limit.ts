/**
 * The most bytes that a bytes->bytes codec may decode to, if no codec gives a fixed length: bounded by the declared
 * size of the chunk, so that a small file cannot request far more memory than its array does.
 */
import type { BoundArrayToBytes, BytesType, ChunkType } from "../codec.ts";
import { codecLimits } from "../limits.ts";

/** The object that is being decoded. A longer one may hold more variable-length items. */
export interface StoredObject {
  length: number;
}

/** The limit in bytes, read while an object is decoded. */
export type DecodedLimit = () => number;

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * For the output of the array->bytes codec. Fixed-size elements as JSON take up to 6 times their bytes (escaped text),
 * and about 25 for a number; a shard has a header, a checksum and an index entry per inner chunk.
 */
export function serializedLimit(
  { dataType, shape }: ChunkType,
  { encodedLength, readShape = shape }: BoundArrayToBytes,
  stored: StoredObject,
  maxLength: number | undefined,
): DecodedLimit {
  if (encodedLength !== undefined) return () => encodedLength;
  const count = product(shape);
  const { itemSize } = dataType;
  if (itemSize === undefined) {
    return () => maxLength ?? Math.min(codecLimits.unknownLengthBytes.value, itemsLimit(count, stored.length));
  }
  const blocks = product(shape.map((length, axis) => Math.ceil(length / readShape[axis]!)));
  const most = 16 * itemSize * count + 64 * count + KIB * blocks + 64 * KIB;
  return () => most;
}

/**
 * For variable-length items: a kibibyte each plus 16 MiB, or 32 times the stored size, whichever is more. Text rarely
 * compresses better, and a longer object may hold more.
 */
function itemsLimit(count: number, stored: number): number {
  return Math.max(16 * MIB + KIB * count, 32 * stored);
}

/** For the output of a bytes->bytes codec with limited input: twice as much leaves room for text and for wasteful writers. */
export function encodedLimit(limit: DecodedLimit): DecodedLimit {
  return () => 2 * limit() + 64 * KIB;
}

/** What a bytes->bytes codec is bound to. */
export function bytesType(length: number | undefined, elementSize: number, limit: DecodedLimit): BytesType {
  return {
    length,
    elementSize,
    get maxLength() {
      return limit();
    },
  };
}

function product(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total * length, 1);
}
