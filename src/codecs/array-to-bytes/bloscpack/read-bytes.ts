/**
 * Any stretch of the decoded bytes of a Bloscpack file. Chunks that are needed whole, or are short, are read whole and
 * their checksum is compared; of others only the blocks that are needed are read, for which no checksum is stored.
 */

import { type BloscHeader, HEADER_BYTES, parseBloscHead, parseBloscHeader } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize, compareChecksum, computeChecksum } from "../../../bytes/checksum/named-checksum.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import { checkRatio } from "../../bytes-to-bytes/blosc.ts";
import type { Reads } from "../../codec.ts";
import { decodeBloscBytes, type StreamDecoders } from "../../kernels/blosc-decode.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { together } from "../../pipeline/drive.ts";
import { type ChunkPlace, locateChunks } from "./chunk-places.ts";
import type { BloscpackConfiguration } from "./configuration.ts";
import { readFrameBlocks, truncated } from "./frame-blocks.ts";
import { fastAdler32 } from "./frames.ts";
import { type Window, withWindows } from "./read-windows.ts";

export interface ChunkReader {
  readonly configuration: BloscpackConfiguration;
  readonly kernels: Kernels;
  readonly decoders: StreamDecoders;
  /** Decoded bytes of all chunks. */
  readonly total: number;
}

/** Decodes bytes `begin` to `end` into `out`. False: there is no file. */
export function* readBytes(reader: ChunkReader, begin: number, end: number, out: Uint8Array): Reads<boolean> {
  const places = yield* locateChunks(reader.configuration, reader.total, begin, end);
  if (places === undefined) return false;
  const whole = places.length > 1 && isShortRun(reader, places);
  const parts = together(
    places.map((place) => {
      const from = Math.max(begin - place.start, 0);
      const to = Math.min(end - place.start, place.length);
      const part = out.subarray(place.start + from - begin, place.start + to - begin);
      return readChunk(reader, place, from, to, part, whole);
    }),
  );
  const [first, second] = places;
  const across = !whole && places.length === 2 && !lazyLimits.reachBytes.isReachedBy(end - begin);
  if (!across || first === undefined || second === undefined) yield* parts;
  else yield* withWindows(parts, yield* readAcross(reader, first, second));
  return true;
}

/**
 * What a few bytes on both sides of the end of a chunk need: the head of the first frame, and in one piece the end of it
 * and the beginning of the next. Mostly no more is to be read then, where blocks by themselves would take four reads.
 */
function* readAcross(reader: ChunkReader, first: ChunkPlace, second: ChunkPlace): Reads<readonly Window[]> {
  const { firstLookBytes, reachBytes } = lazyLimits;
  const behind = reachBytes.cap(second.offset - first.offset);
  const head = { offset: first.offset, length: firstLookBytes.cap(roomOf(reader, first)) };
  const middle = { offset: second.offset - behind, length: behind + reachBytes.cap(roomOf(reader, second)) };
  const ranges = [head, middle];
  const answers = yield ranges;
  return ranges.flatMap(({ offset }, i) => (answers[i] === undefined ? [] : [{ offset, bytes: answers[i] }]));
}

function isShortRun(reader: ChunkReader, places: readonly ChunkPlace[]): boolean {
  return !lazyLimits.shortRunBytes.isExceededBy(places.reduce((sum, place) => sum + roomOf(reader, place), 0));
}

/** Bytes that hold the frame and its checksum: no frame is longer than what it decodes to and its header. */
function roomOf({ configuration }: ChunkReader, { room, length }: ChunkPlace): number {
  return Math.min(room ?? Number.POSITIVE_INFINITY, length + HEADER_BYTES + checksumSize(configuration.checksum));
}

function* readChunk(
  reader: ChunkReader,
  place: ChunkPlace,
  from: number,
  to: number,
  out: Uint8Array,
  whole: boolean,
): Reads<void> {
  try {
    const most = (to - from) * 2 >= place.length;
    const short = whole || most || !lazyLimits.shortFrameBytes.isExceededBy(roomOf(reader, place));
    if (short) yield* readWhole(reader, place, from, to, out);
    else yield* readBlocks(reader, place, from, to, out);
  } catch (error) {
    throw inChunk(error, place);
  }
}

/** Errors say which chunk it was and where it lies. */
export function inChunk(error: unknown, { index, offset }: Pick<ChunkPlace, "index" | "offset">): unknown {
  if (!isHyperslabError(error)) return error;
  const { code, what, place, hint, cause } = error;
  const where = `chunk ${index} at byte ${offset}`;
  const text = what.startsWith("chunk ") || what.includes(where) ? what : `${where}: ${what}`;
  const details = { ...place, chunk: [index], ...(hint === undefined ? {} : { hint }), cause };
  return new HyperslabError(code, text, details);
}

function* readWhole(reader: ChunkReader, place: ChunkPlace, from: number, to: number, out: Uint8Array): Reads<void> {
  let [stored] = yield [{ offset: place.offset, length: roomOf(reader, place) }];
  if (stored === undefined) throw gone();
  const head = checkHead(place, stored);
  const needed = head.frameLength + checksumSize(reader.configuration.checksum);
  if (place.room !== undefined && needed > place.room) {
    throw new HyperslabError("invalid-data", `its ${needed} bytes overlap the next chunk, ${place.room} bytes on`);
  }
  if (needed > stored.byteLength) {
    [stored] = yield [{ offset: place.offset, length: needed }];
    if (stored === undefined) throw gone();
  }
  decodeStored(reader, place, stored, from, to, out);
}

/** Compares the checksum of a frame and decodes part of it. */
function decodeStored(
  reader: ChunkReader,
  place: ChunkPlace,
  stored: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
): void {
  const { kernels, decoders, configuration } = reader;
  const { frameLength } = checkHead(place, stored);
  const size = checksumSize(configuration.checksum);
  if (stored.byteLength < frameLength + size) throw truncated(place.offset, stored, frameLength + size);
  const frame = stored.subarray(0, frameLength);
  const digest = stored.subarray(frameLength, frameLength + size);
  const found = computeChecksum(configuration.checksum, frame, fastAdler32(kernels));
  compareChecksum(configuration.checksum, found, digest, `chunk ${place.index} at byte ${place.offset}`);
  parseBloscHeader(frame);
  decodeBloscBytes(kernels, frame, from, to, out, decoders);
}

/** The header of a chunk's frame, which must hold as much as the file says. */
function checkHead(place: ChunkPlace, stored: Uint8Array): BloscHeader {
  if (stored.byteLength < HEADER_BYTES) throw truncated(place.offset, stored, HEADER_BYTES);
  const header = parseBloscHead(stored);
  if (header.length !== place.length) {
    const what = `its Blosc frame holds ${header.length} bytes, the header of the file says ${place.length}`;
    throw new HyperslabError("invalid-data", what);
  }
  checkRatio(header);
  return header;
}

function* readBlocks(reader: ChunkReader, place: ChunkPlace, from: number, to: number, out: Uint8Array): Reads<void> {
  const [head] = yield [{ offset: place.offset, length: lazyLimits.firstLookBytes.cap(roomOf(reader, place)) }];
  if (head === undefined) throw gone();
  yield* readFrameBlocks(reader, place.offset, checkHead(place, head), head, from, to, out);
}

function gone(): HyperslabError {
  return new HyperslabError("invalid-data", "the file was there, and is gone");
}
