/** Names of levels, steps, centres and parameters, by the tables. */
import { CENTRES, LEVELS_1, LEVELS_2, STEPS_1 } from "./level-table.ts";
import {
  expandRecords,
  expandSection,
  type ParameterEntry,
  type RangeCondition,
  type RawValue,
  type SurfaceCondition,
} from "./parameter-runs.ts";
import type { Product, Surface } from "./product.ts";

function tableOf(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text.split("\n").map((line) => {
      const [key = "", ...rest] = line.split(":");
      return [key, rest];
    }),
  );
}

const [levels2, levels1, steps1, centres] = [LEVELS_2, LEVELS_1, STEPS_1, CENTRES].map(tableOf);

export function centreName(centre: number): string {
  return centres!.get(String(centre))?.[0] ?? String(centre);
}

export function centreTitle(centre: number): string | undefined {
  return centres!.get(String(centre))?.[1];
}

interface Level {
  readonly typeOfLevel: string;
  readonly level: number;
}

/** The level of surfaces 500 and 700 shows how it is derived: in units of 100 Pa, of 1e-9, or from the second surface. */
export function levelOf2(first: Surface, second: Surface): Level {
  const [one, other] = [`${first.type}@${first.value}`, `${second.type}@${second.value}`];
  // Some levels have a fixed value, which is part of their definition.
  const keys = [`${one},${other}`, `${one},${second.type}`, `${first.type},${other}`, `${first.type},${second.type}`];
  const [name, example] = [...keys, `${first.type},255`].map((key) => levels2!.get(key)).find(Boolean) ?? [];
  const value = Number.isNaN(first.value) ? 0 : first.value;
  if (name === undefined) return { typeOfLevel: "unknown", level: value };
  if (example === "700") return { typeOfLevel: name, level: Number.isNaN(second.value) ? 0 : second.value };
  if (example === "500000000000") return { typeOfLevel: name, level: value * 1e9 };
  if (example !== "5") return { typeOfLevel: name, level: value };
  // Pressures below one hectopascal are given in pascals.
  if (name === "isobaricInhPa" && value < 100) return { typeOfLevel: "isobaricInPa", level: value };
  return { typeOfLevel: name, level: value / 100 };
}

export function levelOf1(kind: number, upper: number, lower: number): Level {
  const [name, example] = levels1!.get(String(kind)) ?? [];
  return { typeOfLevel: name ?? "unknown", level: example === "1" ? upper : upper * 256 + lower };
}

export function stepType1(
  indicator: number,
  p1: number,
  p2: number,
): { readonly stepType: string; readonly end: number } {
  const [name, example] = steps1!.get(String(indicator)) ?? [];
  return { stepType: name ?? "unknown", end: example === "775" ? p1 * 256 + p2 : example === "7" ? p2 : p1 };
}

export interface Parameter {
  /** The name of the array. */
  readonly name: string;
  readonly shortName: string;
  readonly title: string;
  readonly units: string;
  readonly standardName: string;
  readonly id: string;
}

const NO_ENTRIES: ReadonlyMap<string, readonly ParameterEntry[]> = new Map();

/** What determines the parameter of a field, besides its numbers. In edition 1, the first surface is the level. */
export interface Circumstances {
  readonly first: RawSurface;
  readonly second: RawSurface;
  /** For probabilities, and for waves selected by their period. */
  readonly range?: Required<RangeCondition> | undefined;
  /** The number of the generating process. */
  readonly generating?: number | undefined;
  /** The number of the statistical process, and how many hours it covers. */
  readonly process?: number | undefined;
  readonly hours?: number | undefined;
}

/** A surface as it is stored. */
export interface RawSurface {
  readonly type: number;
  readonly value: RawValue;
}

/** ECMWF keeps older names in messages with tables up to this version. */
const LAST_OLD_TABLES = 33;
const ECMWF = 98;

export function hasOldNames(centre: number, tables: number): boolean {
  return centre === ECMWF && tables <= LAST_OLD_TABLES;
}

