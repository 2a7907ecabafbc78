/**
 * The adaptive model of LZMA, shared by decoder and encoder: probabilities (of a 0 bit, in 1/2048) by context, the
 * twelve states that remember the last few packets, and the last four distances.
 */
const INITIAL = 1024;

export const POSITION_STATES = 16;
/** Lengths of matches: 2 to 273. */
export const MIN_MATCH = 2;
export const MAX_MATCH = 273;
/** Matches of length 2, 3, 4 and more have separate distance slots. */
export const LENGTH_STATES = 4;
/** Slots below the first have no extra bits; from the second on the low bits share one alignment context. */
export const FIRST_EXTRA_SLOT = 4;
export const FIRST_ALIGNED_SLOT = 14;
export const ALIGN_BITS = 4;
/** Distances of the slots whose extra bits have separate contexts. */
const FULL_DISTANCES = 128;
/** Contexts of a literal: 256 for plain ones, 512 for those after a match. */
const LITERAL_CONTEXTS = 0x300;

export interface LzmaProperties {
  /** High bits of the previous byte that form the context of a literal. */
  readonly lc: number;
  /** Low bits of the position that form the context of a literal, and of everything else. */
  readonly lp: number;
  readonly pb: number;
}

/** lc 3, lp 0, pb 2: as in every preset. */
export const DEFAULT_PROPERTIES: LzmaProperties = { lc: 3, lp: 0, pb: 2 };

export interface LengthModel {
  /** Whether it is 8 or more, and whether it is 16 or more. */
  readonly choices: Uint16Array;
  readonly low: Uint16Array;
  readonly middle: Uint16Array;
  readonly high: Uint16Array;
}

export interface LzmaModel {
  readonly properties: LzmaProperties;
  readonly literals: Uint16Array;
  readonly isMatch: Uint16Array;
  readonly isRepeat: Uint16Array;
  readonly isRepeat0: Uint16Array;
  readonly isRepeat1: Uint16Array;
  readonly isRepeat2: Uint16Array;
  readonly isLongRepeat0: Uint16Array;
  readonly slots: Uint16Array;
  readonly special: Uint16Array;
  readonly align: Uint16Array;
  readonly lengths: LengthModel;
  readonly repeatLengths: LengthModel;
  /** The last four distances, less one. */
  readonly distances: Uint32Array;
  state: number;
}

export function lzmaModel(properties: LzmaProperties): LzmaModel {
  const model: LzmaModel = {
    properties,
    literals: new Uint16Array(LITERAL_CONTEXTS << (properties.lc + properties.lp)),
    isMatch: new Uint16Array(12 * POSITION_STATES),
    isRepeat: new Uint16Array(12),
    isRepeat0: new Uint16Array(12),
    isRepeat1: new Uint16Array(12),
    isRepeat2: new Uint16Array(12),
    isLongRepeat0: new Uint16Array(12 * POSITION_STATES),
    slots: new Uint16Array(LENGTH_STATES * 64),
    special: new Uint16Array(FULL_DISTANCES),
    align: new Uint16Array(1 << ALIGN_BITS),
    lengths: lengthModel(),
    repeatLengths: lengthModel(),
    distances: new Uint32Array(4),
    state: 0,
  };
  resetModel(model);
  return model;
}

function lengthModel(): LengthModel {
  return {
    choices: new Uint16Array(2),
    low: new Uint16Array(POSITION_STATES * 8),
    middle: new Uint16Array(POSITION_STATES * 8),
    high: new Uint16Array(256),
  };
}

export function resetModel(model: LzmaModel): void {
  for (const part of Object.values(model)) if (part instanceof Uint16Array) part.fill(INITIAL);
  for (const lengths of [model.lengths, model.repeatLengths]) {
    for (const part of Object.values(lengths)) if (part instanceof Uint16Array) part.fill(INITIAL);
  }
  model.distances.fill(0);
  model.state = 0;
}

/** States below this follow a literal. */
export const AFTER_LITERAL = 7;

export function stateAfterLiteral(state: number): number {
  return state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
}

export function stateAfterMatch(state: number): number {
  return state < AFTER_LITERAL ? 7 : 10;
}

export function stateAfterRepeat(state: number): number {
  return state < AFTER_LITERAL ? 8 : 11;
}

export function stateAfterShortRepeat(state: number): number {
  return state < AFTER_LITERAL ? 9 : 11;
}

/** Where the contexts of a literal start. */
export function literalOffset({ lc, lp }: LzmaProperties, position: number, previous: number): number {
  return LITERAL_CONTEXTS * (((position & ((1 << lp) - 1)) << lc) + (previous >>> (8 - lc)));
}

/** The byte that holds lc, lp and pb, and back; undefined for an invalid byte. */
export function propertiesByte({ lc, lp, pb }: LzmaProperties): number {
  return (pb * 5 + lp) * 9 + lc;
}

export function propertiesOf(byte: number): LzmaProperties | undefined {
  if (byte >= 9 * 5 * 5) return undefined;
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}
