/**
 * Zstandard (RFC 8878) in two variants that accept and refuse the same input: WebAssembly, and TypeScript for platforms
 * where that is missing or forbidden. Frames with a dictionary are only decoded in TypeScript, because they are short
 * texts.
 */
import type { Kernels } from "../kernels.ts";
import type { ZstdFunctions } from "./wasm.ts";

export interface ZstdKernel extends ZstdDecoder {
  readonly variant: "wasm" | "plain";
  /**
   * One frame that states its content size; it may lie in `out` if that has room for it. Levels are those of libzstd: 0
   * is 3, negative ones are the fastest.
   */
  encodeZstd(source: Uint8Array, level: number, checksum: boolean, out?: Uint8Array): Uint8Array;
}

export interface ZstdDecoder {
  /**
   * Decodes all frames of `source` to `out`, which they must fill exactly, and returns its length. Broken input is
   * `invalid-data`, and nothing is written outside `out`.
   */
  decodeZstd(source: Uint8Array, out: Uint8Array): number;
  /** Decodes all frames of `source` to new bytes, at most `maxLength`. */
  decodeZstdUnknown(source: Uint8Array, maxLength: number): Uint8Array;
}

let loading: Promise<ZstdKernel> | undefined;

/**
 * The kernel of this realm, created once, because it has one memory. `plain` requests the TypeScript one, which also
 * steps in if WebAssembly or its SIMD is missing or forbidden.
 */
export function loadZstd(options: { readonly plain?: boolean } = {}): Promise<ZstdKernel> {
  if (options.plain === true) return loadPlain();
  loading ??= loadBest();
  return loading;
}

async function loadBest(): Promise<ZstdKernel> {
  try {
    const { loadWasmZstd } = await import("./wasm.ts");
    return await loadWasmZstd();
  } catch {
    return loadPlain();
  }
}

async function loadPlain(): Promise<ZstdKernel> {
  return (await import("../plain/zstd/plain.ts")).plainZstd;
}

/** A decoder of files that hold frames of zstd 0.7, alone or among others. */
export async function loadZstdV07(): Promise<ZstdDecoder> {
  return (await import("../plain/zstd/v07.ts")).zstdV07;
}

/** A decoder of frames that were compressed with this dictionary. */
export async function loadZstdDictionary(
  dictionary: Uint8Array,
): Promise<(bytes: Uint8Array, maxLength: number) => Uint8Array> {
  return (await import("../plain/zstd/dictionary.ts")).dictionaryDecoder(dictionary);
}

// Over the memory of the codec kernels: streams inside Blosc frames are decoded and encoded where they lie, instead of going
// through a memory of Zstandard's own.

export interface ZstdWithin {
  /** Decodes all frames of a region to a region; returns the decoded length, or a negative number for broken input. */
  decode(source: number, length: number, target: number, targetLength: number): number;
  /** An encoder of regions of at most `longest` bytes, for the rest of the operation. */
  encoder(level: number, longest: number): ZstdEncoderWithin;
}

/** Encodes a region to one frame in a region; returns its length, or 0 if it exceeds `capacity`. */
export type ZstdEncoderWithin = (source: number, length: number, target: number, capacity: number) => number;

const made = new WeakMap<Kernels, Promise<ZstdWithin | undefined>>();

/** Zstandard for these kernels, created once; undefined if they are not WebAssembly. Not inside an operation. */
export function zstdWithin(kernels: Kernels): Promise<ZstdWithin | undefined> {
  const known = made.get(kernels);
  if (known !== undefined) return known;
  const making = instantiate(kernels).catch(() => undefined);
  made.set(kernels, making);
  return making;
}

async function instantiate(kernels: Kernels): Promise<ZstdWithin | undefined> {
  const { memory, wasm } = kernels;
  if (wasm === undefined) return undefined;
  const { compileZstd, zstdFunctions } = await import("./wasm.ts");
  const module = await compileZstd({ shared: !(wasm.buffer instanceof ArrayBuffer) });
  const functions = zstdFunctions(module, wasm);
  const { decoderSize, initializeDecoder, decodeFrames } = functions;
  const workspace = memory.reserve(decoderSize());
  initializeDecoder(workspace);
  return {
    decode: (source, length, target, targetLength) => decodeFrames(workspace, source, length, target, targetLength),
    encoder: (level, longest) => encoderWithin(kernels, functions, level, longest),
  };
}

function encoderWithin(
  kernels: Kernels,
  { encoderSize, initializeEncoder, encodeBound, encodeFrame }: ZstdFunctions,
  level: number,
  longest: number,
): ZstdEncoderWithin {
  const { memory } = kernels;
  const workspace = memory.allocate(encoderSize(level, longest));
  initializeEncoder(workspace);
  return (source, length, target, capacity) => {
    // Results of WebAssembly are signed.
    const bound = encodeBound(length) >>> 0;
    if (bound <= capacity) return Math.max(0, encodeFrame(workspace, source, length, target, bound, level, false));
    // The encoder requires more room than any frame takes, so the last ones are encoded elsewhere first.
    const mark = memory.mark();
    const place = memory.allocate(bound);
    const size = Math.max(0, encodeFrame(workspace, source, length, place, bound, level, false));
    if (size <= capacity) kernels.copy(target, place, size);
    memory.release(mark);
    return size <= capacity ? size : 0;
  };
}
