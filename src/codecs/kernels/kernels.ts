/**
 * The codec kernels: functions over one memory that take pointers into it. WebAssembly with SIMD if available, else the
 * same functions in TypeScript over an ordinary buffer.
 *
 * Whatever their input says, kernels read and write only the regions they are given, and they never throw: they return
 * a length, or a negative number for broken input.
 */
import type { NumericName } from "../../model/values/numeric-array.ts";
import type { KernelMemory } from "./kernel-memory.ts";

export interface KernelFunctions {
  // Decoders return the decoded length, at most `targetLength`, or a negative number.
  lz4Decode(source: number, sourceLength: number, target: number, targetLength: number): number;
  /** A block that may refer to the `history` bytes before the target. */
  lz4DecodeLinked(source: number, sourceLength: number, target: number, targetLength: number, history: number): number;
  blosclzDecode(source: number, sourceLength: number, target: number, targetLength: number): number;
  snappyDecode(source: number, sourceLength: number, target: number, targetLength: number): number;
  // Encoders return the encoded length, or 0 if that exceeds `capacity`. Tables need TABLE_BYTES.
  lz4Encode(
    source: number,
    length: number,
    target: number,
    capacity: number,
    acceleration: number,
    table: number,
  ): number;
  blosclzEncode(
    source: number,
    length: number,
    target: number,
    capacity: number,
    acceleration: number,
    table: number,
  ): number;
  snappyEncode(
    source: number,
    length: number,
    target: number,
    capacity: number,
    acceleration: number,
    table: number,
  ): number;
  /** Denser and slower. `attempts` is the number of earlier positions to try. `table` has HIGH_TABLE_BYTES. */
  lz4EncodeHigh(
    source: number,
    length: number,
    target: number,
    capacity: number,
    attempts: number,
    table: number,
  ): number;
  // Row j of the shuffled side holds byte j of each element; rows lie `stride` bytes apart.
  shuffle(size: number, source: number, target: number, stride: number, count: number): void;
  unshuffle(size: number, source: number, stride: number, target: number, count: number): void;
  // Row 8j + k holds bit k of byte j. `count` is a multiple of 8. `scratch`: BIT_TILE * size bytes.
  bitshuffle(size: number, source: number, target: number, stride: number, count: number, scratch: number): void;
  bitunshuffle(size: number, source: number, stride: number, target: number, count: number, scratch: number): void;
  copy(target: number, source: number, length: number): void;
  /** Copies rows of one region to rows of another; rows are a step apart. */
  copyRows(source: number, sourceStep: number, target: number, targetStep: number, length: number, count: number): void;
  /** Reverses the bytes of each element; `target` may be `source`. */
  swapBytes(size: number, source: number, target: number, length: number): void;
  // Differences of neighbouring integers of 1, 2, 4 or 8 bytes, and their running sums, in place.
  deltaEncode(size: number, pointer: number, count: number): void;
  deltaDecode(size: number, pointer: number, count: number): void;
  /**
   * Numbers of one type to another, with an operation in between: NUMBER_TYPES and NUMBER_OPERATIONS give the codes.
   * Returns 1, or 0 if one is not finite or does not fit: then the contents of `target` are useless. `scratch` has
   * MAP_SCRATCH_BYTES.
   */
  mapNumbers(
    from: number,
    to: number,
    operation: number,
    first: number,
    second: number,
    source: number,
    target: number,
    count: number,
    scratch: number,
  ): number;
  /** Floats of 2, 4 or 8 bytes with `mantissa` bits, rounded to `dropped` (at least 1) fewer. */
  roundBits(size: number, source: number, target: number, count: number, mantissa: number, dropped: number): void;
  // Booleans, one per byte and a multiple of 8 of them, to eight per byte and back.
  packBits(source: number, target: number, count: number, reversed: boolean): void;
  unpackBits(source: number, target: number, count: number, reversed: boolean): void;
  /** Continues from `initial` (0 at first). */
  crc32c(source: number, length: number, initial: number): number;
  /** Continues from `initial` (1 at first). */
  adler32(source: number, length: number, initial: number): number;
  /** Continues HDF5's two sums, the words at `state` (initially 0; folded once more at the end), by pieces of 720 bytes. */
  fletcher32(source: number, length: number, state: number): void;
  /** Mixes bytes, a multiple of 12, into lookup3's three words at `state`. */
  lookup3(source: number, length: number, state: number): void;
}

export interface Kernels extends KernelFunctions {
  readonly variant: "wasm" | "plain";
  readonly memory: KernelMemory;
  /** The memory that `memory` divides, for other modules that work in it. */
  readonly wasm?: WebAssembly.Memory;
}

/** Bytes of the table of every fast encoder. */
export const TABLE_BYTES: number = 16 * 1024;
/** Bytes of the table of `lz4EncodeHigh`. */
export const HIGH_TABLE_BYTES: number = 256 * 1024;
/** Elements that the bit shuffles keep in their scratch memory. */
export const BIT_TILE = 512;

/** The types of `mapNumbers`, in the order of their numbers. */
export const NUMBER_TYPES: readonly NumericName[] = [
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "float32",
  "float64",
];
/**
 * Its operations: nothing; (x - first) * second, rounded to an integer; x / first + second; x * first, rounded, /
 * first. The second and the last compute with float32 if given that, else all compute with float64.
 */
export const NUMBER_OPERATIONS = ["none", "scale", "unscale", "quantize"] as const;
export const MAP_SCRATCH_BYTES: number = 12 * 1024;

let loading: Promise<Kernels> | undefined;
let loaded: Kernels | undefined;

/**
 * The kernels of this realm, created once, because they share one memory. `plain` requests the TypeScript ones, which
 * also step in if WebAssembly or its SIMD is missing or forbidden. Such kernels are new at every call. `shared`: if
 * this call creates them, their memory is readable by other threads, if the platform has shared memory.
 */
export async function loadKernels(
  options: { readonly plain?: boolean; readonly shared?: boolean } = {},
): Promise<Kernels> {
  if (options.plain === true) return loadPlain();
  loading ??= loadBest(options.shared === true);
  return loading;
}

/** The kernels of this realm, if they are loaded. */
export function loadedKernels(): Kernels | undefined {
  return loaded;
}

/** The result of `use` with the kernels: synchronously, if they are loaded. */
export function withKernels<T>(use: (kernels: Kernels) => T): T | Promise<T> {
  return loaded === undefined ? loadKernels().then(use) : use(loaded);
}

async function loadBest(shared: boolean): Promise<Kernels> {
  try {
    const { loadWasmKernels, sharedMemory } = await import("./wasm.ts");
    loaded = await loadWasmKernels(shared ? sharedMemory() : undefined);
  } catch {
    loaded = await loadPlain();
  }
  return loaded;
}

async function loadPlain(): Promise<Kernels> {
  return (await import("./plain.ts")).plainKernels();
}
