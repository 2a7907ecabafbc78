/**
 * A Bloscpack file as it was before an append that was interrupted. An append writes the head of the last chunk before
 * anything else of what was there, and the header of the file last of all; so where the two do not agree, the append was
 * not finished, and what it had overwritten stands in its undo record.
 */

import { LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES, parseOffsets } from "../../bytes/blosc/offsets.ts";
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { FileLayout } from "./file-layout.ts";
import { applyPatches, type Patch, patchedSource } from "./patched-source.ts";
import { readUndoRecord } from "./undo-record.ts";

/** The file's first bytes are not read again. */
export function recoveringSource(source: ByteSource, layout: FileLayout): ByteSource {
  const { header, prefix, offsets, offsetsAt } = layout;
  const cached = patchedSource(source, [{ offset: 0, bytes: prefix }]);
  const { chunkCount = 0, lastChunk } = header;
  if (offsets.length === 0 || lastChunk === undefined) return cached;
  let lastOffset = offsets.length === chunkCount ? offsets[chunkCount - 1]! : undefined;
  let patches: readonly Patch[] | undefined;

  const findLast = async (options: ReadOptions | undefined): Promise<number> => {
    const offset = offsetsAt + OFFSET_BYTES * (chunkCount - 1);
    const bytes = await cached.read({ offset, length: OFFSET_BYTES }, options);
    return parseOffsets(bytes ?? new Uint8Array(0), offset)[0] ?? -1;
  };
  const disagrees = (bytes: Uint8Array, start: number, last: number): boolean => {
    const at = last - start;
    if (last < 0 || at < 0 || at + LEAST_FRAME_BYTES > bytes.byteLength) return false;
    return new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(4, true) !== lastChunk;
  };
  return {
    ...cached,
    read: async (range, options) => {
      const bytes = await cached.read(range, options);
      const start = startOf(range);
      if (bytes === undefined || start === undefined) return bytes;
      if (patches === undefined) {
        // The offsets themselves, and all before them, are as they were.
        if (start + bytes.byteLength <= layout.dataStart) return bytes;
        lastOffset ??= await findLast(options);
        if (!disagrees(bytes, start, lastOffset)) return bytes;
        patches = (await readUndoRecord(source, options))?.patches ?? [];
      }
      return applyPatches(bytes, start, patches);
    },
  };
}

function startOf(range: ByteRange | undefined): number | undefined {
  if (range === undefined) return 0;
  return "suffix" in range ? undefined : range.offset;
}