let loading: Promise<ParameterNames> | undefined;

/** The table, which is loaded by the first file that needs it. */
export function parameterNames(): Promise<ParameterNames> {
  loading ??= import("./parameter-table.ts").then(({ RECORDS, SECTIONS }) => new ParameterNames(RECORDS, SECTIONS));
  return loading;
}

/** Sections of the table, parsed on first use. */
export class ParameterNames {
  readonly #records: readonly (readonly string[])[];
  readonly #sections: Readonly<Record<string, string>>;
  readonly #parsed = new Map<string, ReadonlyMap<string, readonly ParameterEntry[]>>();

  constructor(records: string, sections: Readonly<Record<string, string>>) {
    this.#records = expandRecords(records);
    this.#sections = sections;
  }

  /** As in ecCodes, the entry with the most conditions wins, and the last of equals. Undefined if the tables have none. */
  find(product: Pick<Product, "centre" | "table" | "tables" | "numbers" | "circumstances">): Parameter | undefined {
    let best: ParameterEntry | undefined;
    for (const entry of this.#entries(product)) {
      if (entry.weight >= (best?.weight ?? 0) && fits(entry, product.circumstances)) best = entry;
    }
    const record = best && this.#records[best.record];
    return record && parameterOf(record);
  }

  #entries({ centre, table, tables, numbers }: Parameters<ParameterNames["find"]>[0]): readonly ParameterEntry[] {
    const local = this.#section(`${table}-${centre}`).get(numbers) ?? [];
    if (table === "grib1") {
      // Versions 1 to 3 of the international table are the same.
      const general = tables <= 3 ? numbers.replace(/^\d+/, "3") : numbers;
      return local.length > 0 ? local : (this.#section(table).get(general) ?? []);
    }
    if (centre !== ECMWF) return [...(this.#section(table).get(numbers) ?? []), ...local];
    if (numbers.startsWith("192.")) return this.#section(`grib1-${centre}`).get(numbers.slice(4)) ?? [];
    const isOld = hasOldNames(centre, tables) && local.length > 0;
    return isOld ? local : (this.#section(table).get(numbers) ?? []);
  }

  #section(name: string): ReadonlyMap<string, readonly ParameterEntry[]> {
    const known = this.#parsed.get(name);
    if (known !== undefined) return known;
    const text = this.#sections[name];
    // Names of sections come from files, so that those without a table are not kept.
    if (text === undefined) return NO_ENTRIES;
    const section = expandSection(text);
    this.#parsed.set(name, section);
    return section;
  }
}

function fits(entry: ParameterEntry, found: Circumstances): boolean {
  const { first, second, range, generating, process, hours } = entry;
  return (
    (generating === undefined || generating === found.generating) &&
    (process === undefined || process === found.process) &&
    (hours === undefined || hours === found.hours) &&
    isRange(range, found.range) &&
    isSurface(first, found.first) &&
    isSurface(second, found.second)
  );
}

function isSurface(condition: SurfaceCondition | undefined, { type, value: found }: RawSurface): boolean {
  if (condition === undefined) return true;
  return (condition.type === undefined || condition.type === type) && isValue(condition.value, found);
}

function isRange(condition: RangeCondition | undefined, found: Circumstances["range"]): boolean {
  if (condition === undefined) return true;
  if (condition.kind !== found?.kind || condition.type !== found.type) return false;
  return isValue(condition.lower, found.lower) && isValue(condition.upper, found.upper);
}

function isValue(condition: RawValue | undefined, found: RawValue | undefined): boolean {
  if (condition === undefined) return true;
  if (condition === "missing" || found === "missing" || found === undefined) return condition === found;
  return condition.scaled === found.scaled && condition.factor === found.factor;
}

function parameterOf(record: readonly string[]): Parameter {
  const [shortName = "", variable = "", title = "", units = "", standardName = "", id = ""] = record;
  return { name: variable === "" ? shortName : variable, shortName, title, units, standardName, id };
}
