/** Fills the constant part of a workspace: codes of lengths and offsets, the predefined tables, byte patterns. */
import { buildTable } from "./decode-table";
import {
  COUNTS,
  DEFAULT_LITERALS_TABLE,
  DEFAULT_MATCH_TABLE,
  DEFAULT_OFFSET_TABLE,
  LITERALS_CODES,
  MASKS,
  MATCH_CODES,
  OFFSET_CODES,
  PATTERNS,
  STEPS,
} from "./workspace";

export const LITERALS_CODE_COUNT: u32 = 36;
export const OFFSET_CODE_COUNT: u32 = 32;
export const MATCH_CODE_COUNT: u32 = 53;
export const SHORTEST_MATCH: u32 = 3;
export const DEFAULT_OFFSET_LOG: u32 = 5;
export const DEFAULT_LENGTH_LOG: u32 = 6;
export const DEFAULT_OFFSET_COUNT: u32 = 29;

/** To be called once for every workspace, before anything else. */
export function initializeDecoder(workspace: usize): void {
  writeCodes(workspace);
  defaultLiteralsCounts(workspace + COUNTS);
  buildTable(workspace, DEFAULT_LITERALS_TABLE, LITERALS_CODES, LITERALS_CODE_COUNT, DEFAULT_LENGTH_LOG);
  defaultOffsetCounts(workspace + COUNTS);
  buildTable(workspace, DEFAULT_OFFSET_TABLE, OFFSET_CODES, DEFAULT_OFFSET_COUNT, DEFAULT_OFFSET_LOG);
  defaultMatchCounts(workspace + COUNTS);
  buildTable(workspace, DEFAULT_MATCH_TABLE, MATCH_CODES, MATCH_CODE_COUNT, DEFAULT_LENGTH_LOG);
  for (let n: u32 = 0; n < 32; n++) store<u32>(workspace + MASKS + (n << 2), ((<u32>1) << n) - 1);
  for (let d: u32 = 1; d < 16; d++) {
    for (let i: u32 = 0; i < 16; i++) store<u8>(workspace + PATTERNS + (d << 4) + i, <u8>(i % d));
    store<u8>(workspace + STEPS + d, <u8>(16 - (16 % d)));
  }
}

/** Codes of RFC 8878, 3.1.1.3.2.1.1: the smallest value of each follows from the extra bits of those before it. */
function writeCodes(workspace: usize): void {
  const bits = workspace + COUNTS;
  literalsExtraBits(bits);
  writeValues(workspace + LITERALS_CODES, 0, LITERALS_CODE_COUNT, bits);
  matchExtraBits(bits);
  writeValues(workspace + MATCH_CODES, SHORTEST_MATCH, MATCH_CODE_COUNT, bits);
  for (let code: u32 = 0; code < OFFSET_CODE_COUNT; code++) {
    store<u32>(workspace + OFFSET_CODES + (code << 3), (<u32>1) << code);
    store<u32>(workspace + OFFSET_CODES + (code << 3), code, 4);
  }
}

function writeValues(target: usize, first: u32, count: u32, extra: usize): void {
  let smallest = first;
  for (let code: u32 = 0; code < count; code++) {
    const bits = <u32>load<u8>(extra + code);
    store<u32>(target + (code << 3), smallest);
    store<u32>(target + (code << 3), bits, 4);
    smallest += (<u32>1) << bits;
  }
}

/** Extra bits of the codes of literals lengths: none up to code 15. 40 bytes are written. */
export function literalsExtraBits(target: usize): void {
  store<u64>(target, 0);
  store<u64>(target, 0, 8);
  store<u64>(target, 0x0303020201010101, 16);
  store<u64>(target, 0x0c0b0a0908070604, 24);
  store<u64>(target, 0x100f0e0d, 32);
}

/** Extra bits of the codes of match lengths: none up to code 31. 56 bytes are written. */
export function matchExtraBits(target: usize): void {
  memory.fill(target, 0, 32);
  store<u64>(target, 0x0303020201010101, 32);
  store<u64>(target, 0x0b0a090807050404, 40);
  store<u64>(target, 0x100f0e0d0c, 48);
}

/** Eight counts of a distribution, a nibble each, the first in the lowest; 15 stands for -1. */
function writeCounts(target: usize, at: u32, nibbles: u32): void {
  for (let i: u32 = 0; i < 8; i++) {
    const count = (nibbles >> (i << 2)) & 15;
    store<i16>(target + ((at + i) << 1), count == 15 ? -1 : <i16>count);
  }
}

// The predefined distributions of RFC 8878, 3.1.1.3.2.2.
export function defaultLiteralsCounts(target: usize): void {
  writeCounts(target, 0, 0x22222234);
  writeCounts(target, 8, 0x11122222);
  writeCounts(target, 16, 0x22222222);
  writeCounts(target, 24, 0x11111232);
  writeCounts(target, 32, 0x0000ffff);
}

export function defaultOffsetCounts(target: usize): void {
  writeCounts(target, 0, 0x22111111);
  writeCounts(target, 8, 0x11111112);
  writeCounts(target, 16, 0x11111111);
  writeCounts(target, 24, 0x000fffff);
}

export function defaultMatchCounts(target: usize): void {
  writeCounts(target, 0, 0x22222341);
  writeCounts(target, 8, 0x11111112);
  for (let at: u32 = 16; at < 40; at += 8) writeCounts(target, at, 0x11111111);
  writeCounts(target, 40, 0xff111111);
  writeCounts(target, 48, 0x000fffff);
}
