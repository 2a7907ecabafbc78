/** What the library knows about a codec without loading it. Plain data. */

/** Three kinds, in the order of a chain. */
export type CodecKind = "array-to-array" | "array-to-bytes" | "bytes-to-bytes";

/** What is known about a codec before it is loaded. */
export interface CodecFacts {
  /** In nodes and in the Zarr v3 documents we write. */
  readonly name: string;
  /** Which of the three kinds of codec it is. */
  readonly kind: CodecKind;
  /** Other spellings, in Zarr v3 documents and from callers. */
  readonly aliases?: readonly string[];
  /** The id in Zarr v2 documents. By default the part of the name after `numcodecs.`; Zarr v2 lacks the others. */
  readonly v2Id?: string;
  /** Where Zarr v2 documents put the codec. By default a bytes->bytes codec is the compressor if it comes last. */
  readonly v2Role?: "filter" | "compressor";
  /** How long it takes, compared with handing a chunk to another thread. The default is `light`. */
  readonly cost?: CodecCost;
  /** The configuration that `create` uses if it is given only the name. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** For array->array codecs that change the data type. */
  readonly encodedType?: EncodedType;
  /** True if the encoded bytes record the shape of the chunk, so that the order of its axes has no effect. */
  readonly recordsShape?: boolean;
  /** True for parts of file formats: nodes of those formats carry them, documents never name them, lists omit them. */
  readonly internal?: boolean;
}

/**
 * `trivial`: it only moves bytes, and even a page gains nothing from a worker. `light`: a page gains, Node's threads do
 * not. `heavy`: both gain. Measured with 256 MiB in chunks of 1 MiB from memory on two cores (docs/performance.md).
 */
export type CodecCost = "trivial" | "light" | "heavy" | CostByMember;

/** A codec whose cost depends on its configuration: `heavy` if `member` has one of these values, otherwise `light`. */
export interface CostByMember {
  /** The member of the configuration that decides. */
  readonly member: string;
  /** Values for which decoding is heavy. */
  readonly decode: readonly string[];
  /** Values for which encoding is heavy. */
  readonly encode: readonly string[];
}

/** The members of a configuration that name the encoded data type, in order of precedence. */
export interface EncodedType {
  /** Names of the members. */
  readonly members: readonly string[];
  /** The encoded type if no member names one. By default the type is unchanged. */
  readonly otherwise?: string;
}
