/** Values of one type that are collected in a growing typed array. */
import type { NetcdfType, NetcdfValues } from "../../model/netcdf/dataset.ts";
import {
  type BigArray,
  describeRange,
  fits,
  fitsBig,
  type NumberArray,
  type NumericType,
  rangeOf,
} from "./number-range.ts";
import type { Scanner } from "./scanner.ts";
import { CHARACTER, INTEGER, NAME, REAL, TEXT } from "./token-kinds.ts";

/** The first array has room for this many values. */
const FIRST_ROOM = 256;

/** What `_` and missing values become. */
export type FillValue = number | bigint | string | null;

/** A list that takes the current token as its next value. */
export interface ValueList {
  readonly count: number;
  /** Whether the next constant may continue the last value. */
  readonly isUnfinished?: boolean;
  /** Adds the constant at the scanner's position; anything else is refused. */
  take(scanner: Scanner): void;
  /** What was collected. */
  values(): NetcdfValues;
}

/** A list of numbers. `fill` is the meaning of `_`; without it `_` is refused. */
export function numberList(type: NumericType, fill?: FillValue): ValueList {
  if (type === "int64" || type === "uint64") return new BigList(type, fill);
  return new NumberList(type, fill);
}

class NumberList implements ValueList {
  count = 0;
  readonly #type: Exclude<NumericType, "int64" | "uint64">;
  readonly #range;
  readonly #fill: FillValue | undefined;
  #array: NumberArray;

  constructor(type: Exclude<NumericType, "int64" | "uint64">, fill: FillValue | undefined) {
    this.#type = type;
    this.#range = rangeOf(type)!;
    this.#fill = fill;
    this.#array = newNumbers(type, FIRST_ROOM);
  }

  take(scanner: Scanner): void {
    const { kind } = scanner;
    let value = scanner.number;
    if (kind !== INTEGER && kind !== REAL && kind !== CHARACTER) value = Number(wordValue(scanner, this.#fill));
    if (!fits(this.#range, value)) throw outOfRange(scanner, this.#type);
    if (this.count === this.#array.length) {
      const larger = newNumbers(this.#type, this.count * 2);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.count++] = value;
  }

  values(): NetcdfValues {
    return this.#array.slice(0, this.count);
  }
}

class BigList implements ValueList {
  count = 0;
  readonly #type: "int64" | "uint64";
  readonly #fill: FillValue | undefined;
  #array: BigArray;

  constructor(type: "int64" | "uint64", fill: FillValue | undefined) {
    this.#type = type;
    this.#fill = fill;
    this.#array = newBigs(type, FIRST_ROOM);
  }

  take(scanner: Scanner): void {
    const value = this.#value(scanner);
    if (this.count === this.#array.length) {
      const larger = newBigs(this.#type, this.count * 2);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.count++] = value;
  }

  #value(scanner: Scanner): bigint {
    const { kind } = scanner;
    if (kind === REAL && !Number.isSafeInteger(scanner.number)) throw outOfRange(scanner, this.#type);
    if (kind === INTEGER || kind === CHARACTER || kind === REAL) {
      const { bigint } = scanner;
      if (fitsBig(this.#type, bigint)) return bigint;
      throw outOfRange(scanner, this.#type);
    }
    const value = wordValue(scanner, this.#fill);
    if (typeof value === "bigint") return value;
    throw outOfRange(scanner, this.#type);
  }

  values(): NetcdfValues {
    return this.#array.slice(0, this.count);
  }
}

function newNumbers(type: Exclude<NumericType, "int64" | "uint64">, length: number): NumberArray {
  switch (type) {
    case "byte":
      return new Int8Array(length);
    case "ubyte":
      return new Uint8Array(length);
    case "short":
      return new Int16Array(length);
    case "ushort":
      return new Uint16Array(length);
    case "int":
      return new Int32Array(length);
    case "uint":
      return new Uint32Array(length);
    case "float":
      return new Float32Array(length);
    case "double":
      return new Float64Array(length);
  }
}

function newBigs(type: "int64" | "uint64", length: number): BigArray {
  return type === "int64" ? new BigInt64Array(length) : new BigUint64Array(length);
}

/** An array with room for values of this type; numbers are zero, strings are empty. */
export function newValues(type: Exclude<NetcdfType, "string">, length: number): NumberArray | BigArray {
  if (type === "int64" || type === "uint64") return newBigs(type, length);
  return newNumbers(type === "char" ? "ubyte" : type, length);
}

/** The value of a word: `NaN` or an infinity, or the fill value. */
function wordValue(scanner: Scanner, fill: FillValue | undefined): FillValue {
  if (scanner.isWord("_") && fill !== undefined) return fill;
  const real = realWord(scanner);
  if (real !== undefined) return real;
  throw notNumber(scanner);
}

/** `NaN`, `Infinity` and their variants; undefined for other tokens. */
export function realWord(scanner: Scanner): number | undefined {
  if (scanner.kind !== NAME) return undefined;
  if (scanner.isWord("NaN") || scanner.isWord("NaNf") || scanner.isWord("nan") || scanner.isWord("nanf")) {
    return Number.NaN;
  }
  return scanner.isWord("Infinity") || scanner.isWord("Infinityf") ? Number.POSITIVE_INFINITY : undefined;
}

export function outOfRange(scanner: Scanner, type: NumericType): Error {
  return scanner.fail(scanner.start, `${scanner.shown} does not fit the type ${type}`, `${describeRange(type)}.`);
}

export function notNumber(scanner: Scanner): Error {
  const hint = scanner.kind === TEXT ? "Times as text, as printed by ncdump -t, cannot be read back." : undefined;
  return scanner.fail(scanner.start, `expected a number but found ${scanner.shown}`, hint);
}
