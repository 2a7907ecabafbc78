/** How long the output of frames will be, from their headers and those of their blocks alone. */
import { REGION_TOO_LARGE, TRUNCATED, WRONG_CONTENT_SIZE } from "./error-codes";
import {
  blockLimit,
  COMPRESSED_BLOCK,
  contentSize,
  hasChecksum,
  MAX_ADDRESS,
  readFrameHeader,
  REPEATED_BLOCK,
  skippableSize,
  UNKNOWN,
} from "./frame-header";

// What the last call has found.
let frameEnd: usize = 0;
let exact: bool = true;

/**
 * What all frames decode to at most: their content sizes where they state one, else what their blocks may hold. A
 * negative number is an error. A content size that the blocks cannot hold is one, too: so no header makes memory grow.
 */
export function boundFrames(source: usize, length: usize): f64 {
  const end = source + length;
  if (end < source || end > MAX_ADDRESS) return REGION_TOO_LARGE;
  let at = source;
  let total: f64 = 0;
  exact = true;
  do {
    const header = readFrameHeader(at, end);
    if (header < 0) return header;
    if (skippableSize != 0) {
      at += skippableSize;
      continue;
    }
    const bound = boundBlocks(at + <usize>header, end);
    if (bound < 0) return bound;
    if (contentSize == UNKNOWN) exact = false;
    else if (<f64>contentSize > bound) return WRONG_CONTENT_SIZE;
    total += contentSize == UNKNOWN ? bound : <f64>contentSize;
    at = frameEnd;
  } while (at < end);
  return total;
}

/** Did every frame of the last `boundFrames` state its size? */
export function boundIsExact(): bool {
  return exact;
}

function boundBlocks(source: usize, end: usize): f64 {
  let at = source;
  let total: f64 = 0;
  for (let last: u32 = 0; last == 0; ) {
    if (end - at < 3) return TRUNCATED;
    const header = <u32>load<u16>(at) | ((<u32>load<u8>(at, 2)) << 16);
    at += 3;
    last = header & 1;
    const type = (header >> 1) & 3;
    const size = <usize>(header >> 3);
    const stored: usize = type == REPEATED_BLOCK ? 1 : size;
    if (stored > end - at) return TRUNCATED;
    total += <f64>(type < COMPRESSED_BLOCK ? size : blockLimit);
    at += stored;
  }
  if (hasChecksum) {
    if (end - at < 4) return TRUNCATED;
    at += 4;
  }
  frameEnd = at;
  return total;
}
