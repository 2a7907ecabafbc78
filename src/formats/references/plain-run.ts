/**
 * Runs of members that differ only in their numbers, which make up most of a large set:
 *
 *     "data/17":["s3://bucket/file.nc",20000,4096],
 *     "data/18":["s3://bucket/file.nc",24096,4096],
 *
 * Names and URLs are compared with those of the previous member, and the numbers go into columns: nothing is allocated
 * per member. A run ends before the first member that differs, or that is not certainly complete.
 */
import type { RangeRun } from "../../model/virtual/columns/reference-columns.ts";
import type { LastUrl } from "./last-url.ts";

const [QUOTE, COMMA, COLON, OPEN_ARRAY, CLOSE_ARRAY, ZERO] = [0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x30] as const;

/** Members that are added to the table at once: few at first, because there may be thousands of small sets. */
const FIRST_BATCH = 64;
const BATCH = 4096;
/** Guarantees that a name's number is less than 2^32; see `splitKey`. */
const MOST_NAME_DIGITS = 9;
/** Guarantees an integer that a double holds exactly. */
const MOST_DIGITS = 15;

/** The common part of the names of a run. */
export interface RunShape {
  /** The name before its numbers, including the opening quote. */
  readonly name: Uint8Array;
  /** A dot or a slash between each two numbers of the name. */
  readonly separators: Uint8Array;
}

/** Scans runs. The columns are reused: they are valid until the next run. */
export class RunScanner {
  readonly #url: LastUrl;
  #batch = FIRST_BATCH;
  #coords = new Uint32Array(0);
  #urls = new Uint32Array(0);
  #offsets = new Float64Array(0);
  #lengths = new Float64Array(0);
  /** Where the run ended: before the name of another member. */
  at = 0;

  constructor(url: LastUrl) {
    this.#url = url;
  }

  /**
   * Scans the run that begins at `from`, with the quote of a name; `end` limits the bytes that may be read. `view` is a
   * view of the bytes.
   */
  scan(bytes: Uint8Array, view: DataView, from: number, end: number, shape: RunShape): RangeRun {
    const rank = shape.separators.byteLength + 1;
    const batch = this.#batch;
    if (this.#urls.length < batch) this.#allot(batch);
    if (this.#coords.length < batch * rank) this.#coords = new Uint32Array(batch * rank);
    const [coords, urls, offsets, lengths] = [this.#coords, this.#urls, this.#offsets, this.#lengths];
    const last = this.#url;
    let count = 0;
    let start = from;
    for (; count < batch; count++) {
      let at = afterName(bytes, start, end, shape, coords, count * rank);
      if (at < 0 || bytes[at] !== OPEN_ARRAY) break;
      at = last.meet(bytes, view, afterSpace(bytes, at + 1, end), end);
      if (at < 0) break;
      urls[count] = last.number;
      at = afterByte(bytes, at, end, COMMA);
      if (at >= 0) at = afterNumber(bytes, at, end, COMMA, offsets, count);
      if (at >= 0) at = afterNumber(bytes, at, end, CLOSE_ARRAY, lengths, count);
      if (at >= 0) at = afterByte(bytes, at, end, COMMA);
      // The member is complete, and what follows it well formed, only if another name follows.
      if (at < 0 || bytes[at] !== QUOTE) break;
      start = at;
    }
    this.at = start;
    // The next run gets more memory; the columns returned here stay unchanged.
    if (count === batch) this.#batch = Math.min(BATCH, batch * 8);
    return { count, coords, urls, offsets, lengths };
  }

  #allot(batch: number): void {
    this.#urls = new Uint32Array(batch);
    this.#offsets = new Float64Array(batch);
    this.#lengths = new Float64Array(batch);
  }
}

/** Where the value begins after a name of this shape, or -1. */
function afterName(
  bytes: Uint8Array,
  from: number,
  end: number,
  { name, separators }: RunShape,
  coords: Uint32Array,
  row: number,
): number {
  let at = from + name.byteLength;
  if (at >= end) return -1;
  // Names of one set usually differ at their end.
  for (let index = name.byteLength - 1; index >= 0; index--) if (bytes[from + index] !== name[index]) return -1;
  const last = separators.byteLength;
  for (let axis = 0; axis <= last; axis++) {
    const first = at;
    let number = 0;
    let digit = at < end ? bytes[at]! - ZERO : -1;
    while (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      at += 1;
      digit = at < end ? bytes[at]! - ZERO : -1;
    }
    const digits = at - first;
    if (digits === 0 || digits > MOST_NAME_DIGITS || (digits > 1 && bytes[first] === ZERO)) return -1;
    if (at >= end || bytes[at] !== (axis === last ? QUOTE : separators[axis])) return -1;
    at += 1;
    coords[row + axis] = number;
  }
  return afterByte(bytes, at, end, COLON);
}

/** Where the next token begins after a number and `follower`, or -1. */
function afterNumber(
  bytes: Uint8Array,
  from: number,
  end: number,
  follower: number,
  column: Float64Array,
  row: number,
): number {
  let at = from;
  let number = 0;
  let digit = at < end ? bytes[at]! - ZERO : -1;
  while (digit >= 0 && digit <= 9) {
    number = number * 10 + digit;
    at += 1;
    digit = at < end ? bytes[at]! - ZERO : -1;
  }
  const digits = at - from;
  if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && bytes[from] === ZERO)) return -1;
  column[row] = number;
  return afterByte(bytes, afterSpace(bytes, at, end), end, follower);
}

/** Where the next token begins after this byte, or -1. */
function afterByte(bytes: Uint8Array, from: number, end: number, byte: number): number {
  const at = afterSpace(bytes, from, end);
  if (at >= end || bytes[at] !== byte) return -1;
  const next = afterSpace(bytes, at + 1, end);
  return next < end ? next : -1;
}

function afterSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at]! <= 0x20 && isSpace(bytes[at]!)) at += 1;
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
