/**
 * Zstandard over the memory of the codec kernels: streams inside Blosc frames are decoded and encoded in place, instead
 * of through a separate memory.
 */
import type { Kernels } from "../kernels.ts";
import type { ZstdFunctions } from "./wasm.ts";

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
