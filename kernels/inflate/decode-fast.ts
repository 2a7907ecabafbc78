/**
 * The loop over the codes of a block, far from the ends of both regions: nothing is checked there but distances. It
 * fetches until 56 bits or more count, and its buffer then holds 64 that are the input's: what lies above those that
 * count are those that follow, so that fetching again adds what is there already, and so that the next entry can be
 * looked up before that. Numbers of bits are only looked at by their lowest six: shifts do so by themselves.
 */
import { copyWild, WILD } from "./copy-match";
import { BAD_DISTANCE, UNKNOWN_CODE } from "./error-codes";
import {
  BUFFER, COUNT, DISTANCE_BITS, EXCEPTIONAL, LITERAL_BITS, NEXT, NOT_LITERAL, OUTPUT, SECOND, SOURCE_END,
  TARGET, TARGET_END,
} from "./workspace";

/** Before the first turn and at most twice in each eight bytes are fetched, and at most seven left behind. */
const FAST_SOURCE: usize = 24;
/** A turn writes at most eight literals, or six and a match of 258. */
const FAST_TARGET: usize = 264 + WILD;

const LITERAL_MASK: u64 = (1 << LITERAL_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;

/** 1: the block ended. 0: an end is near. Negative: what is wrong. */
export function decodeFast(workspace: usize, literals: usize, distances: usize): i32 {
  let next = <usize>load<u32>(workspace + NEXT);
  let out = <usize>load<u32>(workspace + OUTPUT);
  const sourceEnd = <usize>load<u32>(workspace + SOURCE_END);
  const targetEnd = <usize>load<u32>(workspace + TARGET_END);
  if (sourceEnd - next < FAST_SOURCE || targetEnd - out < FAST_TARGET) return 0;
  const target = <usize>load<u32>(workspace + TARGET);
  const lastNext = sourceEnd - FAST_SOURCE;
  const lastOut = targetEnd - FAST_TARGET;
  let buffer = load<u64>(workspace + BUFFER);
  let count = <u64>load<u32>(workspace + COUNT);
  let result: i32 = 0;
  buffer |= load<u64>(next) << count;
  next += <usize>(~count >> 3) & 7;
  count |= 56;
  let entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
  do {
    buffer |= load<u64>(next) << count;
    next += <usize>(~count >> 3) & 7;
    count |= 56;
    if (!(entry & NOT_LITERAL)) {
      buffer >>= entry;
      count -= entry;
      store<u16>(out, <u16>(entry >> 16));
      out += 1 + (<usize>(entry >> 14) & 1);
      entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
      if (!(entry & NOT_LITERAL)) {
        buffer >>= entry;
        count -= entry;
        store<u16>(out, <u16>(entry >> 16));
        out += 1 + (<usize>(entry >> 14) & 1);
        entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
        if (!(entry & NOT_LITERAL)) {
          buffer >>= entry;
          count -= entry;
          store<u16>(out, <u16>(entry >> 16));
          out += 1 + (<usize>(entry >> 14) & 1);
          entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
          if (!(entry & NOT_LITERAL)) {
            buffer >>= entry;
            count -= entry;
            store<u16>(out, <u16>(entry >> 16));
            out += 1 + (<usize>(entry >> 14) & 1);
            entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
            continue;
          }
        }
      }
    }
    if (entry & EXCEPTIONAL) {
      if (entry & SECOND) {
        const within = <usize>(buffer >> LITERAL_BITS) & ((1 << (<usize>(entry >> 8) & 15)) - 1);
        entry = <u64>load<u32>(literals + ((<usize>(entry >> 16) + within) << 2));
        if (!(entry & NOT_LITERAL)) {
          buffer >>= entry;
          count -= entry;
          store<u8>(out++, <u8>(entry >> 16));
          entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
          continue;
        }
      }
      if (entry & EXCEPTIONAL) {
        result = entry >> 16 == 0 ? 1 : UNKNOWN_CODE;
        buffer >>= entry;
        count -= entry;
        break;
      }
    }
    const length = <usize>(entry >> 16) + <usize>((buffer & ~((<u64>-1) << entry)) >> (entry >> 8));
    buffer >>= entry;
    count -= entry;
    // A distance takes at most 28 bits, and those of the next entry must be there.
    if ((count & 63) < 28 + LITERAL_BITS) {
      buffer |= load<u64>(next) << count;
      next += <usize>(~count >> 3) & 7;
      count |= 56;
    }
    entry = <u64>load<u32>(distances + (<usize>(buffer & DISTANCE_MASK) << 2));
    if (entry & EXCEPTIONAL) {
      if (entry & SECOND) {
        const within = <usize>(buffer >> DISTANCE_BITS) & ((1 << (<usize>(entry >> 8) & 15)) - 1);
        entry = <u64>load<u32>(distances + ((<usize>(entry >> 16) + within) << 2));
      }
      if (entry & EXCEPTIONAL) {
        result = UNKNOWN_CODE;
        break;
      }
    }
    const distance = <usize>(entry >> 16) + <usize>((buffer & ~((<u64>-1) << entry)) >> (entry >> 8));
    buffer >>= entry;
    count -= entry;
    if (distance > out - target) {
      result = BAD_DISTANCE;
      break;
    }
    entry = <u64>load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
    copyWild(workspace, out, distance, length);
    out += length;
  } while (next <= lastNext && out <= lastOut);
  // Whole bytes go back.
  count &= 63;
  store<u32>(workspace + NEXT, <u32>(next - <usize>(count >> 3)));
  store<u64>(workspace + BUFFER, buffer & 127);
  store<u32>(workspace + COUNT, <u32>(count & 7));
  store<u32>(workspace + OUTPUT, <u32>out);
  return result;
}
