/** What a field describes: parameter, level, time, step and member, as named by ecCodes and cfgrib. */
import { i32, needBytes, signMagnitude, viewOf } from "../../bytes/grib/message.ts";
import {
  type Circumstances,
  centreName,
  hasOldNames,
  levelOf1,
  levelOf2,
  type RawSurface,
  stepType1,
} from "./names.ts";
import { hoursOf, processingAt, secondsAt, timeAt } from "./steps.ts";

export interface Product {
  readonly centre: number;
  readonly centreName: string;
  /** Where the parameter is looked up: `grib2`, and the numbers there. */
  readonly table: "grib1" | "grib2";
  readonly numbers: string;
  /** The version of the tables; in edition 1, the table. */
  readonly tables: number;
  readonly circumstances: Circumstances;
  readonly typeOfLevel: string;
  readonly level: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Hours. */
  readonly step: number;
  readonly stepType: string;
  /** The member of an ensemble. */
  readonly number: number | undefined;
  /** False if nothing but the parameter is known of such products. */
  readonly isUnderstood: boolean;
  /** What else distinguishes fields: percentiles, probabilities, constituents. */
  readonly variant: string;
}

/** Per product template: the offset of the end of the overall time interval (octets less one), and its peculiarities. */
const TEMPLATES: Readonly<
  Record<number, { readonly end?: number; readonly member?: number; readonly variant?: readonly [number, number] }>
> = {
  0: {},
  1: { member: 35 },
  2: { variant: [34, 35] },
  5: { variant: [34, 47] },
  6: { variant: [34, 35] },
  7: {},
  8: { end: 34 },
  9: { end: 47, variant: [34, 47] },
  10: { end: 35, variant: [34, 35] },
  11: { end: 37, member: 35 },
  12: { end: 36, variant: [34, 35] },
  15: { variant: [34, 37] },
  60: { member: 35 },
  61: { end: 44, member: 35 },
};
/** By how many octets after the parameter are longer: templates, and those that they are otherwise like. */
const LONGER: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  // Constituents.
  2: { 40: 0, 41: 1, 42: 8, 43: 11 },
  // Constituents with sources and sinks.
  3: { 76: 0, 77: 1, 78: 8, 79: 11 },
  // Processing after the forecast.
  5: { 70: 0, 71: 1, 72: 8, 73: 11 },
  // Waves selected by their period.
  11: { 103: 0, 104: 1 },
  // Aerosols.
  13: { 45: 1, 46: 8, 47: 11, 50: 0, 85: 11 },
  // Optical properties of aerosols.
  24: { 48: 0, 49: 1 },
};
/** By template, of probabilities (`p`) and of waves (`w`): the offset of the type of a range, which its limits follow. */
const RANGES: Readonly<Record<number, readonly [kind: "p" | "w", at: number]>> = {
  5: ["p", 36],
  9: ["p", 36],
  103: ["w", 11],
  104: ["w", 11],
};

/** The template that this one is like, and the octets that it has besides. */
function plainTemplate(template: number): readonly [plain: number, shift: number] {
  for (const [shift, templates] of Object.entries(LONGER)) {
    const plain = templates[template];
    if (plain !== undefined) return [plain, Number(shift)];
  }
  return [template, 0];
}

