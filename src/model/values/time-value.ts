/**
 * Times as NumPy counts them: steps of one or more units since 1970-01-01, proleptic Gregorian calendar, no leap seconds, no
 * time zone (UTC). Exact in both directions: a time between two steps is refused, not truncated.
 */
import type { TimeDataType, TimeUnit } from "../data-types/data-type.ts";

/** NumPy's "not a time", the lowest 64-bit integer. */
export const NOT_A_TIME: bigint = -(2n ** 63n);

const SECOND = 10n ** 18n;
const DAY = 86_400n * SECOND;

/** Attoseconds per unit. Years and months have no fixed length. */
const UNIT_LENGTHS: Readonly<Record<Exclude<TimeUnit, "Y" | "M" | "generic">, bigint>> = {
  W: 7n * DAY,
  D: DAY,
  h: 3600n * SECOND,
  m: 60n * SECOND,
  s: SECOND,
  ms: 10n ** 15n,
  us: 10n ** 12n,
  ns: 10n ** 9n,
  ps: 10n ** 6n,
  fs: 10n ** 3n,
  as: 1n,
};

/** Seconds per step; undefined for years, months and counts without a unit, whose steps have no fixed length. */
export function stepSeconds({ unit, multiplier }: TimeDataType): number | undefined {
  if (unit === "Y" || unit === "M" || unit === "generic") return undefined;
  return (Number(UNIT_LENGTHS[unit]) / Number(SECOND)) * multiplier;
}

/** A count of steps, or the reason why there is none. */
export type TimeResult = { readonly steps: bigint } | { readonly problem: string };

interface CivilTime {
  readonly year: bigint;
  readonly month: number;
  readonly day: number;
  /** Attoseconds since midnight. */
  readonly rest: bigint;
}

const ISO_TIME = /^([+-]?\d{4,30})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d{1,18}))?)?)?Z?)?)?)?$/;

/** Steps of a date such as `2020-01-01T00:00:00.5`, `2020-01` or `NaT`. */
export function stepsOfText(text: string, type: TimeDataType): TimeResult {
  if (text === "NaT") return { steps: NOT_A_TIME };
  if (type.kind === "timedelta") return { problem: "is not a duration: use a count of steps as a bigint" };
  const civil = parseIso(text);
  if (civil === undefined) return { problem: "is not a date such as 2020-01-31 or 2020-01-31T12:00:00.5 (UTC)" };
  return stepsOfCivil(civil, type);
}

/** Steps of a JavaScript date, which counts milliseconds. */
export function stepsOfDate(date: Date, type: TimeDataType): TimeResult {
  if (type.kind === "timedelta") return { problem: "is not a duration: use a count of steps as a bigint" };
  if (Number.isNaN(date.getTime())) return { problem: 'is an invalid Date; "NaT" means not a time' };
  return stepsOfCivil(civilOf(BigInt(date.getTime()) * UNIT_LENGTHS.ms), type);
}

function parseIso(text: string): CivilTime | undefined {
  const match = ISO_TIME.exec(text);
  if (match === null) return undefined;
  const [, yearText = "", ...parts] = match;
  const year = BigInt(yearText.replace("+", ""));
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 5)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const inDay = hour < 24 && minute < 60 && second < 60;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || !inDay) return undefined;
  const fraction = BigInt((parts[5] ?? "").padEnd(18, "0"));
  return { year, month, day, rest: BigInt(hour * 3600 + minute * 60 + second) * SECOND + fraction };
}

function stepsOfCivil(civil: CivilTime, type: TimeDataType): TimeResult {
  const { unit, multiplier } = type;
  if (unit === "generic") return { problem: "needs a time unit, but generic has none: use a count as a bigint" };
  const counted = unit === "Y" || unit === "M" ? countMonths(civil) : attosecondsOf(civil);
  const step = BigInt(multiplier) * (unit === "Y" ? 12n : unit === "M" ? 1n : UNIT_LENGTHS[unit]);
  if (counted === undefined || counted % step !== 0n) {
    return { problem: `lies between two steps of ${type.name}` };
  }
  const steps = counted / step;
  const fits = steps > NOT_A_TIME && steps < 2n ** 63n;
  return fits ? { steps } : { problem: `is out of range of ${type.name}` };
}

