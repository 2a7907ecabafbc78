/** Reads any range of the decoded bytes of a Bloscpack file. */
import type { ByteRange } from "../../../bytes/source/byte-range.ts";
import type { Reads } from "../../codec.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { together } from "../../pipeline/drive.ts";
import { type LinearPlace, locateChunks } from "./chunk-places.ts";
import type { BloscpackConfiguration } from "./configuration.ts";
import { type ChunkReader, readChunk, roomOf } from "./read-chunk.ts";

export interface FileReader extends ChunkReader {
  readonly table: BloscpackConfiguration;
  /** Decoded bytes of all chunks. */
  readonly total: number;
}

/** Decodes bytes `begin` to `end` into `out`. Returns false if there is no file. */
export function* readBytes(reader: FileReader, begin: number, end: number, out: Uint8Array): Reads<boolean> {
  const places = yield* locateChunks(reader.table, reader.total, begin, end);
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

function isShortRun(reader: FileReader, places: readonly LinearPlace[]): boolean {
  return !lazyLimits.shortRunBytes.isExceededBy(places.reduce((sum, place) => sum + roomOf(reader, place), 0));
}

/** Bytes of the file, and where they begin in it. */
interface Window {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * What a few bytes on both sides of a chunk boundary need: the head of the first frame, and in one piece its end and
 * the beginning of the next. Usually nothing else has to be read then, where reading blocks one by one would take four
 * reads.
 */
function* readAcross(reader: FileReader, first: LinearPlace, second: LinearPlace): Reads<readonly Window[]> {
  const { firstLookBytes, reachBytes } = lazyLimits;
  const before = reachBytes.cap(second.offset - first.offset);
  const head = { offset: first.offset, length: firstLookBytes.cap(roomOf(reader, first)) };
  const middle = { offset: second.offset - before, length: before + reachBytes.cap(roomOf(reader, second)) };
  const ranges = [head, middle];
  const answers = yield ranges;
  return ranges.flatMap(({ offset }, i) => (answers[i] === undefined ? [] : [{ offset, bytes: answers[i] }]));
}

/** Requests only what does not lie in one of the windows. */
function* withWindows<T>(reads: Reads<T>, windows: readonly Window[]): Reads<T> {
  let step = reads.next();
  while (step.done !== true) {
    const found = step.value.map((range) => within(windows, range));
    const missing = step.value.filter((_, i) => found[i] === undefined);
    const answers = missing.length === 0 ? [] : yield missing;
    let next = 0;
    step = reads.next(found.map((bytes) => bytes ?? answers[next++]));
  }
  return step.value;
}

function within(windows: readonly Window[], range: ByteRange | undefined): Uint8Array | undefined {
  if (range === undefined || !("offset" in range) || range.length === undefined) return undefined;
  for (const { offset, bytes } of windows) {
    const at = range.offset - offset;
    if (at >= 0 && at + range.length <= bytes.byteLength) return bytes.subarray(at, at + range.length);
  }
  return undefined;
}
