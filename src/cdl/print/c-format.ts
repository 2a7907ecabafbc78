/** Numbers in the formats of C's printf, as far as the attribute `C_format` uses them. */

import { roundedDecimal, scaledInteger } from "./exact-decimal.ts";
import { generalText } from "./put-number.ts";

/** Prints one number. */
export type NumberFormat = (value: number | bigint) => string;

const FORMAT = /^((?:[^%]|%%)*)%([-+ #0]*)(\d*)(?:\.(\d*))?(?:hh|h|ll|l|L|j|z|t|q)?([diuoxXfFeEgG])((?:[^%]|%%)*)$/;
/** Wider or more precise formats are taken for mistakes. */
const LARGEST = 99;

interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** The format of a text such as `%8.2f`; undefined if it is not a format, or not one for such numbers. */
export function numberFormat(text: string, isFloat: boolean): NumberFormat | undefined {
  const found = FORMAT.exec(text);
  if (found === null) return undefined;
  const [, before = "", flags = "", width = "", precision, letter = "", after = ""] = found;
  if (/[fFeEgG]/.test(letter) !== isFloat || Number(width) > LARGEST || Number(precision ?? 0) > LARGEST)
    return undefined;
  const conversion = {
    flags,
    width: Number(width),
    precision: precision === undefined ? undefined : Number(precision),
    letter,
  };
  const [head, tail] = [before.replaceAll("%%", "%"), after.replaceAll("%%", "%")];
  return (value) => `${head}${padded(value, conversion)}${tail}`;
}

function padded(value: number | bigint, conversion: Conversion): string {
  const { flags, width, precision, letter } = conversion;
  const isInteger = /[diuoxX]/.test(letter);
  const isNegative = value < 0 || Object.is(value, -0);
  const digits = isInteger ? integerDigits(value, conversion) : floatDigits(Number(value), conversion);
  const sign =
    isNegative && !/[uoxX]/.test(letter)
      ? "-"
      : /[uoxX]/.test(letter)
        ? ""
        : (/[+]/.exec(flags)?.[0] ?? (flags.includes(" ") ? " " : ""));
  const free = width - sign.length - digits.length;
  if (free <= 0) return `${sign}${digits}`;
  if (flags.includes("-")) return `${sign}${digits}${" ".repeat(free)}`;
  const zeros = flags.includes("0") && !(isInteger && precision !== undefined) && Number.isFinite(Number(value));
  return zeros ? `${sign}${"0".repeat(free)}${digits}` : `${" ".repeat(free)}${sign}${digits}`;
}

function integerDigits(value: number | bigint, { flags, precision, letter }: Conversion): string {
  const whole = BigInt(value);
  const isSigned = letter === "d" || letter === "i";
  const size = isSigned ? (whole < 0n ? -whole : whole) : BigInt.asUintN(typeof value === "bigint" ? 64 : 32, whole);
  const base = letter === "o" ? 8 : /[xX]/.test(letter) ? 16 : 10;
  const digits = size.toString(base).padStart(precision ?? 1, "0");
  const prefix = flags.includes("#") && size !== 0n ? (base === 16 ? "0x" : base === 8 ? "0" : "") : "";
  return letter === "X" ? `${prefix}${digits}`.toUpperCase() : `${prefix}${digits}`;
}

function floatDigits(value: number, { flags, precision = 6, letter }: Conversion): string {
  const size = Math.abs(value);
  const text = Number.isNaN(size)
    ? "nan"
    : size === Number.POSITIVE_INFINITY
      ? "inf"
      : finiteDigits(size, precision, letter.toLowerCase(), flags.includes("#"));
  return letter < "a" ? text.toUpperCase() : text;
}

function finiteDigits(size: number, precision: number, letter: string, keepsPoint: boolean): string {
  if (letter === "f") {
    const digits = String(scaledInteger(size, precision)).padStart(precision + 1, "0");
    const whole = digits.slice(0, digits.length - precision);
    return precision > 0 ? `${whole}.${digits.slice(-precision)}` : `${whole}${keepsPoint ? "." : ""}`;
  }
  if (letter === "e") return scientific(size, precision + 1, keepsPoint);
  const count = Math.max(precision, 1);
  if (!keepsPoint) return generalText(size, count);
  const { exponent } = roundedDecimal(size, count);
  if (exponent < -4 || exponent >= count) return scientific(size, count, true);
  return finiteDigits(size, count - 1 - exponent, "f", true);
}

function scientific(size: number, count: number, keepsPoint: boolean): string {
  const { digits, exponent } = roundedDecimal(size, count);
  const point = count > 1 || keepsPoint ? "." : "";
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits[0]}${point}${digits.slice(1)}e${exponent < 0 ? "-" : "+"}${power}`;
}
