// Repeatable randomness, and the ways to damage bytes and JSON.

/** A generator of one case: the same seed gives the same case on every machine. */
export function randomOf(seed, index) {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0 || 1;
  const bits = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) ^ (Math.imul(state, 0x2c1b3c6d) >>> 16);
  };
  for (let i = 0; i < 4; i++) bits();
  const below = (count) => (bits() >>> 0) % count;
  return { bits: () => bits() >>> 0, below, pick: (list) => list[below(list.length)], chance: (n) => below(n) === 0 };
}

const LENGTHS = [
  0n,
  1n,
  0x7fn,
  0xffn,
  0xffffn,
  0x7fffffffn,
  0x80000000n,
  0xffffffffn,
  2n ** 53n,
  2n ** 63n,
  2n ** 64n - 1n,
];

/** The ways to damage bytes; each gives new bytes. `other` is another valid input, to splice with. */
const DAMAGES = [
  function truncate(bytes, random) {
    return bytes.slice(0, random.below(bytes.byteLength + 1));
  },
  function flip(bytes, random) {
    const damaged = bytes.slice();
    for (let i = random.below(8); i >= 0; i--) damaged[reach(bytes, random)] ^= 1 << random.below(8);
    return damaged;
  },
  function overwrite(bytes, random) {
    const damaged = bytes.slice();
    for (let i = random.below(4); i >= 0; i--) damaged[reach(bytes, random)] = random.pick([0, 1, 127, 128, 255]);
    return damaged;
  },
  function setLength(bytes, random) {
    const damaged = bytes.slice();
    const width = random.pick([1, 2, 4, 8]);
    if (damaged.byteLength < width) return damaged;
    const last = damaged.byteLength - width;
    const at = random.chance(2) ? Math.min(last, random.below(5) * width) : last - Math.min(last, random.below(20));
    const value = BigInt.asUintN(width * 8, random.pick(LENGTHS));
    for (let i = 0; i < width; i++) {
      const shift = random.chance(8) ? width - 1 - i : i;
      damaged[at + i] = Number((value >> BigInt(8 * shift)) & 0xffn);
    }
    return damaged;
  },
  function splice(bytes, random, other) {
    const head = bytes.subarray(0, random.below(bytes.byteLength + 1));
    const tail = other.subarray(random.below(other.byteLength + 1));
    return joined(head, tail);
  },
  function repeatPart(bytes, random) {
    const from = random.below(bytes.byteLength + 1);
    const to = Math.min(bytes.byteLength, from + random.below(64));
    return joined(bytes.subarray(0, to), bytes.subarray(from));
  },
  function extend(bytes, random) {
    return joined(
      bytes,
      Uint8Array.from({ length: 1 + random.below(20) }, () => random.bits()),
    );
  },
  function anything(_, random) {
    return Uint8Array.from({ length: random.below(200) }, () => random.bits());
  },
];

/** Near the start, where headers are, as often as anywhere. */
function reach(bytes, random) {
  if (bytes.byteLength === 0) return 0;
  return random.below(random.chance(2) ? bytes.byteLength : Math.min(bytes.byteLength, 40));
}

function joined(head, tail) {
  const whole = new Uint8Array(head.byteLength + tail.byteLength);
  whole.set(head);
  whole.set(tail, head.byteLength);
  return whole;
}

/** Bytes after one to three damages; now and then as they were. */
export function damage(bytes, random, other = bytes) {
  let damaged = bytes;
  for (let i = random.below(16) === 0 ? 0 : 1 + random.below(3); i > 0; i--) {
    damaged = random.pick(DAMAGES)(damaged, random, other);
  }
  return damaged;
}

const VALUES = [
  ...["0", "1", "-1", "2", "2147483648", "9007199254740993", "9223372036854775808", "1e400", "-0", "0.5", "NaN"],
  ...["null", "true", '""', '"a"', '"<f4"', '"|S0"', '"<U99999999"', '"<M8[0s]"', '"float32"', '"bytes"', '"\\u0000"'],
  ...["[]", "{}", "[0]", "[1, 1]", "[[1]]", '{"name": "blosc"}', '{"id": "zlib", "level": 1}', `${"[".repeat(600)}`],
  ...["[2147483648, 2147483648]", "[[1, 2], [3, 4]]", '{"name": "sharding_indexed", "configuration": {}}', '"inf"'],
];

/** A document with one to three of its values replaced, removed or moved; as text. */
export function damageJson(text, random) {
  let damaged = text;
  for (let i = random.below(3); i >= 0; i--) {
    // A value is what stands between a colon, comma or bracket and the next comma or bracket.
    const places = [...damaged.matchAll(/(?<=[:,[]\s*)("(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+)/g)];
    if (places.length === 0) return damaged;
    const { index, 0: old } = random.pick(places);
    const value = random.chance(3) ? random.pick(places)[0] : random.pick(VALUES);
    damaged = damaged.slice(0, index) + (random.chance(10) ? "" : value) + damaged.slice(index + old.length);
  }
  return damaged;
}

/** Bytes like those that compressors get. */
export function runsAndNoise(random) {
  const parts = Array.from({ length: 1 + random.below(8) }, () => {
    const unit = Array.from({ length: 1 + random.below(9) }, () => random.bits() & 0xff);
    return Array.from({ length: 1 + random.below(40) }, () => unit).flat();
  });
  return Uint8Array.from(parts.flat());
}
