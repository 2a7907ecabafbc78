/** A caller's label in terms of an axis: a number, an instant, a string. */
import { HyperslabError } from "../../errors.ts";
import type { Axis, AxisValue } from "../coordinates/axis.ts";
import { calendarOf } from "../time/calendar.ts";
import { type CfDate, instantOf, isoText } from "../time/date.ts";
import { parsePartialDate } from "../time/text.ts";
import type { Label } from "./label-item.ts";
import type { LabelRange } from "./match.ts";

/** One point of the axis. For a partial date, its beginning. */
export function pointOf(axis: Axis, label: Label): AxisValue {
  if (axis.calendar !== undefined) return periodOf(axis, axis.calendar, label).from;
  if (typeof axis.values[0] === "string") {
    return typeof label === "string" ? label : refused(axis, label, "its labels are strings");
  }
  const number = typeof label === "string" ? numberOf(label) : label;
  if (typeof number !== "number" && typeof number !== "bigint") return refused(axis, label, "its labels are numbers");
  if (Number.isNaN(number)) return refused(axis, label, "NaN is not a label");
  if (axis.values instanceof Float64Array) return Number(number);
  if (typeof number === "bigint") return number;
  return Number.isInteger(number) ? BigInt(number) : refused(axis, label, "its labels are whole numbers beyond 2^53");
}

/** All labels that this one stands for: several only for a string along a time axis. Undefined if it is a single point. */
export function textPeriod(axis: Axis, label: Label): LabelRange | undefined {
  return axis.calendar !== undefined && typeof label === "string" ? periodOf(axis, axis.calendar, label) : undefined;
}

/** Labels from one to another, both included. */
export function rangeOf(axis: Axis, from: Label | null, to: Label | null): LabelRange {
  if (axis.calendar !== undefined) {
    const ends = [from, to].map((end) => (end === null ? undefined : periodOf(axis, axis.calendar!, end)));
    const [first, last] = isTurned(ends[0]?.from, ends[1]?.from) ? [ends[1], ends[0]] : [ends[0], ends[1]];
    return { from: first?.from, ...(last?.isPoint === true ? { to: last.from } : { before: last?.before }) };
  }
  const round = (value: AxisValue): AxisValue => (typeof value === "number" ? axis.rounded(value) : value);
  const first = from === null ? undefined : round(pointOf(axis, from));
  const last = to === null ? undefined : round(pointOf(axis, to));
  return axis.turn === undefined && isTurned(first, last) ? { from: last, to: first } : { from: first, to: last };
}

function isTurned(from: AxisValue | undefined, to: AxisValue | undefined): boolean {
  return from !== undefined && to !== undefined && from > to;
}

interface Period {
  readonly from: bigint;
  readonly before: bigint;
  /** True for a moment, rather than a period. */
  readonly isPoint: boolean;
}

function periodOf(axis: Axis, calendar: string, label: Label): Period {
  if (typeof label === "string") {
    const { from, before } = parsePartialDate(label, calendar);
    return { from: instantOf(from), before: instantOf(before), isPoint: false };
  }
  const from = label instanceof Date ? instantOfDate(axis, calendar, label) : instantOfLabel(axis, calendar, label);
  return { from, before: from + 1n, isPoint: true };
}

/** A JavaScript Date belongs to the proleptic Gregorian calendar, which the standard calendar equals from 1582 on. */
function instantOfDate(axis: Axis, calendar: string, date: Date): bigint {
  const milliseconds = date.getTime();
  if (Number.isNaN(milliseconds)) return refused(axis, date, "the date is invalid");
  const isModern = calendar === "standard" && milliseconds >= Date.UTC(1582, 9, 15);
  if (calendar !== "proleptic_gregorian" && !isModern) {
    return refused(axis, date, `its calendar is ${calendar}, which a Date cannot express`);
  }
  return BigInt(milliseconds) * 1_000_000n;
}

function instantOfLabel(axis: Axis, calendar: string, label: Exclude<Label, string | Date>): bigint {
  if (typeof label !== "object") {
    return refused(axis, label, 'its labels are times: write a text such as "2014-10", or a date');
  }
  if (calendarOf(label.calendar).name === calendarOf(calendar).name) return instantOf(label);
  return refused(axis, label, `its calendar is ${calendar}, not ${label.calendar}`);
}

function numberOf(text: string): number | bigint | string {
  const word = text.trim();
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(word)) return text;
  const number = Number(word);
  return /^[+-]?\d+$/.test(word) && !Number.isSafeInteger(number) ? BigInt(word.replace(/^\+/, "")) : number;
}

/** A caller's label in a message. */
export function labelText(label: Label): string {
  if (typeof label === "string") return JSON.stringify(label);
  if (label instanceof Date) return Number.isNaN(label.getTime()) ? "an invalid date" : label.toISOString();
  return typeof label === "object" && label !== null ? dateText(label) : String(label);
}

function dateText(label: CfDate): string {
  return typeof label.year === "number" && typeof label.month === "number" ? isoText(label) : "an object";
}

function refused(axis: Axis, label: Label, why: string): never {
  throw new HyperslabError("invalid-request", `${labelText(label)} is not a label along "${axis.name}": ${why}`);
}
