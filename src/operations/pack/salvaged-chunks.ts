/**
 * The chunks of a damaged file: where each most likely lies. Chunks follow one another and each contains its length,
 * which leads from one to the next whatever happened to the offsets. If a chunk leads nowhere, the offset of the next
 * one is used.
 */

import { OFFSET_BYTES, UNKNOWN_OFFSET } from "../../bytes/blosc/chunk-table.ts";
import { type FrameHead, HEADER_BYTES, parseFrameHead } from "../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { windowed } from "../../formats/bloscpack/chunk-walk.ts";
import type { FileLayout } from "../../formats/bloscpack/file-layout.ts";
import { operationLimits } from "../limits.ts";
import type { StoredChunk } from "./stored-chunks.ts";

interface Found {
  readonly offset: number;
  readonly head: FrameHead;
}

/** Fails with `invalid-data` if the next chunk cannot be found. `fileSize` is the length of the file. */
export async function* salvagedChunks(
  source: ByteSource,
  layout: FileLayout,
  fileSize: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredChunk> {
  const { header } = layout;
  const { dataStart } = layout.table;
  const { chunkCount = Number.POSITIVE_INFINITY } = header;
  const digest = checksumSize(header.checksum);
  const finder = chunkFinder(source, layout, fileSize, signal);
  let end = dataStart;
  let follows = true;
  let start = 0;
  for (let index = 0; index < chunkCount; index++) {
    if (header.chunkCount === undefined && follows && end >= fileSize) return;
    const told = await finder.told(index);
    const found: Found | undefined =
      (follows ? await finder.look(index, end) : undefined) ??
      (told !== undefined && told >= end ? await finder.look(index, told) : undefined);
    const length = found?.head.length ?? finder.lengthOf(index);
    if (found === undefined && (told === undefined || length === undefined)) throw noMore(index, end, fileSize);
    const offset = found?.offset ?? (told !== undefined && told >= dataStart ? told : UNKNOWN_OFFSET);
    const claimed = (found?.head.frameLength ?? HEADER_BYTES + (length ?? 0)) + digest;
    // A frame that claims to extend beyond the start of the next one is not trusted.
    const next = await finder.told(index + 1);
    const overlaps = next !== undefined && next > offset && (next < offset + claimed || offset + claimed > fileSize);
    const room = overlaps && (await finder.look(index + 1, next)) !== undefined ? next - offset : claimed;
    yield { index, offset, room, start, length: length ?? 0, last: index + 1 === chunkCount };
    follows = found !== undefined;
    if (found !== undefined) end = offset + room;
    start += length ?? 0;
  }
}

interface ChunkFinder {
  /** The length of the chunk according to the header; undefined if unknown. */
  lengthOf(index: number): number | undefined;
  /** The offset of the chunk as stored in the file, whatever it is; undefined if there is none. */
  told(index: number): Promise<number | undefined>;
  /** What is stored there, if it looks like this chunk. */
  look(index: number, offset: number): Promise<Found | undefined>;
}

function chunkFinder(
  source: ByteSource,
  { header, table: { tableAt } }: FileLayout,
  fileSize: number,
  signal: AbortSignal | undefined,
): ChunkFinder {
  const { chunkCount, chunkSize, lastChunk, offsets } = header;
  const heads = windowed(source, operationLimits.salvagedBytes, { signal });
  const table = windowed(source, operationLimits.salvagedBytes, { signal });
  const lengthOf = (index: number): number | undefined => (index + 1 === chunkCount ? lastChunk : chunkSize);
  return {
    lengthOf,
    told: async (index) => {
      if (!offsets || index >= (chunkCount ?? 0)) return undefined;
      const bytes = await table(tableAt + OFFSET_BYTES * index, OFFSET_BYTES);
      if (bytes.byteLength < OFFSET_BYTES) return undefined;
      return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true));
    },
    look: async (index, offset) => {
      if (offset + HEADER_BYTES > fileSize) return undefined;
      const head = headOf(await heads(offset, HEADER_BYTES), offset);
      const expected = lengthOf(index);
      return head === undefined || (expected ?? head.length) !== head.length ? undefined : { offset, head };
    },
  };
}

function headOf(bytes: Uint8Array, offset: number): FrameHead | undefined {
  try {
    return parseFrameHead(bytes, offset);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return undefined;
    throw error;
  }
}

function noMore(index: number, end: number, fileSize: number): HyperslabError {
  const what =
    end >= fileSize
      ? `chunk ${index}: the file is truncated: it ends at byte ${fileSize}`
      : `chunk ${index}: its start is unknown, at byte ${end} or after it`;
  return new HyperslabError("invalid-data", what, { chunk: [index] });
}
