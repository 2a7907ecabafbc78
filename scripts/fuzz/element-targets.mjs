// Targets: kernels over elements, rows and checksums. Whatever the numbers are, WebAssembly and its twin give the same,
// and neither reads nor writes a byte outside of what it was given.
import {
  BIT_TILE,
  MAP_SCRATCH_BYTES,
  NUMBER_OPERATIONS,
  NUMBER_TYPES,
} from "../../dist/modules/codecs/kernels/kernels.js";
import { runsAndNoise } from "./random.mjs";
import { compareTwins } from "./twins.mjs";

/** What a case is made of: regions, the call, and what to print if it fails. */
const CASES = {
  "map-numbers": mapNumbersCase,
  "round-bits": roundBitsCase,
  "pack-bits": packBitsCase,
  "unpack-bits": unpackBitsCase,
  "copy-rows": copyRowsCase,
  shuffle: shuffleCase,
  unshuffle: unshuffleCase,
  bitshuffle: bitshuffleCase,
  bitunshuffle: bitunshuffleCase,
  "swap-bytes": swapBytesCase,
  delta: deltaCase,
  crc32c: crc32cCase,
  adler32: adler32Case,
  fletcher32: fletcher32Case,
  lookup3: lookup3Case,
};

export function elementTargets(engines) {
  const target = (make) => async (random) => {
    const { regions, call, told, written } = make(random);
    const shift = random.chance(2) ? 0 : random.below(16);
    const bytes = regions.map(({ input, inout }) => input ?? inout).filter((given) => given !== undefined);
    return {
      describe: () => ({ ...told, shift, bytes: bytes.map((given) => Buffer.from(given).toString("base64")) }),
      run: () => [() => compareTwins(engines, regions, call, { shift, written })],
    };
  };
  return Object.fromEntries(Object.entries(CASES).map(([name, make]) => [`kernel-${name}`, target(make)]));
}

/** Lengths around those of vectors, and around the blocks that kernels work by. */
function countOf(random) {
  const near = random.pick([0, 1, 4, 8, 16, 32, 64, 128, 512, 1024, 2048]);
  return random.chance(2) ? Math.max(0, near + random.below(5) - 2) : random.below(3000);
}

function anyBytes(random, length) {
  if (random.chance(4)) return repeated(runsAndNoise(random), length);
  if (random.chance(6)) return new Uint8Array(length).fill(random.pick([0, 1, 127, 128, 255]));
  return Uint8Array.from({ length }, () => random.bits() >>> 11);
}

function repeated(unit, length) {
  return Uint8Array.from({ length }, (_, i) => unit[i % unit.byteLength]);
}

const SIZES = [1, 1, 2, 2, 4, 4, 4, 8];
/** NaNs, the smallest numbers and ties. */
const AWKWARD = [
  ...[0, -0, 0.5, -0.5, 1.5, 2.5, 2 ** 24 + 1, 2 ** 53, 1e-45, 5e-324, 2 ** -149, 2 ** -150, 1e308, 1e-310],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];
/** The least and the most of each type of integers; a little beyond them still fits, a whole one does not. */
const LIMITS = [
  [-128, 127],
  [0, 255],
  [-32768, 32767],
  [0, 65535],
  [-(2 ** 31), 2 ** 31 - 1],
  [0, 2 ** 32 - 1],
];
const BEYOND = [0, 0.5, 0.999, 1 - 2 ** -20, 1, 1.5];
/** The largest float32, and from where on doubles are infinite as such. */
const SINGLES = [2 ** 128 - 2 ** 104, 2 ** 128 - 2 ** 103 - 2 ** 75, 2 ** 128 - 2 ** 103, 2 ** 128];
const FACTORS = [0, -0, -1, 2, 10, 100, 0.1, 0.01, 1 / 3, 1e-30, 1e30, 280, ...AWKWARD];

/** A number that is awkward for what it becomes. */
function awkward(random, to) {
  if (random.chance(3)) return random.pick(AWKWARD);
  if (to >= LIMITS.length) return random.pick(SINGLES) * random.pick([1, -1]);
  const limit = random.pick(LIMITS[to]);
  return limit + random.pick(BEYOND) * (limit > 0 ? 1 : -1);
}

