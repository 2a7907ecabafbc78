/** Differences of neighbouring integers of 1, 2, 4 or 8 bytes, modulo their range; the first stays. In place. */
export function deltaEncode(size: usize, pointer: usize, count: usize): void {
  if (size == 1) encode<u8>(pointer, count);
  else if (size == 2) encode<u16>(pointer, count);
  else if (size == 4) encode<u32>(pointer, count);
  else if (size == 8) encode<u64>(pointer, count);
}

/** The running sums: what `deltaEncode` was given. In place. */
export function deltaDecode(size: usize, pointer: usize, count: usize): void {
  if (size == 1) decode<u8>(pointer, count);
  else if (size == 2) decode<u16>(pointer, count);
  else if (size == 4) decode<u32>(pointer, count);
  else if (size == 8) decode<u64>(pointer, count);
}

@inline
function encode<T>(pointer: usize, count: usize): void {
  const lanes: usize = 16 / sizeof<T>();
  let i = count;
  // Backwards, so that each element is read before it is replaced.
  for (; i > lanes; i -= lanes) {
    const at = pointer + (i - lanes) * sizeof<T>();
    v128.store(at, v128.sub<T>(v128.load(at), v128.load(at - sizeof<T>())));
  }
  for (; i > 1; i--) {
    const at = pointer + (i - 1) * sizeof<T>();
    store<T>(at, <T>(load<T>(at) - load<T>(at - sizeof<T>())));
  }
}

@inline
function decode<T>(pointer: usize, count: usize): void {
  const lanes: usize = 16 / sizeof<T>();
  let i: usize = 0;
  let carry = i64x2.splat(0);
  for (; i + lanes <= count; i += lanes) {
    const at = pointer + i * sizeof<T>();
    let v = v128.load(at);
    // A running sum inside the vector, doubling the reach each step.
    if (sizeof<T>() == 1) v = v128.add<T>(v, shift1(v));
    if (sizeof<T>() <= 2) v = v128.add<T>(v, shift2(v));
    if (sizeof<T>() <= 4) v = v128.add<T>(v, shift4(v));
    v = v128.add<T>(v, shift8(v));
    v128.store(at, v128.add<T>(v, carry));
    carry = v128.add<T>(carry, last<T>(v));
  }
  let sum = v128.extract_lane<T>(carry, 0);
  for (; i < count; i++) {
    const at = pointer + i * sizeof<T>();
    sum = <T>(sum + load<T>(at));
    store<T>(at, sum);
  }
}

/** The last element in every lane. */
@inline
function last<T>(v: v128): v128 {
  if (sizeof<T>() == 1) return i8x16.shuffle(v, v, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
  if (sizeof<T>() == 2) return i8x16.shuffle(v, v, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15);
  if (sizeof<T>() == 4) return i8x16.shuffle(v, v, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
  return i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
}

// The vector moved up by some bytes, zeros behind it. Written as neighbouring bytes of (0, v): one instruction.

@inline
function shift1(v: v128): v128 {
  return i8x16.shuffle(i64x2.splat(0), v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

@inline
function shift2(v: v128): v128 {
  return i8x16.shuffle(i64x2.splat(0), v, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
}

@inline
function shift4(v: v128): v128 {
  return i8x16.shuffle(i64x2.splat(0), v, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
}

@inline
function shift8(v: v128): v128 {
  return i8x16.shuffle(i64x2.splat(0), v, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
}
