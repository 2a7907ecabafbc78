/**
 * Objects of a file by their numbers: their offsets are read, then their chunks, nothing else. Neighbours come together.
 */

import { type BloscHeader, HEADER_BYTES, parseBloscHead } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import { checkRatio } from "../../bytes-to-bytes/blosc.ts";
import type { Reads } from "../../codec.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { FileHead } from "./file-head.ts";
import { truncated } from "./frame-blocks.ts";
import type { FrameCodec } from "./frames.ts";
import type { ObjectBytes } from "./object-bytes.ts";
import { locateObjects, type ObjectPlace, type ObjectRun } from "./object-places.ts";

export interface ObjectReader {
  readonly frames: FrameCodec;
  readonly objects: ObjectBytes;
}

/** Decodes the objects with these numbers, in their order, into `out`. */
export function* readObjects(reader: ObjectReader, head: FileHead, indices: Float64Array, out: Item[]): Reads<void> {
  const runs = [...runsOf(indices)];
  let done = 0;
  for (let at = 0; at < runs.length; ) {
    const count = lazyLimits.objectRuns.cap(runs.length - at);
    const places = yield* locateObjects(head, runs.slice(at, at + count));
    at += count;
    const pieces = places.flatMap((run) => [...piecesOf(head, run)]);
    for (const batch of batchesOf(pieces)) {
      const answers = yield batch.map(({ offset, length }) => ({ offset, length }));
      for (const [i, piece] of batch.entries()) {
        for (const place of piece.places) {
          const from = place.offset - piece.offset;
          const bytes = answers[i]?.subarray(from, place.room === undefined ? undefined : from + place.room);
          out[done++] = yield* decodePlace(reader, head, place, bytes);
        }
      }
    }
  }
}

/** Numbers that follow each other. */
function* runsOf(indices: Float64Array): Generator<ObjectRun> {
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
  readonly places: readonly ObjectPlace[];
}

/** Neighbours whose chunks are read as one. */
function* piecesOf(head: FileHead, run: readonly ObjectPlace[]): Generator<Piece> {
  let places: ObjectPlace[] = [];
  let length = 0;
  for (const place of run) {
    // Nothing is believed about a long chunk before its head was seen.
    const look = lazyLimits.firstLookBytes.value + checksumSize(head.checksum);
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

/** `given` is the beginning of the chunk, or all of it. */
function* decodePlace(
  reader: ObjectReader,
  head: FileHead,
  place: ObjectPlace,
  given: Uint8Array | undefined,
): Reads<Item> {
  try {
    const { header, length } = checkHead(head, place, given);
    let bytes = given;
    if (bytes === undefined || bytes.byteLength < length) [bytes] = yield [{ offset: place.offset, length }];
    if (bytes === undefined || bytes.byteLength < length) throw truncated(place.offset, bytes, length);
    const decoded = allocate(header.length);
    reader.frames.decode(bytes.subarray(0, length), head.checksum, decoded);
    return reader.objects.decode(decoded);
  } catch (error) {
    throw inObject(error, place);
  }
}

/** The head of an object's frame, and the length of its chunk: frame and checksum. */
export function checkHead(
  head: FileHead,
  place: ObjectPlace,
  bytes: Uint8Array | undefined,
): { readonly header: BloscHeader; readonly length: number } {
  if (bytes === undefined || bytes.byteLength < HEADER_BYTES) throw truncated(place.offset, bytes, HEADER_BYTES);
  const header = parseBloscHead(bytes);
  if (header.frameLength < HEADER_BYTES) {
    throw new HyperslabError("invalid-data", `its Blosc frame claims to have ${header.frameLength} bytes`);
  }
  checkRatio(header);
  const length = header.frameLength + checksumSize(head.checksum);
  if (place.room !== undefined && length > place.room) {
    throw new HyperslabError("invalid-data", `its ${length} bytes overlap the next object, ${place.room} bytes on`);
  }
  const said = place.index === head.count - 1 ? head.lastLength : head.objectLength;
  if (said !== undefined && said !== header.length) {
    const what = `its Blosc frame holds ${header.length} bytes, the header of the file says ${said}`;
    throw new HyperslabError("invalid-data", what);
  }
  return { header, length };
}

/** Errors say which object it was and where it lies. */
export function inObject(error: unknown, { index, offset }: ObjectPlace): unknown {
  if (!isHyperslabError(error)) return error;
  const { code, what, place, hint, cause } = error;
  const text = `object ${index} at byte ${offset}: ${what}`;
  return new HyperslabError(code, text, { ...place, ...(hint === undefined ? {} : { hint }), cause });
}
