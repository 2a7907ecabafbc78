/** The loop over the codes of a block, near the ends of its regions: code by code, and every byte is checked. */
import { copyWild, WILD } from "./copy-match";
import { BAD_DISTANCE, OUTPUT_TOO_LONG, TRUNCATED, UNKNOWN_CODE } from "./error-codes";
import { fetchBits } from "./fetch-bits";
import {
  BUFFER, COUNT, DISTANCE_BITS, EXCEPTIONAL, LITERAL_BITS, NOT_LITERAL, OUTPUT, SECOND, TARGET, TARGET_END, TWO,
} from "./workspace";

/** 1: the block ended. Negative: what is wrong. */
export function decodeCareful(workspace: usize, literals: usize, distances: usize): i32 {
  const target = <usize>load<u32>(workspace + TARGET);
  const targetEnd = <usize>load<u32>(workspace + TARGET_END);
  let out = <usize>load<u32>(workspace + OUTPUT);
  for (;;) {
    // A length takes up to 20 bits and its distance 28.
    if (load<u32>(workspace + COUNT) < 48) fetchBits(workspace);
    let buffer = load<u64>(workspace + BUFFER);
    let count = load<u32>(workspace + COUNT);
    let entry = find(literals, buffer, LITERAL_BITS);
    let bits = entry & 63;
    if (entry >> 16 == 1 && (entry & EXCEPTIONAL) != 0) return UNKNOWN_CODE;
    if (bits > count) return TRUNCATED;
    if (!(entry & NOT_LITERAL)) {
      const two = (entry & TWO) != 0;
      const more: usize = two ? 2 : 1;
      if (targetEnd - out < more) return OUTPUT_TOO_LONG;
      store<u8>(out++, <u8>(entry >> 16));
      if (two) store<u8>(out++, <u8>(entry >> 24));
      advance(workspace, buffer, count, bits);
      continue;
    }
    if (entry & EXCEPTIONAL) {
      advance(workspace, buffer, count, bits);
      break;
    }
    const length = valueOf(entry, buffer);
    buffer >>= bits;
    count -= bits;
    entry = find(distances, buffer, DISTANCE_BITS);
    bits = entry & 63;
    if (entry & EXCEPTIONAL) return UNKNOWN_CODE;
    if (bits > count) return TRUNCATED;
    const distance = valueOf(entry, buffer);
    if (distance > out - target) return BAD_DISTANCE;
    if (targetEnd - out < length) return OUTPUT_TOO_LONG;
    if (targetEnd - out >= length + WILD) {
      copyWild(workspace, out, distance, length);
      out += length;
    } else {
      for (const end = out + length; out < end; out++) store<u8>(out, load<u8>(out - distance));
    }
    advance(workspace, buffer, count, bits);
  }
  store<u32>(workspace + OUTPUT, <u32>out);
  return 1;
}

@inline
function find(table: usize, buffer: u64, rootBits: u32): u32 {
  const entry = load<u32>(table + (<usize>(<u32>buffer & ((1 << rootBits) - 1)) << 2));
  if ((entry & EXCEPTIONAL) == 0 || (entry & SECOND) == 0) return entry;
  const within = <u32>(buffer >> rootBits) & ((1 << ((entry >> 8) & 15)) - 1);
  return load<u32>(table + (<usize>((entry >> 16) + within) << 2));
}

/** The value of an entry with its extra bits, which follow the code. */
@inline
function valueOf(entry: u32, buffer: u64): usize {
  return <usize>(entry >> 16) + <usize>((buffer & ~((<u64>-1) << entry)) >> ((entry >> 8) & 63));
}

@inline
function advance(workspace: usize, buffer: u64, count: u32, bits: u32): void {
  store<u64>(workspace + BUFFER, buffer >> bits);
  store<u32>(workspace + COUNT, count - bits);
}
