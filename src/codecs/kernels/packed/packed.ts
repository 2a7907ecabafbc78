/**
 * The kernel of packed integers. Methods return undefined for input that is broken or beyond the kernel: the twin in
 * TypeScript reports what is wrong with it.
 */

/** x becomes (x * factor + reference) * divisor. */
export interface Scale {
  readonly reference: number;
  readonly factor: number;
  readonly divisor: number;
}

export type Floats = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** What is requested: the number of values, and whether as float64. */
export interface Wanted {
  readonly count: number;
  readonly isWide: boolean;
  readonly scale: Scale;
}

/** Where the parts of a complex packing lie, and how they are coded. */
export interface GroupLayout {
  readonly groups: number;
  /** Bytes from the start of the data. */
  readonly referencesAt: number;
  readonly referenceBits: number;
  readonly widthsAt: number;
  readonly widthBits: number;
  readonly widthBase: number;
  readonly lengthsAt: number;
  readonly lengthBits: number;
  readonly lengthBase: number;
  readonly lengthStep: number;
  readonly lastLength: number;
  readonly valuesAt: number;
  /** Which values are missing: 0 none, 1 all ones, 2 also one less. */
  readonly management: number;
  /** Of differences: 0, 1 or 2. */
  readonly order: number;
  /** As many first values as the order, and the least difference. */
  readonly extra: ArrayLike<number>;
}

/** Adaptive entropy coding of samples, as in CCSDS 121.0. */
export interface AecParameters {
  /** 1 to 32. */
  readonly bitsPerSample: number;
  /** Samples per block: 8, 16, 32 or 64; szip and libaec also accept other even numbers. */
  readonly blockSize: number;
  /** Blocks per reference sample interval. */
  readonly interval: number;
  readonly signed: boolean;
  readonly preprocess: boolean;
  /** Samples of up to 4 bits have shorter identifiers. */
  readonly restricted: boolean;
  /** Each interval starts at a byte. */
  readonly padded: boolean;
}

export interface PackedKernel {
  /** Integers of 0 to 32 bits. */
  simple(bytes: Uint8Array, bits: number, wanted: Wanted): Floats | undefined;
  groups(bytes: Uint8Array, layout: GroupLayout, wanted: Wanted): Floats | undefined;
  /** Adaptive entropy coding, to floats. */
  scaledSamples(bytes: Uint8Array, coding: AecParameters, wanted: Wanted): Floats | undefined;
  samples(bytes: Uint8Array, coding: AecParameters, count: number): Uint32Array | undefined;
}
