/**
 * Chunks in a file: a single one, or one after another, for files without offsets or with offsets that were never
 * filled in: each Blosc frame contains its length, which locates the next one.
 */
import { type ChunkTable, OFFSET_BYTES, parseOffsets } from "../../bytes/blosc/chunk-table.ts";
import type { BloscpackHeader } from "../../bytes/blosc/file-header.ts";
import { type FrameHead, HEADER_BYTES, parseFrameHead } from "../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { Limit } from "../../bytes/limit.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";

/** The offset of a chunk; -1 if it is unknown, undefined if the file ends before it. */
export async function readOffset(
  source: ByteSource,
  { tableAt }: ChunkTable,
  index: number,
  options: ReadOptions = {},
): Promise<number | undefined> {
  const offset = tableAt + OFFSET_BYTES * index;
  const bytes = await source.read({ offset, length: OFFSET_BYTES }, options);
  return parseOffsets(bytes ?? new Uint8Array(0), offset)[0];
}

export interface WalkedChunk {
  readonly index: number;
  readonly offset: number;
  readonly head: FrameHead;
  /** Where frame and checksum end. */
  readonly end: number;
}

/** The chunk at a position, according to its header. */
export async function readHead(
  source: ByteSource,
  { checksum }: Pick<BloscpackHeader, "checksum">,
  index: number,
  offset: number,
  options: ReadOptions = {},
): Promise<WalkedChunk> {
  const bytes = offset < 0 ? undefined : await source.read({ offset, length: HEADER_BYTES }, options);
  const head = parseFrameHead(bytes ?? new Uint8Array(0), offset);
  return { index, offset, head, end: offset + head.frameLength + checksumSize(checksum) };
}

/** All chunks from `start` on: as many as the header says, or up to the end of the file. */
export async function* walkChunks(
  source: ByteSource,
  header: BloscpackHeader,
  start: number,
  options: ReadOptions = {},
): AsyncGenerator<WalkedChunk> {
  const count = header.chunkCount ?? Number.POSITIVE_INFINITY;
  const read = windowed(source, formatLimits.walkedBytes, options);
  let offset = start;
  for (let index = 0; index < count; index++) {
    const bytes = await read(offset, HEADER_BYTES);
    if (bytes.byteLength === 0 && header.chunkCount === undefined) break;
    const head = atChunk(index, () => parseFrameHead(bytes, offset));
    const end = offset + head.frameLength + checksumSize(header.checksum);
    yield { index, offset, head, end };
    offset = end;
  }
  await checkEnd(source, offset, options);
}

/** Reads a few bytes at a time, mostly served from the previous read. */
export function windowed(
  source: ByteSource,
  step: Limit,
  options: ReadOptions,
): (offset: number, length: number) => Promise<Uint8Array> {
  let window = { offset: 0, bytes: new Uint8Array(0) };
  return async (offset, length) => {
    const from = offset - window.offset;
    if (from < 0 || from + length > window.bytes.byteLength) {
      const bytes = await source.read({ offset, length: step.atLeast(length) }, options);
      window = { offset, bytes: bytes?.slice() ?? new Uint8Array(0) };
    }
    return window.bytes.subarray(offset - window.offset, offset - window.offset + length);
  };
}

/** The last chunk must be complete. */
async function checkEnd(source: ByteSource, end: number, options: ReadOptions): Promise<void> {
  if (end === 0) return;
  const last = await source.read({ offset: end - 1, length: 1 }, options);
  if (last?.byteLength === 1) return;
  throw new HyperslabError("invalid-data", `the file is truncated: its last chunk reaches to byte ${end}`);
}

function atChunk<T>(index: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof HyperslabError)) throw error;
    throw new HyperslabError(error.code, `chunk ${index}: ${error.what}`, { ...error.place, chunk: [index] });
  }
}
