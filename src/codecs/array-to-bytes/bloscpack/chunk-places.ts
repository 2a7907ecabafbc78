/** Where chunks lie in a file, according to its table. Only the offsets of the requested chunks are read. */
import {
  type ChunkPlace,
  type ChunkTable,
  chunkPlaces,
  knownPlace,
  OFFSET_BYTES,
  offsetsRange,
  parseOffsets,
} from "../../../bytes/blosc/chunk-table.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Reads } from "../../codec.ts";
import type { BloscpackConfiguration } from "./configuration.ts";

/** Consecutive chunks. */
export interface ChunkRun {
  readonly first: number;
  readonly count: number;
}

/** The places of the chunks of each run; `undefined` if there is no file. */
export function* locateRuns(
  table: ChunkTable,
  runs: readonly ChunkRun[],
): Reads<readonly (readonly ChunkPlace[])[] | undefined> {
  const answers = yield runs.map(({ first, count }) => offsetsRange(table, first, count));
  if (answers[0] === undefined) return undefined;
  return runs.map(({ first, count }, i) =>
    chunkPlaces(table, first, count, answers[i]).map((place) => knownPlace(table, place)),
  );
}

/** A chunk and the range of decoded bytes of the file that it holds. */
export interface LinearPlace extends ChunkPlace {
  readonly start: number;
  readonly length: number;
}

/** The chunks that hold bytes `begin` to `end` of `total`; `undefined` if there is no file. */
export function* locateChunks(
  configuration: BloscpackConfiguration,
  total: number,
  begin: number,
  end: number,
): Reads<readonly LinearPlace[] | undefined> {
  const starts = yield* readStarts(configuration, total);
  if (starts === undefined) return undefined;
  const first = starts.holding(begin);
  const count = starts.holding(end - 1) - first + 1;
  const [places] = (yield* locateRuns(configuration, [{ first, count }])) ?? [];
  return places?.map((place) => {
    const start = starts.of(place.index);
    return { ...place, start, length: starts.of(place.index + 1) - start };
  });
}

interface ChunkStarts {
  /** The chunk that holds a byte. */
  holding(byte: number): number;
  /** Where a chunk begins; for the index after the last one, where that ends. */
  of(index: number): number;
}

/** Where chunks begin in the decoded bytes; `undefined` if there is no file. */
function* readStarts(
  { chunkSize, chunkCount, tableAt }: BloscpackConfiguration,
  total: number,
): Reads<ChunkStarts | undefined> {
  if (chunkSize !== undefined) {
    return {
      holding: (byte) => Math.floor(byte / chunkSize),
      of: (index) => Math.min(index * chunkSize, total),
    };
  }
  const offset = tableAt + OFFSET_BYTES * chunkCount;
  const [bytes] = yield [{ offset, length: OFFSET_BYTES * chunkCount }];
  if (bytes === undefined) return undefined;
  const starts = parseOffsets(bytes, offset);
  if (starts.length !== chunkCount) throw new HyperslabError("invalid-data", "the table of chunks is truncated");
  return {
    // Of chunks that begin at the same byte, all but the last are empty.
    holding: (byte) => starts.findLastIndex((start) => start <= byte),
    of: (index) => starts[index] ?? total,
  };
}
