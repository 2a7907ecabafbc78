/** Reads objects of a file by number: their offsets, then their chunks, and nothing else. Neighbours are read together. */
import { type ChunkPlace, chunkTable } from "../../../bytes/blosc/chunk-table.ts";
import { FILE_HEADER_BYTES, type ObjectHeader, parseObjectHeader } from "../../../bytes/blosc/file-header.ts";
import { parseBloscHead } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ObjectMemo, Reads } from "../../codec.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { type ChunkRun, locateRuns } from "./chunk-places.ts";
import type { FrameCodec } from "./frames.ts";
import { type ChunkReader, inChunk, type ReadableChunk, readChunk, readFrame } from "./read-chunk.ts";

export type ObjectsHeader = ObjectHeader & { readonly chunkCount: number };

/** The memo's name for the header. */
const HEADER = "bloscpack-varlen-header";

/** The header; `undefined` if there is no file. */
export function* readObjectsHeader(memo: ObjectMemo | undefined): Reads<ObjectsHeader | undefined> {
  const known = memo?.get(HEADER);
  if (known !== undefined) return parseObjectHeader(known);
  const [bytes] = yield [{ offset: 0, length: FILE_HEADER_BYTES }];
  if (bytes === undefined) return undefined;
  const header = parseObjectHeader(bytes);
  memo?.set(HEADER, bytes.slice());
  return header;
}

function readerOf(frames: FrameCodec, header: ObjectsHeader): ChunkReader {
  return { frames, table: chunkTable(header, FILE_HEADER_BYTES + header.metadataSize) };
}

/** Headers may give the length of all objects but the last, and that of the last. */
function withLength({ chunkCount, chunkSize, lastChunk }: ObjectsHeader, place: ChunkPlace): ReadableChunk {
  return { ...place, length: place.index === chunkCount - 1 ? lastChunk : chunkSize };
}

/** Bytes `from` to `to` of one object; fewer if it ends before. */
export function* readObjectPart(
  frames: FrameCodec,
  header: ObjectsHeader,
  index: number,
  from: number,
  to: number,
): Reads<Uint8Array> {
  if (index >= header.chunkCount) {
    throw new HyperslabError("invalid-request", `there is no object ${index}: the file holds ${header.chunkCount}`);
  }
  const reader = readerOf(frames, header);
  const [[place] = []] = (yield* locateRuns(reader.table, [{ first: index, count: 1 }])) ?? [];
  if (place === undefined) throw new HyperslabError("invalid-data", `object ${index} has no place`);
  return yield* readChunk(reader, withLength(header, place), from, to);
}

/** Decodes the objects with these numbers, in order, and passes each to `take`, which may keep the bytes. */
export function* readObjects(
  frames: FrameCodec,
  header: ObjectsHeader,
  indices: Float64Array,
  take: (bytes: Uint8Array, i: number) => void,
): Reads<void> {
  const reader = readerOf(frames, header);
  const runs = [...runsOf(indices)];
  let done = 0;
  for (let at = 0; at < runs.length; ) {
    const count = lazyLimits.objectRuns.cap(runs.length - at);
    const places = (yield* locateRuns(reader.table, runs.slice(at, at + count))) ?? [];
    at += count;
    const pieces = places.flatMap((run) => [...piecesOf(reader, run)]);
    for (const batch of batchesOf(pieces)) {
      const answers = yield batch.map(({ offset, length }) => ({ offset, length }));
      for (const [i, piece] of batch.entries()) {
        for (const place of piece.places) {
          const from = place.offset - piece.offset;
          const given = answers[i]?.subarray(from, place.room === undefined ? undefined : from + place.room);
          try {
            const frame = yield* readFrame(reader, withLength(header, place), given);
            take(decodeWhole(frames, frame), done++);
          } catch (error) {
            throw inChunk(error, place, "object");
          }
        }
      }
    }
  }
}

function decodeWhole(frames: FrameCodec, frame: Uint8Array): Uint8Array {
  const { length } = parseBloscHead(frame);
  const decoded = allocate(length);
  frames.decodePart(frame, 0, length, decoded);
  return decoded;
}

/** Consecutive numbers. */
function* runsOf(indices: Float64Array): Generator<ChunkRun> {
  for (let at = 0; at < indices.length; ) {
    const first = indices[at]!;
    let count = 1;
    const most = lazyLimits.runObjects.cap(indices.length - at);
    while (count < most && indices[at + count] === first + count) count++;
    yield { first, count };
    at += count;
  }
}

interface Piece {
  readonly offset: number;
  readonly length: number;
  readonly places: readonly ChunkPlace[];
}

/** Neighbours whose chunks are read as one. */
function* piecesOf({ table }: ChunkReader, run: readonly ChunkPlace[]): Generator<Piece> {
  let places: ChunkPlace[] = [];
  let length = 0;
  for (const place of run) {
    // Nothing is assumed about a long chunk before its head was read.
    const look = lazyLimits.firstLookBytes.value + checksumSize(table.checksum);
    const isLong = place.room === undefined || lazyLimits.objectPieceBytes.isExceededBy(place.room);
    const room = isLong || place.room === undefined ? look : place.room;
    if (places.length > 0 && lazyLimits.objectPieceBytes.isExceededBy(length + room)) {
      yield { offset: places[0]!.offset, length, places };
      places = [];
      length = 0;
    }
    places.push(place);
    length = place.offset - places[0]!.offset + room;
  }
  if (places.length > 0) yield { offset: places[0]!.offset, length, places };
}

function* batchesOf(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  let batch: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (batch.length > 0 && lazyLimits.objectPieceBytes.isExceededBy(length + piece.length)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(piece);
    length += piece.length;
  }
  if (batch.length > 0) yield batch;
}
