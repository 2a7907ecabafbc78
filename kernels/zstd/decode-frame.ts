/** Decodes frames: one after the other, each of blocks, each checked against what its header promises. */
import { decodeBlock } from "./decode-block";
import {
  BAD_BLOCK_HEADER,
  OUTPUT_TOO_LONG,
  REGION_TOO_LARGE,
  TRUNCATED,
  WRONG_CHECKSUM,
  WRONG_CONTENT_SIZE,
} from "./error-codes";
import {
  blockLimit,
  COMPRESSED_BLOCK,
  contentSize,
  hasChecksum,
  MAX_ADDRESS,
  RAW_BLOCK,
  readFrameHeader,
  REPEATED_BLOCK,
  skippableSize,
  UNKNOWN,
} from "./frame-header";
import { FRAME_START, HAS_TABLES, HAS_TREE, REPEAT_1, REPEAT_2, REPEAT_3 } from "./workspace";
import { xxh64 } from "./xxh64";

// Where the input and the output of the last frame ended.
let inputEnd: usize = 0;
let outputEnd: usize = 0;

/**
 * Decodes all frames of `source` to `target`, at most `capacity` bytes. Returns the decoded length or an error. What
 * lies behind the decoded bytes in `target` is undefined then.
 */
export function decodeFrames(workspace: usize, source: usize, length: usize, target: usize, capacity: usize): f64 {
  const end = source + length;
  const limit = target + capacity;
  if (end < source || limit < target || end > MAX_ADDRESS || limit > MAX_ADDRESS) return REGION_TOO_LARGE;
  let at = source;
  let output = target;
  do {
    const header = readFrameHeader(at, end);
    if (header < 0) return header;
    if (skippableSize != 0) {
      at += skippableSize;
      continue;
    }
    const error = decodeFrame(workspace, at + <usize>header, end, output, limit);
    if (error != 0) return error;
    at = inputEnd;
    output = outputEnd;
  } while (at < end);
  return <f64>(output - target);
}

/** Decodes what follows a frame's header. Returns 0 or an error. */
function decodeFrame(workspace: usize, source: usize, end: usize, target: usize, limit: usize): i32 {
  const promised = contentSize;
  if (promised != UNKNOWN && promised > <u64>(limit - target)) return OUTPUT_TOO_LONG;
  store<u32>(workspace + REPEAT_1, 1);
  store<u32>(workspace + REPEAT_2, 4);
  store<u32>(workspace + REPEAT_3, 8);
  store<u32>(workspace + HAS_TREE, 0);
  store<u32>(workspace + HAS_TABLES, 0);
  store<u32>(workspace + FRAME_START, <u32>target);
  let at = source;
  let output = target;
  for (let last: u32 = 0; last == 0; ) {
    if (end - at < 3) return TRUNCATED;
    const header = <u32>load<u16>(at) | ((<u32>load<u8>(at, 2)) << 16);
    at += 3;
    last = header & 1;
    const type = (header >> 1) & 3;
    const size = <usize>(header >> 3);
    const stored: usize = type == REPEATED_BLOCK ? 1 : size;
    if (stored > end - at) return TRUNCATED;
    if (type == COMPRESSED_BLOCK) {
      if (size < 2 || size > blockLimit) return BAD_BLOCK_HEADER;
      const decoded = decodeBlock(workspace, at, size, output, output + blockLimit, limit);
      if (decoded < 0) return decoded;
      output += <usize>decoded;
    } else {
      if (type > COMPRESSED_BLOCK) return BAD_BLOCK_HEADER;
      if (size > limit - output) return OUTPUT_TOO_LONG;
      if (type == RAW_BLOCK) memory.copy(output, at, size);
      else memory.fill(output, load<u8>(at), size);
      output += size;
    }
    at += stored;
  }
  if (promised != UNKNOWN && promised != <u64>(output - target)) return WRONG_CONTENT_SIZE;
  if (hasChecksum) {
    if (end - at < 4) return TRUNCATED;
    if (load<u32>(at) != <u32>xxh64(target, output - target)) return WRONG_CHECKSUM;
    at += 4;
  }
  inputEnd = at;
  outputEnd = output;
  return 0;
}
