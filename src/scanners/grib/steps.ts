/** Dates, and how far ahead of them a field is: units of time, and when a statistical process ends. */
import { needBytes, viewOf } from "../../bytes/grib/message.ts";
import { HyperslabError } from "../../errors.ts";

/** Seconds per unit of table 4.4. Months have 30 days and years 365, as in ecCodes, which also knows 14 and 15. */
const UNIT_SECONDS: Readonly<Record<number, number>> = {
  0: 60,
  1: 3600,
  2: 86400,
  3: 30 * 86400,
  4: 365 * 86400,
  5: 10 * 365 * 86400,
  6: 30 * 365 * 86400,
  7: 100 * 365 * 86400,
  10: 3 * 3600,
  11: 6 * 3600,
  12: 12 * 3600,
};
const UNIT_SECONDS_2: Readonly<Record<number, number>> = { ...UNIT_SECONDS, 13: 1, 14: 900, 15: 1800 };
const UNIT_SECONDS_1: Readonly<Record<number, number>> = { ...UNIT_SECONDS, 13: 900, 14: 1800, 254: 1 };

/** Hours. Undefined if the unit is not known. */
function hoursIn(count: number, unit: number, edition: 1 | 2): number | undefined {
  const seconds = (edition === 1 ? UNIT_SECONDS_1 : UNIT_SECONDS_2)[unit];
  return seconds === undefined ? undefined : (count * seconds) / 3600;
}

/** Hours. A time of nothing needs no unit. */
export function hoursOf(count: number, unit: number, edition: 1 | 2): number {
  const hours = count === 0 ? 0 : hoursIn(count, unit, edition);
  if (hours !== undefined) return hours;
  throw new HyperslabError(
    "unsupported",
    `a forecast time of ${count} in unit ${unit}, which edition ${edition} lacks`,
  );
}

/** Seconds since 1970. Not `Date.UTC`, for which the year 50 is 1950. */
export function secondsAt(year: number, month: number, day: number, hour: number, minute: number, second = 0): number {
  return (new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1e3) / 1e3;
}

/** Year, month, day, hour, minute, second. */
export function timeAt(bytes: Uint8Array, at: number): number {
  const [month = 0, day = 0, hour = 0, minute = 0, second] = bytes.subarray(at + 2, at + 7);
  return secondsAt(viewOf(bytes).getUint16(at), month, day, hour, minute, second);
}

/** ecCodes' names of statistical processes (table 4.10), from 0 on; `STATISTICS_100` has those from 100 on. */
const STATISTICS = ["avg", "accum", "max", "min", "diff", "rms", "sd", "cov", "sdiff", "ratio", "stdanom", "sum"];
const STATISTICS_100 = ["severity", "mode", "index"];
/** Of a process that no code names. */
const NO_STATISTICS = 255;

/** How the fields that are processed differ: each is of a later start, or of a later forecast of one start. */
const [LATER_STARTS, LATER_FORECASTS] = [1, 2];

/** Process, kind of increment, unit and number of the length, and the same of the increment. */
const RANGE_BYTES = 12;

const MISSING = 0xffffffff;

export interface Processing {
  /** The number of the process. */
  readonly process: number | undefined;
  readonly stepType: string;
  /** How many hours it covers, if that is given in hours. */
  readonly hours: number | undefined;
  /** Hours from the reference time to the end. */
  readonly step: number;
}

interface Reference {
  /** Seconds since 1970. */
  readonly time: number;
  /** When the forecast begins, in hours after `time`. */
  readonly start: number;
  /** For these, ecCodes also looks at how the fields that are processed differ. */
  readonly hasOldNames: boolean;
}

/**
 * By the time at byte `at`, when the overall interval ends, and the ranges after it. The last range tells the process,
 * as in ecCodes.
 */
export function processingAt(section: Uint8Array, at: number, { time, start, hasOldNames }: Reference): Processing {
  const first = at + RANGE_BYTES;
  const count = Math.max(1, section[at + 7] ?? 0);
  const last = first + (count - 1) * RANGE_BYTES;
  needBytes(section, last + 7, "section 4");
  const view = viewOf(section);
  const [process, increment] = [view.getUint8(last), view.getUint8(last + 1)];
  const isNamed = process !== NO_STATISTICS;
  const length = lengthOf();
  return {
    process: isNamed ? process : undefined,
    stepType: isNamed ? statisticName(process, hasOldNames && increment === LATER_STARTS) : "instant",
    hours: view.getUint8(last + 2) === 1 ? view.getUint32(last + 3) : undefined,
    step: length === undefined ? (timeAt(section, at) - time) / 3600 : start + length,
  };

  /** Tools that change the date of a message often leave the end of its interval as it was, so that lengths come first. */
  function lengthOf(): number | undefined {
    if (!hasOldNames) return hoursAt(last);
    if (count === 1) return increment === LATER_STARTS ? 0 : hoursAt(first);
    for (let range = first; range <= last; range += RANGE_BYTES)
      if (view.getUint8(range + 1) === LATER_FORECASTS) return hoursAt(range);
    return undefined;
  }

  function hoursAt(range: number): number | undefined {
    const count = view.getUint32(range + 3);
    return count === MISSING ? undefined : hoursIn(count, view.getUint8(range + 2), 2);
  }
}

function statisticName(process: number, isOldOfStarts: boolean): string {
  if (process === 0 && isOldOfStarts) return "avgd";
  return STATISTICS[process] ?? STATISTICS_100[process - 100] ?? String(process);
}
