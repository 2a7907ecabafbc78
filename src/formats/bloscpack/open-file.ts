/** A Bloscpack file whose chunks can be read: through its offsets, or through a table built by walking the file. */

import { OFFSET_BYTES, printOffsets, UNKNOWN_OFFSET } from "../../bytes/blosc/chunk-table.ts";
import { HEADER_BYTES } from "../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import { isLending } from "../../stores/direct-reads.ts";
import { objectSource, type Store } from "../../stores/store.ts";
import { readHead, readOffset, walkChunks } from "./chunk-walk.ts";
import { decodedSize, type FileLayout, readLayout } from "./file-layout.ts";
import { patchedSource, readUndoRecord, recoveringSource } from "./undo-record.ts";

export interface OpenFile {
  readonly layout: FileLayout;
  /** `unwritten`: created, without chunks. `walked`: the positions of chunks were found by walking the file. */
  readonly state: "filled" | "unwritten" | "walked";
  /** The file; parts that were already read cost nothing. */
  readonly source: ByteSource;
  /** Where the offsets lie in `source`, and how many there are. For a file of elements that was walked, the starts follow. */
  readonly tableAt: number;
  readonly chunkCount: number;
  /** Decoded bytes of all chunks. */
  readonly total: number;
}

/** Where the table of a file without offsets appears to the codec: beyond the end of any file. */
const VIRTUAL_TABLE = 2 ** 52;

/** A file of a store. It cannot be kept open, because it is read through patches. */
export function fileSource(store: Store, key: string): ByteSource {
  return objectSource(store, key, { lends: isLending(store) });
}

export async function openFile(stored: ByteSource, layout: FileLayout, options: ReadOptions = {}): Promise<OpenFile> {
  const { header, table } = layout;
  const { tableAt, chunkCount } = table;
  const source = recoveringSource(stored, layout);
  const isFilled = header.variableLength ? await hasObjects(source, layout, options) : hasChunks(layout);
  const total = decodedSize(header) ?? 0;
  if (isFilled) return { layout, state: "filled", source, tableAt, chunkCount, total };
  if (await isUnwritten(source, layout, options)) {
    return { layout, state: "unwritten", source, tableAt, chunkCount, total };
  }
  return walkFile(source, layout, options);
}

/** Opens a file of objects; `undefined` if there is no file, or one of elements. */
export async function openObjects(source: ByteSource, options: ReadOptions = {}): Promise<OpenFile | undefined> {
  const layout = await readLayout(source, { ...options, objects: true });
  return layout?.header.variableLength === true ? openFile(source, layout, options) : undefined;
}

/** Returns whether the header and offsets locate all chunks of elements. */
function hasChunks({ header, offsets }: FileLayout): boolean {
  return decodedSize(header) !== undefined && header.chunkSize !== undefined && offsets.length > 0;
}

/**
 * Returns whether the offsets locate all objects. The header's count of objects is possible only if the last offset
 * exists and leaves room for the objects before it.
 */
async function hasObjects(source: ByteSource, { table, offsets }: FileLayout, options: ReadOptions): Promise<boolean> {
  const { chunkCount, dataStart, checksum, tableAt } = table;
  if (chunkCount === 0) return true;
  const index = chunkCount - 1;
  const offset = await readOffset(source, table, index, options);
  if (offset === undefined) {
    const what = `the file is truncated: it ends in the offsets of its ${chunkCount} objects, according to byte 16`;
    throw new HyperslabError("invalid-data", what);
  }
  const least = dataStart + index * (HEADER_BYTES + checksumSize(checksum));
  if (offsets.length === 0 || offset === UNKNOWN_OFFSET || offset >= least) return offsets.length > 0;
  const what = `the offset ${offset} of object ${index} leaves no room for those before it`;
  throw new HyperslabError("invalid-data", `${what}, at byte ${tableAt + OFFSET_BYTES * index}`);
}

/** Returns whether the file was created but nothing was written yet. */
async function isUnwritten(source: ByteSource, { header, table }: FileLayout, options: ReadOptions): Promise<boolean> {
  if (!header.variableLength) return header.chunkCount === 0 && header.metadata && header.chunkSize !== undefined;
  const next = await source.read({ offset: table.dataStart, length: HEADER_BYTES }, options);
  return next === undefined || next.byteLength === 0;
}

async function walkFile(source: ByteSource, layout: FileLayout, options: ReadOptions): Promise<OpenFile> {
  const { header, table } = layout;
  const offsets: number[] = [];
  const starts: number[] = [];
  let total = 0;
  for await (const { offset, head } of walkChunks(source, header, table.dataStart, options)) {
    offsets.push(offset);
    starts.push(total);
    total += head.length;
  }
  // Objects are found by the offsets in the file itself.
  const tableAt = header.variableLength ? table.tableAt : VIRTUAL_TABLE;
  const bytes = printOffsets(header.variableLength ? offsets : offsets.concat(starts));
  const patched = patchedSource(source, [{ offset: tableAt, bytes }]);
  return { layout, state: "walked", source: patched, tableAt, chunkCount: offsets.length, total };
}

/** What users should know about the first bytes of a readable file. */
export function* fileNotes({ layout: { header, offsets }, state }: OpenFile): Generator<string> {
  if (header.variableLength) {
    if (state === "unwritten") yield "no object was written yet: all are empty";
    if (state === "walked") yield INTERRUPTED;
    return;
  }
  if (header.version < 3) yield `version ${header.version} of the format; bloscpack reads 3`;
  if (header.chunkCount === undefined) yield "the number of chunks is not recorded";
  else if (!header.offsets) yield "there are no offsets: chunks are found by walking the file";
  else if (offsets.length === 0 && header.chunkCount > 0) yield INTERRUPTED;
}

const INTERRUPTED = "offsets were never filled in: the writer was interrupted";

/** The same for the end of a file of elements; `source` is the stored file. */
export async function endNote(
  { header, offsets, table }: FileLayout,
  source: ByteSource,
  options: ReadOptions = {},
): Promise<string | undefined> {
  const size = await source.size?.(options);
  if (offsets.length === 0 || size === undefined) return undefined;
  const index = table.chunkCount - 1;
  const offset = (await readOffset(source, table, index, options)) ?? UNKNOWN_OFFSET;
  if (offset < 0) return "the offset of the last chunk was never filled in";
  if (offset + HEADER_BYTES > size) {
    return `the file is truncated: it ends at byte ${size}, its last chunk would begin at byte ${offset}`;
  }
  const { head, end } = await readHead(source, header, index, offset, options);
  if (head.length !== header.lastChunk && (await readUndoRecord(source, options)) !== undefined) {
    return "an append was interrupted: the file is read as it was before, and the next append cleans it up";
  }
  if (end > size) return `the file is truncated: ${end - size} bytes of its last chunk are missing`;
  return end < size ? `${size - end} bytes follow the last chunk: they are not read` : undefined;
}

/** The local directory below which the key is the name of a file. */
export function directoryOf({ directory, locate }: Store, key: string): string | undefined {
  if (directory !== undefined) return directory;
  const path = locate?.(key);
  return path?.endsWith(key) === true ? path.slice(0, -key.length) : undefined;
}

/** Returns whether the stored file is still the version that was read first. */
export async function isUnchanged({ version, validator }: ByteSource): Promise<boolean> {
  return version?.validator === undefined || version.validator === (await validator?.());
}
