/** Numbers of one type to numbers of another, with an operation in between; kernels/map-numbers.ts explains the codes. */
import { isBigintArray, type NumericName, numbersFromBytes } from "../../../model/values/numeric-array.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { roundHalfEven } from "../../numbers/rounding.ts";

/** The types by code, with their bytes and the limits of what they can hold, fractions dropped. */
const TYPES: readonly (readonly [NumericName, size: number, least: number, most: number])[] = [
  ["int8", 1, -129, 128],
  ["uint8", 1, -1, 256],
  ["int16", 2, -32769, 32768],
  ["uint16", 2, -1, 65536],
  ["int32", 4, -(2 ** 31) - 1, 2 ** 31],
  ["uint32", 4, -1, 2 ** 32],
  // From here on a double becomes an infinity: the largest float32 plus half a step.
  ["float32", 4, -(2 ** 128 - 2 ** 103), 2 ** 128 - 2 ** 103],
  ["float64", 8, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
];
const FLOAT32 = 6;

/** Returns 1 if all numbers could be stored, else 0. */
export function mapNumbers(
  m: Uint8Array,
  from: number,
  to: number,
  operation: number,
  first: number,
  second: number,
  source: number,
  target: number,
  count: number,
): number {
  const [fromName, fromSize] = TYPES[from]!;
  const [toName, toSize, least, most] = TYPES[to]!;
  const operate = operationOn(operation, from === FLOAT32, first, second);
  // The engine converts, so no loop depends on the types.
  const block = new Float64Array(lazyLimits.mappedNumbers.cap(count));
  for (let start = 0; start < count; start += block.length) {
    const length = Math.min(block.length, count - start);
    const numbers = numbersFromBytes(fromName, part(m, source + start * fromSize, length * fromSize));
    if (isBigintArray(numbers)) return 0;
    block.set(numbers);
    operate?.(block, length);
    if (!allBetween(block, length, least, most)) return 0;
    const at = target + start * toSize;
    const aligned = (m.byteOffset + at) % toSize === 0;
    const out = aligned ? part(m, at, length * toSize) : new Uint8Array(length * toSize);
    const stored = numbersFromBytes(toName, out);
    if (isBigintArray(stored)) return 0;
    stored.set(length === block.length ? block : block.subarray(0, length));
    if (!aligned) m.set(out, at);
  }
  return 1;
}

function part(m: Uint8Array, start: number, length: number): Uint8Array {
  return m.subarray(start, start + length);
}

type BlockOperation = (block: Float64Array, count: number) => void;

function operationOn(operation: number, singles: boolean, first: number, second: number): BlockOperation | undefined {
  if (operation === 1) {
    return singles ? scaleSingles(Math.fround(first), Math.fround(second)) : scaleDoubles(first, second);
  }
  if (operation === 2) return unscale(first, second);
  if (operation === 3) return singles ? quantizeSingles(Math.fround(first)) : quantizeDoubles(first);
  return undefined;
}

// One sum, product or quotient per step, each rounded to the type.

function scaleSingles(origin: number, factor: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) {
      block[i] = roundHalfEven(Math.fround(Math.fround(block[i]! - origin) * factor));
    }
  };
}

function scaleDoubles(origin: number, factor: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) block[i] = roundHalfEven((block[i]! - origin) * factor);
  };
}

function unscale(scale: number, offset: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) block[i] = block[i]! / scale + offset;
  };
}

function quantizeSingles(scale: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) {
      block[i] = Math.fround(roundHalfEven(Math.fround(scale * block[i]!)) / scale);
    }
  };
}

function quantizeDoubles(scale: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) block[i] = roundHalfEven(scale * block[i]!) / scale;
  };
}

function allBetween(block: Float64Array, count: number, least: number, most: number): boolean {
  let inside = 0;
  for (let i = 0; i < count; i++) {
    const value = block[i]!;
    if (value > least && value < most) inside++;
  }
  return inside === count;
}
