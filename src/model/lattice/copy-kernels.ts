/**
 * The innermost loops of strided copies. A plane is two nested axes; strides and offsets count units of 1, 2 or 4
 * bytes, and an element is `width` units. Elements of 8 bytes are copied as pairs of 32-bit words: doubles would lose the
 * bits of NaNs in some engines, and 64-bit integers cost an allocation each in others. One function per unit keeps each
 * loop monomorphic, and four steps per iteration are a third faster (both measured in V8).
 */
type Units = Uint8Array | Uint16Array | Uint32Array;

export type PlaneCopy = (
  from: number,
  to: number,
  outerCount: number,
  outerFrom: number,
  outerTo: number,
  innerCount: number,
  innerFrom: number,
  innerTo: number,
) => void;

export type TableCopy = (from: number, to: number, fromTable: Float64Array, toTable: Float64Array) => void;

export interface Kernels {
  readonly plane: PlaneCopy;
  readonly table: TableCopy;
}

/** The loops for these buffers. Both byte offsets must be multiples of the unit. */
export function kernelsFor(source: Uint8Array, target: Uint8Array, unit: 1 | 2 | 4, width: number): Kernels {
  const from = unitView(source, unit);
  const to = unitView(target, unit);
  const table: TableCopy = (a, b, fromTable, toTable) => copyTable(from, to, a, b, fromTable, toTable, width);
  return { plane: planeCopy(from, to, width), table };
}

function unitView(bytes: Uint8Array, unit: 1 | 2 | 4): Units {
  const length = Math.floor(bytes.byteLength / unit);
  if (unit === 4) return new Uint32Array(bytes.buffer, bytes.byteOffset, length);
  if (unit === 2) return new Uint16Array(bytes.buffer, bytes.byteOffset, length);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
}

function planeCopy(s: Units, t: Units, width: number): PlaneCopy {
  if (s instanceof Uint32Array && t instanceof Uint32Array && width === 1) {
    return (a, b, n0, f0, t0, n1, f1, t1) => copyWords(s, t, a, b, n0, f0, t0, n1, f1, t1);
  }
  if (s instanceof Uint32Array && t instanceof Uint32Array && width === 2) {
    return (a, b, n0, f0, t0, n1, f1, t1) => copyWordPairs(s, t, a, b, n0, f0, t0, n1, f1, t1);
  }
  if (s instanceof Uint16Array && t instanceof Uint16Array && width === 1) {
    return (a, b, n0, f0, t0, n1, f1, t1) => copyHalves(s, t, a, b, n0, f0, t0, n1, f1, t1);
  }
  if (s instanceof Uint8Array && t instanceof Uint8Array && width === 1) {
    return (a, b, n0, f0, t0, n1, f1, t1) => copyBytes(s, t, a, b, n0, f0, t0, n1, f1, t1);
  }
  return (a, b, n0, f0, t0, n1, f1, t1) => copyWide(s, t, width, a, b, n0, f0, t0, n1, f1, t1);
}

function copyWords(
  s: Uint32Array,
  t: Uint32Array,
  from: number,
  to: number,
  outerCount: number,
  outerFrom: number,
  outerTo: number,
  innerCount: number,
  innerFrom: number,
  innerTo: number,
): void {
  const unrolled = innerCount - 3;
  for (let i = 0; i < outerCount; i++) {
    let a = from + i * outerFrom;
    let b = to + i * outerTo;
    let j = 0;
    for (; j < unrolled; j += 4) {
      t[b] = s[a]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      a += innerFrom;
      b += innerTo;
    }
    for (; j < innerCount; j++) {
      t[b] = s[a]!;
      a += innerFrom;
      b += innerTo;
    }
  }
}

