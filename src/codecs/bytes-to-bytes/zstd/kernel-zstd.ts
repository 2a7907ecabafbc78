/** Zstandard by our own kernel, which decodes straight into the given buffer. */

import type { BytesType } from "../../codec.ts";
import type { ZstdDecoder, ZstdKernel } from "../../kernels/zstd/kernel.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { ZstdEngine } from "./engine.ts";
import { findFrames } from "./frame.ts";

/** Decodes in place, and returns whether it did. False if the bytes lie elsewhere, or are invalid. */
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
        // If the frames themselves are broken, this reports it with the place.
        if (findFrames(bytes).some((frame) => frame.old)) return decodeBy(old, bytes, type, out);
        throw error;
      }
    },
  };
}

/** Decodes with a decoder that writes to the given output. */
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
