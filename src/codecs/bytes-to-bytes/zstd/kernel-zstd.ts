/** Zstandard by our own kernel, which decodes straight into the buffer it is given. */

import type { BytesType } from "../../codec.ts";
import type { ZstdDecoder, ZstdKernel } from "../../kernels/zstd/kernel.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { ZstdEngine } from "./engine.ts";
import { findFrames } from "./frame.ts";

/** Decodes where the bytes lie, and tells whether it did. False: they lie elsewhere, or something is wrong with them. */
export type DecodeWithin = (source: Uint8Array, out: Uint8Array) => boolean;

/** `old` decodes files with frames of zstd 0.7. */
export function kernelZstd(kernel: ZstdKernel, old: ZstdDecoder, decodeWithin?: DecodeWithin): ZstdEngine {
  return {
    writesOut: true,
    compress: (bytes, level, checksum, out) => kernel.encodeZstd(bytes, level, checksum, out),
    decompress: (bytes, type, out) => {
      try {
        return decodeBy(kernel, bytes, type, out, decodeWithin);
      } catch (error) {
        // Where the frames themselves are broken, this says so with the place.
        if (findFrames(bytes).some((frame) => frame.old)) return decodeBy(old, bytes, type, out);
        throw error;
      }
    },
  };
}

/** By a decoder that writes to what it is given. */
export function decodeBy(
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
