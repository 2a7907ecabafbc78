/** Names of levels, steps, centres and parameters, by the tables. */
import { CENTRES, LEVELS_1, LEVELS_2, STEPS_1 } from "./level-table.ts";
import { expandRecords, expandSection, type ParameterRule } from "./parameter-runs.ts";
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
export function levelOf2(first: Surface, second: Surface, _centre: number): Level {
  const [name, example] = levels2!.get(`${first.type},${second.type}`) ?? levels2!.get(`${first.type},255`) ?? [];
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

/** Averages, sums, maxima and minima: the statistics that the tables know. */
const NAMED_STATISTICS = ["0", "1", "2", "3"];
const NO_ENTRIES: ReadonlyMap<string, ParameterRule> = new Map();

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
  readonly #parsed = new Map<string, ReadonlyMap<string, ParameterRule>>();

  constructor(records: string, sections: Readonly<Record<string, string>>) {
    this.#records = expandRecords(records);
    this.#sections = sections;
  }

  /** Returns undefined if it is not in the tables. */
  find({ centre, table, numbers, surface }: Product): Parameter | undefined {
    for (const section of [`${table}-${centre}`, table]) {
      const rule = this.#section(section).get(numbers);
      if (rule === undefined) continue;
      const [place = "", statistics] = surface.split("/");
      // Ranges and other measures of spread have the name of the quantity itself.
      const suffix = statistics === undefined || !NAMED_STATISTICS.includes(statistics) ? "" : `/${statistics}`;
      // From the surface at its level to any surface.
      const variants = [place + suffix, place.replace(/@.*/, "") + suffix, suffix];
      const exception = variants.find((variant) => rule.exceptions.has(variant));
      const record = this.#records[exception === undefined ? rule.record : rule.exceptions.get(exception)!];
      if (record !== undefined) return parameterOf(record);
    }
    return undefined;
  }

  #section(name: string): ReadonlyMap<string, ParameterRule> {
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

function parameterOf(record: readonly string[]): Parameter {
  const [shortName = "", variable = "", title = "", units = "", standardName = "", id = ""] = record;
  return { name: variable === "" ? shortName : variable, shortName, title, units, standardName, id };
}
