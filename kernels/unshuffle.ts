/**
 * Byte unshuffle: row j of the input holds byte j of every element; rows lie `stride` bytes apart. The caller may do a
 * part of the elements at a time, by moving all rows up.
 */
import { high8, high16, high32, low8, low16, low32 } from "./unpack";

export function unshuffle(size: usize, source: usize, stride: usize, target: usize, count: usize): void {
  let done: usize = 0;
  if (size == 2) done = unshuffle2(source, stride, target, count);
  else if (size == 4) done = unshuffle4(source, stride, target, count);
  else if (size == 8) done = unshuffle8(source, stride, target, count);
  else if (size == 16) done = unshuffle16(source, stride, target, count);
  if (done == count) return;
  for (let j: usize = 0; j < size; j++) {
    const row = source + j * stride;
    let out = target + done * size + j;
    for (let i = done; i < count; i++) {
      store<u8>(out, load<u8>(row + i));
      out += size;
    }
  }
}

// Each takes 16 or 32 elements a turn and returns how many it has done: count rounded down to that.

function unshuffle2(source: usize, stride: usize, target: usize, count: usize): usize {
  const whole = count & ~31;
  const s1 = source + stride;
  for (let i: usize = 0; i < whole; i += 32) {
    const out = target + (i << 1);
    const a = v128.load(source + i);
    const b = v128.load(s1 + i);
    const c = v128.load(source + i, 16);
    const d = v128.load(s1 + i, 16);
    v128.store(out, low8(a, b));
    v128.store(out, high8(a, b), 16);
    v128.store(out, low8(c, d), 32);
    v128.store(out, high8(c, d), 48);
  }
  return whole;
}

function unshuffle4(source: usize, stride: usize, target: usize, count: usize): usize {
  const whole = count & ~31;
  const s1 = source + stride;
  const s2 = s1 + stride;
  const s3 = s2 + stride;
  for (let i: usize = 0; i < whole; i += 32) {
    const out = target + (i << 2);
    interleave4(v128.load(source + i), v128.load(s1 + i), v128.load(s2 + i), v128.load(s3 + i), out);
    interleave4(
      v128.load(source + i, 16), v128.load(s1 + i, 16), v128.load(s2 + i, 16), v128.load(s3 + i, 16), out + 64,
    );
  }
  return whole;
}

/** Writes byte 0 of a .. d, byte 1 of a .. d, and so on: 64 bytes. */
@inline
function interleave4(a: v128, b: v128, c: v128, d: v128, out: usize): void {
  const ab = low8(a, b);
  const cd = low8(c, d);
  v128.store(out, low16(ab, cd));
  v128.store(out, high16(ab, cd), 16);
  const AB = high8(a, b);
  const CD = high8(c, d);
  v128.store(out, low16(AB, CD), 32);
  v128.store(out, high16(AB, CD), 48);
}

function unshuffle8(source: usize, stride: usize, target: usize, count: usize): usize {
  const whole = count & ~15;
  const s4 = source + (stride << 2);
  for (let i: usize = 0; i < whole; i += 16) {
    const s = source + i;
    const t = s4 + i;
    const a = v128.load(s);
    const b = v128.load(s + stride);
    const c = v128.load(s + stride * 2);
    const d = v128.load(s + stride * 3);
    const e = v128.load(t);
    const f = v128.load(t + stride);
    const g = v128.load(t + stride * 2);
    const h = v128.load(t + stride * 3);
    interleave8(a, b, c, d, e, f, g, h, target + (i << 3));
  }
  return whole;
}

/** Writes byte 0 of a .. h, byte 1 of a .. h, and so on: 128 bytes. */
@inline
export function interleave8(
  a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128, out: usize,
): void {
  let ab = low8(a, b);
  let cd = low8(c, d);
  let ef = low8(e, f);
  let gh = low8(g, h);
  let abcd = low16(ab, cd);
  let efgh = low16(ef, gh);
  v128.store(out, low32(abcd, efgh));
  v128.store(out, high32(abcd, efgh), 16);
  abcd = high16(ab, cd);
  efgh = high16(ef, gh);
  v128.store(out, low32(abcd, efgh), 32);
  v128.store(out, high32(abcd, efgh), 48);
  ab = high8(a, b);
  cd = high8(c, d);
  ef = high8(e, f);
  gh = high8(g, h);
  abcd = low16(ab, cd);
  efgh = low16(ef, gh);
  v128.store(out, low32(abcd, efgh), 64);
  v128.store(out, high32(abcd, efgh), 80);
  abcd = high16(ab, cd);
  efgh = high16(ef, gh);
  v128.store(out, low32(abcd, efgh), 96);
  v128.store(out, high32(abcd, efgh), 112);
}

function unshuffle16(source: usize, stride: usize, target: usize, count: usize): usize {
  const whole = count & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    // Two halves of eight rows; each writes its eight bytes of every element.
    unshuffle16Half(source + i, stride, target + (i << 4));
    unshuffle16Half(source + i + (stride << 3), stride, target + (i << 4) + 8);
  }
  return whole;
}

@inline
function unshuffle16Half(s: usize, stride: usize, out: usize): void {
  const t = s + (stride << 2);
  const a = v128.load(s);
  const b = v128.load(s + stride);
  const c = v128.load(s + stride * 2);
  const d = v128.load(s + stride * 3);
  const e = v128.load(t);
  const f = v128.load(t + stride);
  const g = v128.load(t + stride * 2);
  const h = v128.load(t + stride * 3);
  let ab = low8(a, b);
  let cd = low8(c, d);
  let ef = low8(e, f);
  let gh = low8(g, h);
  store64s(low16(ab, cd), low16(ef, gh), out);
  store64s(high16(ab, cd), high16(ef, gh), out + 64);
  ab = high8(a, b);
  cd = high8(c, d);
  ef = high8(e, f);
  gh = high8(g, h);
  store64s(low16(ab, cd), low16(ef, gh), out + 128);
  store64s(high16(ab, cd), high16(ef, gh), out + 192);
}

/** Four halves of eight bytes, 16 bytes apart. */
@inline
function store64s(abcd: v128, efgh: v128, out: usize): void {
  const low = low32(abcd, efgh);
  const high = high32(abcd, efgh);
  v128.store64_lane(out, low, 0);
  v128.store64_lane(out, low, 1, 16);
  v128.store64_lane(out, high, 0, 32);
  v128.store64_lane(out, high, 1, 48);
}
