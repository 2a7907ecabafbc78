/** A compressed block (RFC 8878, 3.1.1.3): literals, then the sequences that place them. */
import {
  DEFAULT_LENGTH_LOG,
  DEFAULT_OFFSET_LOG,
  LITERALS_CODE_COUNT,
  MATCH_CODE_COUNT,
  OFFSET_CODE_COUNT,
} from "./constants";
import { decodeFourStreams, decodeOneStream } from "./decode-huffman";
import { decodeSequences } from "./decode-sequences";
import { buildConstantTable, buildTable, readDistribution } from "./decode-table";
import { readTree } from "./decode-tree";
import {
  BAD_HUFFMAN_STREAM,
  BAD_HUFFMAN_TREE,
  BAD_LITERALS,
  BAD_SEQUENCE_TABLE,
  BAD_SEQUENCES,
  BLOCK_TOO_LONG,
  OUTPUT_TOO_LONG,
} from "./error-codes";
import {
  DEFAULT_LITERALS_TABLE,
  DEFAULT_MATCH_TABLE,
  DEFAULT_OFFSET_TABLE,
  HAS_TABLES,
  HAS_TREE,
  LITERALS,
  LITERALS_AT,
  LITERALS_CODES,
  LITERALS_LENGTH,
  LITERALS_TABLE,
  MATCH_CODES,
  MATCH_TABLE,
  MAX_BLOCK,
  OFFSET_CODES,
  OFFSET_TABLE,
  READ_LOG,
  READ_SYMBOLS,
  TABLE_LOGS,
  WILD,
} from "./workspace";

// Types of literals.
const RAW: u32 = 0;
const REPEATED: u32 = 1;
const WITH_TREE: u32 = 2;

// Modes of sequence tables.
const PREDEFINED: u32 = 0;
const CONSTANT: u32 = 1;
const DESCRIBED: u32 = 2;

/** Returns the decoded length or an error. */
export function decodeBlock(
  workspace: usize,
  source: usize,
  length: usize,
  target: usize,
  blockEnd: usize,
  outputEnd: usize,
): i32 {
  const end = source + length;
  const used = decodeLiterals(workspace, source, length);
  if (used < 0) return used;
  let at = source + <usize>used;
  if (at == end) return BAD_SEQUENCES;
  let count = <u32>load<u8>(at++);
  if (count >= 128) {
    const more: usize = count == 255 ? 2 : 1;
    if (end - at < more) return BAD_SEQUENCES;
    count = count == 255 ? <u32>load<u16>(at) + 0x7f00 : ((count - 128) << 8) | <u32>load<u8>(at);
    at += more;
  }
  if (count == 0) return at == end ? literalsOnly(workspace, target, blockEnd, outputEnd) : BAD_SEQUENCES;
  at = readTables(workspace, at, end);
  if (at == 0) return BAD_SEQUENCE_TABLE;
  store<u32>(workspace + HAS_TABLES, 1);
  return decodeSequences(workspace, at, end, count, target, blockEnd, outputEnd);
}

function literalsOnly(workspace: usize, target: usize, blockEnd: usize, outputEnd: usize): i32 {
  const length = <usize>load<u32>(workspace + LITERALS_LENGTH);
  if (length > blockEnd - target) return BLOCK_TOO_LONG;
  if (length > outputEnd - target) return OUTPUT_TOO_LONG;
  memory.copy(target, <usize>load<u32>(workspace + LITERALS_AT), length);
  return <i32>length;
}

/** Sets LITERALS_AT and LITERALS_LENGTH. Returns the bytes it took or an error. */
function decodeLiterals(workspace: usize, source: usize, length: usize): i32 {
  const first = <u32>load<u8>(source);
  const type = first & 3;
  const format = (first >> 2) & 3;
  if (type >= WITH_TREE) return decodeCodedLiterals(workspace, source, length, type == WITH_TREE, format);
  const header: usize = format == 1 ? 2 : format == 3 ? 3 : 1;
  if (header > length) return BAD_LITERALS;
  let size: usize = first >> 3;
  if (header == 2) size = <usize>load<u16>(source) >> 4;
  if (header == 3) size = (<usize>load<u16>(source) | ((<usize>load<u8>(source, 2)) << 16)) >> 4;
  if (size > MAX_BLOCK) return BAD_LITERALS;
  const stored: usize = type == RAW ? size : 1;
  if (stored > length - header) return BAD_LITERALS;
  const content = source + header;
  const literals = workspace + LITERALS;
  store<u32>(workspace + LITERALS_AT, <u32>literals);
  store<u32>(workspace + LITERALS_LENGTH, <u32>size);
  if (type == REPEATED) memory.fill(literals, load<u8>(content), size);
  // Copies run past their end: literals are used where they are only if enough of the block follows.
  else if (length - header - stored >= WILD) store<u32>(workspace + LITERALS_AT, <u32>content);
  else memory.copy(literals, content, size);
  return <i32>(header + stored);
}

