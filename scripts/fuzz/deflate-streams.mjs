// Raw DEFLATE streams (RFC 1951) that no compressor would write: any complete codes up to 15 bits, any symbols, any mix of
// blocks. What a stream decodes to is known from how it was made.

const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTH_BASE = [...basesOf(LENGTH_EXTRA, 3).slice(0, 28), 258];
const DISTANCE_EXTRA = Array.from({ length: 30 }, (_, symbol) => Math.max(0, (symbol >> 1) - 1));
const DISTANCE_BASE = basesOf(DISTANCE_EXTRA, 1);
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;
const FIXED_LITERALS = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
const FIXED_DISTANCES = Array.from({ length: 30 }, () => 5);

function basesOf(extra, first) {
  let base = first;
  return extra.map((bits) => (base += 1 << bits) - (1 << bits));
}

/** A stream of a few blocks: its bytes, and what it decodes to. */
export function madeStream(random) {
  const bits = bitWriter();
  const content = [];
  const blocks = 1 + random.below(4);
  for (let i = 1; i <= blocks; i++) {
    bits.put(i === blocks ? 1 : 0, 1);
    const type = random.below(4);
    if (type === 0) putStored(bits, content, random);
    else if (type === 1) {
      bits.put(1, 2);
      putSymbols(bits, content, FIXED_LITERALS, FIXED_DISTANCES, random);
    } else putDynamic(bits, content, random);
  }
  return { stream: bits.bytes(), content: Uint8Array.from(content) };
}

function bitWriter() {
  const bytes = [];
  let count = 0;
  const put = (value, width) => {
    for (let i = 0; i < width; i++, count++) {
      if (count % 8 === 0) bytes.push(0);
      if ((value >>> i) & 1) bytes[count >> 3] |= 1 << (count & 7);
    }
  };
  return {
    put,
    align: () => put(0, -count & 7),
    bytes: () => Uint8Array.from(bytes),
  };
}

function putStored(bits, content, random) {
  const length = random.chance(3) ? 0 : random.below(80);
  bits.put(0, 2);
  bits.align();
  bits.put(length, 16);
  bits.put(length ^ 0xffff, 16);
  for (let i = 0; i < length; i++) {
    const byte = random.below(256);
    bits.put(byte, 8);
    content.push(byte);
  }
}

function putDynamic(bits, content, random) {
  bits.put(2, 2);
  const literals = randomCode(286, random, END);
  const distances = random.chance(8) ? [random.below(2)] : randomCode(30, random);
  while (literals.length > 257 && literals.at(-1) === 0) literals.pop();
  while (distances.length > 1 && distances.at(-1) === 0) distances.pop();
  bits.put(literals.length - 257, 5);
  bits.put(distances.length - 1, 5);
  bits.put(15, 4);
  // Complete, and it has all nineteen: thirteen codes of four bits and six of five.
  const own = Array.from({ length: 19 }, (_, symbol) => (symbol < 13 ? 4 : 5));
  for (const symbol of LENGTH_ORDER) bits.put(own[symbol], 3);
  putLengths(bits, [...literals, ...distances], codesOf(own), own, random);
  putSymbols(bits, content, literals, distances, random);
}

function putLengths(bits, lengths, codes, own, random) {
  for (let at = 0; at < lengths.length; ) {
    let run = 1;
    while (lengths[at + run] === lengths[at]) run++;
    const symbol = (value) => bits.put(codes[value], own[value]);
    if (lengths[at] === 0 && run >= 3 && !random.chance(5)) {
      run = Math.min(run, 138);
      symbol(run > 10 ? 18 : 17);
      bits.put(run > 10 ? run - 11 : run - 3, run > 10 ? 7 : 3);
    } else if (at > 0 && lengths[at - 1] === lengths[at] && run >= 3 && !random.chance(5)) {
      run = Math.min(run, 6);
      symbol(16);
      bits.put(run - 3, 2);
    } else {
      run = 1;
      symbol(lengths[at]);
    }
    at += run;
  }
}

/** Lengths of a complete code of some of the symbols, `must` among them. */
function randomCode(symbols, random, must) {
  const wanted = random.chance(6) ? 1 + random.below(2) : 2 + random.below(random.chance(2) ? symbols - 1 : 20);
  const leaves = [0];
  const deep = random.below(3);
  while (leaves.length < Math.min(wanted, symbols)) {
    const at = deep === 0 ? leaves.length - 1 : deep === 1 ? random.below(leaves.length) : 0;
    if (leaves[at] >= 15) {
      if (leaves.every((depth) => depth >= 15) || deep === 0) break;
      leaves.push(leaves.shift());
      continue;
    }
    const [depth] = leaves.splice(at, 1);
    leaves.push(depth + 1, depth + 1);
  }
  if (leaves.length === 1) leaves[0] = 1;
  const lengths = Array.from({ length: symbols }, () => 0);
  const free = Array.from({ length: symbols }, (_, symbol) => symbol);
  const take = (at) => free.splice(at, 1)[0];
  if (must !== undefined) lengths[take(must)] = leaves.splice(random.below(leaves.length), 1)[0];
  for (const depth of leaves) lengths[take(random.below(free.length))] = depth;
  return lengths;
}

/** Codes by RFC 1951, 3.2.2, with their first bit lowest. */
function codesOf(lengths) {
  const next = Array.from({ length: 17 }, () => 0);
  for (const length of lengths) if (length > 0) next[length + 1]++;
  for (let bits = 2; bits <= 16; bits++) next[bits] = (next[bits] + next[bits - 1]) * 2;
  return lengths.map((length) => {
    if (length === 0) return 0;
    let code = next[length]++;
    let reversed = 0;
    for (let i = 0; i < length; i++, code >>>= 1) reversed = (reversed << 1) | (code & 1);
    return reversed;
  });
}

function putSymbols(bits, content, literals, distances, random) {
  const codes = codesOf(literals);
  const far = codesOf(distances);
  const used = (lengths) => lengths.map((length, symbol) => (length > 0 ? symbol : -1)).filter((symbol) => symbol >= 0);
  const symbols = used(literals).filter((symbol) => symbol !== END && symbol < 286);
  const places = used(distances);
  for (let count = random.below(random.chance(8) ? 600 : 60); count > 0 && symbols.length > 0; count--) {
    const symbol = random.pick(symbols);
    if (symbol < END) {
      bits.put(codes[symbol], literals[symbol]);
      content.push(symbol);
      continue;
    }
    const reachable = places.filter((place) => DISTANCE_BASE[place] <= content.length);
    if (reachable.length === 0) continue;
    const place = random.pick(reachable);
    const more = Math.min((1 << DISTANCE_EXTRA[place]) - 1, content.length - DISTANCE_BASE[place]);
    const extraDistance = random.chance(3) ? more : random.below(more + 1);
    const extraLength = random.below(1 << LENGTH_EXTRA[symbol - 257]);
    bits.put(codes[symbol], literals[symbol]);
    bits.put(extraLength, LENGTH_EXTRA[symbol - 257]);
    bits.put(far[place], distances[place]);
    bits.put(extraDistance, DISTANCE_EXTRA[place]);
    const from = content.length - DISTANCE_BASE[place] - extraDistance;
    const length = LENGTH_BASE[symbol - 257] + extraLength;
    for (let i = 0; i < length; i++) content.push(content[from + i]);
  }
  bits.put(codes[END], literals[END]);
}
