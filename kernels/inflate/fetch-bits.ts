/** Bits of the input outside of the fast loop, which keeps them in locals of its own. */
import { BUFFER, COUNT, NEXT, SOURCE_END } from "./workspace";

/** Fetches until there are at least 56 bits, or all that are left. What lies in the buffer above them are those that follow. */
export function fetchBits(workspace: usize): void {
  let next = <usize>load<u32>(workspace + NEXT);
  const end = <usize>load<u32>(workspace + SOURCE_END);
  let buffer = load<u64>(workspace + BUFFER);
  let count = <u64>load<u32>(workspace + COUNT);
  if (end - next >= 8) {
    buffer |= load<u64>(next) << count;
    next += <usize>((63 - count) >> 3);
    count |= 56;
  } else {
    for (; count < 56 && next < end; count += 8) buffer |= <u64>load<u8>(next++) << count;
  }
  store<u32>(workspace + NEXT, <u32>next);
  store<u64>(workspace + BUFFER, buffer);
  store<u32>(workspace + COUNT, <u32>count);
}

/** The next bits, fetched, or -1 if there are not so many left. */
export function takeBits(workspace: usize, bits: u32): i32 {
  if (load<u32>(workspace + COUNT) < bits) fetchBits(workspace);
  const count = load<u32>(workspace + COUNT);
  if (count < bits) return -1;
  const buffer = load<u64>(workspace + BUFFER);
  store<u64>(workspace + BUFFER, buffer >> bits);
  store<u32>(workspace + COUNT, count - bits);
  return <i32>buffer & ((1 << bits) - 1);
}