function decodeCodedLiterals(workspace: usize, source: usize, length: usize, withTree: bool, format: u32): i32 {
  const header: usize = format < 2 ? 3 : format + 2;
  if (header > length) return BAD_LITERALS;
  let bits: u64 = 0;
  for (let i: usize = 0; i < header; i++) bits |= (<u64>load<u8>(source + i)) << ((<u64>i) << 3);
  const width: u64 = format < 2 ? 10 : format == 2 ? 14 : 18;
  const mask = ((<u64>1) << width) - 1;
  const size = <usize>((bits >> 4) & mask);
  let stored = <usize>(bits >> (4 + width));
  if (size == 0 || size > MAX_BLOCK || stored > length - header) return BAD_LITERALS;
  const used = <i32>(header + stored);
  let content = source + header;
  if (withTree) {
    const tree = readTree(workspace, content, stored);
    if (tree == 0) return BAD_HUFFMAN_TREE;
    content += tree;
    stored -= tree;
  } else if (load<u32>(workspace + HAS_TREE) == 0) {
    return BAD_LITERALS;
  }
  const literals = workspace + LITERALS;
  store<u32>(workspace + LITERALS_AT, <u32>literals);
  store<u32>(workspace + LITERALS_LENGTH, <u32>size);
  const good =
    format == 0
      ? decodeOneStream(workspace, content, stored, literals, size)
      : decodeFourStreams(workspace, content, stored, literals, size);
  return good ? used : BAD_HUFFMAN_STREAM;
}

/** Reads or repeats the three tables. Returns where the bit stream starts, or 0. */
function readTables(workspace: usize, source: usize, end: usize): usize {
  if (source == end) return 0;
  const modes = <u32>load<u8>(source);
  if ((modes & 3) != 0) return 0;
  let at = source + 1;
  at = readTable(workspace, 0, modes >> 6, at, end, LITERALS_TABLE, LITERALS_CODES, LITERALS_CODE_COUNT, 9);
  if (at == 0) return 0;
  at = readTable(workspace, 1, (modes >> 4) & 3, at, end, OFFSET_TABLE, OFFSET_CODES, OFFSET_CODE_COUNT, 8);
  if (at == 0) return 0;
  return readTable(workspace, 2, (modes >> 2) & 3, at, end, MATCH_TABLE, MATCH_CODES, MATCH_CODE_COUNT, 9);
}

function readTable(
  workspace: usize,
  kind: u32,
  mode: u32,
  source: usize,
  end: usize,
  table: usize,
  codes: usize,
  codeCount: u32,
  maxLog: u32,
): usize {
  let at = source;
  let log: u32 = 0;
  if (mode == PREDEFINED) {
    log = kind == 1 ? DEFAULT_OFFSET_LOG : DEFAULT_LENGTH_LOG;
    const from = kind == 0 ? DEFAULT_LITERALS_TABLE : kind == 1 ? DEFAULT_OFFSET_TABLE : DEFAULT_MATCH_TABLE;
    memory.copy(workspace + table, workspace + from, (<usize>8) << log);
  } else if (mode == CONSTANT) {
    if (at == end) return 0;
    const symbol = <u32>load<u8>(at++);
    if (symbol >= codeCount) return 0;
    buildConstantTable(workspace, table, codes, symbol);
  } else if (mode == DESCRIBED) {
    const bytes = readDistribution(workspace, at, end, codeCount, maxLog);
    if (bytes == 0) return 0;
    at += bytes;
    log = load<u32>(workspace + READ_LOG);
    buildTable(workspace, table, codes, load<u32>(workspace + READ_SYMBOLS), log);
  } else {
    return load<u32>(workspace + HAS_TABLES) != 0 ? at : 0;
  }
  store<u32>(workspace + TABLE_LOGS + (kind << 2), log);
  return at;
}
