/**
 * One chunk of a file: all of it, with its checksum verified; or only the required blocks of a long one, for which no
 * checksum is stored.
 */
import type { ChunkPlace, ChunkTable } from "../../../bytes/blosc/chunk-table.ts";
import { type BloscHeader, HEADER_BYTES, parseBloscHead } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import { checkRatio } from "../../bytes-to-bytes/blosc.ts";
import type { Reads } from "../../codec.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { blockSpans, joinBlocks } from "./frame-part.ts";
import type { FrameCodec } from "./frames.ts";

export interface ChunkReader {
  readonly frames: FrameCodec;
  readonly table: ChunkTable;
}

export interface ReadableChunk extends ChunkPlace {
  /** The decoded length of the chunk according to the file; undefined if not recorded. */
  readonly length?: number | undefined;
}

/** Bytes that contain the frame and its checksum: a frame is at most as long as its decoded bytes plus its header. */
export function roomOf({ table }: ChunkReader, { room, length }: ReadableChunk): number {
  const most = (length ?? Number.POSITIVE_INFINITY) + HEADER_BYTES + checksumSize(table.checksum);
  return Math.min(room ?? most, most);
}

/**
 * Decodes bytes `from` to `to` of a chunk, or fewer if it ends before, into `out` if given. `whole` means that the
 * chunk is read whole, however long it is.
 */
export function* readChunk(
  reader: ChunkReader,
  chunk: ReadableChunk,
  from: number,
  to: number,
  out?: Uint8Array,
  whole = false,
): Reads<Uint8Array> {
  const { firstLookBytes, shortFrameBytes } = lazyLimits;
  const room = roomOf(reader, chunk);
  const isMost = chunk.length !== undefined && (to - from) * 2 >= chunk.length;
  const isShort = whole || isMost || !shortFrameBytes.isExceededBy(room);
  try {
    const [look] = yield [{ offset: chunk.offset, length: isShort ? room : firstLookBytes.cap(room) }];
    const { header, needed } = checkHead(reader, chunk, look);
    const begin = Math.min(from, header.length);
    const end = Math.max(begin, Math.min(to, header.length));
    const target = out ?? allocate(end - begin);
    // For a chunk whose length is only in its head, the same is decided now.
    const isFound = chunk.length === undefined && (end - begin) * 2 >= header.length;
    if (isShort || isFound || (chunk.length === undefined && !shortFrameBytes.isExceededBy(needed))) {
      const frame = yield* readFrame(reader, chunk, look);
      reader.frames.decodePart(frame, begin, end, target);
    } else if (begin < end) yield* readBlocks(reader, chunk, header, look!, begin, end, target);
    return target;
  } catch (error) {
    throw inChunk(error, chunk, reader.table.unit);
  }
}

/** The frame of a chunk, with its checksum verified. `given` is the beginning of the chunk, or all of it. */
export function* readFrame(
  reader: ChunkReader,
  chunk: ReadableChunk,
  given: Uint8Array | undefined,
): Reads<Uint8Array> {
  const { header, needed } = checkHead(reader, chunk, given);
  let stored = given;
  if (stored === undefined || stored.byteLength < needed) {
    [stored] = yield [{ offset: chunk.offset, length: needed }];
    if (stored === undefined || stored.byteLength < needed) throw truncated(chunk.offset, stored, needed);
  }
  return reader.frames.check(stored, reader.table.checksum, header.length);
}

/** The head of a chunk's frame, and the length of frame and checksum, as far as the file allows them. */
function checkHead(
  { table }: ChunkReader,
  { offset, room, length }: ReadableChunk,
  bytes: Uint8Array | undefined,
): { readonly header: BloscHeader; readonly needed: number } {
  if (bytes === undefined || bytes.byteLength < HEADER_BYTES) throw truncated(offset, bytes, HEADER_BYTES);
  const header = parseBloscHead(bytes);
  const fail = (what: string): never => {
    throw new HyperslabError("invalid-data", what);
  };
  if (header.frameLength < HEADER_BYTES) fail(`its Blosc frame claims to have ${header.frameLength} bytes`);
  if (length !== undefined && header.length !== length) {
    fail(`its Blosc frame holds ${header.length} bytes, the header of the file says ${length}`);
  }
  checkRatio(header);
  const needed = header.frameLength + checksumSize(table.checksum);
  if (room !== undefined && needed > room) {
    fail(`its ${needed} bytes overlap the next ${table.unit ?? "chunk"}, ${room} bytes on`);
  }
  return { header, needed };
}

/** Decodes bytes `from` to `to`, at least one, of a frame whose first bytes are `look`. */
function* readBlocks(
  { frames }: ChunkReader,
  { offset }: ReadableChunk,
  header: BloscHeader,
  look: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
): Reads<void> {
  if (header.stored) {
    const wanted = { offset: offset + HEADER_BYTES + from, length: to - from };
    const [bytes] = yield [wanted];
    if (bytes?.byteLength !== wanted.length) throw truncated(wanted.offset, bytes, wanted.length);
    out.set(bytes);
    return;
  }
  const table = HEADER_BYTES + 4 * header.blockCount;
  let head: Uint8Array | undefined = look;
  if (head.byteLength < table) [head] = yield [{ offset, length: table }];
  if (head === undefined || head.byteLength < table) throw truncated(offset, head, table);
  const known = head;
  const view = new DataView(known.buffer, known.byteOffset, table);
  const starts = Int32Array.from({ length: header.blockCount }, (_, i) => view.getInt32(HEADER_BYTES + 4 * i, true));
  const first = Math.floor(from / header.blockSize);
  const last = Math.floor((to - 1) / header.blockSize);
  const spans = blockSpans(header, starts, first, last);
  // Bytes of the first look are not requested again.
  const missing = spans.filter((span) => span.offset + span.length > known.byteLength);
  const answers = yield missing.map((span) => ({ offset: offset + span.offset, length: span.length }));
  const blocks = spans.map((span) => {
    const at = missing.indexOf(span);
    const bytes = at < 0 ? known.subarray(span.offset, span.offset + span.length) : answers[at];
    if (bytes?.byteLength !== span.length) throw truncated(offset + span.offset, bytes, span.length);
    return bytes;
  });
  const skipped = first * header.blockSize;
  frames.decodePart(joinBlocks(header, first, blocks), from - skipped, to - skipped, out);
}

/** `needed` bytes are expected from `offset` on. */
function truncated(offset: number, found: Uint8Array | undefined, needed: number): HyperslabError {
  const end = offset + needed;
  const short = needed - (found?.byteLength ?? 0);
  return new HyperslabError("invalid-data", `it is truncated: the file ends before byte ${end}, ${short} bytes short`);
}

/** Errors name the chunk and its position. */
export function inChunk(
  error: unknown,
  { index, offset }: Pick<ChunkPlace, "index" | "offset">,
  unit: "chunk" | "object" = "chunk",
): unknown {
  if (!isHyperslabError(error)) return error;
  const { code, what, place, hint, cause } = error;
  const text = what.startsWith(`${unit} `) ? what : `${unit} ${index} at byte ${offset}: ${what}`;
  const chunk = unit === "chunk" ? { chunk: [index] } : {};
  return new HyperslabError(code, text, { ...place, ...chunk, ...(hint === undefined ? {} : { hint }), cause });
}
