/** The output of a frame decoder: bytes of known length, or bytes that grow up to a limit. */

import { lazyLimits } from "../../../lazy-limits.ts";
import { allocate } from "../../../pipeline/allocate.ts";
import { wrongLength, ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import type { ZstdDecoder } from "../../zstd/kernel.ts";

export interface Output {
  /** At least `length` long; replaced when it grows. */
  bytes: Uint8Array;
  length: number;
  readonly limit: number;
}

/** Makes room for `extra` more bytes, or fails if they exceed the limit. */
export function makeRoom(output: Output, extra: number): void {
  const needed = output.length + extra;
  if (needed > output.limit) throw zstdError(ZSTD_ERRORS.outputTooLong, output.limit);
  if (needed <= output.bytes.byteLength) return;
  const grown = allocate(Math.min(output.limit, Math.max(needed, 2 * output.bytes.byteLength)));
  grown.set(output.bytes.subarray(0, output.length));
  output.bytes = grown;
}

/** A decoder of frames, for output of known length and for output that grows. */
export function frameDecoder(decodeFrames: (bytes: Uint8Array, output: Output) => void): ZstdDecoder {
  return {
    decodeZstd: (source, out) => {
      const output = { bytes: out, length: 0, limit: out.byteLength };
      decodeFrames(source, output);
      if (output.length !== out.byteLength) throw wrongLength(output.length, out.byteLength);
      return output.length;
    },
    decodeZstdUnknown: (source, maxLength) => {
      const output = { bytes: new Uint8Array(lazyLimits.growingBytes.cap(maxLength)), length: 0, limit: maxLength };
      decodeFrames(source, output);
      return output.bytes.slice(0, output.length);
    },
  };
}
