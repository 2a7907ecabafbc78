/** Which pixels of a LERC image have values: one bit each, the highest first, in runs of bytes. */
import { HyperslabError } from "../../../../errors.ts";
import type { LercHeader } from "./header.ts";
import type { LercReader } from "./reader.ts";

const END = -32768;

/** One byte per pixel; undefined if all have values. An image without a mask of its own has that of the one `before`. */
export function readMask(
  reader: LercReader,
  { rows, columns, valid }: LercHeader,
  before?: Uint8Array | undefined,
): Uint8Array | undefined {
  const length = reader.value("int32");
  const count = rows * columns;
  if (length === 0) {
    if (valid === count) return undefined;
    if (valid === 0) return new Uint8Array(count);
    if (before !== undefined && countOf(before) === valid) return before;
    throw broken("it has no mask, but not all of its pixels are valid");
  }
  const end = reader.at + length;
  const bits = new Uint8Array(Math.ceil(count / 8));
  let at = 0;
  // i16: if positive, the number of plain bytes that follow; if negative, the number of repetitions of the next byte.
  for (let run = reader.value("int16"); run !== END; run = reader.value("int16")) {
    const bytes = Math.abs(run);
    if (at + bytes > bits.length) throw broken(`its mask has more than ${count} pixels`);
    if (run > 0) bits.set(reader.take(run), at);
    else bits.fill(reader.u8(), at, at + bytes);
    at += bytes;
  }
  if (reader.at !== end || at !== bits.length) throw broken(`its mask has ${at} bytes, expected ${bits.length}`);
  const mask = Uint8Array.from({ length: count }, (_, index) => (bits[index >> 3]! >> (7 - (index & 7))) & 1);
  const found = countOf(mask);
  if (found !== valid) throw broken(`its mask has ${found} valid pixels, expected ${valid}`);
  return mask;
}

function countOf(mask: Uint8Array): number {
  return mask.reduce((sum, bit) => sum + bit, 0);
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the LERC image is broken: ${what}`);
}
