/** NumPy's times: a 64-bit count of `multiplier` units. `datetime64[25s]` counts steps of 25 seconds since 1970. */
import { type ErrorCode, HyperslabError } from "../../errors.ts";
import type { TimeDataType, TimeUnit } from "./data-type.ts";
import { countInName } from "./size.ts";

export const TIME_UNITS: readonly TimeUnit[] = [
  "Y",
  "M",
  "W",
  "D",
  "h",
  "m",
  "s",
  "ms",
  "us",
  "ns",
  "ps",
  "fs",
  "as",
  "generic",
];

/** NumPy keeps the multiplier in a C int. */
const MAX_MULTIPLIER = 2 ** 31 - 1;

export function isTimeUnit(text: string): text is TimeUnit {
  return TIME_UNITS.some((unit) => unit === text);
}

/** The type of times in steps of `multiplier` units. A bad multiplier is an error of kind `code`. */
export function timeType(
  kind: "datetime" | "timedelta",
  unit: TimeUnit,
  multiplier = 1,
  code: ErrorCode = "invalid-request",
): TimeDataType {
  if (!Number.isInteger(multiplier) || multiplier < 1 || multiplier > MAX_MULTIPLIER) {
    throw new HyperslabError(
      code,
      `a time step of ${multiplier} units; expected an integer from 1 to ${MAX_MULTIPLIER}`,
    );
  }
  const step = `${multiplier === 1 ? "" : multiplier}${unit}`;
  if (kind === "datetime") return { kind, name: `datetime64[${step}]`, unit, multiplier, itemSize: 8 };
  return { kind, name: `timedelta64[${step}]`, unit, multiplier, itemSize: 8 };
}

/** `datetime64[25s]`, `timedelta64[ns]`; microseconds may be spelled with either Greek mu. */
export function timeTypeNamed(name: string): TimeDataType | undefined {
  const match = /^(datetime|timedelta)64\[([0-9]*)([A-Za-z\u00b5\u03bc]+)\]$/.exec(name);
  if (match === null) return undefined;
  const unit = match[3]!.replace(/[\u00b5\u03bc]/, "u");
  const multiplier = match[2] === "" ? 1 : countInName(match[2]!);
  if (!isTimeUnit(unit) || multiplier === undefined || multiplier > MAX_MULTIPLIER) return undefined;
  return timeType(match[1] === "datetime" ? "datetime" : "timedelta", unit, multiplier);
}