export function product2(discipline: number, identification: Uint8Array, section: Uint8Array): Product {
  needBytes(identification, 21, "section 1");
  needBytes(section, 11, "section 4");
  const centre = viewOf(identification).getUint16(5);
  const time = timeAt(identification, 12);
  const template = viewOf(section).getUint16(7);
  const [plain, shift] = plainTemplate(template);
  const shape = TEMPLATES[plain];
  const base = {
    centre,
    centreName: centreName(centre),
    table: "grib2" as const,
    tables: identification[9]!,
    numbers: `${discipline}.${section[9]}.${section[10]}`,
    time,
  };
  if (shape === undefined) {
    const unknown = {
      circumstances: { first: NO_SURFACE, second: NO_SURFACE },
      typeOfLevel: `template4.${template}`,
      level: 0,
      step: 0,
      stepType: "unknown",
      number: undefined,
      isUnderstood: false,
    };
    return { ...base, ...unknown, variant: Array.from(section.subarray(9)).join(",") };
  }
  const [from, to] = shape.variant ?? [0, 0];
  needBytes(section, Math.max(34, to, (shape.member ?? 0) + 2) + shift, "section 4");
  const view = viewOf(section);
  const place = (at: number): number => at + shift;
  const [first, second] = [surfaceAt(view, place(22)), surfaceAt(view, place(28))];
  const { typeOfLevel, level } = levelOf2(first, second);
  const start = hoursOf(forecastTime(view, place(18)), view.getUint8(place(17)), 2);
  const reference = { time, start, hasOldNames: hasOldNames(centre, base.tables) };
  const processing = shape.end === undefined ? undefined : processingAt(section, place(shape.end), reference);
  const details = [section.subarray(11, 11 + shift), section.subarray(place(from), place(to))];
  return {
    ...base,
    circumstances: {
      first: rawSurface(view, place(22)),
      second: rawSurface(view, place(28)),
      range: rangeAt(view, template),
      generating: section[place(11)],
      process: processing?.process,
      hours: processing?.hours,
    },
    typeOfLevel,
    level,
    step: processing?.step ?? start,
    stepType: processing?.stepType ?? "instant",
    isUnderstood: true,
    number: shape.member === undefined ? undefined : section[place(shape.member)],
    variant: `${template}:${details.map((bytes) => Array.from(bytes).join(",")).join(";")}`.replace(/^\d+:[;,]*$/, ""),
  };
}

/** Fields that do not change with time may lack it. */
function forecastTime(view: DataView, at: number): number {
  return view.getUint32(at) === 0xffffffff ? 0 : i32(view, at);
}

export interface Surface {
  readonly type: number;
  /** NaN if there is none. */
  readonly value: number;
}

function surfaceAt(view: DataView, at: number): Surface {
  const [factor, value] = [view.getUint8(at + 1), view.getUint32(at + 2)];
  const isMissing = value === 0xffffffff;
  const scale = factor === 255 ? 0 : signMagnitude(factor, 8);
  const number = signMagnitude(value, 32);
  return {
    type: view.getUint8(at),
    value: isMissing ? Number.NaN : scale > 0 ? number / 10 ** scale : number * 10 ** -scale,
  };
}

const NO_SURFACE: RawSurface = { type: 255, value: "missing" };

/** Type, scale factor, scaled value. */
function rawSurface(view: DataView, at: number): RawSurface {
  return { type: view.getUint8(at), value: rawValue(view, at + 1) };
}

/** Scale factor, scaled value. */
function rawValue(view: DataView, at: number): RawSurface["value"] {
  const [factor, scaled] = [view.getUint8(at), view.getUint32(at + 1)];
  if (factor === 255 || scaled === 0xffffffff) return "missing";
  return { scaled: signMagnitude(scaled, 32), factor: signMagnitude(factor, 8) };
}

/** A range is stored as its type, and the scale factor and scaled value of its lower and of its upper limit. */
function rangeAt(view: DataView, template: number): Circumstances["range"] {
  const [kind, at] = RANGES[template] ?? [];
  if (kind === undefined || at === undefined) return undefined;
  return { kind, type: view.getUint8(at), lower: rawValue(view, at + 1), upper: rawValue(view, at + 6) };
}

export function product1(section: Uint8Array): Product {
  const view = viewOf(section);
  const centre = section[4]!;
  const [kind, indicator] = [section[9]!, section[20]!];
  const { typeOfLevel, level } = levelOf1(kind, section[10]!, section[11]!);
  const { stepType, end } = stepType1(indicator, section[18]!, section[19]!);
  const year = (section[24]! - 1) * 100 + section[12]!;
  const [month, day, hour, minute] = section.subarray(13, 17);
  const isEcmwf = centre === 98 && section.byteLength >= 51 && [1, 26, 30, 36].includes(section[40]!);
  return {
    centre,
    centreName: centreName(centre),
    table: "grib1",
    numbers: `${section[3]}.${section[8]}`,
    tables: section[3]!,
    circumstances: {
      first: { type: kind, value: { scaled: view.getUint16(10), factor: 0 } },
      second: NO_SURFACE,
    },
    typeOfLevel,
    level,
    time: secondsAt(year, month!, day!, hour!, minute!),
    step: hoursOf(end, section[17]!, 1),
    stepType,
    number: isEcmwf ? section[49] : 0,
    isUnderstood: true,
    variant: "",
  };
}
