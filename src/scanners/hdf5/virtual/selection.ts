/**
 * Selections of elements as stored in files. A selection is `type(4) version(4)`, then
 *
 *     all, none       version 1: 0(4) length(4)
 *     hyperslab 1     0(4) length(4) rank(4) blocks(4), then per block its first and last corner (4 each)
 *     hyperslab 2     flags(1) length(4) rank(4), then per dimension start, stride, count and block (8 each)
 *     hyperslab 3     flags(1) size(1) rank(4), then as 2 if flag 1 is set, else as 1 with a count of blocks (`size` bytes each)
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { IndexRuns } from "../../../model/virtual/assembled-array.ts";
import { unsigned } from "../structures/file.ts";
import { MOST_RUNS, type UnlimitedSelection } from "./unlimited.ts";

/** All elements; those whose index is in the runs of each axis; those without an end; or the reason why it is none of these. */
export type Selection = "all" | readonly IndexRuns[] | UnlimitedSelection | { readonly reason: string };

export function isUnlimited(selection: Selection): selection is UnlimitedSelection {
  return typeof selection === "object" && "axes" in selection;
}

const [NONE, POINTS, HYPERSLAB, ALL] = [0, 1, 2, 3];
const REGULAR = 1;
const MOST_RANK = 32;

export function parseSelection(cursor: ByteCursor): Selection {
  const type = cursor.u32();
  const version = cursor.u32();
  if (type === ALL || type === NONE) {
    cursor.skip(8);
    return type === ALL ? "all" : { reason: "a selection of nothing" };
  }
  if (type === POINTS) return { reason: "a selection of single points" };
  if (type !== HYPERSLAB) return cursor.fail(`a selection is of type ${type}`, 8);
  if (version === 1) {
    cursor.skip(8);
    return parseBlocks(cursor, rankAt(cursor), 4);
  }
  if (version !== 2 && version !== 3) return cursor.fail(`hyperslab version ${version}; 1 to 3 are known`, 4);
  const flags = cursor.u8();
  const size = version === 2 ? 8 : cursor.u8();
  if (version === 2) cursor.skip(4);
  if (![2, 4, 8].includes(size)) return cursor.fail(`numbers of a hyperslab take ${size} bytes`, 1);
  const rank = rankAt(cursor);
  if ((flags & REGULAR) === 0) return parseBlocks(cursor, rank, size);
  const axes: IndexRuns[] = [];
  let [endless, problem]: [Omit<UnlimitedSelection, "axes">?, { readonly reason: string }?] = [];
  for (let axis = 0; axis < rank; axis++) {
    const found = parseRegular(cursor, size);
    if ("reason" in found) problem ??= found;
    else if (!("block" in found)) axes.push(found);
    else {
      if (endless !== undefined) problem ??= { reason: "a selection that is unlimited along two dimensions" };
      endless = { axis, ...found };
      axes.push([]);
    }
  }
  return problem ?? (endless === undefined ? axes : { ...endless, axes });
}

function rankAt(cursor: ByteCursor): number {
  const rank = cursor.u32();
  return rank >= 1 && rank <= MOST_RANK ? rank : cursor.fail(`a hyperslab has ${rank} dimensions`, 4);
}

function parseRegular(
  cursor: ByteCursor,
  size: number,
): IndexRuns | Pick<UnlimitedSelection, "start" | "stride" | "block"> | { readonly reason: string } {
  const start = unsigned(cursor, size);
  const [stride, count, block] = [limit(cursor, size), limit(cursor, size), limit(cursor, size)];
  if (block === Number.POSITIVE_INFINITY) return { start, stride, block };
  if (count === Number.POSITIVE_INFINITY) {
    return stride < block || block === 0
      ? cursor.fail(`blocks of ${block} elements every ${stride}`)
      : { start, stride, block };
  }
  if (count === 1 || stride === block) return [{ start, length: count * block }];
  if (stride < block) return cursor.fail(`blocks of ${block} elements every ${stride}`);
  if (count > MOST_RUNS) return { reason: `a selection of ${count} blocks` };
  return Array.from({ length: count }, (_, index) => ({ start: start + index * stride, length: block }));
}

/** A number; all ones mean no limit. */
function limit(cursor: ByteCursor, size: number): number {
  const again = cursor.at(cursor.offset);
  return cursor.bytes(size).every((byte) => byte === 0xff) ? Number.POSITIVE_INFINITY : unsigned(again, size);
}

/** Blocks as runs per axis, if they are all combinations of these. */
function parseBlocks(cursor: ByteCursor, rank: number, size: number): Selection {
  const count = unsigned(cursor, size);
  if (count * 2 * rank * size > cursor.remaining) return cursor.fail(`a hyperslab of ${count} blocks does not fit`);
  if (count > MOST_RUNS) return { reason: `a selection of ${count} blocks` };
  const axes = Array.from({ length: rank }, () => new Map<number, number>());
  for (let block = 0; block < count; block++) {
    const first = axes.map(() => unsigned(cursor, size));
    for (const [axis, runs] of axes.entries()) {
      const end = unsigned(cursor, size) + 1;
      const known = runs.get(first[axis]!);
      if (end <= first[axis]!) return cursor.fail("a block ends before it begins", size);
      if (known !== undefined && known !== end) return { reason: "a selection that is not a grid of blocks" };
      runs.set(first[axis]!, end);
    }
  }
  if (axes.reduce((product, runs) => product * runs.size, 1) !== count) {
    return { reason: "a selection that is not a grid of blocks" };
  }
  const grid = axes.map((runs) =>
    [...runs].sort(([one], [other]) => one - other).map(([start, end]) => ({ start, length: end - start })),
  );
  const overlaps = grid.some((runs) =>
    runs.some(({ start, length }, index) => start + length > (runs[index + 1]?.start ?? Number.POSITIVE_INFINITY)),
  );
  return overlaps ? { reason: "a selection of blocks that overlap" } : grid;
}
