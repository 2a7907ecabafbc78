/**
 * Zstandard's decoder over the memory of the codec kernels: streams inside Blosc frames are decoded where they are
 * needed, instead of going through a memory of the decoder's own.
 */
import type { Kernels } from "./kernels.ts";

/** Decodes all frames of a region to a region; gives the decoded length, or a negative number for broken input. */
export type ZstdWithin = (source: number, length: number, target: number, targetLength: number) => number;

const made = new WeakMap<Kernels, Promise<ZstdWithin | undefined>>();

/** The decoder for these kernels, made once; undefined where they are no WebAssembly. Not inside an operation. */
export function zstdWithin(kernels: Kernels): Promise<ZstdWithin | undefined> {
  const known = made.get(kernels);
  if (known !== undefined) return known;
  const making = instantiate(kernels).catch(() => undefined);
  made.set(kernels, making);
  return making;
}

async function instantiate({ memory, wasm }: Kernels): Promise<ZstdWithin | undefined> {
  if (wasm === undefined) return undefined;
  const { compileZstd, zstdFunctions } = await import("./zstd-wasm.ts");
  const module = await compileZstd({ shared: !(wasm.buffer instanceof ArrayBuffer) });
  const { decoderSize, initializeDecoder, decodeFrames } = zstdFunctions(module, wasm);
  const workspace = memory.reserve(decoderSize());
  initializeDecoder(workspace);
  return (source, length, target, targetLength) => decodeFrames(workspace, source, length, target, targetLength);
}
