/** The filters of a Blosc2 block, undone in kernel memory from the last to the first. */
import { HyperslabError } from "../../../errors.ts";
import { BIT_TILE, type Kernels } from "../../kernels/kernels.ts";
import { type ChunkHeader, type Filter, unsupported } from "./chunk-header.ts";

const NONE = 0;
const SHUFFLE = 1;
const BITSHUFFLE = 2;
const DELTA = 3;
/** These change values when they are written, and cannot be undone. */
const TRUNCATE_PRECISION = 4;
const TRUNCATE_INTEGERS = 36;
const BYTE_DELTA = 35;
const NAMES: ReadonlyMap<number, string> = new Map([
  [32, "NDCELL"],
  [33, "NDMEAN"],
  [34, "bytedelta of Blosc2 2.6"],
]);

/** A step that undoes a filter on `length` bytes at `source`; if it does not work in place, the result goes to `target`. */
interface Step {
  readonly inPlace: boolean;
  run(kernels: Kernels, source: number, target: number, length: number): void;
}

export interface UndoFilters {
  readonly steps: readonly Step[];
  /** The unit of differences in bytes; undefined if there are none. They are undone last, by the caller. */
  readonly delta: number | undefined;
}

/** The steps that undo the filters of a chunk. */
export function undoFilters({ filters, typeSize }: ChunkHeader): UndoFilters {
  const active = filters.filter(({ code }) => ![NONE, TRUNCATE_PRECISION, TRUNCATE_INTEGERS].includes(code));
  const delta = active.findIndex(({ code }) => code === DELTA);
  // The library takes differences of values that no filter has changed, and can only undo those.
  if (delta > 0) throw unsupported("a delta filter after another filter");
  const others = active.filter(({ code }) => code !== DELTA);
  if (delta === 0 && active.length - others.length > 1) throw unsupported("a second delta filter");
  return {
    steps: others.reverse().map((filter) => stepOf(filter, typeSize)),
    delta: delta === 0 ? deltaUnit(typeSize) : undefined,
  };
}

function stepOf({ code, setting }: Filter, typeSize: number): Step {
  const size = setting === 0 ? typeSize : setting;
  switch (code) {
    case SHUFFLE:
      return {
        inPlace: false,
        run: (kernels, source, target, length) => unshuffle(kernels, size, source, target, length),
      };
    case BITSHUFFLE:
      return {
        inPlace: false,
        run: (kernels, source, target, length) => bitunshuffle(kernels, typeSize, source, target, length),
      };
    case BYTE_DELTA:
      return { inPlace: true, run: ({ memory }, source, _, length) => addUp(memory.bytes, size, source, length) };
    default:
      throw unsupported(`the filter ${NAMES.get(code) ?? `number ${code}`}`);
  }
}

function unshuffle(kernels: Kernels, size: number, source: number, target: number, length: number): void {
  const count = Math.floor(length / size);
  kernels.unshuffle(size, source, count, target, count);
  kernels.copy(target + count * size, source + count * size, length - count * size);
}

/** Unlike that of Blosc 1 it works on the first elements, a multiple of 8, of any block. */
function bitunshuffle(kernels: Kernels, size: number, source: number, target: number, length: number): void {
  const count = Math.floor(length / size / 8) * 8;
  const scratch = kernels.memory.allocate(BIT_TILE * size);
  kernels.bitunshuffle(size, source, count / 8, target, count, scratch);
  kernels.copy(target + count * size, source + count * size, length - count * size);
}

/** Each row of shuffled bytes holds the differences of neighbours. */
function addUp(bytes: Uint8Array, size: number, start: number, length: number): void {
  const count = Math.floor(length / size);
  for (let row = 0; row < size; row++) {
    const first = start + row * count;
    for (let at = first + 1; at < first + count; at++) bytes[at] = bytes[at]! + bytes[at - 1]!;
  }
}

function deltaUnit(typeSize: number): number {
  if (typeSize === 2 || typeSize === 4 || typeSize === 8) return typeSize;
  return typeSize % 8 === 0 ? 8 : 1;
}

/**
 * Undoes differences, which are exclusive ors, of the bytes of `chunk` from `begin` on: in the first block with the
 * previous unit, in other blocks with the first block.
 */
export function undoDelta(chunk: Uint8Array, unit: number, begin: number, length: number): void {
  const whole = length - (length % unit);
  if (begin === 0) {
    for (let at = unit; at < whole; at++) chunk[at] = chunk[at]! ^ chunk[at - unit]!;
    return;
  }
  if (length > begin) throw new HyperslabError("invalid-data", "a Blosc2 block that is longer than the first one");
  for (let at = 0; at < whole; at++) chunk[begin + at] = chunk[begin + at]! ^ chunk[at]!;
}
