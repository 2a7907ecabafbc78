/** How often each byte occurs. */
import { E_COUNTS } from "./encode-workspace";

/**
 * Sums are written to E_COUNTS, 256 times u32. There are four sets of counters, so that equal neighbours do not wait
 * for each other.
 */
export function countBytes(workspace: usize, source: usize, length: usize): void {
  const counts = workspace + E_COUNTS;
  memory.fill(counts, 0, 4 * 1024);
  const end = source + length;
  let at = source;
  if (length >= 16) {
    for (const last = end - 8; at <= last; at += 8) {
      const word = load<u64>(at);
      const low = <u32>word;
      const high = <u32>(word >> 32);
      count(counts + ((low & 255) << 2));
      count(counts + 1024 + (((low >> 8) & 255) << 2));
      count(counts + 2048 + (((low >> 16) & 255) << 2));
      count(counts + 3072 + ((low >> 24) << 2));
      count(counts + ((high & 255) << 2));
      count(counts + 1024 + (((high >> 8) & 255) << 2));
      count(counts + 2048 + (((high >> 16) & 255) << 2));
      count(counts + 3072 + ((high >> 24) << 2));
    }
  }
  for (; at < end; at++) count(counts + ((<u32>load<u8>(at)) << 2));
  for (let i: usize = 0; i < 1024; i += 16) {
    const here = counts + i;
    const sum = i32x4.add(v128.load(here), v128.load(here, 1024));
    v128.store(here, i32x4.add(sum, i32x4.add(v128.load(here, 2048), v128.load(here, 3072))));
  }
}

@inline
function count(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}
