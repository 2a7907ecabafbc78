/** How a Bloscpack file is created: the options and their values. They are checked in frame-options.ts. */
import { BLOSC_COMPRESSORS, type BloscCompressor } from "../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES, type ChecksumName } from "../../bytes/checksum/named-checksum.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import type { MetadataOption } from "./metadata-option.ts";

/** How chunks of a Bloscpack file are compressed. */
export interface CompressionOptions {
  /** Bytes per element, for shuffling: 1 to 255; default 8. */
  readonly typeSize?: number | undefined;
  /** 0 to 9; default 7. */
  readonly level?: number | undefined;
  /** Byte shuffle; default true. */
  readonly shuffle?: boolean | undefined;
  /** Default `blosclz`. */
  readonly codec?: BloscCompressor | undefined;
}

/** Options of `pack`. */
export interface PackOptions extends CompressionOptions, MetadataOption, TransferOptions {
  /** Bytes, or a string such as `64K`, `1.5M`, `max`; default `1M`. */
  readonly chunkSize?: number | string | undefined;
  /** Default `adler32`. */
  readonly checksum?: ChecksumName | undefined;
  /** Store the positions of chunks, which appending needs; default true. */
  readonly offsets?: boolean | undefined;
  /** Replace the output if it exists. */
  readonly overwrite?: boolean | undefined;
}

/** The checksums that Bloscpack files may have. */
export const BLOSCPACK_CHECKSUMS: readonly ChecksumName[] = CHECKSUM_NAMES;
/** The compressors that Bloscpack files may use. */
export const BLOSCPACK_CODECS: readonly BloscCompressor[] = BLOSC_COMPRESSORS;
