/** The chunks of a packed file in order: where each lies, how long it can be, and what it must decode to. */
import { chunkPlaces, offsetsRange } from "../../bytes/blosc/chunk-table.ts";
import { HEADER_BYTES } from "../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import type { Chunking } from "../../formats/bloscpack/array-node.ts";
import { walkChunks } from "../../formats/bloscpack/chunk-walk.ts";
import type { FileLayout } from "../../formats/bloscpack/file-layout.ts";
import { operationLimits } from "../limits.ts";

export interface StoredChunk {
  readonly index: number;
  /** Where its frame begins; -1 if unknown. */
  readonly offset: number;
  /** The most bytes of frame and checksum. */
  readonly room: number;
  /** Where its bytes begin in the unpacked file, and how many there are. */
  readonly start: number;
  readonly length: number;
  readonly last: boolean;
}

/** By the offsets if there are any, else by walking from frame to frame. */
export async function* storedChunks(
  source: ByteSource,
  layout: FileLayout,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredChunk> {
  const { header, offsets, table } = layout;
  const { chunkCount, chunkSize, lastChunk } = header;
  const sized = chunkSize !== undefined && lastChunk !== undefined;
  if (chunkCount !== undefined && sized && offsets.length > 0) {
    yield* byOffsets(source, layout, { chunkCount, chunkSize, lastChunk }, signal);
    return;
  }
  let start = 0;
  for await (const { index, offset, head, end } of walkChunks(source, header, table.dataStart, { signal })) {
    const last = index + 1 === chunkCount;
    checkLength(layout, index, head.length, offset);
    yield { index, offset, room: end - offset, start, length: head.length, last };
    start += head.length;
  }
}

function checkLength({ header }: FileLayout, index: number, length: number, offset: number): void {
  const { chunkCount, chunkSize, lastChunk } = header;
  const expected = index + 1 === chunkCount ? lastChunk : chunkSize;
  if (expected === undefined || chunkCount === undefined || expected === length) return;
  const what = `chunk ${index} at byte ${offset}: its Blosc frame holds ${length} bytes, the header of the file says ${expected}`;
  throw new HyperslabError("invalid-data", what, { chunk: [index] });
}

async function* byOffsets(
  source: ByteSource,
  { table }: FileLayout,
  { chunkCount, chunkSize, lastChunk }: Chunking,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredChunk> {
  for (let first = 0; first < chunkCount; first += operationLimits.offsetsAtOnce.value) {
    const count = operationLimits.offsetsAtOnce.cap(chunkCount - first);
    const bytes = await source.read(offsetsRange(table, first, count), { signal });
    for (const { index, offset, room } of chunkPlaces(table, first, count, bytes)) {
      const last = index + 1 === chunkCount;
      const length = last ? lastChunk : chunkSize;
      const most = length + HEADER_BYTES + checksumSize(table.checksum);
      yield { index, offset, room: Math.min(room ?? most, most), start: index * chunkSize, length, last };
    }
  }
}
