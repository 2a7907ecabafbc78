/** Encodes a frame: header with content size, blocks, checksum if asked for. */
import { encodeBlock } from "./encode-block";
import {
  E_FINDER_TABLES,
  E_FRAME_START,
  E_NEXT_INSERT,
  E_REPEATS,
  E_SLOTS,
  E_SOURCE_END,
  E_STRATEGY,
  E_TABLE_SLOTS,
  E_TREE_SLOTS,
  TABLE_SLOT,
  TREE_SLOT,
} from "./encode-workspace";
import { OUTPUT_TOO_LONG, REGION_TOO_LARGE } from "./error-codes";
import { COMPRESSED_BLOCK, FRAME_MAGIC, MAX_ADDRESS, RAW_BLOCK, REPEATED_BLOCK } from "./frame-header";
import { encoderSize, ROWS, setLevel, windowLog } from "./levels";
import { tagged } from "./sequence-store";
import { MAX_BLOCK } from "./workspace";
import { xxh64 } from "./xxh64";

/** Header and checksum, and what the encoder may overwrite behind a block. */
const FRAME_BYTES: usize = 18 + 512;

/** What `encodeFrame` needs for its output: a frame is never longer. */
export function encodeBound(length: usize): usize {
  return length + 3 * (length / MAX_BLOCK + 1) + FRAME_BYTES;
}

/** Encodes `source` to one frame at `target`, which has `encodeBound(length)` bytes. Returns its length or an error. */
export function encodeFrame(
  workspace: usize,
  source: usize,
  length: usize,
  target: usize,
  capacity: usize,
  level: i32,
  checksum: bool,
): f64 {
  const end = source + length;
  if (end < source || end > MAX_ADDRESS || target + capacity < target) return REGION_TOO_LARGE;
  if (capacity < encodeBound(length)) return OUTPUT_TOO_LONG;
  setLevel(workspace, level, length);
  clearTables(workspace, source, encoderSize(level, length) - E_FINDER_TABLES);
  beginFrame(workspace, source, end);
  let at = writeFrameHeader(target, length, windowLog(level), checksum);
  let block = source;
  do {
    const blockLength = min(end - block, MAX_BLOCK);
    at = writeBlock(workspace, block, blockLength, at, block + blockLength == end);
    block += blockLength;
  } while (block < end);
  if (checksum) {
    store<u32>(at, <u32>xxh64(source, length));
    at += 4;
  }
  return <f64>(at - target);
}

/** Rows know no position 0; the other tables get one before the frame, so that a frame is the same wherever it lies. */
function clearTables(workspace: usize, source: usize, length: usize): void {
  const tables = workspace + E_FINDER_TABLES;
  if (load<u32>(workspace + E_STRATEGY) == ROWS) {
    memory.fill(tables, 0, length);
    return;
  }
  const nowhere = i32x4.splat(<i32>tagged(source - 1, 0));
  for (let at = tables, end = tables + length; at < end; at += 64) {
    v128.store(at, nowhere);
    v128.store(at, nowhere, 16);
    v128.store(at, nowhere, 32);
    v128.store(at, nowhere, 48);
  }
}

function beginFrame(workspace: usize, source: usize, end: usize): void {
  store<u32>(workspace + E_FRAME_START, <u32>source);
  store<u32>(workspace + E_SOURCE_END, <u32>end);
  store<u32>(workspace + E_NEXT_INSERT, <u32>source);
  store<u32>(workspace + E_REPEATS, 1);
  store<u32>(workspace + E_REPEATS, 4, 4);
  store<u32>(workspace + E_REPEATS, 8, 8);
  for (let kind: usize = 0; kind < 4; kind++) {
    const slots = workspace + E_SLOTS + (kind << 4);
    const first = kind == 0 ? workspace + E_TREE_SLOTS : workspace + E_TABLE_SLOTS + (kind - 1) * 2 * TABLE_SLOT;
    store<u32>(slots, <u32>first);
    store<u32>(slots, <u32>(first + (kind == 0 ? TREE_SLOT : TABLE_SLOT)), 4);
    store<u32>(slots, 0, 8);
  }
}

function writeFrameHeader(target: usize, length: usize, log: u32, checksum: bool): usize {
  const single = length <= (<usize>1) << log;
  store<u32>(target, FRAME_MAGIC);
  let at = target + 5;
  if (!single) store<u8>(at++, <u8>((log - 10) << 3));
  let flag: u32 = 2;
  if (length < 256 && single) {
    flag = 0;
    store<u8>(at, <u8>length);
    at += 1;
  } else if (length >= 256 && length < 256 + 65536) {
    flag = 1;
    store<u16>(at, <u16>(length - 256));
    at += 2;
  } else {
    store<u32>(at, <u32>length);
    at += 4;
  }
  store<u8>(target, <u8>((flag << 6) | (single ? 32 : 0) | (checksum ? 4 : 0)), 4);
  return at;
}

function writeBlock(workspace: usize, block: usize, length: usize, target: usize, last: bool): usize {
  const content = target + 3;
  let type = REPEATED_BLOCK;
  let size = length;
  let stored: usize = 1;
  if (length > 1 && isConstant(block, length)) {
    store<u8>(content, load<u8>(block));
  } else {
    stored = encodeBlock(workspace, block, length, content);
    type = stored == 0 ? RAW_BLOCK : COMPRESSED_BLOCK;
    if (stored == 0) {
      memory.copy(content, block, length);
      stored = length;
    }
    size = stored;
  }
  const header = (last ? 1 : 0) | (type << 1) | ((<u32>size) << 3);
  store<u16>(target, <u16>header);
  store<u8>(target, <u8>(header >> 16), 2);
  return content + stored;
}

/** Are all bytes the same? */
function isConstant(block: usize, length: usize): bool {
  const first = load<u8>(block);
  const end = block + length;
  let at = block;
  const pattern = i8x16.splat(first);
  for (; end - at >= 16; at += 16) if (v128.any_true(v128.xor(v128.load(at), pattern))) return false;
  for (; at < end; at++) if (load<u8>(at) != first) return false;
  return true;
}
