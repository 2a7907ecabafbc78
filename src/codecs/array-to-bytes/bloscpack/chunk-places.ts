/** Which chunks hold a stretch of the decoded bytes, and where they lie in the file, as the table of the file says. */

import { HEADER_BYTES } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Reads } from "../../codec.ts";
import type { BloscpackConfiguration } from "./configuration.ts";

export interface ChunkPlace {
  readonly index: number;
  /** Where its frame begins in the file. */
  readonly offset: number;
  /** Most bytes that frame and checksum can take; undefined: to the end of the file. */
  readonly room: number | undefined;
  /** Which decoded bytes it holds. */
  readonly start: number;
  readonly length: number;
}

const OFFSET_BYTES = 8;

/** The chunks that hold bytes `begin` to `end` of `total`; `undefined` if there is no file. */
export function* locateChunks(
  configuration: BloscpackConfiguration,
  total: number,
  begin: number,
  end: number,
): Reads<readonly ChunkPlace[] | undefined> {
  const { chunkSize, chunkCount } = configuration;
  if (chunkSize === undefined) return yield* fromTable(configuration, total, begin, end);
  const first = Math.floor(begin / chunkSize);
  const last = Math.floor((end - 1) / chunkSize);
  // The offset behind the last one tells how long that chunk can be; the one before the first, that they are in order.
  const from = Math.max(0, first - 1);
  const known = Math.min(last + 2, chunkCount);
  const offsets = yield* readIntegers(configuration, from * OFFSET_BYTES, known - from);
  if (offsets === undefined) return undefined;
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const start = (first + i) * chunkSize;
    const length = Math.min(chunkSize, total - start);
    const at = first - from + i;
    const neighbours = { before: offsets[at - 1], next: offsets[at + 1] };
    return place(configuration, first + i, offsets[at]!, neighbours, start, length);
  });
}

function* fromTable(
  configuration: BloscpackConfiguration,
  total: number,
  begin: number,
  end: number,
): Reads<readonly ChunkPlace[] | undefined> {
  const { chunkCount } = configuration;
  const entries = yield* readIntegers(configuration, 0, 2 * chunkCount);
  if (entries === undefined) return undefined;
  const places: ChunkPlace[] = [];
  for (let i = 0; i < chunkCount; i++) {
    const start = entries[2 * i + 1]!;
    const next = i + 1 < chunkCount ? entries[2 * i + 3]! : total;
    if (start >= end || next <= begin) continue;
    places.push(place(configuration, i, entries[2 * i]!, { next: entries[2 * i + 2] }, start, next - start));
  }
  return places;
}

function* readIntegers(
  { tableAt }: BloscpackConfiguration,
  at: number,
  count: number,
): Reads<readonly number[] | undefined> {
  const offset = tableAt + at;
  const length = count * OFFSET_BYTES;
  const [bytes] = yield [{ offset, length }];
  if (bytes === undefined) return undefined;
  if (bytes.byteLength !== length) {
    throw new HyperslabError(
      "invalid-data",
      `the file is truncated: it ends before byte ${offset + length}, in its offsets`,
    );
  }
  const cursor = new ByteCursor(bytes, { base: offset });
  return Array.from({ length: count }, () => cursor.i64Number());
}

function place(
  configuration: BloscpackConfiguration,
  index: number,
  offset: number,
  { before, next }: { readonly before?: number | undefined; readonly next: number | undefined },
  start: number,
  length: number,
): ChunkPlace {
  const { dataStart, tableAt, checksum } = configuration;
  const least = HEADER_BYTES + checksumSize(checksum);
  const fail = (why: string): never => {
    const what = `the offset ${offset} of chunk ${index} ${why}, at byte ${tableAt + OFFSET_BYTES * index}`;
    throw new HyperslabError("invalid-data", what);
  };
  if (offset === -1) fail("is unknown: the file was not finished");
  if (offset < dataStart) fail(`lies before the chunks, which begin at ${dataStart}`);
  if (before !== undefined && before !== -1 && offset < before + least)
    fail(`is out of order: the one before it is ${before}`);
  if (next !== undefined && next !== -1 && next < offset + least) fail(`overlaps the next one, ${next}`);
  return { index, offset, room: next === undefined || next === -1 ? undefined : next - offset, start, length };
}
