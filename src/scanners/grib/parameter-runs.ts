/** Reads the table of parameters, in which regular entries are written once; `parameter-table.ts` describes the format. */

/** The names for the mean, maximum, minimum and deviation of a quantity, and the offsets of their identifiers from the mean's. */
const FAMILY = [
  ["avg_", "Time-mean ", 0],
  ["max_", "Time-maximum ", 2000],
  ["min_", "Time-minimum ", 3000],
  ["std_", "Time-standard-deviation ", 4000],
] as const;

/** The fields of each record: shortName, cfVarName, name, units, cfName, paramId. */
export function expandRecords(text: string): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  let [last, lastFamily]: [readonly string[], number] = [["", "", "", "", "", "0"], 0];
  for (const line of text.split("\n")) {
    const [short = "", variable = "", title = "", units = "", standard = "", written] = line.split("|");
    if (!short.startsWith("^")) {
      const id = written ?? String(Number(last[5]) + 1);
      last = [short, variable, title, units, standard, id];
      records.push(last);
      continue;
    }
    // `^|235130` is a family of the quantity on the line before.
    const isShort = short === "^";
    const [name, what, unit] = isShort ? [last[0]!, uncapitalized(last[2]!), last[3]!] : [short.slice(1), title, units];
    const given = isShort ? variable : (written ?? "");
    lastFamily = given === "" ? lastFamily + 1 : Number(given);
    for (const [start, word, distance] of FAMILY)
      records.push([start + name, "", word + what, unit, "", String(lastFamily + distance)]);
  }
  return records;
}

function uncapitalized(title: string): string {
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}

/** The conditions under which a message has the parameter of a record. Where there is no condition, any value fits. */
export interface ParameterEntry {
  readonly record: number;
  readonly first?: SurfaceCondition | undefined;
  readonly second?: SurfaceCondition | undefined;
  readonly range?: RangeCondition | undefined;
  readonly generating?: number | undefined;
  readonly process?: number | undefined;
  readonly hours?: number | undefined;
  /** The number of keys of ecCodes that the conditions compare. */
  readonly weight: number;
}

/** Without a value, any surface of the type; without a type, any with the value. */
export interface SurfaceCondition {
  readonly type: number | undefined;
  readonly value?: RawValue | undefined;
}

/**
 * A probability (`p`) by its type, or waves (`w`) by the type of the interval of their periods. If a limit is undefined, any
 * fits.
 */
export interface RangeCondition {
  readonly kind: string;
  readonly type: number;
  readonly lower?: RawValue | undefined;
  readonly upper?: RawValue | undefined;
}

/** A value as it is stored. */
export type RawValue = { readonly scaled: number; readonly factor: number } | "missing";

/** The entries of a section by the numbers of their parameters, such as `0.1.5`. */
export function expandSection(text: string): ReadonlyMap<string, readonly ParameterEntry[]> {
  const rules = new Map<string, readonly ParameterEntry[]>();
  let prefix = "";
  for (const line of text.split("\n")) {
    const [, named, first, last, record, step, rest = ""] = LINE.exec(line) ?? [];
    if (first === undefined) continue;
    prefix = named ?? prefix;
    const entries = rest.split(";").flatMap(entriesOf);
    for (let number = Number(first); number <= Number(last ?? first); number++) {
      const rule = Number(record) + (number - Number(first)) * Number(step ?? 1);
      const own = entries.map((entry) => ({ ...entry, record: entry.record + rule }));
      rules.set(`${prefix}${number}`, own);
    }
  }
  return rules;
}

/** Prefix, first number, last number, record, step, entries. */
const LINE = /^((?:\d+\.)+)?(\d+)(?:-(\d+))?:(\d+)(?:\+(\d+))?(?:;(.*))?$/;
/** First surface, second surface, range, generating process, processes, hours, offset of the record. */
const ENTRY = /^([^,/*=%#]*)(?:,([^/*=%#]*))?(?:%([^/*=#]*))?(?:#(\d+))?(?:\/(\d+|n\d+))?(?:\*(\d+))?(?:=(-?\d+))?$/;
/** Type, value, scale factor. */
const SURFACE = /^(\d*)(?:@(-|\d+)(?:e(-?\d+))?)?$/;
/** Kind, type, limits. */
const RANGE = /^([a-z])(\d+)@(.*)$/;

/** `/0236=1` gives one entry per process, with consecutive records. */
function entriesOf(text: string): ParameterEntry[] {
  const [, one = "", other = "", limited, generated, processes, given, offset = "0"] = ENTRY.exec(text) ?? [];
  const [first, second, range] = [surfaceOf(one), surfaceOf(other), rangeOf(limited)];
  const [generating, hours] = [generated, given].map((number) => (number === undefined ? undefined : Number(number)));
  const limits = [range?.lower, range?.upper].filter((limit) => limit !== undefined).length;
  const ofRange = range === undefined ? 0 : 1 + 2 * limits;
  const ofProcess = generating === undefined ? 0 : 1;
  const weight = weightOf(first) + weightOf(second) + ofRange + ofProcess + (hours === undefined ? 0 : 2);
  const common = { first, second, range, generating, hours };
  if (processes === undefined) return [{ ...common, record: Number(offset), weight }];
  const numbers = processes.startsWith("n") ? [processes.slice(1)] : [...processes];
  return numbers.map((process, i) => ({
    ...common,
    process: Number(process),
    record: Number(offset) + i,
    weight: weight + 1,
  }));
}

function surfaceOf(text: string): SurfaceCondition | undefined {
  const [, type = "", scaled, factor = "0"] = SURFACE.exec(text) ?? [];
  if (type === "" && scaled === undefined) return undefined;
  const value: RawValue | undefined =
    scaled === undefined ? undefined : scaled === "-" ? "missing" : { scaled: Number(scaled), factor: Number(factor) };
  return { type: type === "" ? undefined : Number(type), value };
}

function rangeOf(text: string | undefined): RangeCondition | undefined {
  const [, kind, type, limits = ""] = RANGE.exec(text ?? "") ?? [];
  if (kind === undefined) return undefined;
  const [lower, upper] = limits.split(",").map((limit) => (limit === "" ? undefined : surfaceOf(`@${limit}`)?.value));
  return { kind, type: Number(type), lower, upper };
}

function weightOf(condition: SurfaceCondition | undefined): number {
  if (condition === undefined) return 0;
  return (condition.type === undefined ? 0 : 1) + (condition.value === undefined ? 0 : 2);
}
