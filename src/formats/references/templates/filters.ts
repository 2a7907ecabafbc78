/** Indices, slices and filters of template expressions. */
import { arithmetic, failure, formatted, kindOf, printValue, type Value } from "./value.ts";

export function itemOf(value: Value, index: Value): Value {
  if (typeof index !== "bigint" || !(typeof value === "string" || Array.isArray(value))) {
    throw failure(`${kindOf(value)}[${kindOf(index)}] has no meaning`);
  }
  return value.at(Number(index));
}

export function sliceOf(value: Value, from: Value, to: Value): Value {
  const isIndex = (bound: Value): boolean => bound === undefined || typeof bound === "bigint";
  if (!(typeof value === "string" || Array.isArray(value)) || !isIndex(from) || !isIndex(to)) {
    throw failure(`${kindOf(value)}[${kindOf(from)}:${kindOf(to)}] has no meaning`);
  }
  const [start, end] = [from, to].map((bound) => (bound === undefined ? undefined : Number(bound)));
  return value.slice(start, end);
}

/** Filters, which map a value and arguments to a value. */
export const FILTERS: ReadonlyMap<string, (value: Value, given: readonly Value[]) => Value> = new Map<
  string,
  (value: Value, given: readonly Value[]) => Value
>([
  ["string", (value) => printValue(value)],
  ["upper", (value) => printValue(value).toUpperCase()],
  ["lower", (value) => printValue(value).toLowerCase()],
  ["format", (value, given) => formatted(printValue(value), given)],
  ["abs", (value) => (isNegative(value) ? arithmetic("-", 0n, value) : arithmetic("+", 0n, value))],
  ["float", (value) => numeric(value)],
  ["int", (value) => (typeof value === "bigint" ? value : BigInt(Math.trunc(numeric(value))))],
  ["round", (value) => halfToEven(numeric(value))],
]);

function isNegative(value: Value): boolean {
  return (typeof value === "bigint" || typeof value === "number") && value < 0;
}

/** What Python's float() accepts; jinja turns anything else into 0, which is refused here. */
function numeric(value: Value): number {
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value ?? Number.NaN);
  if (Array.isArray(value) || !Number.isFinite(number)) throw failure(`${kindOf(value)} is not a number`);
  return number;
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
