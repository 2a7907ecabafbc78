/** The values of a variable as words of CDL, written into bytes. Fill values are `_`. */

import type { NetcdfValues, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";
import { DEFAULT_FILLS } from "../../model/netcdf/types.ts";
import { isUserAttribute, type NetcdfUserType, type NetcdfUserValue } from "../../model/netcdf/user-types.ts";
import { attributeString } from "./attributes.ts";
import { numberFormat } from "./c-format.ts";
import type { IntegerBlock } from "./kernel/integer-lines.ts";
import { type CdlForm, DOUBLE_DIGITS, FLOAT_DIGITS } from "./options.ts";
import { putGeneral, putHalves, putInteger, putText } from "./put-number.ts";
import { quotedString } from "./quoted-text.ts";
import type { TimeReader } from "./times.ts";
import { isSameValue, userWords } from "./user-values.ts";

/** The words of a block of values. */
export interface Tokens {
  readonly count: number;
  /** The most bytes that any word takes; undefined if each must be measured. */
  readonly room: number | undefined;
  /** Prepares a word and returns its length in bytes; it is the next one written. */
  prepare(index: number): number;
  /** Writes a word; returns where it ends. A few bytes after it may be overwritten. */
  write(index: number, out: DataView, at: number): number;
  /** The input of the kernel, if every word is an integer or `_`. */
  readonly integers?: IntegerBlock | undefined;
}

/** Values of a variable: of an atomic type, of one that a group defines, or text. */
export type CdlValues = NetcdfValues | readonly NetcdfUserValue[];

/** Creates the words of blocks of one variable. */
export type Tokenizer = (values: CdlValues) => Tokens;

/** Numbers of at most 20 digits, or `-Infinityf`. */
const NUMBER_ROOM = 32;
const UNDERSCORE = 95;
const MINUS = 45;

export function tokenizer(variable: NetcdfVariable, form: CdlForm, times: TimeReader | undefined): Tokenizer {
  const { type, attributes } = variable;
  if (variable.userType !== undefined) return userTokens(variable, variable.userType, form);
  // Values of types that netCDF does not have are given as text.
  if (type === undefined) return plainWords;
  const fill = fillOf(variable);
  if (type === "string") {
    return (values) => words(values.length, (index) => stringWord(values[index], fill));
  }
  if (times !== undefined) {
    const isFill = fillTest(type, fill);
    return (values) => words(values.length, (index) => (isFill(values[index]!) ? "_" : times(Number(values[index]))));
  }
  const isFloat = type === "float" || type === "double";
  const digits = type === "float" ? form.floatDigits : form.doubleDigits;
  const given = isFloat && digits !== undefined ? undefined : attributeString(attributes, "C_format");
  const format = given === undefined ? undefined : numberFormat(given, isFloat);
  if (format !== undefined) {
    const isFill = fillTest(type, fill);
    return (values) =>
      words(values.length, (index) => {
        const value = values[index]!;
        if (isFill(value)) return "_";
        return typeof value === "number" && !Number.isFinite(value) ? nonFinite(value, type) : format(asNumber(value));
      });
  }
  if (isFloat) return floatTokens(type, digits ?? (type === "float" ? FLOAT_DIGITS : DOUBLE_DIGITS), fill);
  if (type !== "int64" && type !== "uint64") {
    const fillNumber = typeof fill === "number" ? fill : undefined;
    return (values) => (isIntegers(values) ? new IntegerTokens(values, fillNumber) : plainWords(values));
  }
  const longFill = typeof fill === "bigint" ? fill : undefined;
  return (values) => (isLongs(values) ? new LongTokens(values, longFill) : plainWords(values));
}

/** For types that groups define, only a `_FillValue` of the same type is a fill value. */
function userTokens({ attributes }: NetcdfVariable, type: NetcdfUserType, form: CdlForm): Tokenizer {
  const given = attributes.find(({ name }) => name === "_FillValue");
  const isFill = given !== undefined && isUserAttribute(given) && given.type === type && given.values.length === 1;
  const fill = isFill ? given.values[0] : undefined;
  const word = userWords(type, form);
  return (values) =>
    words(values.length, (index) => {
      const value = values[index]!;
      return fill !== undefined && isSameValue(value, fill) ? "_" : word(value);
    });
}

type Value = NetcdfUserValue;

const asNumber = (value: Value): number | bigint => (typeof value === "bigint" ? value : Number(value));

/** The fill value: `_FillValue` if it has the type of the variable and one value, else netCDF's default, which bytes lack. */
function fillOf({ type, attributes }: NetcdfVariable): Value | undefined {
  const given = attributes.find(({ name }) => name === "_FillValue");
  if (given !== undefined && !isUserAttribute(given) && given.type === type && given.values.length === 1) {
    return given.values[0];
  }
  return type === undefined || type === "byte" || type === "ubyte" ? undefined : DEFAULT_FILLS[type];
}

function stringWord(value: Value | undefined, fill: Value | undefined): string {
  if (value === null || value === undefined) return "NIL";
  return value === fill ? "_" : quotedString(String(value));
}

/** Floats are equal if they differ only in the last bit. */
function fillTest(type: "float" | "double" | string, fill: Value | undefined): (value: Value) => boolean {
  if (typeof fill !== "number" || (type !== "float" && type !== "double")) return (value) => value === fill;
  if (Number.isNaN(fill)) return (value) => Number.isNaN(Number(value));
  const near = Number.isFinite(fill) ? Math.abs(fill) * (type === "float" ? 2 ** -23 : 2 ** -52) : 0;
  return (value) => value === fill || Math.abs(Number(value) - fill) <= near;
}

function floatTokens(type: "float" | "double", digits: number, fill: Value | undefined): Tokenizer {
  const isFill = fillTest(type, fill);
  const near = typeof fill === "number" ? fill : Number.NaN;
  return (values) => (isNumbers(values) ? new FloatTokens(values, { type, digits, near, isFill }) : plainWords(values));
}

type Numbers = Exclude<NetcdfValues, BigInt64Array | BigUint64Array | readonly (string | null)[]>;

const isLongs = (values: CdlValues): values is BigInt64Array | BigUint64Array =>
  values instanceof BigInt64Array || values instanceof BigUint64Array;

const isNumbers = (values: CdlValues): values is Numbers => ArrayBuffer.isView(values) && !isLongs(values);

type Integers = Exclude<Numbers, Float32Array | Float64Array>;

const isIntegers = (values: CdlValues): values is Integers =>
  isNumbers(values) && !(values instanceof Float32Array) && !(values instanceof Float64Array);

/** Classes, because closures created per block would be compiled again for each. */
class FloatTokens implements Tokens {
  readonly count: number;
  readonly room: number;
  readonly #values: Numbers;
  readonly #type: "float" | "double";
  readonly #digits: number;
  readonly #near: number;
  readonly #isFill: (value: Value) => boolean;

  constructor(
    values: Numbers,
    as: { type: "float" | "double"; digits: number; near: number; isFill: (value: Value) => boolean },
  ) {
    this.count = values.length;
    this.room = NUMBER_ROOM + as.digits;
    this.#values = values;
    this.#type = as.type;
    this.#digits = as.digits;
    this.#near = as.near;
    this.#isFill = as.isFill;
  }

  prepare(): number {
    return this.room;
  }

  write(index: number, out: DataView, at: number): number {
    const value = this.#values[index]!;
    const near = this.#near;
    // Nearly all values are far from the fill value, which a single comparison shows.
    if ((value === near || !(Math.abs(value - near) > 0.5 * Math.abs(near))) && this.#isFill(value)) {
      out.setUint8(at, UNDERSCORE);
      return at + 1;
    }
    if (value - value !== 0) return putText(nonFinite(value, this.#type), out, at);
    return putGeneral(value, this.#digits, out, at);
  }
}

function nonFinite(value: number, type: string): string {
  return `${value}${type === "float" ? "f" : ""}`;
}

class IntegerTokens implements Tokens {
  readonly count: number;
  readonly room = NUMBER_ROOM;
  readonly integers: IntegerBlock;
  readonly #values: Integers;
  readonly #fill: number;

  constructor(values: Integers, fill: number | undefined) {
    this.count = values.length;
    this.integers = { values, fill };
    this.#values = values;
    this.#fill = fill ?? Number.NaN;
  }

  prepare(): number {
    return NUMBER_ROOM;
  }

  write(index: number, out: DataView, at: number): number {
    const value = this.#values[index]!;
    if (value !== this.#fill) return putInteger(value, out, at);
    out.setUint8(at, UNDERSCORE);
    return at + 1;
  }
}

/** 64-bit integers, most of which are small enough for a double. */
class LongTokens implements Tokens {
  readonly count: number;
  readonly room = NUMBER_ROOM;
  readonly integers: IntegerBlock;
  readonly #lows: Uint32Array;
  readonly #highs: Uint32Array | Int32Array;
  readonly #fillLow: number;
  readonly #fillHigh: number;

  constructor(values: BigInt64Array | BigUint64Array, fill: bigint | undefined) {
    const { buffer, byteOffset, length } = values;
    this.count = length;
    this.integers = { values, fill };
    this.#lows = new Uint32Array(buffer, byteOffset, length * 2);
    this.#highs = values instanceof BigInt64Array ? new Int32Array(buffer, byteOffset, length * 2) : this.#lows;
    this.#fillLow = fill === undefined ? Number.NaN : Number(BigInt.asUintN(32, fill));
    this.#fillHigh = fill === undefined ? Number.NaN : Number(fill >> 32n);
  }

  prepare(): number {
    return NUMBER_ROOM;
  }

  write(index: number, out: DataView, at: number): number {
    const high = this.#highs[2 * index + HIGH]!;
    const low = this.#lows[2 * index + LOW]!;
    if (low === this.#fillLow && high === this.#fillHigh) {
      out.setUint8(at, UNDERSCORE);
      return at + 1;
    }
    if (high >= -0x200000 && high < 0x200000) return putInteger(high * 2 ** 32 + low, out, at);
    if (high >= 0) return putHalves(high, low, out, at);
    out.setUint8(at, MINUS);
    // The negated number: the difference to 2**64.
    return putHalves(low === 0 ? -high : -high - 1, low === 0 ? 0 : 2 ** 32 - low, out, at + 1);
  }
}

/** Which half of 64 bits comes first on this machine. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;
const LOW = 1 - HIGH;

const plainWords = (values: CdlValues): Tokens => words(values.length, (index) => String(values[index]));

/** Words that are created as strings. */
function words(count: number, text: (index: number) => string): Tokens {
  let bytes: Uint8Array = new Uint8Array();
  return {
    count,
    room: undefined,
    prepare: (index) => {
      bytes = encodeNetcdfText(text(index));
      return bytes.byteLength;
    },
    write: (_, out, at) => {
      new Uint8Array(out.buffer, out.byteOffset + at).set(bytes);
      return at + bytes.byteLength;
    },
  };
}
