/** Restores a file to its state before an interrupted append, as its readers already see it. */
import { FILE_HEADER_BYTES, parseHeader } from "../../bytes/blosc/file-header.ts";
import { FRAME_LENGTH_AT, FRAME_LENGTH_BYTES } from "../../bytes/blosc/frame-header.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { isHyperslabError } from "../../errors.ts";
import { readHead, readOffset } from "../../formats/bloscpack/chunk-walk.ts";
import { readLayout } from "../../formats/bloscpack/file-layout.ts";
import { readUndoRecord, type UndoRecord } from "../../formats/bloscpack/undo-record.ts";

/** Does nothing to a file without an undo record. */
export async function undoAppend(target: ByteTarget): Promise<void> {
  const record = await readUndoRecord(target);
  if (record === undefined) return;
  if (!(await isFinished(target))) {
    await restore(target, record);
    await target.truncate(record.sizeBefore);
  } else await target.truncate(record.start);
  await target.sync?.();
}

/**
 * Header and metadata first, the length in the head of the last chunk at the very end: until then that contradicts the
 * header, and the record counts. So this can be interrupted too.
 */
async function restore(target: ByteTarget, { patches }: UndoRecord): Promise<void> {
  const [head, offsets, last] = patches;
  for (const patch of [head, offsets]) if (patch !== undefined) await target.write(patch.offset, [patch.bytes]);
  await target.sync?.();
  if (last === undefined) return;
  const end = FRAME_LENGTH_AT + FRAME_LENGTH_BYTES;
  await target.write(last.offset, [last.bytes.subarray(0, FRAME_LENGTH_AT)]);
  await target.write(last.offset + end, [last.bytes.subarray(end)]);
  await target.sync?.();
  await target.write(last.offset + FRAME_LENGTH_AT, [last.bytes.subarray(FRAME_LENGTH_AT, end)]);
  await target.sync?.();
}

/** Returns whether the last chunk holds what the header says. */
async function isFinished(target: ByteTarget): Promise<boolean> {
  try {
    const layout = await readLayout(target);
    if (layout === undefined) return false;
    const stored = parseHeader((await target.read({ offset: 0, length: FILE_HEADER_BYTES })) ?? new Uint8Array(0));
    const { header, table } = layout;
    if (stored.chunkCount !== header.chunkCount || stored.lastChunk !== header.lastChunk) return false;
    const index = table.chunkCount - 1;
    const { head } = await readHead(target, header, index, (await readOffset(target, table, index)) ?? -1);
    return head.length === header.lastChunk;
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return false;
    throw error;
  }
}
