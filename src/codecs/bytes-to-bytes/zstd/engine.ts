/**
 * What the codec needs from a Zstandard implementation. Our kernel decodes into the caller's memory, which is faster
 * than Node's decoder with a context and a buffer per call; Node's encoder is the fastest, if available.
 */
import type { BytesType } from "../../codec.ts";
import { loadedKernels } from "../../kernels/kernels.ts";
import { loadZstd, loadZstdV07, type ZstdDecoder, type ZstdKernel, zstdWithin } from "../../kernels/zstd/kernel.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { findFrames } from "./frame.ts";
import { nodeZstd } from "./node-zstd.ts";

export interface ZstdEngine {
  /** Decodes all frames of `bytes`, one after another. */
  decompress(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  /** One frame that states its content size; it may lie in `out` if that has room for it. */
  compress(bytes: Uint8Array, level: number, checksum: boolean, out?: Uint8Array): Uint8Array;
  /** True if decoding writes to `out`. */
  readonly writesOut: boolean;
}

/** The best engine of this platform. */
export async function zstdEngine(): Promise<ZstdEngine> {
  const [kernel, old] = await Promise.all([loadZstd(), loadZstdV07()]);
  const node = nodeZstd((...given) => decodeBy(old, ...given));
  if (node !== undefined && kernel.variant === "plain") return node;
  const engine = kernelZstd(kernel, old, await decoderWithin());
  return node === undefined ? engine : { ...engine, compress: node.compress };
}

/** A decoder in the memory of the codec kernels, if they are loaded: workers read and decode in it. */
async function decoderWithin(): Promise<DecodeWithin | undefined> {
  const kernels = loadedKernels();
  const decoder = kernels && (await zstdWithin(kernels));
  if (kernels === undefined || decoder === undefined) return undefined;
  return (source, out) => {
    const [from, to] = [kernels.memory.locate(source), kernels.memory.locate(out)];
    if (from === undefined || to === undefined) return false;
    return decoder.decode(from, source.byteLength, to, out.byteLength) === out.byteLength;
  };
}

/** The WebAssembly engine, or TypeScript if WebAssembly is missing or forbidden. */
export async function wasmZstdEngine(): Promise<ZstdEngine> {
  return kernelZstd(await loadZstd(), await loadZstdV07());
}

/** The TypeScript engine, on any platform. */
export async function plainZstdEngine(): Promise<ZstdEngine> {
  return kernelZstd(await loadZstd({ plain: true }), await loadZstdV07());
}

/** Decodes in place, and returns whether it did. False if the bytes lie elsewhere, or are invalid. */
type DecodeWithin = (source: Uint8Array, out: Uint8Array) => boolean;

/** `old` decodes files with frames of zstd 0.7. */
function kernelZstd(kernel: ZstdKernel, old: ZstdDecoder, decodeWithin?: DecodeWithin): ZstdEngine {
  return {
    writesOut: true,
    compress: (bytes, level, checksum, out) => kernel.encodeZstd(bytes, level, checksum, out),
    decompress: (bytes, type, out) => {
      try {
        return decodeBy(kernel, bytes, type, out, decodeWithin);
      } catch (error) {
        // If the frames themselves are broken, this reports it with the place.
        if (findFrames(bytes).some((frame) => frame.old)) return decodeBy(old, bytes, type, out);
        throw error;
      }
    },
  };
}

/** Decodes with a decoder that writes to the given output. */
function decodeBy(
  { decodeZstd, decodeZstdUnknown }: ZstdDecoder,
  bytes: Uint8Array,
  { length, maxLength }: BytesType,
  out: Uint8Array | undefined,
  decodeWithin?: DecodeWithin,
): Uint8Array {
  if (length === undefined) return decodeZstdUnknown(bytes, maxLength);
  const target = out?.byteLength === length ? out : allocate(length);
  if (decodeWithin?.(bytes, target) !== true) decodeZstd(bytes, target);
  return target;
}
