/**
 * Zstandard (RFC 8878) over one imported memory. The module has no data of its own: the caller passes every region
 * (workspace, input, output) as pointer and length, so it runs beside other modules in one memory, shared or not.
 *
 * Whatever the input says, only the regions are read and written, and nothing traps: a length is returned where there
 * is a result, and a negative number where the input is broken (error-codes.ts).
 */
import { DECODER_SIZE } from "./workspace";

export { boundFrames, boundIsExact } from "./bound-frames";
export { initializeDecoder } from "./constants";
export { decodeFrames } from "./decode-frame";
export { initializeEncoder } from "./encode-constants";
export { encodeBound, encodeFrame } from "./encode-frame";
export { encoderSize } from "./levels";

/** Bytes of a decoder's workspace. */
export function decoderSize(): usize {
  return DECODER_SIZE;
}
