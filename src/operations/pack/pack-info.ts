/** What a Bloscpack file says about itself: header, offsets, metadata, and the head of its first chunk. */

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
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { atPlace } from "../../errors.ts";
import { type FileLayout, readBytesLayout } from "../../formats/bloscpack/file-layout.ts";
import type { MetadataHeader } from "../../formats/bloscpack/metadata-section.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { openPacked } from "./places.ts";

/** In the words of bloscpack. Unknown sizes are -1. */
export interface PackHeaderInfo {
  readonly format_version: number;
  readonly offsets: boolean;
  readonly metadata: boolean;
  readonly checksum: string;
  readonly typesize: number;
  readonly chunk_size: number;
  readonly last_chunk: number;
  readonly nchunks: number;
  readonly max_app_chunks: number;
}

export interface MetadataHeaderInfo {
  readonly magic_format: string;
  readonly meta_options: string;
  readonly meta_checksum: string;
  readonly meta_codec: string;
  readonly meta_level: number;
  readonly meta_size: number;
  readonly max_meta_size: number;
  readonly meta_comp_size: number;
  readonly user_codec: string;
}

export interface FirstChunkInfo {
  readonly version: number;
  readonly versionlz: number;
  readonly flags: number;
  readonly typesize: number;
  readonly nbytes: number;
  readonly blocksize: number;
  readonly ctbytes: number;
  readonly byte_shuffle: boolean;
  readonly pure_memcpy: boolean;
  readonly bit_shuffle: boolean;
  /** True where blocks are not split, as in bloscpack. */
  readonly split_blocks: boolean;
  readonly codec: string;
}

export interface PackInfo {
  readonly header: PackHeaderInfo;
  /** Of the first five chunks; absent without offsets. */
  readonly offsets?: readonly number[];
  readonly metadata?: PlainJson;
  /** The same, with every number as it is spelled there. */
  readonly metadata_tree?: JsonNode;
  readonly metadata_header?: MetadataHeaderInfo;
  /** Absent if there is no chunk. */
  readonly first_chunk?: FirstChunkInfo;
}

const SHOWN_OFFSETS = 5;

export async function packInfo(
  input: string | ByteSource,
  options: { readonly signal?: AbortSignal | undefined; readonly store?: StoreSettings | undefined } = {},
): Promise<PackInfo> {
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

/** Those that were never filled in are shown too. */
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
