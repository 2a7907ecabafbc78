/** Fills the constant part of an encoder's workspace: codes of lengths, logarithms, the predefined tables. */
import {
  DEFAULT_LENGTH_LOG,
  DEFAULT_OFFSET_COUNT,
  DEFAULT_OFFSET_LOG,
  defaultLiteralsCounts,
  defaultMatchCounts,
  defaultOffsetCounts,
  LITERALS_CODE_COUNT,
  literalsExtraBits,
  MATCH_CODE_COUNT,
  matchExtraBits,
} from "./constants";
import { buildEncodingTable } from "./encode-table";
import {
  E_DEFAULT_TABLES,
  E_LITERALS_BITS,
  E_LITERALS_CODE,
  E_LOGARITHMS,
  E_MATCH_BITS,
  E_MATCH_CODE,
  TABLE_COUNTS,
  TABLE_SLOT,
} from "./encode-workspace";

/** To be called once for every workspace, before anything else. */
export function initializeEncoder(workspace: usize): void {
  literalsExtraBits(workspace + E_LITERALS_BITS);
  matchExtraBits(workspace + E_MATCH_BITS);
  listCodes(workspace + E_LITERALS_CODE, 64, workspace + E_LITERALS_BITS);
  listCodes(workspace + E_MATCH_CODE, 128, workspace + E_MATCH_BITS);
  for (let i: u32 = 1; i <= 512; i++) store<u16>(workspace + E_LOGARITHMS + (i << 1), <u16>logarithm(i));
  const tables = workspace + E_DEFAULT_TABLES;
  memory.fill(tables, 0, 3 * TABLE_SLOT);
  store<u32>(tables, DEFAULT_LENGTH_LOG);
  defaultLiteralsCounts(tables + TABLE_COUNTS);
  buildEncodingTable(workspace, tables, LITERALS_CODE_COUNT);
  store<u32>(tables + TABLE_SLOT, DEFAULT_OFFSET_LOG);
  defaultOffsetCounts(tables + TABLE_SLOT + TABLE_COUNTS);
  buildEncodingTable(workspace, tables + TABLE_SLOT, DEFAULT_OFFSET_COUNT);
  store<u32>(tables + 2 * TABLE_SLOT, DEFAULT_LENGTH_LOG);
  defaultMatchCounts(tables + 2 * TABLE_SLOT + TABLE_COUNTS);
  buildEncodingTable(workspace, tables + 2 * TABLE_SLOT, MATCH_CODE_COUNT);
}

/** The codes of the values from 0 on, from the extra bits of each code. */
function listCodes(target: usize, values: u32, bits: usize): void {
  let code: u32 = 0;
  let next: u32 = 1 << load<u8>(bits);
  for (let value: u32 = 0; value < values; value++) {
    if (value == next) next += (<u32>1) << load<u8>(bits + ++code);
    store<u8>(target + value, <u8>code);
  }
}

/** 256 * log2(value), by squaring: each bit tells whether the square passed 2. */
function logarithm(value: u32): u32 {
  const whole = 31 - clz(value);
  let rest = <f64>value / <f64>(1 << whole);
  let result = whole;
  for (let i = 0; i < 8; i++) {
    rest *= rest;
    result <<= 1;
    if (rest >= 2) {
      rest /= 2;
      result |= 1;
    }
  }
  return result;
}
