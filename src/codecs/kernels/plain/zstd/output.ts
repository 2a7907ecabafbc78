/** What a frame is decoded to: bytes of known length, or ones that grow up to a limit. */
import { allocate } from "../../../pipeline/allocate.ts";
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";

export interface Output {
  /** At least `length` long; replaced when it grows. */
  bytes: Uint8Array;
  length: number;
  readonly limit: number;
}

/** Makes room for so many bytes more, or refuses to. */
export function makeRoom(output: Output, extra: number): void {
  const needed = output.length + extra;
  if (needed > output.limit) throw zstdError(ZSTD_ERRORS.outputTooLong, output.limit);
  if (needed <= output.bytes.byteLength) return;
  const grown = allocate(Math.min(output.limit, Math.max(needed, 2 * output.bytes.byteLength)));
  grown.set(output.bytes.subarray(0, output.length));
  output.bytes = grown;
}