function copyHalves(
  s: Uint16Array,
  t: Uint16Array,
  from: number,
  to: number,
  outerCount: number,
  outerFrom: number,
  outerTo: number,
  innerCount: number,
  innerFrom: number,
  innerTo: number,
): void {
  const unrolled = innerCount - 3;
  for (let i = 0; i < outerCount; i++) {
    let a = from + i * outerFrom;
    let b = to + i * outerTo;
    let j = 0;
    for (; j < unrolled; j += 4) {
      t[b] = s[a]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      a += innerFrom;
      b += innerTo;
    }
    for (; j < innerCount; j++) {
      t[b] = s[a]!;
      a += innerFrom;
      b += innerTo;
    }
  }
}

function copyBytes(
  s: Uint8Array,
  t: Uint8Array,
  from: number,
  to: number,
  outerCount: number,
  outerFrom: number,
  outerTo: number,
  innerCount: number,
  innerFrom: number,
  innerTo: number,
): void {
  const unrolled = innerCount - 3;
  for (let i = 0; i < outerCount; i++) {
    let a = from + i * outerFrom;
    let b = to + i * outerTo;
    let j = 0;
    for (; j < unrolled; j += 4) {
      t[b] = s[a]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      t[(b += innerTo)] = s[(a += innerFrom)]!;
      a += innerFrom;
      b += innerTo;
    }
    for (; j < innerCount; j++) {
      t[b] = s[a]!;
      a += innerFrom;
      b += innerTo;
    }
  }
}

function copyWordPairs(
  s: Uint32Array,
  t: Uint32Array,
  from: number,
  to: number,
  outerCount: number,
  outerFrom: number,
  outerTo: number,
  innerCount: number,
  innerFrom: number,
  innerTo: number,
): void {
  for (let i = 0; i < outerCount; i++) {
    let a = from + i * outerFrom;
    let b = to + i * outerTo;
    for (let j = 0; j < innerCount; j++) {
      t[b] = s[a]!;
      t[b + 1] = s[a + 1]!;
      a += innerFrom;
      b += innerTo;
    }
  }
}

function copyWide(
  s: Units,
  t: Units,
  width: number,
  from: number,
  to: number,
  outerCount: number,
  outerFrom: number,
  outerTo: number,
  innerCount: number,
  innerFrom: number,
  innerTo: number,
): void {
  for (let i = 0; i < outerCount; i++) {
    let a = from + i * outerFrom;
    let b = to + i * outerTo;
    for (let j = 0; j < innerCount; j++) {
      for (let k = 0; k < width; k++) t[b + k] = s[a + k]!;
      a += innerFrom;
      b += innerTo;
    }
  }
}

/** Rows that are one run on both sides. Their length and the steps between rows are in words. */
export function copyWordRows(
  source: Uint8Array,
  target: Uint8Array,
  words: number,
  rowCount: number,
  fromStep: number,
  toStep: number,
): (from: number, to: number) => void {
  const s = new Uint32Array(source.buffer, source.byteOffset, source.byteLength >>> 2);
  const t = new Uint32Array(target.buffer, target.byteOffset, target.byteLength >>> 2);
  return (from, to) => {
    for (let i = 0; i < rowCount; i++) copyRun(s, t, from + i * fromStep, to + i * toStep, words);
  };
}

function copyRun(s: Uint32Array, t: Uint32Array, from: number, to: number, words: number): void {
  let a = from;
  let b = to;
  const end = from + words;
  for (; a < end - 3; a += 4, b += 4) {
    t[b] = s[a]!;
    t[b + 1] = s[a + 1]!;
    t[b + 2] = s[a + 2]!;
    t[b + 3] = s[a + 3]!;
  }
  for (; a < end; a++, b++) t[b] = s[a]!;
}

function copyTable(
  s: Units,
  t: Units,
  from: number,
  to: number,
  fromTable: Float64Array,
  toTable: Float64Array,
  width: number,
): void {
  const count = fromTable.length;
  if (width === 1) {
    for (let i = 0; i < count; i++) t[to + toTable[i]!] = s[from + fromTable[i]!]!;
    return;
  }
  for (let i = 0; i < count; i++) {
    const a = from + fromTable[i]!;
    const b = to + toTable[i]!;
    for (let k = 0; k < width; k++) t[b + k] = s[a + k]!;
  }
}
