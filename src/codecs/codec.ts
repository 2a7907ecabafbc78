/**
 * Three kinds of codec: array->array*, then exactly one array->bytes, then bytes->bytes*.
 *
 *  1. parse: a codec's JSON configuration becomes a typed one, or an error with the field's path.
 *  2. bind: once an array, to the type of what reaches the codec. The bound codec states what it yields.
 *  3. run: encode and decode are pure, synchronous functions of their input.
 *
 * Reading is without I/O: a decoder is a generator that yields the byte ranges it needs of the chunk's object and is
 * handed the bytes. The same decoder is driven by an async store, by a worker that reads files synchronously, or from
 * memory, and nesting (a shard in a shard) is a generator inside a generator.
 */
import type { ByteRange } from "../bytes/byte-range.ts";
import type { JsonView } from "../bytes/json-view.ts";
import type { AxisSelection } from "../model/axis-selection.ts";
import type { Chunk } from "../model/chunk.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import type { DataType } from "../model/data-type.ts";
import type { FillValue } from "../model/fill-value.ts";
import type { Lattice } from "../model/lattice.ts";

/** What a codec sees of a chunk. array->array codecs may change all three. */
export interface ChunkType {
  readonly dataType: DataType;
  readonly shape: readonly number[];
  readonly fillValue: FillValue;
}

/**
 * A computation that needs bytes of one object. It yields requests (`undefined` = the whole object) and receives the
 * answers in the same order; an answer is `undefined` if the object is proven absent, and shorter than asked if the
 * object ends before the range does.
 */
export type Reads<T> = Generator<readonly (ByteRange | undefined)[], T, readonly (Uint8Array | undefined)[]>;

/** What a decoder may remember about one object between reads: a shard's index. */
export interface ObjectMemo {
  get(name: string): Uint8Array | undefined;
  set(name: string, value: Uint8Array): void;
}

export interface BoundArrayToArray {
  readonly output: ChunkType;
  encode(chunk: Chunk): Chunk;
  decode(chunk: Chunk): Chunk;
  /**
   * For codecs that only move elements about (transpose): where a selection and a target of the decoded chunk lie in
   * the encoded one. A codec without it is decoded whole.
   */
  readonly moves?: {
    selection(selection: readonly AxisSelection[]): readonly AxisSelection[];
    lattice(lattice: Lattice): Lattice;
  };
  /** True if element i of the decoded chunk depends on element i of the encoded one alone (cast, scale, round). */
  readonly elementwise?: boolean;
}

export interface BoundArrayToBytes {
  /** The encoded length, if every chunk of this type has the same. */
  readonly encodedLength: number | undefined;
  /** `undefined`: there is nothing to store, every element equals the fill value (a shard without inner chunks). */
  encode(chunk: Chunk): Uint8Array | undefined;
  decode(bytes: Uint8Array): Chunk;
  /** Decodes part of an object, reading only what that needs. False: the object is absent, `target` is untouched. */
  decodePart?(selection: readonly AxisSelection[], target: Chunk, memo?: ObjectMemo): Reads<boolean>;
  /** Rewrites part of an encoded chunk (`undefined`: absent) without decoding the rest. `undefined`: nothing to store. */
  update?(old: Uint8Array | undefined, selection: readonly AxisSelection[], source: Chunk): Uint8Array | undefined;
}

export interface BoundBytesToBytes {
  /** The encoded length, if every input has the same. */
  readonly encodedLength: number | undefined;
  encode(bytes: Uint8Array): Uint8Array;
  /**
   * `decodedLength` is known for fixed-size types: output of any other length is an error, and nothing larger is ever
   * allocated. `out`, if given, has exactly that length and may be used for the result (the result tells).
   */
  decode(bytes: Uint8Array, decodedLength: number | undefined, out?: Uint8Array): Uint8Array;
}

/** Binds inner chains (sharding's codecs and index codecs) without importing the pipeline. */
export interface BindContext {
  bindPipeline(specs: readonly CodecSpec[], type: ChunkType): Promise<Pipeline>;
}

export interface ArrayToArrayCodec<C = unknown> {
  readonly kind: "array-to-array";
  parse(configuration: JsonView): C;
  bind(configuration: C, input: ChunkType, context: BindContext): BoundArrayToArray | Promise<BoundArrayToArray>;
}

export interface ArrayToBytesCodec<C = unknown> {
  readonly kind: "array-to-bytes";
  parse(configuration: JsonView): C;
  bind(configuration: C, input: ChunkType, context: BindContext): BoundArrayToBytes | Promise<BoundArrayToBytes>;
}

export interface BytesToBytesCodec<C = unknown> {
  readonly kind: "bytes-to-bytes";
  parse(configuration: JsonView): C;
  /** `inputLength`: length of the decoded bytes if fixed. `elementSize`: bytes an element of the array before it. */
  bind(
    configuration: C,
    inputLength: number | undefined,
    elementSize: number,
  ): BoundBytesToBytes | Promise<BoundBytesToBytes>;
}

export type Codec = ArrayToArrayCodec | ArrayToBytesCodec | BytesToBytesCodec;
export type CodecKind = Codec["kind"];

/** A codec chain bound to one chunk type: what the engine, a worker and a shard all run. */
export interface Pipeline {
  readonly type: ChunkType;
  readonly codecs: readonly string[];
  readonly encodedLength: number | undefined;
  /** The smallest block that can be decoded by itself: the inner chunk shape of a shard, else the chunk shape. */
  readonly readShape: readonly number[];
  /** Decodes `selection` of a chunk into `target` (same counts along each axis). False: absent, target untouched. */
  decode(selection: readonly AxisSelection[], target: Chunk, memo?: ObjectMemo): Reads<boolean>;
  /** `undefined`: nothing to store. */
  encode(chunk: Chunk): Uint8Array | undefined;
  /** The new encoded chunk after `source` is written to `selection` of `old` (`undefined`: absent). */
  update(old: Uint8Array | undefined, selection: readonly AxisSelection[], source: Chunk): Uint8Array | undefined;
}
