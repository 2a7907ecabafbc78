/**
 * The inverse cosine transform of an 8 x 8 block, in integers: the accurate one of libjpeg (after Loeffler, Ligtenberg
 * and Moschytz), so that samples are the same to the last bit.
 */

/** 13 bits of fraction. */
const [C0298, C0390, C0541, C0765, C0899, C1175, C1501, C1847, C1961, C2053, C2562, C3072] = [
  2446, 3196, 4433, 6270, 7373, 9633, 12299, 15137, 16069, 16819, 20995, 25172,
] as const;

const workspace = new Int32Array(64);

/** Coefficients, multiplied by their quantization, to samples of 8 bits: at `at` of `out`, rows `stride` apart. */
export function inverseDct(coefficients: Int32Array, out: Uint8Array, at: number, stride: number): void {
  for (let column = 0; column < 8; column++) transform(coefficients, column, 8, 11, workspace, column, 8);
  for (let row = 0; row < 8; row++) transform(workspace, row * 8, 1, 18, workspace, row * 8, 1);
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const value = workspace[row * 8 + column]! + 128;
      out[at + row * stride + column] = Math.max(0, Math.min(value, 255));
    }
  }
}

function transform(
  from: Int32Array,
  start: number,
  step: number,
  shift: number,
  to: Int32Array,
  first: number,
  next: number,
): void {
  const half = 1 << (shift - 1);
  const value = (index: number): number => from[start + index * step]!;
  const put = (index: number, sum: number): void => {
    to[first + index * next] = (sum + half) >> shift;
  };
  const [v0, v1, v2, v3, v4, v5, v6, v7] = [
    value(0),
    value(1),
    value(2),
    value(3),
    value(4),
    value(5),
    value(6),
    value(7),
  ];
  // Even part.
  const even = Math.imul(v2 + v6, C0541);
  const e2 = even - Math.imul(v6, C1847);
  const e3 = even + Math.imul(v2, C0765);
  const [e0, e1] = [(v0 + v4) << 13, (v0 - v4) << 13];
  const [t10, t13, t11, t12] = [e0 + e3, e0 - e3, e1 + e2, e1 - e2];
  // Odd part.
  const z5 = Math.imul(v7 + v3 + v5 + v1, C1175);
  const z1 = -Math.imul(v7 + v1, C0899);
  const z2 = -Math.imul(v5 + v3, C2562);
  const z3 = z5 - Math.imul(v7 + v3, C1961);
  const z4 = z5 - Math.imul(v5 + v1, C0390);
  const o0 = Math.imul(v7, C0298) + z1 + z3;
  const o1 = Math.imul(v5, C2053) + z2 + z4;
  const o2 = Math.imul(v3, C3072) + z2 + z3;
  const o3 = Math.imul(v1, C1501) + z1 + z4;
  put(0, t10 + o3);
  put(7, t10 - o3);
  put(1, t11 + o2);
  put(6, t11 - o2);
  put(2, t12 + o1);
  put(5, t12 - o1);
  put(3, t13 + o0);
  put(4, t13 - o0);
}
