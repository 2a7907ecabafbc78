/**
 * Bit shuffle: row 8j + k of the encoded block holds bit k of byte j of every element, eight elements a byte, the first
 * in the lowest bit; rows lie `stride` bytes apart. `count` is a multiple of 8. The caller may do a part of the elements
 * at a time, by moving all rows up.
 *
 * Both directions work in tiles of 512 elements, because rows often lie a power of two apart and then compete for the
 * same cache lines: a tile uses a line of each row whole before it moves on. The tile's bytes wait in `scratch`
 * (512 * size bytes) between the transposition of bits and that of bytes.
 */
import { shuffle } from "./shuffle";
import { high8, low8 } from "./unpack";
import { interleave8, unshuffle } from "./unshuffle";

const TILE: usize = 512;

export function bitunshuffle(
  size: usize, source: usize, stride: usize, target: usize, count: usize, scratch: usize,
): void {
  for (let begin: usize = 0; begin < count; begin += TILE) {
    const elements = min(TILE, count - begin);
    // Elements of one byte need no second step.
    const tile = size == 1 ? target + begin : scratch;
    for (let j: usize = 0; j < size; j++) {
      const rows = source + (j << 3) * stride + (begin >> 3);
      const row = tile + j * TILE;
      let i: usize = 0;
      for (; i + 128 <= elements; i += 128) gatherBits(rows + (i >> 3), stride, row + i);
      for (; i < elements; i += 8) store<u64>(row + i, transposeBits(load8(rows + (i >> 3), stride)));
    }
    if (size > 1) unshuffle(size, scratch, TILE, target + begin * size, elements);
  }
}

export function bitshuffle(
  size: usize, source: usize, target: usize, stride: usize, count: usize, scratch: usize,
): void {
  for (let begin: usize = 0; begin < count; begin += TILE) {
    const elements = min(TILE, count - begin);
    const tile = size == 1 ? source + begin : scratch;
    if (size > 1) shuffle(size, source + begin * size, scratch, TILE, elements);
    for (let j: usize = 0; j < size; j++) {
      const rows = target + (j << 3) * stride + (begin >> 3);
      const row = tile + j * TILE;
      let i: usize = 0;
      for (; i + 128 <= elements; i += 128) scatterBits(row + i, rows + (i >> 3), stride);
      for (; i < elements; i += 8) store8(rows + (i >> 3), stride, transposeBits(load<u64>(row + i)));
    }
  }
}

/** One byte of each of eight rows. */
function load8(rows: usize, stride: usize): u64 {
  let bits: u64 = 0;
  for (let k: usize = 0; k < 8; k++) bits |= <u64>load<u8>(rows + k * stride) << (<u64>k << 3);
  return bits;
}

function store8(rows: usize, stride: usize, bits: u64): void {
  for (let k: usize = 0; k < 8; k++) store<u8>(rows + k * stride, <u8>(bits >> (<u64>k << 3)));
}

/** Transposes a matrix of 8 x 8 bits: bit i of byte k goes to bit k of byte i. */
function transposeBits(x: u64): u64 {
  let t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aa;
  x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000cccc0000cccc;
  x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0;
  return x ^ t ^ (t << 28);
}

/** The bits that two vectors exchange so that a's upper part and b's lower part change places. */
@inline
function exchanged(a: v128, b: v128, shift: i32, mask: v128): v128 {
  return v128.and(v128.xor(i16x8.shr_u(a, shift), b), mask);
}

@inline
function withUpper(a: v128, exchange: v128, shift: i32): v128 {
  return v128.xor(a, i16x8.shl(exchange, shift));
}

/** 16 bytes of each of eight rows, i.e. one byte of 128 elements, to `out`. */
@inline
function gatherBits(rows: usize, stride: usize, out: usize): void {
  const rows4 = rows + (stride << 2);
  let a = v128.load(rows);
  let b = v128.load(rows + stride);
  let c = v128.load(rows + stride * 2);
  let d = v128.load(rows + stride * 3);
  let e = v128.load(rows4);
  let f = v128.load(rows4 + stride);
  let g = v128.load(rows4 + stride * 2);
  let h = v128.load(rows4 + stride * 3);
  const nibbles = i8x16.splat(0x0f);
  let t = exchanged(a, e, 4, nibbles);
  a = withUpper(a, t, 4);
  e = v128.xor(e, t);
  t = exchanged(b, f, 4, nibbles);
  b = withUpper(b, t, 4);
  f = v128.xor(f, t);
  t = exchanged(c, g, 4, nibbles);
  c = withUpper(c, t, 4);
  g = v128.xor(g, t);
  t = exchanged(d, h, 4, nibbles);
  d = withUpper(d, t, 4);
  h = v128.xor(h, t);
  const pairs = i8x16.splat(0x33);
  t = exchanged(a, c, 2, pairs);
  a = withUpper(a, t, 2);
  c = v128.xor(c, t);
  t = exchanged(b, d, 2, pairs);
  b = withUpper(b, t, 2);
  d = v128.xor(d, t);
  t = exchanged(e, g, 2, pairs);
  e = withUpper(e, t, 2);
  g = v128.xor(g, t);
  t = exchanged(f, h, 2, pairs);
  f = withUpper(f, t, 2);
  h = v128.xor(h, t);
  const bits = i8x16.splat(0x55);
  t = exchanged(a, b, 1, bits);
  a = withUpper(a, t, 1);
  b = v128.xor(b, t);
  t = exchanged(c, d, 1, bits);
  c = withUpper(c, t, 1);
  d = v128.xor(d, t);
  t = exchanged(e, f, 1, bits);
  e = withUpper(e, t, 1);
  f = v128.xor(f, t);
  t = exchanged(g, h, 1, bits);
  g = withUpper(g, t, 1);
  h = v128.xor(h, t);
  interleave8(a, b, c, d, e, f, g, h, out);
}