/** Months since 1970, if the time is the start of a month. */
function countMonths({ year, month, day, rest }: CivilTime): bigint | undefined {
  return day === 1 && rest === 0n ? (year - 1970n) * 12n + BigInt(month - 1) : undefined;
}

function attosecondsOf({ year, month, day, rest }: CivilTime): bigint {
  return daysBefore(year, month, day) * DAY + rest;
}

/** The ISO text of a count, to the precision of its unit: `2020`, `2020-01-31`, `2020-01-31T12:00`. Durations: `25 s`. */
export function formatTime(steps: bigint, type: TimeDataType): string {
  const { unit, multiplier } = type;
  if (steps === NOT_A_TIME) return "NaT";
  const count = steps * BigInt(multiplier);
  if (unit === "generic") return String(count);
  if (type.kind === "timedelta") return `${count} ${unit}`;
  if (unit === "Y") return formatYear(1970n + count);
  if (unit === "M") return formatMonth(1970n + floorDivide(count, 12n), Number(modulo(count, 12n)) + 1);
  const civil = civilOf(count * UNIT_LENGTHS[unit]);
  const date = `${formatMonth(civil.year, civil.month)}-${padded(civil.day)}`;
  return unit === "W" || unit === "D" ? date : `${date}T${formatClock(civil.rest, unit)}`;
}

function formatClock(rest: bigint, unit: TimeUnit): string {
  const seconds = Number(rest / SECOND);
  const hour = padded(Math.floor(seconds / 3600));
  if (unit === "h") return hour;
  const minute = `${hour}:${padded(Math.floor(seconds / 60) % 60)}`;
  if (unit === "m") return minute;
  const second = `${minute}:${padded(seconds % 60)}`;
  const digits: Partial<Record<TimeUnit, number>> = { ms: 3, us: 6, ns: 9, ps: 12, fs: 15, as: 18 };
  const fraction = (rest % SECOND).toString().padStart(18, "0");
  return unit === "s" ? second : `${second}.${fraction.slice(0, digits[unit])}`;
}

function formatMonth(year: bigint, month: number): string {
  return `${formatYear(year)}-${padded(month)}`;
}

function formatYear(year: bigint): string {
  const digits = (year < 0n ? -year : year).toString().padStart(4, "0");
  return year < 0n ? `-${digits}` : digits;
}

function padded(part: number): string {
  return String(part).padStart(2, "0");
}

/**
 * Days from 1970-01-01 to a date. Years are counted from March, so that a leap day is the last day of its year. From March
 * on, months have 31, 30, 31, 30, 31 days in turn: 153 days per five months.
 */
function daysBefore(year: bigint, month: number, day: number): bigint {
  const fromMarch = (month + 9) % 12;
  const marchYear = month <= 2 ? year - 1n : year;
  const leapDays = floorDivide(marchYear, 4n) - floorDivide(marchYear, 100n) + floorDivide(marchYear, 400n);
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1;
  return marchYear * 365n + leapDays + BigInt(dayOfYear) - DAYS_TO_1970;
}

/** Days from 1 March of the year 0 to 1 January 1970. */
const DAYS_TO_1970 = 719_468n;
const DAYS_IN_400_YEARS = 146_097n;

function civilOf(attoseconds: bigint): CivilTime {
  const days = floorDivide(attoseconds, DAY);
  const era = floorDivide(days + DAYS_TO_1970, DAYS_IN_400_YEARS);
  const dayOfEra = Number(modulo(days + DAYS_TO_1970, DAYS_IN_400_YEARS));
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - 365 * yearOfEra - Math.floor(yearOfEra / 4) + Math.floor(yearOfEra / 100);
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = era * 400n + BigInt(yearOfEra) + (month <= 2 ? 1n : 0n);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { year, month, day, rest: modulo(attoseconds, DAY) };
}

function daysInMonth(year: bigint, month: number): number {
  // Counted from March, the thirteenth month is January of the next year.
  return Number(daysBefore(year, month + 1, 1) - daysBefore(year, month, 1));
}

function floorDivide(a: bigint, b: bigint): bigint {
  return (a - modulo(a, b)) / b;
}

function modulo(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}
