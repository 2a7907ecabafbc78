/**
 * Numbers of one type to numbers of another, with an operation between, block by block: numbers become doubles (or stay
 * singles, where the operation is defined on those), are worked on, and are stored. What is not finite, or does not fit,
 * ends it: such numbers need more care.
 *
 * Types are 0 .. 7: int8, uint8, int16, uint16, int32, uint32, float32, float64. Operations are 0: none; 1: (x - first) *
 * second, rounded to an integer; 2: x / first + second; 3: x * first, rounded to an integer, / first. Roundings are to
 * nearest, ties to even. 1 and 3 compute with singles if these are given, all else is done with doubles.
 */
const FLOAT32: u32 = 6;
const FLOAT64: u32 = 7;

const NONE: u32 = 0;
const SCALE: u32 = 1;
const UNSCALE: u32 = 2;

/** Elements of a block: its doubles stay in the nearest cache. */
const BLOCK: usize = 1024;

/** From this on a double becomes an infinity as a single: the largest single and half a step. */
const SINGLE_LIMIT: f64 = 340282356779733661637539395458142568448.0;

/** Gives 1 if all numbers could be stored, else 0. `scratch`: 12 KiB. */
export function mapNumbers(
  from: u32, to: u32, operation: u32, first: f64, second: f64, source: usize, target: usize, count: usize, scratch: usize,
): i32 {
  const doubles = scratch + (BLOCK << 2);
  const onSingles = from == FLOAT32 && (operation & 1) == 1;
  const fromSize = sizeOf(from);
  const toSize = sizeOf(to);
  for (let done: usize = 0; done < count; done += BLOCK) {
    const block = min(BLOCK, count - done);
    const here = source + done * fromSize;
    const out = target + done * toSize;
    if (onSingles) {
      workOnSingles(operation, <f32>first, <f32>second, here, scratch, block);
      if (to <= 3 || to == FLOAT32) {
        if (!storeSingles(to, scratch, out, block)) return 0;
        continue;
      }
      widen(FLOAT32, scratch, doubles, block);
    } else {
      widen(from, here, doubles, block);
      if (operation != NONE) workOnDoubles(operation, first, second, doubles, block);
    }
    if (!storeDoubles(to, doubles, out, block)) return 0;
  }
  return 1;
}

function sizeOf(type: u32): usize {
  return type < 2 ? 1 : type < 4 ? 2 : type < FLOAT64 ? 4 : 8;
}

function widen(type: u32, source: usize, target: usize, count: usize): void {
  if (type == 0) widenEach<i8>(source, target, count);
  else if (type == 1) widenEach<u8>(source, target, count);
  else if (type == 2) widenEach<i16>(source, target, count);
  else if (type == 3) widenEach<u16>(source, target, count);
  else if (type == 4) widenEach<i32>(source, target, count);
  else if (type == 5) widenEach<u32>(source, target, count);
  else if (type == FLOAT32) widenEach<f32>(source, target, count);
  else memory.copy(target, source, count << 3);
}

@inline
function widenEach<T>(source: usize, target: usize, count: usize): void {
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) {
    const v = loadFour<T>(source + i * sizeof<T>());
    const upper = i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
    const out = target + (i << 3);
    v128.store(out, toDoubles<T>(v));
    v128.store(out, toDoubles<T>(upper), 16);
  }
  for (; i < count; i++) store<f64>(target + (i << 3), <f64>load<T>(source + i * sizeof<T>()));
}

/** Four elements as 32-bit numbers. */
@inline
function loadFour<T>(pointer: usize): v128 {
  if (sizeof<T>() == 4) return v128.load(pointer);
  if (sizeof<T>() == 2) {
    const v = v128.load64_zero(pointer);
    return isSigned<T>() ? i32x4.extend_low_i16x8_s(v) : i32x4.extend_low_i16x8_u(v);
  }
  const v = v128.load32_zero(pointer);
  return isSigned<T>()
    ? i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v))
    : i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v));
}

/** The lower two of four numbers. */
@inline
function toDoubles<T>(v: v128): v128 {
  if (isFloat<T>()) return f64x2.promote_low_f32x4(v);
  return sizeof<T>() == 4 && !isSigned<T>() ? f64x2.convert_low_i32x4_u(v) : f64x2.convert_low_i32x4_s(v);
}

function workOnSingles(operation: u32, first: f32, second: f32, source: usize, target: usize, count: usize): void {
  const a = f32x4.splat(first);
  const b = f32x4.splat(second);
  let i: usize = 0;
  if (operation == SCALE) {
    for (; i + 4 <= count; i += 4) {
      const v = f32x4.mul(f32x4.sub(v128.load(source + (i << 2)), a), b);
      v128.store(target + (i << 2), f32x4.nearest(v));
    }
    for (; i < count; i++) {
      store<f32>(target + (i << 2), nearest<f32>((load<f32>(source + (i << 2)) - first) * second));
    }
  } else {
    for (; i + 4 <= count; i += 4) {
      const v = f32x4.nearest(f32x4.mul(v128.load(source + (i << 2)), a));
      v128.store(target + (i << 2), f32x4.div(v, a));
    }
    for (; i < count; i++) {
      store<f32>(target + (i << 2), nearest<f32>(load<f32>(source + (i << 2)) * first) / first);
    }
  }
}

