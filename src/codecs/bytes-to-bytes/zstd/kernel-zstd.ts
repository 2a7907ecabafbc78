/** Zstandard by our own kernel, which decodes straight into the buffer it is given. */
import { allocate } from "../../allocate.ts";
import type { ZstdKernel } from "../../kernels/zstd-kernel.ts";
import type { ZstdEngine } from "./engine.ts";
import { findFrames } from "./frame.ts";

export function kernelZstd(kernel: ZstdKernel): ZstdEngine {
  return {
    writesOut: true,
    compress: (bytes, level, checksum, out) => kernel.encodeZstd(bytes, level, checksum, out),
    decompress: (bytes, { length, maxLength }, out) => {
      try {
        if (length === undefined) return kernel.decodeZstdUnknown(bytes, maxLength);
        const target = out?.byteLength === length ? out : allocate(length);
        kernel.decodeZstd(bytes, target);
        return target;
      } catch (error) {
        // Where the frames themselves are broken, this says so with the place.
        findFrames(bytes);
        throw error;
      }
    },
  };
}
