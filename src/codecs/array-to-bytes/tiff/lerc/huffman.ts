/**
 * Bytes of a LERC image by Huffman codes, of values or of their differences to the pixel before or above.
 *
 *     i32 version, length of the table, first code, end of codes; lengths of codes as integers; the codes, then the data: bits from the
 *     highest of little-endian words on
 */
import { HyperslabError } from "../../../../errors.ts";
import type { LercImage } from "./lerc.ts";
import type { LercReader } from "./reader.ts";

const MOST_CODES = 1 << 15;
const LONGEST = 32;

export function readHuffman(reader: LercReader, image: LercImage, isDelta: boolean): void {
  const codes = readCodes(reader);
  const bits = wordBits(reader);
  const { header, values, mask } = image;
  const { rows, columns, depth, type } = header;
  const shift = type === "int8" ? 128 : 0;
  const wrap = (value: number): number => (type === "int8" ? (value << 24) >> 24 : value & 255);
  const next = (): number => decodeOne(codes, bits) - shift;
  if (!isDelta) {
    for (let at = 0; at < values.length; at++) {
      if (mask === undefined || mask[Math.floor(at / depth)] === 1) values[at] = wrap(next());
    }
    return;
  }
  for (let index = 0; index < depth; index++) {
    let before = 0;
    for (let pixel = 0; pixel < rows * columns; pixel++) {
      if (mask !== undefined && mask[pixel] === 0) continue;
      const isKnown = (other: number): boolean => mask === undefined || mask[other] === 1;
      const hasLeft = pixel % columns > 0 && isKnown(pixel - 1);
      const hasAbove = pixel >= columns && isKnown(pixel - columns);
      if (!hasLeft && hasAbove) before = values[(pixel - columns) * depth + index]!;
      before = wrap(next() + before);
      values[pixel * depth + index] = before;
    }
  }
}

/** Values by length and code. */
type Codes = readonly (ReadonlyMap<number, number> | undefined)[];

function readCodes(reader: LercReader): Codes {
  const [version, size, first, end] = [1, 2, 3, 4].map(() => reader.value("int32")) as [number, number, number, number];
  if (version < 2 || size < 1 || size > MOST_CODES || first < 0 || first >= end || end - first > size) {
    throw broken(`a table of ${size} codes, from ${first} to ${end}`);
  }
  const lengths = reader.integers(end - first);
  if (lengths.length !== end - first) throw broken(`${lengths.length} lengths of codes, expected ${end - first}`);
  const bits = wordBits(reader);
  const codes: (Map<number, number> | undefined)[] = [];
  for (const [index, length] of lengths.entries()) {
    if (length === 0) continue;
    if (length > LONGEST) throw broken(`a code of ${length} bits`);
    let code = 0;
    for (let bit = 0; bit < length; bit++) code = code * 2 + bits.bit();
    (codes[length] ??= new Map()).set(code, (first + index) % size);
  }
  bits.finish();
  return codes;
}

function decodeOne(codes: Codes, bits: WordBits): number {
  let code = 0;
  for (let length = 1; length <= LONGEST; length++) {
    code = code * 2 + bits.bit();
    const value = codes[length]?.get(code);
    if (value !== undefined) return value;
  }
  throw broken("a code that the table does not have");
}

interface WordBits {
  bit(): number;
  /** These bits are padded to whole words. */
  finish(): void;
}

function wordBits(reader: LercReader): WordBits {
  let [word, left] = [0, 0];
  return {
    bit: () => {
      if (left === 0) [word, left] = [reader.value("uint32"), 32];
      left -= 1;
      return (word >>> left) & 1;
    },
    finish: () => {
      left = 0;
    },
  };
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the LERC image is broken: ${what}`);
}