/** In place, by pairs: the block has room for one number more. */
function workOnDoubles(operation: u32, first: f64, second: f64, pointer: usize, count: usize): void {
  const a = f64x2.splat(first);
  const b = f64x2.splat(second);
  const end = pointer + (count << 3);
  for (let at = pointer; at < end; at += 16) {
    let v = v128.load(at);
    if (operation == SCALE) v = f64x2.nearest(f64x2.mul(f64x2.sub(v, a), b));
    else if (operation == UNSCALE) v = f64x2.add(f64x2.div(v, a), b);
    else v = f64x2.div(f64x2.nearest(f64x2.mul(v, a)), a);
    v128.store(at, v);
  }
}

function storeSingles(type: u32, source: usize, target: usize, count: usize): bool {
  if (type == 0) return storeEach<f32, i8>(source, target, count, -129, 128);
  if (type == 1) return storeEach<f32, u8>(source, target, count, -1, 256);
  if (type == 2) return storeEach<f32, i16>(source, target, count, -32769, 32768);
  if (type == 3) return storeEach<f32, u16>(source, target, count, -1, 65536);
  return storeEach<f32, f32>(source, target, count, -Infinity, Infinity);
}

function storeDoubles(type: u32, source: usize, target: usize, count: usize): bool {
  if (type == 0) return storeEach<f64, i8>(source, target, count, -129, 128);
  if (type == 1) return storeEach<f64, u8>(source, target, count, -1, 256);
  if (type == 2) return storeEach<f64, i16>(source, target, count, -32769, 32768);
  if (type == 3) return storeEach<f64, u16>(source, target, count, -1, 65536);
  if (type == 4) return storeEach<f64, i32>(source, target, count, -2147483649, 2147483648);
  if (type == 5) return storeEach<f64, u32>(source, target, count, -1, 4294967296);
  if (type == FLOAT32) return storeEach<f64, f32>(source, target, count, -SINGLE_LIMIT, SINGLE_LIMIT);
  return storeEach<f64, f64>(source, target, count, -Infinity, Infinity);
}

/** Fractions are dropped where integers are stored. The limits lie outside of what can be stored. */
@inline
function storeEach<S, T>(source: usize, target: usize, count: usize, least: S, most: S): bool {
  const low = v128.splat<S>(least);
  const high = v128.splat<S>(most);
  let inside = i32x4.splat(-1);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) {
    const a = v128.load(source + i * sizeof<S>());
    inside = v128.and(inside, v128.and(v128.gt<S>(a, low), v128.lt<S>(a, high)));
    const out = target + i * sizeof<T>();
    if (sizeof<S>() == 8) {
      const b = v128.load(source + i * sizeof<S>(), 16);
      inside = v128.and(inside, v128.and(v128.gt<S>(b, low), v128.lt<S>(b, high)));
      if (sizeof<T>() == 8) {
        v128.store(out, a);
        v128.store(out, b, 16);
      } else {
        putFour<T>(out, low32s(toFour<T>(a), toFour<T>(b)));
      }
    } else {
      putFour<T>(out, isFloat<T>() ? a : i32x4.trunc_sat_f32x4_s(a));
    }
  }
  if (!i32x4.all_true(inside)) return false;
  for (; i < count; i++) {
    const value = load<S>(source + i * sizeof<S>());
    if (!(value > least && value < most)) return false;
    if (isFloat<T>()) store<T>(target + i * sizeof<T>(), <T>value);
    else store<T>(target + i * sizeof<T>(), <T><i64>value);
  }
  return true;
}

/** Two doubles as 32-bit numbers, in the lower half. */
@inline
function toFour<T>(v: v128): v128 {
  if (isFloat<T>()) return f32x4.demote_f64x2_zero(v);
  return isSigned<T>() || sizeof<T>() < 4 ? i32x4.trunc_sat_f64x2_s_zero(v) : i32x4.trunc_sat_f64x2_u_zero(v);
}

@inline
function low32s(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

/** Stores the low bytes of four 32-bit numbers. */
@inline
function putFour<T>(target: usize, v: v128): void {
  if (sizeof<T>() == 4) {
    v128.store(target, v);
  } else if (sizeof<T>() == 2) {
    v128.store64_lane(target, i8x16.shuffle(v, v, 0, 1, 4, 5, 8, 9, 12, 13, 0, 1, 4, 5, 8, 9, 12, 13), 0);
  } else {
    v128.store32_lane(target, i8x16.shuffle(v, v, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
  }
}
