/** One raw DEFLATE stream (RFC 1951), block by block. */
import { decodeCareful } from "./decode-careful";
import { decodeFast } from "./decode-fast";
import { BAD_BLOCK_TYPE, BAD_STORED_LENGTH, OUTPUT_TOO_LONG, TRUNCATED } from "./error-codes";
import { takeBits } from "./fetch-bits";
import { readTables } from "./read-tables";
import {
  BUFFER, COUNT, DISTANCE_TABLE, FIXED_DISTANCES, FIXED_LITERALS, LITERAL_TABLE, NEXT, OUTPUT, SOURCE_END, TARGET,
  TARGET_END, USED,
} from "./workspace";

/**
 * Decodes the stream at the start of `source` to `target`: its length, at most `capacity`, or what is wrong. More than
 * 2 GiB are not asked for.
 */
export function inflate(workspace: usize, source: usize, length: usize, target: usize, capacity: usize): i32 {
  store<u32>(workspace + NEXT, <u32>source);
  store<u32>(workspace + SOURCE_END, <u32>(source + length));
  store<u64>(workspace + BUFFER, 0);
  store<u32>(workspace + COUNT, 0);
  store<u32>(workspace + OUTPUT, <u32>target);
  store<u32>(workspace + TARGET, <u32>target);
  store<u32>(workspace + TARGET_END, <u32>(target + capacity));
  for (let last = false; !last; ) {
    const header = takeBits(workspace, 3);
    if (header < 0) return TRUNCATED;
    last = (header & 1) != 0;
    const result = decodeBlock(workspace, header >> 1);
    if (result < 0) return result;
  }
  // Whole bytes that were fetched and not used belong to what follows.
  const next = load<u32>(workspace + NEXT) - (load<u32>(workspace + COUNT) >> 3);
  store<u32>(workspace + USED, next - <u32>source);
  return <i32>(load<u32>(workspace + OUTPUT) - <u32>target);
}

/** How many bytes of its input the last stream took. */
export function inflateUsed(workspace: usize): u32 {
  return load<u32>(workspace + USED);
}

function decodeBlock(workspace: usize, type: i32): i32 {
  if (type == 0) return copyStored(workspace);
  if (type == 1) return decodeCodes(workspace, workspace + FIXED_LITERALS, workspace + FIXED_DISTANCES);
  if (type != 2) return BAD_BLOCK_TYPE;
  const wrong = readTables(workspace);
  return wrong < 0 ? wrong : decodeCodes(workspace, workspace + LITERAL_TABLE, workspace + DISTANCE_TABLE);
}

function decodeCodes(workspace: usize, literals: usize, distances: usize): i32 {
  const result = decodeFast(workspace, literals, distances);
  return result == 0 ? decodeCareful(workspace, literals, distances) : result;
}

/** The rest of a byte is skipped; then length (2), its complement (2), and the bytes. */
function copyStored(workspace: usize): i32 {
  const start = <usize>load<u32>(workspace + NEXT) - (<usize>load<u32>(workspace + COUNT) >> 3);
  const end = <usize>load<u32>(workspace + SOURCE_END);
  const out = <usize>load<u32>(workspace + OUTPUT);
  store<u64>(workspace + BUFFER, 0);
  store<u32>(workspace + COUNT, 0);
  if (end - start < 4) return TRUNCATED;
  const length = <usize>load<u16>(start);
  if ((length ^ <usize>load<u16>(start, 2)) != 0xffff) return BAD_STORED_LENGTH;
  if (end - start - 4 < length) return TRUNCATED;
  if (<usize>load<u32>(workspace + TARGET_END) - out < length) return OUTPUT_TOO_LONG;
  memory.copy(out, start + 4, length);
  store<u32>(workspace + NEXT, <u32>(start + 4 + length));
  store<u32>(workspace + OUTPUT, <u32>(out + length));
  return 0;
}
