/**
 * Zstandard in TypeScript, for places without WebAssembly: a page whose content security policy forbids it, or an old
 * runtime. It decodes whatever the WebAssembly kernel decodes, at a fraction of its speed, and stores without compressing.
 */
import type { ZstdKernel } from "../../zstd-kernel.ts";
import { decodeFrames } from "./decode-frames.ts";
import { encodeFrame } from "./encode-frame.ts";
import { frameDecoder } from "./frame-decoder.ts";

export const plainZstd: ZstdKernel = {
  variant: "plain",
  ...frameDecoder(decodeFrames),
  encodeZstd: (source, _level, checksum) => encodeFrame(source, checksum),
};
