/**
 * Values of template expressions, as in Python: integers of any size, floats, strings, booleans, None, lists, and
 * undefined values (printed as nothing, an error anywhere else).
 */
import { pythonFloat } from "../../../bytes/json/node.ts";
import { HyperslabError } from "../../../errors.ts";

export type Value = bigint | number | string | boolean | null | undefined | readonly Value[];

/** The most bits of an integer and characters of a string that an expression or a template may produce. */
const MOST_BITS = 4096;
export const MOST_CHARACTERS = 65_536;

/** As jinja prints it: `2.0`, `True`, `None`, and nothing for an undefined value. */
export function printValue(value: Value): string {
  if (value === undefined) return "";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return printFloat(value);
  if (typeof value === "string" || typeof value === "bigint") return String(value);
  let text = "";
  for (const item of value) {
    const printed = typeof item === "string" ? quoted(item) : printValue(item);
    text = joined(text, text === "" ? printed : `, ${printed}`);
  }
  return `[${text}]`;
}

function printFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return pythonFloat(value);
}

function quoted(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}

export function isTrue(value: Value): boolean {
  if (typeof value === "string" || Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false && value !== 0n && value !== 0;
}

export function failure(what: string): HyperslabError {
  return new HyperslabError("invalid-data", what);
}

/** A boolean counts as 0 or 1. */
function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === "boolean") return value ? 1n : 0n;
  return typeof value === "bigint" || typeof value === "number" ? value : undefined;
}

type Arithmetic = "+" | "-" | "*" | "/" | "//" | "%" | "**";

/** Python's arithmetic on numbers; `+`, `*` and `%` also on strings. */
export function arithmetic(operator: Arithmetic, left: Value, right: Value): Value {
  if (typeof left === "string" && operator === "%") return formatted(left, Array.isArray(right) ? right : [right]);
  if (typeof left === "string" && typeof right === "string" && operator === "+") return joined(left, right);
  if (operator === "*" && typeof left === "string") return repeated(left, right);
  if (operator === "*" && typeof right === "string") return repeated(right, left);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === undefined || b === undefined) throw failure(`${kindOf(left)} ${operator} ${kindOf(right)} has no meaning`);
  if (typeof a === "bigint" && typeof b === "bigint" && operator !== "/" && !(operator === "**" && b < 0n)) {
    return integerArithmetic(operator, a, b);
  }
  const result = floatArithmetic(operator, Number(a), Number(b));
  if (!Number.isFinite(result))
    throw failure(`${printValue(left)} ${operator} ${printValue(right)} is not a finite number`);
  return result;
}

function integerArithmetic(operator: Exclude<Arithmetic, "/">, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return checkedSize(a, bitsOf(a) + bitsOf(b)) * b;
    case "**":
      return checkedSize(a, bitsOf(a) * Number(b)) ** b;
    default: {
      if (b === 0n) throw failure("division by zero");
      const rest = ((a % b) + b) % b;
      return operator === "%" ? rest : (a - rest) / b;
    }
  }
}

function bitsOf(value: bigint): number {
  return value.toString(16).length * 4;
}

function checkedSize(value: bigint, bits: number): bigint {
  if (bits > MOST_BITS) throw failure(`an integer has more than ${MOST_BITS} bits`);
  return value;
}

function floatArithmetic(operator: Arithmetic, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "**":
      return a ** b;
    default: {
      if (b === 0) throw failure("division by zero");
      if (operator === "/") return a / b;
      const rest = a % b;
      // The rest has the sign of the divisor.
      const signed = rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
      if (operator === "%") return signed;
      const quotient = (a - signed) / b;
      const below = Math.floor(quotient);
      return quotient - below > 0.5 ? below + 1 : below;
    }
  }
}

/** Two texts as one, which must not become too long. */
export function joined(left: string, right: string): string {
  return bounded(left, right.length) + right;
}

function bounded(text: string, more: number): string {
  if (text.length + more > MOST_CHARACTERS) throw failure(`a string has more than ${MOST_CHARACTERS} characters`);
  return text;
}

function repeated(text: string, times: Value): string {
  const count = numberOf(times);
  if (typeof count !== "bigint") throw failure(`text * ${kindOf(times)} has no meaning`);
  if (count <= 0n) return "";
  if (BigInt(text.length) * count > BigInt(MOST_CHARACTERS)) bounded("", MOST_CHARACTERS + 1);
  return text.repeat(Number(count));
}

/** Python's `%` on a string, with integers and strings: `'%05d' % i`. */
export function formatted(format: string, values: readonly Value[]): string {
  let next = 0;
  const text = format.replace(/%(?:(%)|([-0+ ]*)(\d{0,4})([dsxX]))|%/g, (all, percent, flags, width, kind) => {
    if (percent !== undefined) return "%";
    if (kind === undefined) throw failure(`the format ${JSON.stringify(format)} has more than %d, %s and %x`);
    if (next >= values.length) throw failure(`the format ${JSON.stringify(format)} needs more values`);
    return padded(printedAs(kind, values[next++], all), flags ?? "", Number(width || 0), kind !== "s");
  });
  if (next < values.length) throw failure(`the format ${JSON.stringify(format)} needs fewer values`);
  return bounded(text, 0);
}

function printedAs(kind: string, value: Value, directive: string): string {
  if (kind === "s") return printValue(value);
  const number = numberOf(value);
  if (number === undefined) throw failure(`${directive} needs a number, not ${kindOf(value)}`);
  if (typeof number === "number" && !Number.isFinite(number)) throw failure(`${directive} needs a finite number`);
  const integer = typeof number === "bigint" ? number : BigInt(Math.trunc(number));
  const text = integer.toString(kind === "d" ? 10 : 16);
  return kind === "X" ? text.toUpperCase() : text;
}

function padded(text: string, flags: string, width: number, isNumber: boolean): string {
  const isNegative = isNumber && text.startsWith("-");
  const sign = isNegative ? "-" : isNumber && flags.includes("+") ? "+" : isNumber && flags.includes(" ") ? " " : "";
  const digits = isNegative ? text.slice(1) : text;
  if (flags.includes("-")) return (sign + digits).padEnd(width);
  if (flags.includes("0") && isNumber) return sign + digits.padStart(width - sign.length, "0");
  return (sign + digits).padStart(width);
}

export function compare(operator: string, left: Value, right: Value): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return ordered(operator, a, b);
  if (typeof left === "string" && typeof right === "string") return ordered(operator, left, right);
  const areEqual = kindOf(left) === kindOf(right) && printValue(left) === printValue(right);
  if (operator === "==") return areEqual;
  if (operator === "!=") return !areEqual;
  throw failure(`${kindOf(left)} ${operator} ${kindOf(right)} has no meaning`);
}

/** An integer and a float of the same value are equal. */
function ordered<T extends bigint | number | string>(operator: string, a: T, b: T): boolean {
  const areEqual = a <= b && a >= b;
  if (operator === "==") return areEqual;
  if (operator === "!=") return !areEqual;
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

export function kindOf(value: Value): string {
  if (value === undefined) return "what is not defined";
  if (value === null) return "None";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return "float";
  if (typeof value === "string") return "text";
  return typeof value === "boolean" ? "truth value" : "list";
}
