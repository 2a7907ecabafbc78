/** What a Bloscpack file records about itself: header, offsets, metadata, and the head of its first chunk. */

import {
  FLAG_BITSHUFFLE,
  FLAG_NOT_SPLIT,
  FLAG_SHUFFLE,
  FLAG_STORED,
  type FrameHead,
  flaggedFormat,
  HEADER_BYTES,
  parseFrameHead,
} from "../../bytes/blosc/frame-header.ts";
import { toPlain } from "../../bytes/json/make.ts";
import type { JsonNode, PlainJson } from "../../bytes/json/node.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { atPlace } from "../../errors.ts";
import { type FileLayout, readBytesLayout } from "../../formats/bloscpack/file-layout.ts";
import type { MetadataHeader } from "../../formats/bloscpack/metadata-section.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { RAW_KEY } from "../option-names.ts";
import { openPacked } from "./places.ts";

/** In bloscpack's terms. Unknown sizes are -1. */
export interface PackHeaderInfo {
  /** The version of the file format. */
  readonly format_version: number;
  /** Whether the file has a table of chunk offsets. */
  readonly offsets: boolean;
  /** Whether the file has metadata. */
  readonly metadata: boolean;
  /** The checksum of each chunk. */
  readonly checksum: string;
  /** Bytes per element. */
  readonly typesize: number;
  /** Bytes per chunk before compression. */
  readonly chunk_size: number;
  /** Bytes of the last chunk before compression. */
  readonly last_chunk: number;
  /** The number of chunks. */
  readonly nchunks: number;
  /** The number of chunks that can be appended in place. */
  readonly max_app_chunks: number;
}

/** The header of the metadata, under the names that bloscpack uses. */
export interface MetadataHeaderInfo {
  /** The format of the metadata, such as `JSON`. */
  readonly magic_format: string;
  /** The option bits, as text. */
  readonly meta_options: string;
  /** The checksum of the metadata. */
  readonly meta_checksum: string;
  /** The codec of the metadata. */
  readonly meta_codec: string;
  /** The compression level. */
  readonly meta_level: number;
  /** Bytes before compression. */
  readonly meta_size: number;
  /** Bytes that are reserved for the metadata. */
  readonly max_meta_size: number;
  /** Bytes after compression. */
  readonly meta_comp_size: number;
  /** The name of a user-defined codec. */
  readonly user_codec: string;
}

/** The Blosc header of the first chunk, under the names that bloscpack uses. */
export interface FirstChunkInfo {
  /** The version of the Blosc format. */
  readonly version: number;
  /** The version of the compressor's format. */
  readonly versionlz: number;
  /** The flags byte. */
  readonly flags: number;
  /** Bytes per element. */
  readonly typesize: number;
  /** Bytes before compression. */
  readonly nbytes: number;
  /** Bytes per block. */
  readonly blocksize: number;
  /** Bytes after compression, header included. */
  readonly ctbytes: number;
  /** Whether bytes are shuffled. */
  readonly byte_shuffle: boolean;
  /** Whether the bytes are stored uncompressed. */
  readonly pure_memcpy: boolean;
  /** Whether bits are shuffled. */
  readonly bit_shuffle: boolean;
  /** True if blocks are not split, as in bloscpack. */
  readonly split_blocks: boolean;
  /** The compressor. */
  readonly codec: string;
}

/** What `packInfo` found, under the names that `blpk info` uses. */
export interface PackInfo {
  /** The file's header. */
  readonly header: PackHeaderInfo;
  /** Offsets of the first five chunks; omitted if the file has none. */
  readonly offsets?: readonly number[];
  /** The metadata; omitted if the file has none. */
  readonly metadata?: PlainJson;
  /** The same, keeping the spelling of every number. */
  readonly metadata_tree?: JsonNode;
  /** The header of the metadata; omitted if the file has none. */
  readonly metadata_header?: MetadataHeaderInfo;
  /** Omitted if there is no chunk. */
  readonly first_chunk?: FirstChunkInfo;
}

const SHOWN_OFFSETS = 5;

/** Describes the header, the metadata and the first chunks of a Bloscpack file. */
export async function packInfo(
  input: string | ByteSource,
  options: {
    /** Aborts the operation; it then rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /** Settings of the store that the address leads to. */
    readonly store?: StoreSettings | undefined;
  } = {},
): Promise<PackInfo> {
  if (hasUnknown(options, RAW_KEY)) return refuseUnknown("packInfo", options, RAW_KEY);
  const packed = await openPacked(input, options.store);
  try {
    const layout = await readBytesLayout(packed.source, options);
    const { metadata, offsets, header } = layout;
    const first = await firstChunk(packed.source, layout);
    return {
      header: headerInfo(layout),
      ...(header.offsets && { offsets: shownOffsets(layout, offsets) }),
      ...(metadata?.section && {
        metadata: toPlain(metadata.document.root),
        metadata_tree: metadata.document.root,
        metadata_header: metadataInfo(metadata.section),
      }),
      ...(first && { first_chunk: chunkInfo(first) }),
    };
  } catch (error) {
    throw atPlace(error, { location: packed.location });
  } finally {
    await packed.close();
  }
}

/** Includes offsets that were never filled in. */
function shownOffsets({ header }: FileLayout, offsets: Float64Array): readonly number[] {
  const count = Math.min(SHOWN_OFFSETS, header.chunkCount ?? 0);
  return Array.from({ length: count }, (_, index) => offsets[index] ?? -1);
}

async function firstChunk(source: ByteSource, layout: FileLayout): Promise<FrameHead | undefined> {
  const { header, offsets, table } = layout;
  if (layout.firstChunk !== undefined || header.chunkCount === 0) return layout.firstChunk;
  const offset = offsets[0] ?? table.dataStart;
  const head = await source.read({ offset, length: HEADER_BYTES });
  if (header.chunkCount === undefined && head?.byteLength === 0) return undefined;
  return parseFrameHead(head ?? new Uint8Array(0), offset);
}

function headerInfo({ header }: FileLayout): PackHeaderInfo {
  return {
    format_version: header.version,
    offsets: header.offsets,
    metadata: header.metadata,
    checksum: header.checksum,
    typesize: header.typeSize,
    chunk_size: header.chunkSize ?? -1,
    last_chunk: header.lastChunk ?? -1,
    nchunks: header.chunkCount ?? -1,
    max_app_chunks: header.spareChunks,
  };
}

function metadataInfo(header: MetadataHeader): MetadataHeaderInfo {
  return {
    magic_format: header.serializer,
    meta_options: header.options.toString(2).padStart(8, "0"),
    meta_checksum: header.checksum,
    meta_codec: header.codec,
    meta_level: header.level,
    meta_size: header.size,
    max_meta_size: header.room,
    meta_comp_size: header.storedSize,
    user_codec: byteCharacters(header.userCodec).replace(/\0+$/, ""),
  };
}

function chunkInfo(head: FrameHead): FirstChunkInfo {
  const { flags } = head;
  return {
    version: head.version,
    versionlz: head.innerVersion,
    flags,
    typesize: head.typeSize,
    nbytes: head.length,
    blocksize: head.blockSize,
    ctbytes: head.frameLength,
    byte_shuffle: (flags & FLAG_SHUFFLE) !== 0,
    pure_memcpy: (flags & FLAG_STORED) !== 0,
    bit_shuffle: (flags & FLAG_BITSHUFFLE) !== 0,
    split_blocks: (flags & FLAG_NOT_SPLIT) !== 0,
    codec: flaggedFormat(flags) ?? String(flags >> 5),
  };
}