/** Numbers of a type: most fit everywhere, so that not all cases end at the first one that does not. */
function numbersOf(random, type, to, count) {
  const Held = HOLDERS[type];
  if (random.chance(12)) return anyBytes(random, count * Held.BYTES_PER_ELEMENT);
  const scale = random.pick([1, 1, 1, 0.25, 0.1, 30, 1e6]);
  const numbers = Held.from({ length: count }, () => (random.bits() % 100) * scale);
  if (random.chance(2) && count > 0) numbers[random.below(count)] = awkward(random, to);
  return new Uint8Array(numbers.buffer);
}

const HOLDERS = [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];

function mapNumbersCase(random) {
  const from = random.chance(2) ? random.pick([6, 7]) : random.below(HOLDERS.length);
  const to = random.below(HOLDERS.length);
  const operation = random.below(NUMBER_OPERATIONS.length);
  const [first, second] = random.chance(2) ? [1, random.below(2)] : [random.pick(FACTORS), random.pick(FACTORS)];
  const count = countOf(random);
  return {
    regions: [
      { input: numbersOf(random, from, to, count) },
      { output: count * HOLDERS[to].BYTES_PER_ELEMENT },
      { scratch: MAP_SCRATCH_BYTES },
    ],
    call: (kernels, source, target, scratch) =>
      kernels.mapNumbers(from, to, operation, first, second, source, target, count, scratch),
    // 0: there was a number that does not fit, and what is in the target is of no use.
    written: (fits) => (fits === 1 ? Number.POSITIVE_INFINITY : 0),
    told: {
      types: [NUMBER_TYPES[from], NUMBER_TYPES[to]],
      operation: NUMBER_OPERATIONS[operation],
      first: String(first),
      second: String(second),
      count,
    },
  };
}

const FLOATS = [
  [2, 10],
  [2, 7],
  [4, 23],
  [8, 52],
];

function roundBitsCase(random) {
  const [size, mantissa] = random.pick(FLOATS);
  const dropped = 1 + random.below(mantissa);
  const count = countOf(random);
  const input = anyBytes(random, size * count);
  // Infinities, NaNs of few bits, and numbers whose rounding carries into the exponent.
  for (let i = random.below(6); i > 0 && count > 0; i--) {
    const at = size * random.below(count);
    input.fill(random.pick([0, 255]), at, at + size);
    input[at + size - 1] = random.pick([0x7f, 0xff, 0x3f]);
    if (size > 1) input[at + size - 2] = random.pick([0x80, 0xf0, 0xff, 0xfc, 0x7c]);
  }
  return {
    regions: [{ input }, { output: size * count }],
    call: (kernels, source, target) => kernels.roundBits(size, source, target, count, mantissa, dropped),
    told: { size, mantissa, dropped, count },
  };
}

function packBitsCase(random) {
  const count = 8 * countOf(random);
  const reversed = random.chance(2);
  return {
    regions: [{ input: anyBytes(random, count) }, { output: count / 8 }],
    call: (kernels, source, target) => kernels.packBits(source, target, count, reversed),
    told: { count, reversed },
  };
}

function unpackBitsCase(random) {
  const count = 8 * countOf(random);
  const reversed = random.chance(2);
  return {
    regions: [{ input: anyBytes(random, count / 8) }, { output: count }],
    call: (kernels, source, target) => kernels.unpackBits(source, target, count, reversed),
    told: { count, reversed },
  };
}

/** Rows of any length at any steps, backwards too. Between the rows nothing changes. */
function copyRowsCase(random) {
  const count = random.below(20);
  const length = random.pick([0, 1, random.below(40), random.below(300)]);
  const side = () => {
    const step = length + random.pick([0, 1, random.below(64)]);
    const bytes = anyBytes(random, count === 0 ? 0 : (count - 1) * step + length);
    const backwards = random.chance(4) && count > 0;
    return { bytes, step: backwards ? -step : step, begin: backwards ? (count - 1) * step : 0 };
  };
  const [from, to] = [side(), side()];
  return {
    regions: [{ input: from.bytes }, { inout: to.bytes }],
    call: (kernels, source, target) =>
      kernels.copyRows(source + from.begin, from.step, target + to.begin, to.step, length, count),
    told: { count, length, steps: [from.step, to.step] },
  };
}

/** Elements of any size; rows lie as close as they can, or farther apart. */
function shuffledOf(random, count, bits) {
  const size = random.chance(3) ? 1 + random.below(40) : random.pick([...SIZES, 12, 16]);
  const [rows, row] = bits ? [8 * size, count / 8] : [size, count];
  const stride = row + random.pick([0, 0, 1, random.below(20)]);
  return { size, stride, length: Math.max(0, (rows - 1) * stride + row), plain: size * count };
}

