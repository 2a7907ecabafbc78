/** A codec chain, loaded, checked and bound to one chunk type: the basis of encoding and decoding. */
import { atPlace, HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import type { BoundArrayToArray, BoundArrayToBytes, BoundBytesToBytes, BytesType, ChunkType } from "../codec.ts";
import { codecLimits } from "../limits.ts";

export interface ChainLink<B> {
  readonly name: string;
  readonly bound: B;
}

export interface ArrayLink extends ChainLink<BoundArrayToArray> {
  /** The input of the codec when encoding, and its output when decoding. */
  readonly decoded: ChunkType;
}

export interface BytesLink extends ChainLink<BoundBytesToBytes> {
  readonly decodedLength: number | undefined;
}

export interface Chain {
  readonly type: ChunkType;
  readonly arrays: readonly ArrayLink[];
  readonly serializer: ChainLink<BoundArrayToBytes>;
  readonly bytes: readonly BytesLink[];
  /** The object that the limits of `bytes` depend on; set before an object is decoded. */
  readonly stored: StoredObject;
}

/** Length of the output of the whole chain, if it is always the same. */
export function encodedLength(chain: Chain): number | undefined {
  const last = chain.bytes.at(-1);
  return last === undefined ? chain.serializer.bound.encodedLength : last.bound.encodedLength;
}

/** The smallest block of the decoded chunk that can be read without the rest. */
export function readShape(chain: Chain): readonly number[] {
  const inner = chain.serializer.bound.readShape;
  const divisible = chain.bytes.length === 0 && chain.arrays.every(({ bound }) => bound.moves ?? bound.elementwise);
  if (inner === undefined || !divisible) return chain.type.shape;
  return chain.arrays.reduceRight((shape, { bound }) => bound.moves?.blockShape(shape) ?? shape, inner);
}

/** Runs a codec; its errors name the codec and the direction. */
export function attempt<T>(codec: string, direction: "encode" | "decode", run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw atPlace(error, { codec, direction });
  }
}

/** Refuses bytes whose length differs from what the codec must produce. */
export function checkLength(codec: string, direction: "encode" | "decode", found: number, expected: number): void {
  if (found === expected) return;
  const what = `${direction === "decode" ? "decoded" : "encoded"} to ${found} bytes, expected ${expected}`;
  throw new HyperslabError("invalid-data", what, { codec, direction });
}

/** Refuses a chunk whose shape or type differs from what the codec must accept or produce. */
export function checkChunk(
  codec: string | undefined,
  direction: "encode" | "decode",
  chunk: Chunk,
  dataType: DataType,
  shape: readonly number[],
): void {
  const sameShape = chunk.shape.length === shape.length && chunk.shape.every((length, axis) => length === shape[axis]);
  const sameType = chunk.dataType.kind === dataType.kind && chunk.dataType.itemSize === dataType.itemSize;
  if (sameShape && sameType) return;
  const found = `${chunk.dataType.name} [${chunk.shape.join(", ")}]`;
  const what = `a chunk of ${found} where ${dataType.name} [${shape.join(", ")}] was expected`;
  throw new HyperslabError("invalid-request", what, codec === undefined ? {} : { codec, direction });
}

// The most bytes that a bytes->bytes codec may decode to, if no codec gives a fixed length: bounded by the declared size of
// the chunk, so that a small file cannot request far more memory than its array does.

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
