/**
 * Zstandard in TypeScript, for places without WebAssembly: a page whose content security policy forbids it, or an old
 * runtime. It decodes whatever the WebAssembly kernel decodes, at a fraction of its speed, and stores without compressing.
 */
import { wrongLength } from "../../zstd-errors.ts";
import type { ZstdKernel } from "../../zstd-kernel.ts";
import { decodeFrames } from "./decode-frames.ts";
import { encodeFrame } from "./encode-frame.ts";

const FIRST_BYTES = 64 * 1024;

export const plainZstd: ZstdKernel = {
  variant: "plain",
  decodeZstd: (source, out) => {
    const output = { bytes: out, length: 0, limit: out.byteLength };
    decodeFrames(source, output);
    if (output.length !== out.byteLength) throw wrongLength(output.length, out.byteLength);
    return output.length;
  },
  decodeZstdUnknown: (source, maxLength) => {
    const output = { bytes: new Uint8Array(Math.min(FIRST_BYTES, maxLength)), length: 0, limit: maxLength };
    decodeFrames(source, output);
    return output.bytes.slice(0, output.length);
  },
  encodeZstd: (source, _level, checksum) => encodeFrame(source, checksum),
};
