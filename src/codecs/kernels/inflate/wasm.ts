/**
 * DEFLATE's decoder as WebAssembly: compiled from kernels/inflate/, contained in binary.ts. The module has no data of
 * its own, so it can run in a memory that the caller divides.
 */

import { HyperslabError } from "../../../errors.ts";
import { aligned, compileModule } from "../wasm-module.ts";
import { MEMORY_FLAGS_AT, WASM_HEX } from "./binary.ts";

/**
 * The functions of kernels/inflate/index.ts. Arguments are addresses and lengths; a region is an address and a length.
 * Nothing outside the regions is read or written.
 */
export interface InflateFunctions {
  /** Bytes of a workspace. */
  inflateSize(): number;
  /** Prepares a workspace, once. */
  initializeInflate(workspace: number): void;
  /** The decoded length of the raw stream at the start of a region, at most `capacity`; if negative, see `inflateError`. */
  inflate(workspace: number, source: number, length: number, target: number, capacity: number): number;
  /** The number of input bytes that the last stream took. */
  inflateUsed(workspace: number): number;
  /** Bytes of the tables of CRC-32. */
  crc32Size(): number;
  /** Prepares the tables, once. */
  initializeCrc32(table: number): void;
  /** Continues from `initial` (0 at first). */
  crc32(table: number, source: number, length: number, initial: number): number;
  /** Continues from `initial` (1 at first). */
  adler32(source: number, length: number, initial: number): number;
}

/** The functions with a workspace of their own in some memory. */
export interface Inflater {
  /** The decoded length of the raw stream at `source`, or a negative number. At most 2 GiB each. */
  inflate(source: number, length: number, target: number, capacity: number): number;
  /** The number of input bytes that the last stream took. */
  used(): number;
  crc32(source: number, length: number): number;
  adler32(source: number, length: number): number;
}

/** The compiled module, for a shared or unshared memory. */
export function compileInflate(options: { readonly shared?: boolean } = {}): Promise<WebAssembly.Module> {
  return compileModule(WASM_HEX, options.shared === true ? MEMORY_FLAGS_AT : undefined);
}

/** An instance over `memory`, whose maximum is 65536 pages. */
export function inflateFunctions(module: WebAssembly.Module, memory: WebAssembly.Memory): InflateFunctions {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // The only place with types from outside: the tests call every function.
  return exports as InflateFunctions & WebAssembly.Exports;
}

/** Bytes that an inflater needs. */
export function inflaterSize({ inflateSize, crc32Size }: InflateFunctions): number {
  return aligned(inflateSize()) + crc32Size();
}

/** Prepares an inflater whose workspace begins at `workspace`. */
export function makeInflater(functions: InflateFunctions, workspace: number): Inflater {
  const { inflate, inflateUsed, crc32, adler32 } = functions;
  const table = workspace + aligned(functions.inflateSize());
  functions.initializeInflate(workspace);
  functions.initializeCrc32(table);
  // WebAssembly has no unsigned results.
  return {
    inflate: (source, length, target, capacity) => inflate(workspace, source, length, target, capacity),
    used: () => inflateUsed(workspace) >>> 0,
    crc32: (source, length) => crc32(table, source, length, 0) >>> 0,
    adler32: (source, length) => adler32(source, length, 1) >>> 0,
  };
}

/** What can be wrong with a DEFLATE stream: the numbers of kernels/inflate/error-codes.ts, and messages for them. */
export const INFLATE_ERRORS = {
  truncated: -1,
  badBlockType: -2,
  badStoredLength: -3,
  tooManySymbols: -4,
  badLengthCode: -5,
  nothingToRepeat: -6,
  tooManyLengths: -7,
  noEnd: -8,
  badLiteralCode: -9,
  badDistanceCode: -10,
  unknownCode: -11,
  badDistance: -12,
  outputTooLong: -13,
} as const;

const WHAT_IS_CORRUPT: Readonly<Record<number, string>> = {
  [INFLATE_ERRORS.badBlockType]: "unknown block type 3",
  [INFLATE_ERRORS.badStoredLength]: "the length of a stored block does not match its complement",
  [INFLATE_ERRORS.tooManySymbols]: "too many length or distance symbols",
  [INFLATE_ERRORS.badLengthCode]: "the length code lengths are not a valid code",
  [INFLATE_ERRORS.nothingToRepeat]: "a repeated code length without one before it",
  [INFLATE_ERRORS.tooManyLengths]: "too many code lengths",
  [INFLATE_ERRORS.noEnd]: "a block without an end",
  [INFLATE_ERRORS.badLiteralCode]: "the literal code lengths are not a valid code",
  [INFLATE_ERRORS.badDistanceCode]: "the distance code lengths are not a valid code",
  [INFLATE_ERRORS.unknownCode]: "an undefined code",
  [INFLATE_ERRORS.badDistance]: "a match that refers to data before the start",
};

/** The error for one of the numbers; `limit` is the allowed length of the output. */
export function inflateError(result: number, limit = 0): HyperslabError {
  if (result === INFLATE_ERRORS.truncated)
    return new HyperslabError("invalid-data", "the compressed data is truncated");
  const what =
    result === INFLATE_ERRORS.outputTooLong
      ? `decodes to more than the ${limit} bytes expected`
      : `the compressed data is corrupt: ${WHAT_IS_CORRUPT[result] ?? `the kernel failed (${result})`}`;
  return new HyperslabError("invalid-data", what);
}
