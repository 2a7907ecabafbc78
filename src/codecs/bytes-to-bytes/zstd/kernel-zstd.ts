/** Zstandard by our own kernel, which decodes straight into the buffer it is given. */
import { allocate } from "../../allocate.ts";
import type { ZstdKernel } from "../../kernels/zstd-kernel.ts";
import type { ZstdEngine } from "./engine.ts";
import { findFrames } from "./frame.ts";

/** Decodes where the bytes lie, and tells whether it did. False: they lie elsewhere, or something is wrong with them. */
export type DecodeWithin = (source: Uint8Array, out: Uint8Array) => boolean;

export function kernelZstd(kernel: ZstdKernel, decodeWithin?: DecodeWithin): ZstdEngine {
  return {
    writesOut: true,
    compress: (bytes, level, checksum, out) => kernel.encodeZstd(bytes, level, checksum, out),
    decompress: (bytes, { length, maxLength }, out) => {
      try {
        if (length === undefined) return kernel.decodeZstdUnknown(bytes, maxLength);
        const target = out?.byteLength === length ? out : allocate(length);
        if (decodeWithin?.(bytes, target) !== true) kernel.decodeZstd(bytes, target);
        return target;
      } catch (error) {
        // Where the frames themselves are broken, this says so with the place.
        findFrames(bytes);
        throw error;
      }
    },
  };
}
