/**
 * Zstandard (RFC 8878) blocks, decoded and encoded over one imported memory. Frames, and blocks that are stored as they
 * are, are the caller's affair. Nothing here traps: an error is a negative number.
 */
export { beginFrame, decodeBlock, decodeStateSize } from "./decode-block";
export { beginEncoding, encodeBlock, encodeStateSize } from "./encode-block";
export { contentChecksum } from "./xxhash";

/** The first byte behind the module's own constants: memory from here on is the caller's. */
export function heapBase(): usize {
  return __heap_base;
}
