/** XXH64 with seed 0; the lower half of it is the checksum of a frame's content. */
const PRIME_1: u64 = 0x9e3779b185ebca87;
const PRIME_2: u64 = 0xc2b2ae3d27d4eb4f;
const PRIME_3: u64 = 0x165667b19e3779f9;
const PRIME_4: u64 = 0x85ebca77c2b2ae63;
const PRIME_5: u64 = 0x27d4eb2f165667c5;

@inline
function mix(lane: u64, word: u64): u64 {
  return rotl(lane + word * PRIME_2, 31) * PRIME_1;
}

@inline
function merge(hash: u64, lane: u64): u64 {
  return (hash ^ mix(0, lane)) * PRIME_1 + PRIME_4;
}

export function xxh64(source: usize, length: usize): u64 {
  const end = source + length;
  let at = source;
  let hash = PRIME_5;
  if (length >= 32) {
    let lane1 = PRIME_1 + PRIME_2;
    let lane2 = PRIME_2;
    let lane3: u64 = 0;
    let lane4: u64 = 0 - PRIME_1;
    for (const stripes = end - 32; at <= stripes; at += 32) {
      lane1 = mix(lane1, load<u64>(at));
      lane2 = mix(lane2, load<u64>(at, 8));
      lane3 = mix(lane3, load<u64>(at, 16));
      lane4 = mix(lane4, load<u64>(at, 24));
    }
    hash = rotl(lane1, 1) + rotl(lane2, 7) + rotl(lane3, 12) + rotl(lane4, 18);
    hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4);
  }
  hash += <u64>length;
  for (; end - at >= 8; at += 8) hash = rotl(hash ^ mix(0, load<u64>(at)), 27) * PRIME_1 + PRIME_4;
  if (end - at >= 4) {
    hash = rotl(hash ^ (<u64>load<u32>(at) * PRIME_1), 23) * PRIME_2 + PRIME_3;
    at += 4;
  }
  for (; at < end; at++) hash = rotl(hash ^ (<u64>load<u8>(at) * PRIME_5), 11) * PRIME_1;
  hash = (hash ^ (hash >> 33)) * PRIME_2;
  hash = (hash ^ (hash >> 29)) * PRIME_3;
  return hash ^ (hash >> 32);
}
