/**
 * Byte shuffle: row j of the output holds byte j of every element; rows lie `stride` bytes apart. The caller may do a
 * part of the elements at a time, by moving all rows up.
 */
import { high8, low8 } from "./unpack";

export function shuffle(size: usize, source: usize, target: usize, stride: usize, count: usize): void {
  let done: usize = 0;
  if (size == 2) done = shuffle2(source, target, stride, count);
  else if (size == 4) done = shuffle4(source, target, stride, count);
  else if (size == 8) done = shuffle8(source, target, stride, count);
  else if (size == 16) done = shuffle16(source, target, stride, count);
  if (done == count) return;
  for (let j: usize = 0; j < size; j++) {
    const row = target + j * stride;
    let from = source + done * size + j;
    for (let i = done; i < count; i++) {
      store<u8>(row + i, load<u8>(from));
      from += size;
    }
  }
}

// Each takes 16 elements a turn and returns how many it has done: count rounded down to 16.
//
// Interleaving vector v with vector v + n/2, for all v, rotates the bits of every byte's index by one: after four turns
// the four bits that number the elements have come down, and those that number the bytes of an element have gone up.
// (Fewer shuffles with patterns of their own would do, but each loads its pattern from the instruction stream.)

function shuffle2(source: usize, target: usize, stride: usize, count: usize): usize {
  const whole = count & ~15;
  // For pairs it is less work to mask and pack.
  const mask = i16x8.splat(0xff);
  for (let i: usize = 0; i < whole; i += 16) {
    const from = source + (i << 1);
    const a = v128.load(from);
    const b = v128.load(from, 16);
    v128.store(target + i, i8x16.narrow_i16x8_u(v128.and(a, mask), v128.and(b, mask)));
    v128.store(target + stride + i, i8x16.narrow_i16x8_u(i16x8.shr_u(a, 8), i16x8.shr_u(b, 8)));
  }
  return whole;
}

function shuffle4(source: usize, target: usize, stride: usize, count: usize): usize {
  const whole = count & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    const from = source + (i << 2);
    const out = target + i;
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    const a1 = low8(a, c);
    const b1 = high8(a, c);
    const c1 = low8(b, d);
    const d1 = high8(b, d);
    const a2 = low8(a1, c1);
    const b2 = high8(a1, c1);
    const c2 = low8(b1, d1);
    const d2 = high8(b1, d1);
    const a3 = low8(a2, c2);
    const b3 = high8(a2, c2);
    const c3 = low8(b2, d2);
    const d3 = high8(b2, d2);
    const a4 = low8(a3, c3);
    const b4 = high8(a3, c3);
    const c4 = low8(b3, d3);
    const d4 = high8(b3, d3);
    v128.store(out, a4);
    v128.store(out + stride, b4);
    v128.store(out + stride * 2, c4);
    v128.store(out + stride * 3, d4);
  }
  return whole;
}

function shuffle8(source: usize, target: usize, stride: usize, count: usize): usize {
  const whole = count & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    const from = source + (i << 3);
    rotateThrice(
      low8(v128.load(from), v128.load(from, 64)),
      high8(v128.load(from), v128.load(from, 64)),
      low8(v128.load(from, 16), v128.load(from, 80)),
      high8(v128.load(from, 16), v128.load(from, 80)),
      low8(v128.load(from, 32), v128.load(from, 96)),
      high8(v128.load(from, 32), v128.load(from, 96)),
      low8(v128.load(from, 48), v128.load(from, 112)),
      high8(v128.load(from, 48), v128.load(from, 112)),
      target + i,
      stride,
    );
  }
  return whole;
}

/** Bytes 0 .. 7 of 16 elements to rows 0 .. 7, then bytes 8 .. 15 to the others: more vectors than registers at once. */
function shuffle16(source: usize, target: usize, stride: usize, count: usize): usize {
  const whole = count & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    shuffleHalves(source + (i << 4), target + i, stride);
    shuffleHalves(source + (i << 4) + 8, target + i + (stride << 3), stride);
  }
  return whole;
}

@inline
function shuffleHalves(from: usize, out: usize, stride: usize): void {
  rotateThrice(
    low8(v128.load64_zero(from), v128.load64_zero(from, 128)),
    low8(v128.load64_zero(from, 16), v128.load64_zero(from, 144)),
    low8(v128.load64_zero(from, 32), v128.load64_zero(from, 160)),
    low8(v128.load64_zero(from, 48), v128.load64_zero(from, 176)),
    low8(v128.load64_zero(from, 64), v128.load64_zero(from, 192)),
    low8(v128.load64_zero(from, 80), v128.load64_zero(from, 208)),
    low8(v128.load64_zero(from, 96), v128.load64_zero(from, 224)),
    low8(v128.load64_zero(from, 112), v128.load64_zero(from, 240)),
    out,
    stride,
  );
}

/** The last three turns for eight vectors, and the rows they make. */
@inline
function rotateThrice(
  a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128, out: usize, stride: usize,
): void {
  const a1 = low8(a, e);
  const b1 = high8(a, e);
  const c1 = low8(b, f);
  const d1 = high8(b, f);
  const e1 = low8(c, g);
  const f1 = high8(c, g);
  const g1 = low8(d, h);
  const h1 = high8(d, h);
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
  const out4 = out + (stride << 2);
  v128.store(out, a3);
  v128.store(out + stride, b3);
  v128.store(out + stride * 2, c3);
  v128.store(out + stride * 3, d3);
  v128.store(out4, e3);
  v128.store(out4 + stride, f3);
  v128.store(out4 + stride * 2, g3);
  v128.store(out4 + stride * 3, h3);
}
