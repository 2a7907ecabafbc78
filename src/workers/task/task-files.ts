/** What executing a task needs from files and pipelines. */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ObjectMemo, Pipeline } from "../../codecs/codec.ts";
import { kernelArea } from "../../codecs/kernels/kernel-area.ts";
import { loadedKernels } from "../../codecs/kernels/kernels.ts";
import type { Scratch } from "../../codecs/pipeline/allocate.ts";
import { HyperslabError } from "../../errors.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import type { Directory, FilePart, PlacedSteps, Step } from "./columns.ts";
import type { Lent } from "./messages.ts";

/** One version of an open file. Bytes returned by `read` are valid until the next call. */
export interface TaskFile {
  /** Distinguishes this version from all others, if possible. */
  readonly validator: string | undefined;
  /** Fails if this is not the version that the caller knows; undefined if the caller knows none. */
  expect(version: string | undefined): void;
  /** Parts of it (`undefined` for all of it), in order. */
  read(ranges: readonly (ByteRange | undefined)[]): readonly Uint8Array[];
}

/** Synchronous files below one directory. */
export interface TaskFiles {
  /** Runs `use` with the file open; passes undefined if there is none. */
  withFile<T>(key: string, use: (file: TaskFile | undefined) => T): T;
  /** All of a file, valid until the next call; `undefined` if there is none. */
  read(key: string): Uint8Array | undefined;
  /** Fills memory from a file or part of exactly that length. Returns false if the length differs, or there is no file. */
  readWhole(key: string, into: Uint8Array, part?: FilePart, version?: string): boolean;
  write(key: string, value: Uint8Array): void;
  remove(key: string): void;
}

/** State shared by the steps of one task. */
export interface TaskContext {
  readonly pipeline: Pipeline;
  readonly placed: PlacedSteps;
  /** Grows with each completed step. */
  readonly found: boolean[];
  filesOf(place: Directory): TaskFiles;
  /** What this thread remembers of a file for this pipeline; see `rememberedFiles`. */
  memoOf(file: string, validator: string | undefined): ObjectMemo | undefined;
}

export function fixedType({ type }: Pipeline): FixedDataType {
  if (isFixedSize(type.dataType)) return type.dataType;
  throw new HyperslabError("unsupported", `workers do not take ${type.dataType.name}`);
}

/** The elements of a step in the memory of its task. */
export function chunkInBuffer(
  all: Uint8Array,
  { counts, layout, offset, length }: Step,
  pipeline: Pipeline,
): FixedChunk {
  return { dataType: fixedType(pipeline), shape: counts, layout, bytes: all.subarray(offset, offset + length) };
}

/**
 * Places in shared kernel memory that hold answers until the caller has copied them. A slot has one user from `take`
 * until its number comes back through `release`.
 */
export interface LentSlot {
  readonly number: number;
  readonly area: Scratch;
}

export interface LentSlots {
  take(): LentSlot;
  release(numbers: readonly number[]): void;
  /** What to report about bytes in a slot; undefined if they are not in shared memory. */
  lend(slot: LentSlot, bytes: Uint8Array): Lent | undefined;
}

export function lentSlots(): LentSlots {
  const slots: LentSlot[] = [];
  const free = new Set<number>();
  return {
    take: () => {
      const [number = slots.length] = free;
      free.delete(number);
      const slot = slots[number] ?? { number, area: kernelArea() };
      slots[number] = slot;
      return slot;
    },
    release: (numbers) => {
      for (const number of numbers) free.add(number);
    },
    lend: ({ number }, { buffer, byteOffset }) => {
      if (typeof SharedArrayBuffer === "undefined" || !(buffer instanceof SharedArrayBuffer)) return undefined;
      if (buffer !== loadedKernels()?.memory.bytes.buffer) return undefined;
      return { memory: buffer, offset: byteOffset, slot: number };
    },
  };
}
