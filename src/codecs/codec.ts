/**
 * Three kinds of codec: array->array*, then exactly one array->bytes, then bytes->bytes*.
 *
 *  1. parse: a codec's JSON configuration becomes a typed one, or an error with the field's path.
 *  2. bind: once per array, to the type of the codec's input. The bound codec states its output.
 *  3. run: encode and decode are pure, synchronous functions of their input.
 *
 * Reading involves no I/O: a decoder is a generator that yields the byte ranges it needs of the chunk's object and
 * receives the bytes. The same decoder is driven by an async store, by a worker that reads files synchronously, or from
 * memory, and nesting (a shard in a shard) is a generator inside a generator.
 */

import type { FrameOptions } from "../bytes/blosc/options.ts";
import type { JsonView } from "../bytes/json/view.ts";
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import type { DataType } from "../model/data-types/data-type.ts";
import type { Chunk } from "../model/grid/chunk.ts";
import type { Lattice } from "../model/lattice/lattice.ts";
import type { AxisSelection } from "../model/selection/axis-selection.ts";
import type { FillValue } from "../model/values/fill-value.ts";
import type { Scratch } from "./pipeline/allocate.ts";

/** What a codec sees of a chunk. array->array codecs may change all three. */
export interface ChunkType {
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** The shape of the chunk. */
  readonly shape: readonly number[];
  /** The fill value of the array. */
  readonly fillValue: FillValue;
}

/**
 * A computation that needs bytes of one object. It yields requests (`undefined` = the whole object) and receives the
 * results in the same order; a result is `undefined` if the object is proven absent, and shorter than requested if the
 * object ends before the range does.
 */
export type Reads<T> = Generator<readonly (ByteRange | undefined)[], T, readonly (Uint8Array | undefined)[]>;

/** What a decoder may remember about one object between reads: a shard's index, decoded bytes. */
export interface ObjectMemo {
  get(name: string): Uint8Array | undefined;
  set(name: string, value: Uint8Array): void;
  /** True if something of this length is worth keeping rather than recomputing. By default nothing is. */
  wants?(name: string, length: number): boolean;
}

/** An array->array codec that is bound to one type of chunk. */
export interface BoundArrayToArray {
  /** The type of the encoded chunk. */
  readonly output: ChunkType;
  /** Encodes a chunk. The result may share memory with it. */
  encode(chunk: Chunk): Chunk;
  /** `out` has room for exactly the elements of the result, which may lie there. */
  decode(chunk: Chunk, out?: Uint8Array): Chunk;
  /**
   * For codecs that only move elements (transpose): where a selection and a target of the decoded chunk lie in the
   * encoded one. Without it, a codec is decoded whole.
   */
  readonly moves?: {
    selection(selection: readonly AxisSelection[]): readonly AxisSelection[];
    lattice(lattice: Lattice): Lattice;
    /** The inverse: the shape, in the decoded chunk, of a block of this shape in the encoded one. */
    blockShape(shape: readonly number[]): readonly number[];
  };
  /**
   * True if element i of the decoded chunk depends only on element i of the encoded one (cast, scale, round). `decode`
   * then accepts blocks of any shape.
   */
  readonly elementwise?: boolean;
  /** True if decoding changes nothing (lossy rounding): it is never run. */
  readonly identity?: boolean;
}

/** An object of consecutive Blosc frames, each followed by its checksum: they can be encoded separately. */
export interface FramedObject {
  readonly options: FrameOptions;
  /** Decoded bytes of every frame but the last. */
  readonly pieceBytes: number;
  /** The codec that produces the bytes for the frames. */
  readonly serializer: CodecSpec;
  /** Receives the frames of `length` bytes in order, and assembles the object. */
  assemble(length: number): {
    add(frames: Uint8Array, lengths: readonly number[]): void;
    finish(): Uint8Array;
  };
}

/** An array->bytes codec that is bound to one type of chunk. */
export interface BoundArrayToBytes {
  /** The encoded length, if every chunk of this type has the same. */
  readonly encodedLength: number | undefined;
  /** True if the encoded bytes are the elements as they are in memory: C order, little-endian. */
  readonly plain?: boolean;
  /** The smallest block that `decodePart` decodes without the rest, if that is smaller than the chunk. */
  readonly readShape?: readonly number[];
  /** Present if the object consists of frames. */
  readonly framed?: FramedObject | undefined;
  /**
   * The result may share memory with the chunk, or lie in `room`. `undefined` if there is nothing to store, because
   * every element equals the fill value (a shard without inner chunks).
   */
  encode(chunk: Chunk, room?: Scratch): Uint8Array | undefined;
  /** The result may share memory with `bytes`, except variable-length items, which outlive them. */
  decode(bytes: Uint8Array): Chunk;
  /**
   * Decodes part of an object, reading only what that needs. Returns false, leaving `target` untouched, if the object
   * is absent.
   */
  decodePart?(selection: readonly AxisSelection[], target: Chunk, memo?: ObjectMemo): Reads<boolean>;
  /**
   * Rewrites part of an encoded chunk (`undefined` if absent) without decoding the rest. The result may lie in `room`.
   * `undefined` if there is nothing to store.
   */
  update?(
    old: Uint8Array | undefined,
    selection: readonly AxisSelection[],
    source: Chunk,
    room?: Scratch,
  ): Uint8Array | undefined;
}

