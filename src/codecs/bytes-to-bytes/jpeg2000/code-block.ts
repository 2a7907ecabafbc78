/**
 * Coefficients of a code-block (ISO/IEC 15444-1, annex D): bit planes from the highest on, each in three passes over
 * stripes of four rows. The coding of a coefficient depends on which neighbours are significant.
 */
import { broken } from "./broken.ts";
import { MqDecoder } from "./mq-decoder.ts";

/** Bits of the style of code-blocks in COD and COC. */
export const STYLE = { bypass: 1, reset: 2, terminate: 4, causal: 8, predictable: 16, symbols: 32 } as const;

/** A part of a code-block's bytes, and how many passes it holds. */
export interface Segment {
  readonly passes: number;
  readonly bytes: Uint8Array;
}

export interface CodedBlock {
  readonly width: number;
  readonly height: number;
  /** 0: LL or LH; 1: HL; 2: HH. */
  readonly orientation: number;
  /** Bit planes that are coded. */
  readonly planes: number;
  readonly style: number;
  readonly segments: readonly Segment[];
}

// Flags of a coefficient: which neighbours are significant, which of those beside and above are negative, and its own state.
const [N, S, W, E, NW, NE, SW, SE] = [1, 2, 4, 8, 16, 32, 64, 128] as const;
const [MINUS_N, MINUS_S, MINUS_W, MINUS_E] = [256, 512, 1024, 2048] as const;
const [SIGNIFICANT, REFINED, VISITED] = [4096, 8192, 16384] as const;
const NEIGHBOURS = 255;
/** Neighbours in the next stripe, which do not count if stripes are causal. */
const BELOW = S | SW | SE | MINUS_S;

// Contexts: 0 to 8 significance, 9 to 13 signs, 14 to 16 refinement.
const [SIGNS, REFINEMENT, RUN_LENGTH, UNIFORM] = [9, 14, 17, 18] as const;

interface Contexts {
  /** By orientation, then by the flags of the neighbours. */
  readonly zeroCoding: readonly Uint8Array[];
  /** By the flags of N, S, W, E and their signs: twice the context, plus the expected sign. */
  readonly signCoding: Uint8Array;
}

let contexts: Contexts | undefined;

/** Computed by the first block: a page's worker loads this file whether or not it decodes images. */
function contextTables(): Contexts {
  contexts ??= {
    zeroCoding: [0, 1, 2].map((orientation) =>
      Uint8Array.from({ length: 256 }, (_, flags) => zeroContext(flags, orientation)),
    ),
    signCoding: Uint8Array.from({ length: 256 }, (_, index) => signContext(index)),
  };
  return contexts;
}

/** Table D.1. */
function zeroContext(flags: number, orientation: number): number {
  const count = (...masks: readonly number[]): number => masks.filter((mask) => (flags & mask) !== 0).length;
  const [across, along, diagonal] = [count(W, E), count(N, S), count(NW, NE, SW, SE)];
  if (orientation === 2) {
    const both = across + along;
    if (diagonal >= 3) return 8;
    if (diagonal === 2) return both >= 1 ? 7 : 6;
    if (diagonal === 1) return 3 + Math.min(both, 2);
    return Math.min(both, 2);
  }
  const [first, second] = orientation === 1 ? [along, across] : [across, along];
  if (first === 2) return 8;
  if (first === 1) return second >= 1 ? 7 : diagonal >= 1 ? 6 : 5;
  if (second > 0) return 2 + second;
  return Math.min(diagonal, 2);
}

/** Tables D.2 and D.3. */
function signContext(index: number): number {
  const part = (near: number, minus: number): number => ((index & near) === 0 ? 0 : (index & minus) === 0 ? 1 : -1);
  const clamp = (sum: number): number => Math.max(-1, Math.min(1, sum));
  const across = clamp(part(W, MINUS_W >> 4) + part(E, MINUS_E >> 4));
  const along = clamp(part(N, MINUS_N >> 4) + part(S, MINUS_S >> 4));
  const isMinus = across < 0 || (across === 0 && along < 0);
  const [h, v] = isMinus ? [-across, -along] : [across, along];
  const context = h === 1 ? SIGNS + 3 + v : SIGNS + v;
  return 2 * context + (isMinus ? 1 : 0);
}

/** Bits of an uncoded segment: 0xff is followed by a byte of seven bits. */
class RawBits {
  readonly #bytes: Uint8Array;
  #at = 0;
  #left = 0;
  #byte = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    if (this.#left === 0) {
      this.#left = this.#byte === 0xff ? 7 : 8;
      this.#byte = this.#at < this.#bytes.byteLength ? this.#bytes[this.#at++]! : 0xff;
    }
    this.#left -= 1;
    return (this.#byte >> this.#left) & 1;
  }
}

const FIRST_RAW_PASS = 10;

/** The number of passes in the segment that begins with pass `first`; the last may be truncated. */
export function segmentPasses(first: number, style: number): number {
  if ((style & STYLE.terminate) !== 0) return 1;
  if ((style & STYLE.bypass) === 0) return Number.POSITIVE_INFINITY;
  if (first < FIRST_RAW_PASS) return FIRST_RAW_PASS - first;
  return (first - FIRST_RAW_PASS) % 3 === 0 ? 2 : 1;
}

/**
 * Twice the coefficients, row by row: the lowest bit is half of the interval that contains a coefficient whose last
 * planes are not coded.
 */
