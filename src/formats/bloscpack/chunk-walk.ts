/**
 * Chunks one after another, for files without offsets or with offsets that were never filled in: each Blosc frame says
 * how long it is, and so where the next one begins.
 */

import { type BloscpackHeader, LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";
import { type FrameHead, parseFrameHead } from "./frame-head.ts";

export interface WalkedChunk {
  readonly index: number;
  readonly offset: number;
  readonly head: FrameHead;
}

/** All chunks from `start` on: as many as the header says, or up to the end of the file. */
export async function* walkChunks(
  source: ByteSource,
  header: BloscpackHeader,
  start: number,
  place: ErrorPlace = {},
  options: ReadOptions = {},
): AsyncGenerator<WalkedChunk> {
  const digest = checksumSize(header.checksum);
  const count = header.chunkCount ?? Number.POSITIVE_INFINITY;
  let window: { readonly offset: number; readonly bytes: Uint8Array } = { offset: 0, bytes: new Uint8Array(0) };
  const look = async (offset: number): Promise<Uint8Array> => {
    const from = offset - window.offset;
    if (from < 0 || from + LEAST_FRAME_BYTES > window.bytes.byteLength) {
      window = {
        offset,
        bytes: (await source.read({ offset, length: formatLimits.walkedBytes.value }, options)) ?? new Uint8Array(0),
      };
    }
    return window.bytes.subarray(offset - window.offset, offset - window.offset + LEAST_FRAME_BYTES);
  };
  let offset = start;
  for (let index = 0; index < count; index++) {
    const bytes = await look(offset);
    if (bytes.byteLength === 0 && header.chunkCount === undefined) break;
    const head = atChunk(index, () => parseFrameHead(bytes, offset, place));
    yield { index, offset, head };
    offset += head.frameLength + digest;
  }
  await checkEnd(source, offset, place, options);
}

/** The last chunk must be all there. */
async function checkEnd(source: ByteSource, end: number, place: ErrorPlace, options: ReadOptions): Promise<void> {
  if (end === 0) return;
  const last = await source.read({ offset: end - 1, length: 1 }, options);
  if (last?.byteLength === 1) return;
  throw new HyperslabError("invalid-data", `the file is truncated: its last chunk reaches to byte ${end}`, place);
}

function atChunk<T>(index: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof HyperslabError)) throw error;
    throw new HyperslabError(error.code, `chunk ${index}: ${error.what}`, { ...error.place, chunk: [index] });
  }
}
