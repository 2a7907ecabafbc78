/**
 * DEFLATE's decoder as WebAssembly: compiled from kernels/inflate/, carried in inflate-binary.ts. The module has no data
 * of its own, so whoever divides a memory by himself may run it there.
 */
import { compileModule } from "./compile-module.ts";
import { MEMORY_FLAGS_AT, WASM_BASE64 } from "./inflate-binary.ts";
import { aligned } from "./module-memory.ts";

/**
 * The functions of kernels/inflate/index.ts. Arguments are addresses and lengths; a region is an address and a length.
 * Nothing outside the regions is read or written.
 */
export interface InflateFunctions {
  /** Bytes of a workspace. */
  inflateSize(): number;
  /** Prepares a workspace, once. */
  initializeInflate(workspace: number): void;
  /** The decoded length of the raw stream at the start of a region, at most `capacity`; negative: see `inflateError`. */
  inflate(workspace: number, source: number, length: number, target: number, capacity: number): number;
  /** How many bytes of its input the last stream took. */
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
  /** How many bytes of its input the last stream took. */
  used(): number;
  crc32(source: number, length: number): number;
  adler32(source: number, length: number): number;
}

/** The compiled module, for a shared memory or one that is not. */
export function compileInflate(options: { readonly shared?: boolean } = {}): Promise<WebAssembly.Module> {
  return compileModule(WASM_BASE64, options.shared === true ? MEMORY_FLAGS_AT : undefined);
}

/** An instance over `memory`, whose maximum is 65536 pages. */
export function inflateFunctions(module: WebAssembly.Module, memory: WebAssembly.Memory): InflateFunctions {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // The only place where types of another world begin: the tests call every function.
  return exports as InflateFunctions & WebAssembly.Exports;
}

/** Bytes that an inflater needs. */
export function inflaterSize({ inflateSize, crc32Size }: InflateFunctions): number {
  return aligned(inflateSize()) + crc32Size();
}

/** Prepares an inflater whose own bytes begin at `workspace`. */
export function makeInflater(functions: InflateFunctions, workspace: number): Inflater {
  const { inflate, inflateUsed, crc32, adler32 } = functions;
  const table = workspace + aligned(functions.inflateSize());
  functions.initializeInflate(workspace);
  functions.initializeCrc32(table);
  // WebAssembly knows no unsigned results.
  return {
    inflate: (source, length, target, capacity) => inflate(workspace, source, length, target, capacity),
    used: () => inflateUsed(workspace) >>> 0,
    crc32: (source, length) => crc32(table, source, length, 0) >>> 0,
    adler32: (source, length) => adler32(source, length, 1) >>> 0,
  };
}
