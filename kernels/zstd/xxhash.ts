/** XXH64 with seed 0, whose lower half is the checksum of a frame's content. */
const PRIME1: u64 = 0x9e3779b185ebca87;
const PRIME2: u64 = 0xc2b2ae3d27d4eb4f;
const PRIME3: u64 = 0x165667b19e3779f9;
const PRIME4: u64 = 0x85ebca77c2b2ae63;
const PRIME5: u64 = 0x27d4eb2f165667c5;

@inline
function round(lane: u64, input: u64): u64 {
  return rotl(lane + input * PRIME2, 31) * PRIME1;
}

@inline
function merge(hash: u64, lane: u64): u64 {
  return (hash ^ round(0, lane)) * PRIME1 + PRIME4;
}

export function contentChecksum(source: usize, length: usize): u32 {
  const end = source + length;
  let hash: u64 = PRIME5;
  if (length >= 32) {
    let lane1: u64 = PRIME1 + PRIME2;
    let lane2: u64 = PRIME2;
    let lane3: u64 = 0;
    let lane4: u64 = 0 - PRIME1;
    do {
      lane1 = round(lane1, load<u64>(source));
      lane2 = round(lane2, load<u64>(source, 8));
      lane3 = round(lane3, load<u64>(source, 16));
      lane4 = round(lane4, load<u64>(source, 24));
      source += 32;
    } while (source + 32 <= end);
    hash = rotl(lane1, 1) + rotl(lane2, 7) + rotl(lane3, 12) + rotl(lane4, 18);
    hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4);
  }
  hash += <u64>length;
  for (; source + 8 <= end; source += 8) hash = rotl(hash ^ round(0, load<u64>(source)), 27) * PRIME1 + PRIME4;
  if (source + 4 <= end) {
    hash = rotl(hash ^ (<u64>load<u32>(source) * PRIME1), 23) * PRIME2 + PRIME3;
    source += 4;
  }
  for (; source < end; source++) hash = rotl(hash ^ (<u64>load<u8>(source) * PRIME5), 11) * PRIME1;
  hash = (hash ^ (hash >> 33)) * PRIME2;
  hash = (hash ^ (hash >> 29)) * PRIME3;
  return <u32>(hash ^ (hash >> 32));
}
