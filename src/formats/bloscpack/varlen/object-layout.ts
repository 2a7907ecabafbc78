/** What a file of objects holds and where: header, metadata, offsets. One short read, and a look at the last offset. */

import { HEADER_BYTES, hasMagic, hasVariableLength, LEAST_FRAME_BYTES } from "../../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES, parseOffsets, printOffsets, UNKNOWN_OFFSET } from "../../../bytes/blosc/offsets.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import type { JsonDocument } from "../../../bytes/json/parse.ts";
import type { ByteSource, ReadOptions } from "../../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError } from "../../../errors.ts";
import { formatLimits } from "../../limits.ts";
import { walkChunks } from "../chunk-walk.ts";
import { patchedSource } from "../patched-source.ts";
import { type ObjectHeader, parseObjectHeader } from "./object-header.ts";
import { parseObjectMetadata } from "./object-metadata.ts";

export interface ObjectLayout {
  readonly header: ObjectHeader & { readonly chunkCount: number };
  readonly metadata: JsonDocument | undefined;
  readonly metadataText: Uint8Array;
  /** Where the offsets begin. */
  readonly tableAt: number;
  /** Where the first object may begin. */
  readonly dataStart: number;
  /**
   * Are the offsets filled in? `unwritten`: there are no objects yet. `walked`: a writer was interrupted, and `source`
   * has the offsets that were found by walking the file.
   */
  readonly state: "filled" | "unwritten" | "walked";
  /** Of the file, some of which is known. */
  readonly source: ByteSource;
}

/** Reads the layout; `undefined` if there is no file, or one of fixed chunks. `prefix` are the first bytes of the file, where they are known. */
export async function readObjectLayout(
  source: ByteSource,
  place: ErrorPlace = {},
  options: ReadOptions = {},
  prefix?: Uint8Array,
): Promise<ObjectLayout | undefined> {
  const bytes = prefix ?? (await source.read({ offset: 0, length: formatLimits.objectPrefixBytes.value }, options));
  if (bytes === undefined || (hasMagic(bytes) && !hasVariableLength(bytes))) return undefined;
  const header = parseObjectHeader(bytes, place);
  const cached = patchedSource(source, [{ offset: 0, bytes }]);
  const metadataText = header.metadata
    ? await readExactly(cached, HEADER_BYTES, header.metadataSize, "its metadata", place, options)
    : new Uint8Array(0);
  const metadata = header.metadata ? parseObjectMetadata(metadataText, HEADER_BYTES, place) : undefined;
  const tableAt = HEADER_BYTES + header.metadataSize;
  const dataStart = tableAt + OFFSET_BYTES * header.chunkCount;
  const layout = { header, metadata, metadataText, tableAt, dataStart, source: cached };
  if (header.chunkCount === 0) return { ...layout, state: "filled" };
  const first = await readOffset(layout, 0, place, options);
  if (first !== UNKNOWN_OFFSET) {
    await checkLast(layout, place, options);
    return { ...layout, state: "filled" };
  }
  return unfilled(layout, place, options);
}

type Opened = Omit<ObjectLayout, "state">;

async function readExactly(
  source: ByteSource,
  offset: number,
  length: number,
  what: string,
  place: ErrorPlace,
  options: ReadOptions,
): Promise<Uint8Array> {
  const bytes = await source.read({ offset, length }, options);
  if (bytes?.byteLength === length) return bytes;
  const end = offset + (bytes?.byteLength ?? 0);
  throw new HyperslabError("invalid-data", `the file is truncated: it ends at byte ${end}, in ${what}`, place);
}

async function readOffset(layout: Opened, index: number, place: ErrorPlace, options: ReadOptions): Promise<number> {
  const at = layout.tableAt + OFFSET_BYTES * index;
  const what = `the offsets of its ${layout.header.chunkCount} objects (told at byte 16)`;
  const bytes = await readExactly(layout.source, at, OFFSET_BYTES, what, place, options);
  return parseOffsets(bytes, at, place)[0]!;
}

/** So many objects as the header tells can be there only if the last offset is, and leaves room for those before it. */
async function checkLast(layout: Opened, place: ErrorPlace, options: ReadOptions): Promise<void> {
  const { header, tableAt, dataStart } = layout;
  const index = header.chunkCount - 1;
  const offset = await readOffset(layout, index, place, options);
  const least = dataStart + index * (LEAST_FRAME_BYTES + checksumSize(header.checksum));
  if (offset === UNKNOWN_OFFSET || offset >= least) return;
  const what = `the offset ${offset} of object ${index} leaves no room for those before it, at byte ${tableAt + OFFSET_BYTES * index}`;
  throw new HyperslabError("invalid-data", what, place);
}

/** Offsets that were never filled in: nothing was written yet, or a writer was interrupted and the file is walked. */
async function unfilled(layout: Opened, place: ErrorPlace, options: ReadOptions): Promise<ObjectLayout> {
  const { header, tableAt, dataStart, source } = layout;
  await readOffset(layout, header.chunkCount - 1, place, options);
  const next = await source.read({ offset: dataStart, length: LEAST_FRAME_BYTES }, options);
  if (next === undefined || next.byteLength === 0) return { ...layout, state: "unwritten" };
  const offsets: number[] = [];
  for await (const { offset } of walkChunks(source, header, dataStart, place, options)) offsets.push(offset);
  const walked = patchedSource(source, [{ offset: tableAt, bytes: printOffsets(offsets) }]);
  return { ...layout, state: "walked", source: walked };
}
