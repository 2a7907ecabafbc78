/** The chunks of a packed file in their order: where each lies, how long it can be, and what it must decode to. */

import { LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { checkOffsets, OFFSET_BYTES, parseOffsets, UNKNOWN_OFFSET } from "../../bytes/blosc/offsets.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import { walkChunks } from "../../formats/bloscpack/chunk-walk.ts";
import type { FileLayout } from "../../formats/bloscpack/file-layout.ts";
import { operationLimits } from "../limits.ts";

export interface StoredChunk {
  readonly index: number;
  /** Where its frame begins; -1: unknown. */
  readonly offset: number;
  /** Bytes of frame and checksum, at most. */
  readonly room: number;
  /** Where its bytes begin in what is unpacked, and how many they are. */
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
  const { header, offsets } = layout;
  const { chunkCount, chunkSize, lastChunk } = header;
  const sized = chunkSize !== undefined && lastChunk !== undefined;
  if (chunkCount !== undefined && sized && offsets.length > 0) {
    yield* byOffsets(source, layout, { chunkCount, chunkSize, lastChunk }, signal);
    return;
  }
  const digest = checksumSize(header.checksum);
  let start = 0;
  for await (const { index, offset, head } of walkChunks(source, header, layout.dataStart, {}, { signal })) {
    const last = index + 1 === chunkCount;
    checkLength(layout, index, head.length, offset);
    yield { index, offset, room: head.frameLength + digest, start, length: head.length, last };
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
  { header, offsetsAt, dataStart, fileSize }: FileLayout,
  sizes: { readonly chunkCount: number; readonly chunkSize: number; readonly lastChunk: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredChunk> {
  const { chunkCount, chunkSize, lastChunk } = sizes;
  const digest = checksumSize(header.checksum);
  let after = dataStart;
  for (let first = 0; first < chunkCount; first += operationLimits.offsetsAtOnce.value) {
    const count = operationLimits.offsetsAtOnce.cap(chunkCount - first);
    // One more tells how long the last of these can be.
    const known = Math.min(count + 1, chunkCount - first);
    const at = offsetsAt + OFFSET_BYTES * first;
    const bytes = await source.read({ offset: at, length: OFFSET_BYTES * known }, { signal });
    const offsets = parseOffsets(bytes ?? new Uint8Array(0), at);
    if (offsets.length !== known) {
      throw new HyperslabError(
        "invalid-data",
        `the file is truncated: it ends before byte ${at + OFFSET_BYTES * known}`,
      );
    }
    checkOffsets(offsets, { header, base: offsetsAt, first, dataStart, after, fileSize });
    after = Math.max(after, offsets.at(-1) ?? after);
    for (let i = 0; i < count; i++) {
      const index = first + i;
      const last = index + 1 === chunkCount;
      const length = last ? lastChunk : chunkSize;
      const offset = offsets[i]!;
      const next = offsets[i + 1] ?? UNKNOWN_OFFSET;
      const most = length + LEAST_FRAME_BYTES + digest;
      const room = next > offset ? Math.min(next - offset, most) : most;
      yield { index, offset, room, start: index * chunkSize, length, last };
    }
  }
}