export function decodeBlock({ width, height, orientation, planes, style, segments }: CodedBlock): Int32Array {
  const stride = width + 2;
  const flags = new Uint16Array(stride * (height + 2));
  const values = new Int32Array(width * height);
  const { zeroCoding: byOrientation, signCoding } = contextTables();
  const zeroCoding = byOrientation[orientation]!;
  const coder = new MqDecoder();
  const isCausal = (style & STYLE.causal) !== 0;
  let raw: RawBits | undefined;
  let one = 0;

  const near = (at: number, y: number): number => (isCausal && (y & 3) === 3 ? flags[at]! & ~BELOW : flags[at]!);
  const becomes = (at: number, place: number, y: number): void => {
    let minus: number;
    if (raw === undefined) {
      const found = near(at, y);
      const entry = signCoding[(found & 15) | ((found >> 4) & 0xf0)]!;
      minus = coder.decode(entry >> 1) ^ (entry & 1);
    } else minus = raw.bit();
    values[place] = minus === 1 ? -(one | (one >> 1)) : one | (one >> 1);
    flags[at]! |= SIGNIFICANT;
    flags[at - stride]! |= minus === 1 ? S | MINUS_S : S;
    flags[at + stride]! |= minus === 1 ? N | MINUS_N : N;
    flags[at - 1]! |= minus === 1 ? E | MINUS_E : E;
    flags[at + 1]! |= minus === 1 ? W | MINUS_W : W;
    flags[at - stride - 1]! |= SE;
    flags[at - stride + 1]! |= SW;
    flags[at + stride - 1]! |= NE;
    flags[at + stride + 1]! |= NW;
  };
  const significance = (at: number, place: number, y: number): void => {
    const found = near(at, y);
    if ((found & SIGNIFICANT) !== 0 || (found & NEIGHBOURS) === 0) return;
    const isOne = raw === undefined ? coder.decode(zeroCoding[found & NEIGHBOURS]!) : raw.bit();
    if (isOne === 1) becomes(at, place, y);
    flags[at]! |= VISITED;
  };
  const refinement = (at: number, place: number, y: number): void => {
    const found = near(at, y);
    if ((found & (SIGNIFICANT | VISITED)) !== SIGNIFICANT) return;
    const context = (found & REFINED) !== 0 ? REFINEMENT + 2 : (found & NEIGHBOURS) === 0 ? REFINEMENT : REFINEMENT + 1;
    const isOne = raw === undefined ? coder.decode(context) : raw.bit();
    // From the middle of the interval to the middle of its upper or lower half.
    const step = isOne === 1 ? one >> 1 : -(one >> 1);
    values[place]! += values[place]! < 0 ? -step : step;
    flags[at]! |= REFINED;
  };
  const cleanup = (at: number, place: number, y: number): void => {
    const found = near(at, y);
    if ((found & (SIGNIFICANT | VISITED)) === 0) {
      if (coder.decode(zeroCoding[found & NEIGHBOURS]!) === 1) becomes(at, place, y);
    }
    flags[at]! &= ~VISITED;
  };
  const overStripes = (visit: (at: number, place: number, y: number) => void): void => {
    for (let top = 0; top < height; top += 4) {
      const bottom = Math.min(top + 4, height);
      for (let x = 0; x < width; x++) {
        for (let y = top; y < bottom; y++) visit((y + 1) * stride + x + 1, y * width + x, y);
      }
    }
  };
  /** A column of four without significant neighbours is coded by the position of its first significant one. */
  const cleanupPass = (): void => {
    for (let top = 0; top < height; top += 4) {
      const bottom = Math.min(top + 4, height);
      for (let x = 0; x < width; x++) {
        let y = top;
        const first = (top + 1) * stride + x + 1;
        if (bottom === top + 4 && isBlank(first, top)) {
          if (coder.decode(RUN_LENGTH) === 0) continue;
          y = top + (coder.decode(UNIFORM) << 1);
          y += coder.decode(UNIFORM);
          becomes((y + 1) * stride + x + 1, y * width + x, y);
          y += 1;
        }
        for (; y < bottom; y++) cleanup((y + 1) * stride + x + 1, y * width + x, y);
      }
    }
    if ((style & STYLE.symbols) === 0) return;
    let symbol = 0;
    for (let bit = 0; bit < 4; bit++) symbol = (symbol << 1) | coder.decode(UNIFORM);
    if (symbol !== 0b1010) throw broken(`a segmentation symbol is ${symbol}, expected 10`);
  };
  const isBlank = (first: number, top: number): boolean =>
    (flags[first]! | flags[first + stride]! | flags[first + 2 * stride]! | near(first + 3 * stride, top + 3)) === 0;

  let pass = 0;
  for (const { passes, bytes } of segments) {
    const isRaw = (style & STYLE.bypass) !== 0 && pass >= FIRST_RAW_PASS && (pass - FIRST_RAW_PASS) % 3 !== 2;
    raw = isRaw ? new RawBits(bytes) : undefined;
    if (!isRaw) coder.start(bytes);
    for (const end = pass + passes; pass < end; pass++) {
      // The first plane has only a cleanup pass.
      const plane = planes - Math.floor((pass + 2) / 3);
      if (plane < 1) throw broken(`a code-block of ${planes} bit planes has ${end} passes`);
      one = 2 ** plane;
      const kind = (pass + 2) % 3;
      if (kind === 0) overStripes(significance);
      else if (kind === 1) overStripes(refinement);
      else cleanupPass();
      if ((style & STYLE.reset) !== 0) coder.reset();
    }
  }
  return values;
}