/** What a bytes->bytes codec sees: the bytes before encoding, which decoding must reproduce. */
export interface BytesType {
  /** Known if every chunk has the same: output of any other length is an error, and nothing larger is allocated. */
  readonly length: number | undefined;
  /** Bytes per element of the array; 1 for variable-length types. */
  readonly elementSize: number;
  /**
   * The most that decoding may produce if `length` is unknown. Must be read for each object, because it depends on the
   * stored size.
   */
  readonly maxLength: number;
}

/** A bytes->bytes codec that is bound to one kind of input. */
export interface BoundBytesToBytes {
  /** The encoded length, if every input has the same. */
  readonly encodedLength: number | undefined;
  /** True if `decode` writes to `out`. */
  readonly writesOut?: boolean;
  /** The result may share memory with `bytes`, or lie at the start of `out` if that has room for it. */
  encode(bytes: Uint8Array, out?: Uint8Array): Uint8Array;
  /**
   * `out` has exactly the length of the decoded bytes and may be used for the result (compare the result with it). The
   * result may instead share memory with `bytes`, which are never written to.
   */
  decode(bytes: Uint8Array, out?: Uint8Array): Uint8Array;
}

/** Binds inner chains (sharding's codecs and index codecs) without importing the pipeline. */
export interface BindContext {
  /** `field` is the path of the list in its document, for messages. */
  bindPipeline(specs: readonly CodecSpec[], type: ChunkType, field?: string): Promise<Pipeline>;
  /** For lists of elements that are up to as long as the one-dimensional `most`: a pipeline per length. */
  bindCounted(specs: readonly CodecSpec[], most: ChunkType, field?: string): Promise<(count: number) => Pipeline>;
}

/** A codec that turns elements into other elements, such as `transpose` or `delta`. */
export interface ArrayToArrayCodec<C = unknown> {
  /** The kind of codec. */
  readonly kind: "array-to-array";
  /** Checks the configuration from the document and returns it in the codec's own form. */
  parse(configuration: JsonView): C;
  /** Prepares the codec for one type of chunk. Encoding and decoding are synchronous from then on. */
  bind(configuration: C, input: ChunkType, context: BindContext): BoundArrayToArray | Promise<BoundArrayToArray>;
}

/** A codec that turns elements into bytes, such as `bytes` or `sharding_indexed`. */
export interface ArrayToBytesCodec<C = unknown> {
  /** The kind of codec. */
  readonly kind: "array-to-bytes";
  /** Checks the configuration from the document and returns it in the codec's own form. */
  parse(configuration: JsonView): C;
  /** Prepares the codec for one type of chunk. Encoding and decoding are synchronous from then on. */
  bind(configuration: C, input: ChunkType, context: BindContext): BoundArrayToBytes | Promise<BoundArrayToBytes>;
  /**
   * For a codec whose `bind` is asynchronous, if it encodes lists whose length differs from chunk to chunk: prepares
   * for lists of any length up to that of the one-dimensional `most`.
   */
  bindLists?(configuration: C, most: ChunkType, context: BindContext): Promise<(count: number) => BoundArrayToBytes>;
}

/** A codec that turns bytes into bytes, such as `gzip` or `crc32c`. */
export interface BytesToBytesCodec<C = unknown> {
  /** The kind of codec. */
  readonly kind: "bytes-to-bytes";
  /** Checks the configuration from the document and returns it in the codec's own form. */
  parse(configuration: JsonView): C;
  /** Prepares the codec for one type of chunk. Encoding and decoding are synchronous from then on. */
  bind(configuration: C, input: BytesType): BoundBytesToBytes | Promise<BoundBytesToBytes>;
}

/** A codec of any kind. */
export type Codec = ArrayToArrayCodec | ArrayToBytesCodec | BytesToBytesCodec;
export type { CodecKind } from "../model/codec-catalogue/facts.ts";

/** Options of encoding. */
export interface EncodeOptions {
  /** Return `undefined` for a chunk that holds nothing but the fill value, bit for bit. */
  readonly dropFill?: boolean | undefined;
  /** The result may lie in memory that the next call of any pipeline overwrites. */
  readonly lend?: boolean | undefined;
  /** Like `lend`, with memory at whose start the result may lie. */
  readonly out?: Uint8Array | undefined;
}

/** A codec chain bound to one chunk type: what the engine, a worker and a shard all run. */
export interface Pipeline {
  readonly type: ChunkType;
  /** Names, in encoding order. */
  readonly codecs: readonly string[];
  readonly encodedLength: number | undefined;
  /** The smallest block that can be decoded without the rest: the inner chunk shape of a shard, else the chunk shape. */
  readonly readShape: readonly number[];
  /** Present if the object consists of frames. */
  readonly framed?: FramedObject | undefined;
  /** True if the encoded bytes are the elements as they are in memory, so that reading is decoding. */
  readonly plain: boolean;
  /**
   * Decodes `selection` of a chunk into `target` (same counts along each axis). Returns false, leaving the target
   * untouched, if it is absent.
   */
  decode(selection: readonly AxisSelection[], target: Chunk, memo?: ObjectMemo): Reads<boolean>;
  /** New bytes that share no memory with the chunk, unless lent. `undefined` if there is nothing to store. */
  encode(chunk: Chunk, options?: EncodeOptions): Uint8Array | undefined;
  /** The new encoded chunk after `source` is written to `selection` of `old` (`undefined` if absent). */
  update(
    old: Uint8Array | undefined,
    selection: readonly AxisSelection[],
    source: Chunk,
    options?: EncodeOptions,
  ): Uint8Array | undefined;
}
