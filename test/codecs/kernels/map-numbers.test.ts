/** Numbers from type to type, and floats with fewer bits: against definitions, between guards. */
import { describe, expect, it } from "vitest";
import { MAP_SCRATCH_BYTES, NUMBER_OPERATIONS, NUMBER_TYPES } from "../../../src/codecs/kernels/kernels.ts";
import { roundHalfEven } from "../../../src/codecs/numbers/rounding.ts";
import {
  isBigintArray,
  makeNumbers,
  type NumericName,
  numbersFromBytes,
} from "../../../src/model/values/numeric-array.ts";
import { noise, runGuarded, variants } from "./guarded.ts";

type Operation = (typeof NUMBER_OPERATIONS)[number];

/** Around the sizes of vectors and blocks. */
const COUNTS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 1023, 1024, 1025, 2500];
const [FIRST, SECOND] = [0.3, 100.1] as const;

function numbersOf(type: NumericName, values: readonly number[]): Uint8Array {
  const numbers = makeNumbers(type, values.length);
  if (isBigintArray(numbers)) expect.fail("no type of these");
  numbers.set(values);
  return new Uint8Array(numbers.buffer);
}

/** One number, each step rounded to the type that the operation works in. */
function worked(operation: Operation, value: number, single: boolean): number {
  const round = single && operation !== "unscale" ? Math.fround : (x: number) => x;
  const [first, second] = [round(FIRST), round(SECOND)];
  if (operation === "scale") return roundHalfEven(round(round(value - first) * second));
  if (operation === "unscale") return value / first + second;
  return operation === "quantize" ? round(roundHalfEven(round(value * first)) / first) : value;
}

describe.each(variants)("%s", (_, load) => {
  describe.each(NUMBER_TYPES)("from %s", (from) => {
    it.each(NUMBER_TYPES)("to %s", async (to) => {
      const kernels = await load();
      const unsigned = from.startsWith("u") || to.startsWith("u");
      for (const operation of NUMBER_OPERATIONS) {
        for (const count of COUNTS) {
          const values = Array.from(noise(count, count + 3), (byte) =>
            from.startsWith("float") ? byte / 300 + 0.31 : (byte % 64) + (unsigned ? 1 : -20),
          );
          const source = numbersOf(
            from,
            operation === "scale" ? values.map((x) => (x > 0 ? x / 100 + 0.5 : x)) : values,
          );
          const given = readBack(from, source);
          const expected = given.map((value) => worked(operation, value, from === "float32"));
          const fits = expected.every((value) => inRange(to, value));
          const { result, regions } = runGuarded(
            kernels,
            [source, numbersOf(to, expected).byteLength, MAP_SCRATCH_BYTES],
            (at, target, scratch) =>
              kernels.mapNumbers(
                NUMBER_TYPES.indexOf(from),
                NUMBER_TYPES.indexOf(to),
                NUMBER_OPERATIONS.indexOf(operation),
                FIRST,
                SECOND,
                at!,
                target!,
                count,
                scratch!,
              ),
            count % 3,
          );
          expect(result, `${operation} ${count}`).toBe(fits ? 1 : 0);
          if (fits) expect(Buffer.compare(regions[1]!, numbersOf(to, expected)), `${operation} ${count}`).toBe(0);
        }
      }
    });
  });

  it.each(NUMBER_TYPES)("leaves to others what %s cannot hold, wherever it stands", async (to) => {
    const kernels = await load();
    const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    if (to !== "float64") bad.push(...outside(to));
    for (const from of ["float32", "float64"] as const) {
      for (const value of bad.filter((x) => from === "float64" || Math.fround(x) === x)) {
        for (const place of [0, 3, 8, 10]) {
          const values = new Array<number>(11).fill(1);
          values[place] = value;
          const { result } = runGuarded(
            kernels,
            [numbersOf(from, values), 88, MAP_SCRATCH_BYTES],
            (at, target, scratch) =>
              kernels.mapNumbers(
                NUMBER_TYPES.indexOf(from),
                NUMBER_TYPES.indexOf(to),
                0,
                0,
                0,
                at!,
                target!,
                11,
                scratch!,
              ),
          );
          expect(result, `${from} ${value} at ${place}`).toBe(0);
        }
      }
    }
  });

  // float16, bfloat16, float32, float64
  it.each([
    [2, 10],
    [2, 7],
    [4, 23],
    [8, 52],
  ] as const)("rounds floats of %i bytes and %i bits of mantissa", async (size, mantissa) => {
    const kernels = await load();
    const bits = 8 * size;
    const ordinary = noise(size * 40, size + mantissa);
    const infinity = (2n ** BigInt(bits - 1 - mantissa) - 1n) << BigInt(mantissa);
    const special = [0n, infinity, infinity + 1n, infinity + (1n << BigInt(mantissa - 1)), 2n ** BigInt(bits - 1) - 1n];
    const words = [
      ...special,
      ...special.map((word) => word | (1n << BigInt(bits - 1))),
      ...Array.from({ length: 40 }, (_value, i) => wordAt(ordinary, i, size)),
    ];
    const source = new Uint8Array(size * words.length);
    for (const [i, word] of words.entries()) putWord(source, i, size, word);
    for (let dropped = 1; dropped <= mantissa; dropped++) {
      const { regions } = runGuarded(
        kernels,
        [source, source.byteLength],
        (at, target) => kernels.roundBits(size, at!, target!, words.length, mantissa, dropped),
        dropped % 3,
      );
      for (const [i, word] of words.entries()) {
        expect(wordAt(regions[1]!, i, size), `${word} by ${dropped}`).toBe(rounded(word, bits, mantissa, dropped));
      }
    }
  });
});

function readBack(type: NumericName, bytes: Uint8Array): number[] {
  return Array.from<number | bigint, number>(numbersFromBytes(type, bytes), Number);
}

function rangeOf(type: string): readonly [number, number] {
  if (type.startsWith("float")) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const bits = Number(type.replace(/\D+/, ""));
  return type.startsWith("u") ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
}

function inRange(type: string, value: number): boolean {
  const [least, most] = rangeOf(type);
  return Math.trunc(value) >= least && Math.trunc(value) <= most;
}

/** Just beyond the ends. */
function outside(type: string): number[] {
  if (type === "float32") return [2 ** 128 - 2 ** 103, -(2 ** 128 - 2 ** 103)];
  const [least, most] = rangeOf(type);
  return [least - 1, most + 1];
}

function wordAt(bytes: Uint8Array, index: number, size: number): bigint {
  let word = 0n;
  for (let i = size - 1; i >= 0; i--) word = (word << 8n) | BigInt(bytes[index * size + i]!);
  return word;
}

function putWord(bytes: Uint8Array, index: number, size: number, word: bigint): void {
  for (let i = 0; i < size; i++) bytes[index * size + i] = Number((word >> BigInt(8 * i)) & 255n);
}

/** Half a step up, ties to even; a NaN stays one, of the same sign. */
function rounded(word: bigint, bits: number, mantissa: number, dropped: number): bigint {
  const step = BigInt(dropped);
  const sum = BigInt.asUintN(bits, word + ((word >> step) & 1n) + (1n << (step - 1n)) - 1n);
  const result = (sum >> step) << step;
  const isNan = (x: bigint) =>
    BigInt.asUintN(bits - 1, x) > (2n ** BigInt(bits - 1 - mantissa) - 1n) << BigInt(mantissa);
  const sign = (x: bigint) => x >> BigInt(bits - 1);
  if (!isNan(word) || (isNan(result) && sign(result) === sign(word))) return result;
  return word | (1n << BigInt(mantissa - 1));
}