/** One byte of 128 elements to 16 bytes of each of eight rows: the same network the other way round. */
@inline
function scatterBits(from: usize, rows: usize, stride: usize): void {
  const rows4 = rows + (stride << 2);
  const a0 = v128.load(from);
  const b0 = v128.load(from, 16);
  const c0 = v128.load(from, 32);
  const d0 = v128.load(from, 48);
  const e0 = v128.load(from, 64);
  const f0 = v128.load(from, 80);
  const g0 = v128.load(from, 96);
  const h0 = v128.load(from, 112);
  const a1 = low8(a0, e0);
  const b1 = high8(a0, e0);
  const c1 = low8(b0, f0);
  const d1 = high8(b0, f0);
  const e1 = low8(c0, g0);
  const f1 = high8(c0, g0);
  const g1 = low8(d0, h0);
  const h1 = high8(d0, h0);
  const a2 = low8(a1, e1);
  const b2 = high8(a1, e1);
  const c2 = low8(b1, f1);
  const d2 = high8(b1, f1);
  const e2 = low8(c1, g1);
  const f2 = high8(c1, g1);
  const g2 = low8(d1, h1);
  const h2 = high8(d1, h1);
  const a3 = low8(a2, e2);
  const b3 = high8(a2, e2);
  const c3 = low8(b2, f2);
  const d3 = high8(b2, f2);
  const e3 = low8(c2, g2);
  const f3 = high8(c2, g2);
  const g3 = low8(d2, h2);
  const h3 = high8(d2, h2);
  let a = low8(a3, e3);
  let b = high8(a3, e3);
  let c = low8(b3, f3);
  let d = high8(b3, f3);
  let e = low8(c3, g3);
  let f = high8(c3, g3);
  let g = low8(d3, h3);
  let h = high8(d3, h3);
  const nibbles = i8x16.splat(0x0f);
  let t = exchanged(a, e, 4, nibbles);
  a = withUpper(a, t, 4);
  e = v128.xor(e, t);
  t = exchanged(b, f, 4, nibbles);
  b = withUpper(b, t, 4);
  f = v128.xor(f, t);
  t = exchanged(c, g, 4, nibbles);
  c = withUpper(c, t, 4);
  g = v128.xor(g, t);
  t = exchanged(d, h, 4, nibbles);
  d = withUpper(d, t, 4);
  h = v128.xor(h, t);
  const pairs = i8x16.splat(0x33);
  t = exchanged(a, c, 2, pairs);
  a = withUpper(a, t, 2);
  c = v128.xor(c, t);
  t = exchanged(b, d, 2, pairs);
  b = withUpper(b, t, 2);
  d = v128.xor(d, t);
  t = exchanged(e, g, 2, pairs);
  e = withUpper(e, t, 2);
  g = v128.xor(g, t);
  t = exchanged(f, h, 2, pairs);
  f = withUpper(f, t, 2);
  h = v128.xor(h, t);
  const bits = i8x16.splat(0x55);
  t = exchanged(a, b, 1, bits);
  v128.store(rows, withUpper(a, t, 1));
  v128.store(rows + stride, v128.xor(b, t));
  t = exchanged(c, d, 1, bits);
  v128.store(rows + stride * 2, withUpper(c, t, 1));
  v128.store(rows + stride * 3, v128.xor(d, t));
  t = exchanged(e, f, 1, bits);
  v128.store(rows4, withUpper(e, t, 1));
  v128.store(rows4 + stride, v128.xor(f, t));
  t = exchanged(g, h, 1, bits);
  v128.store(rows4 + stride * 2, withUpper(g, t, 1));
  v128.store(rows4 + stride * 3, v128.xor(h, t));
}