function shuffleCase(random) {
  const count = countOf(random);
  const { size, stride, length, plain } = shuffledOf(random, count, false);
  return {
    regions: [{ input: anyBytes(random, plain) }, { inout: anyBytes(random, length) }],
    call: (kernels, source, target) => kernels.shuffle(size, source, target, stride, count),
    told: { size, stride, count },
  };
}

function unshuffleCase(random) {
  const count = countOf(random);
  const { size, stride, length, plain } = shuffledOf(random, count, false);
  return {
    regions: [{ input: anyBytes(random, length) }, { output: plain }],
    call: (kernels, source, target) => kernels.unshuffle(size, source, stride, target, count),
    told: { size, stride, count },
  };
}

function bitshuffleCase(random) {
  const count = countOf(random) & ~7;
  const { size, stride, length, plain } = shuffledOf(random, count, true);
  return {
    regions: [{ input: anyBytes(random, plain) }, { inout: anyBytes(random, length) }, { scratch: BIT_TILE * size }],
    call: (kernels, source, target, scratch) => kernels.bitshuffle(size, source, target, stride, count, scratch),
    told: { size, stride, count },
  };
}

function bitunshuffleCase(random) {
  const count = countOf(random) & ~7;
  const { size, stride, length, plain } = shuffledOf(random, count, true);
  return {
    regions: [{ input: anyBytes(random, length) }, { output: plain }, { scratch: BIT_TILE * size }],
    call: (kernels, source, target, scratch) => kernels.bitunshuffle(size, source, stride, target, count, scratch),
    told: { size, stride, count },
  };
}

/** To another place or in place; an incomplete last element stays unchanged. */
function swapBytesCase(random) {
  const size = random.chance(3) ? 1 + random.below(20) : random.pick(SIZES);
  const length = size * countOf(random) + random.below(size);
  const bytes = anyBytes(random, length);
  const inPlace = random.chance(2);
  return {
    regions: inPlace ? [{ inout: bytes }] : [{ input: bytes }, { output: length }],
    call: (kernels, source, target = source) => kernels.swapBytes(size, source, target, length),
    told: { size, length, inPlace },
  };
}

function deltaCase(random) {
  const size = random.pick([1, 2, 4, 8]);
  const count = countOf(random);
  const name = random.pick(["deltaEncode", "deltaDecode"]);
  return {
    regions: [{ inout: anyBytes(random, size * count) }],
    call: (kernels, pointer) => kernels[name](size, pointer, count),
    told: { name, size, count },
  };
}

function crc32cCase(random) {
  // From 13,376 bytes on, by laps of 3344, long input is folded.
  const length = random.chance(3) ? 13_376 + 3344 * random.below(4) + random.below(9) - 4 : countOf(random);
  const initial = random.chance(2) ? 0 : random.bits();
  return {
    regions: [{ input: anyBytes(random, length) }],
    call: (kernels, source) => kernels.crc32c(source, length, initial),
    told: { length, initial },
  };
}

function adler32Case(random) {
  const length = random.chance(3) ? 5552 * (1 + random.below(3)) + random.below(40) - 20 : countOf(random);
  const initial = random.chance(2) ? 1 : random.below(65521) * 65536 + random.below(65521);
  return {
    regions: [{ input: anyBytes(random, length) }],
    call: (kernels, source) => kernels.adler32(source, length, initial),
    told: { length, initial },
  };
}

function fletcher32Case(random) {
  const length = random.chance(3) ? 720 * random.below(6) + random.below(5) : countOf(random);
  // Sums are folded twice at the end of a piece, at the most to this.
  const state = new Uint8Array(Uint32Array.from({ length: 2 }, () => random.pick([0, random.below(65536)])).buffer);
  return {
    regions: [{ input: anyBytes(random, length) }, { inout: state }],
    call: (kernels, source, sums) => kernels.fletcher32(source, length, sums),
    told: { length },
  };
}

function lookup3Case(random) {
  const length = 12 * countOf(random);
  return {
    regions: [{ input: anyBytes(random, length) }, { inout: anyBytes(random, 12) }],
    call: (kernels, source, words) => kernels.lookup3(source, length, words),
    told: { length },
  };
}
