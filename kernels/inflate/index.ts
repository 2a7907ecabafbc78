/**
 * DEFLATE (RFC 1951) and the checksums around it over one imported memory. The module has no data of its own: the
 * caller passes every region (workspace, input, output) as pointer and length, so it runs beside other modules in one
 * memory, shared or not.
 *
 * Whatever the input says, only the regions are read and written, and nothing traps: a length is returned where there
 * is a result, and a negative number where the input is broken (error-codes.ts).
 */
import { WORKSPACE_SIZE } from "./workspace";

export { adler32 } from "../adler32";
export { initializeInflate } from "./constants";
export { crc32, crc32Size, initializeCrc32 } from "./crc32";
export { inflate, inflateUsed } from "./inflate";

/** Bytes of a workspace. */
export function inflateSize(): usize {
  return WORKSPACE_SIZE;
}
