/** A decoder of frames, for output of known length and for output that grows. */

import { codecLimits } from "../../../limits.ts";
import { wrongLength } from "../../zstd-errors.ts";
import type { ZstdDecoder } from "../../zstd-kernel.ts";
import type { Output } from "./output.ts";

export function frameDecoder(decodeFrames: (bytes: Uint8Array, output: Output) => void): ZstdDecoder {
  return {
    decodeZstd: (source, out) => {
      const output = { bytes: out, length: 0, limit: out.byteLength };
      decodeFrames(source, output);
      if (output.length !== out.byteLength) throw wrongLength(output.length, out.byteLength);
      return output.length;
    },
    decodeZstdUnknown: (source, maxLength) => {
      const output = { bytes: new Uint8Array(codecLimits.growingBytes.cap(maxLength)), length: 0, limit: maxLength };
      decodeFrames(source, output);
      return output.bytes.slice(0, output.length);
    },
  };
}
