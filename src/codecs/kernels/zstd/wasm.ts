/**
 * Zstandard as WebAssembly: compiled from kernels/zstd/, contained in binary.ts.
 *
 * Memory of an instance: decoder's workspace, encoder's workspace, then what a call needs: input, output. The module
 * itself has no data, so it can run in a memory that the caller divides: `zstdFunctions`.
 */
import { HyperslabError } from "../../../errors.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { ALIGNMENT, aligned, compileModule, ensure, newMemory } from "../wasm-module.ts";
import { MEMORY_FLAGS_AT, WASM_HEX } from "./binary.ts";
import { wrongLength, ZSTD_ERRORS, zstdError } from "./errors.ts";
import type { ZstdKernel } from "./kernel.ts";

/**
 * The functions of kernels/zstd/index.ts. Arguments are addresses, lengths and small numbers; a region is an address
 * and a length. Negative results are errors, see `zstdError`. Nothing outside the regions is read or written.
 */
export interface ZstdFunctions {
  /** Bytes of a decoder's workspace. */
  decoderSize(): number;
  /** Prepares a workspace, once. */
  initializeDecoder(workspace: number): void;
  /** The decoded length of all frames, at most `capacity`. */
  decodeFrames(workspace: number, source: number, length: number, target: number, capacity: number): number;
  /** The most that all frames decode to; `boundIsExact` then says whether each states its size. */
  boundFrames(source: number, length: number): number;
  boundIsExact(): number;
  /** Bytes of an encoder's workspace for a source of this length at this level; it grows with both. */
  encoderSize(level: number, length: number): number;
  /** Prepares a workspace, once. */
  initializeEncoder(workspace: number): void;
  /** The capacity that `encodeFrame` requires: no frame is longer. */
  encodeBound(length: number): number;
  /** The length of the frame. */
  encodeFrame(
    workspace: number,
    source: number,
    length: number,
    target: number,
    capacity: number,
    level: number,
    checksum: boolean,
  ): number;
}

const KERNEL = "zstd";
/** If nothing is known about the output, it is first assumed to be this many times the input, or a few bytes. */
const FIRST_RATIO = 8;

/** The compiled module, for a shared or unshared memory. */
export function compileZstd(options: { readonly shared?: boolean } = {}): Promise<WebAssembly.Module> {
  return compileModule(WASM_HEX, options.shared === true ? MEMORY_FLAGS_AT : undefined);
}

/** An instance over `memory`, whose maximum is 65536 pages. */
export function zstdFunctions(module: WebAssembly.Module, memory: WebAssembly.Memory): ZstdFunctions {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // The only place with types from outside: the tests call every function.
  return exports as ZstdFunctions & WebAssembly.Exports;
}

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly functions: ZstdFunctions;
  readonly decoder: number;
  readonly encoder: number;
  /** Where calls that do not encode may put their data. */
  readonly free: number;
}

export async function loadWasmZstd(): Promise<ZstdKernel> {
  const module = await compileZstd();
  let kept: Instance | undefined;
  const use = <T>(run: (instance: Instance) => T): T => {
    const instance = (kept ??= instantiate(module));
    try {
      return run(instance);
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      kept = undefined;
      throw new HyperslabError("invalid-data", "the zstd kernel failed on the compressed data", { cause });
    } finally {
      if (lazyLimits.keptModuleBytes.isExceededBy(instance.memory.buffer.byteLength)) kept = undefined;
    }
  };
  return {
    variant: "wasm",
    decodeZstd: (source, out) => use((instance) => decode(instance, source, out)),
    decodeZstdUnknown: (source, maxLength) => use((instance) => decodeUnknown(instance, source, maxLength)),
    encodeZstd: (source, level, checksum, out) => use((instance) => encode(instance, source, level, checksum, out)),
  };
}

function instantiate(module: WebAssembly.Module): Instance {
  const memory = newMemory(KERNEL);
  const functions = zstdFunctions(module, memory);
  const decoder = ALIGNMENT;
  const encoder = aligned(decoder + functions.decoderSize());
  const free = aligned(encoder + functions.encoderSize(1, 0));
  ensure(memory, free, KERNEL);
  functions.initializeDecoder(decoder);
  functions.initializeEncoder(encoder);
  return { memory, functions, decoder, encoder, free };
}

function decode({ memory, functions, decoder, free }: Instance, source: Uint8Array, out: Uint8Array): number {
  const { byteLength: length } = source;
  const target = aligned(free + length);
  ensure(memory, target + out.byteLength, KERNEL).set(source, free);
  const found = functions.decodeFrames(decoder, free, length, target, out.byteLength);
  if (found < 0) throw zstdError(found, out.byteLength);
  if (found !== out.byteLength) throw wrongLength(found, out.byteLength);
  out.set(new Uint8Array(memory.buffer, target, found));
  return found;
}

function decodeUnknown(instance: Instance, source: Uint8Array, maxLength: number): Uint8Array {
  const { memory, functions, decoder, free } = instance;
  const { byteLength: length } = source;
  const target = aligned(free + length);
  ensure(memory, target, KERNEL).set(source, free);
  const bound = functions.boundFrames(free, length);
  if (bound < 0) throw zstdError(bound, maxLength);
  const exact = functions.boundIsExact() !== 0;
  if (exact && bound > maxLength) throw zstdError(ZSTD_ERRORS.outputTooLong, maxLength);
  const most = Math.min(bound, maxLength);
  let capacity = exact ? most : Math.min(most, lazyLimits.unknownOutputBytes.atLeast(FIRST_RATIO * length));
  for (;;) {
    ensure(memory, target + capacity, KERNEL);
    const found = functions.decodeFrames(decoder, free, length, target, capacity);
    if (found >= 0) return new Uint8Array(memory.buffer, target, found).slice();
    if (found !== ZSTD_ERRORS.outputTooLong || capacity >= most) throw zstdError(found, maxLength);
    capacity = Math.min(most, 2 * capacity);
  }
}

function encode(
  { memory, functions, encoder }: Instance,
  source: Uint8Array,
  level: number,
  checksum: boolean,
  out: Uint8Array | undefined,
): Uint8Array {
  const { byteLength: length } = source;
  const from = aligned(encoder + functions.encoderSize(level, length));
  const target = aligned(from + length);
  // Results of WebAssembly are signed.
  const capacity = functions.encodeBound(length) >>> 0;
  ensure(memory, target + capacity, KERNEL).set(source, from);
  const size = functions.encodeFrame(encoder, from, length, target, capacity, level, checksum);
  if (size < 0) throw zstdError(size, capacity);
  const frame = new Uint8Array(memory.buffer, target, size);
  if (out === undefined || out.byteLength < size) return frame.slice();
  out.set(frame);
  return out.subarray(0, size);
}
