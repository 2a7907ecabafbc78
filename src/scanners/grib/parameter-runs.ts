/** Reads the table of parameters, in which regular entries are written once; `parameter-table.ts` describes the format. */

/** The names for the mean, the maximum and the minimum of a quantity, and the offsets of their identifiers from the mean's. */
const STATISTICS = [
  ["avg_", "Time-mean ", 0],
  ["max_", "Time-maximum ", 2000],
  ["min_", "Time-minimum ", 3000],
] as const;

/** The fields of each record: shortName, cfVarName, name, units, cfName, paramId. */
export function expandRecords(text: string): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  let before = 0;
  for (const line of text.split("\n")) {
    const [short = "", variable = "", title = "", units = "", standard = "", written] = line.split("|");
    const id = written === undefined ? before + 1 : Number(written);
    const kinds = short.startsWith("^") ? STATISTICS : [["", "", 0] as const];
    for (const [start, word, distance] of kinds) {
      before = id + distance;
      records.push([start + short.replace(/^\^/, ""), variable, word + title, units, standard, String(before)]);
    }
  }
  return records;
}

/** The records of one parameter. */
export interface ParameterRule {
  readonly record: number;
  /** Records by `surface@level/statistics`, or by `/statistics` for any surface. */
  readonly exceptions: ReadonlyMap<string, number>;
}

/** The rules of a section by the numbers of their parameters, such as `0.1.5`. */
export function expandSection(text: string): ReadonlyMap<string, ParameterRule> {
  const rules = new Map<string, ParameterRule>();
  let prefix = "";
  for (const line of text.split("\n")) {
    const [, named, first, last, record, step, rest] = LINE.exec(line) ?? [];
    if (first === undefined) continue;
    prefix = named ?? prefix;
    const offsets = offsetsOf(rest ?? "");
    for (let number = Number(first); number <= Number(last ?? first); number++) {
      const rule = Number(record) + (number - Number(first)) * Number(step ?? 1);
      const exceptions = new Map(offsets.map(([variant, offset]) => [variant, rule + offset]));
      rules.set(`${prefix}${number}`, { record: rule, exceptions });
    }
  }
  return rules;
}

/** Prefix, first number, last number, record, step, exceptions. */
const LINE = /^((?:\d+\.)+)?(\d+)(?:-(\d+))?:(\d+)(?:\+(\d+))?(;.*)?$/;

function offsetsOf(text: string): readonly (readonly [string, number])[] {
  return text.split(";").flatMap((exception) => {
    const [variant = "", offset] = exception.split("=");
    if (offset === undefined) return [];
    if (!variant.startsWith("/")) return [[variant, Number(offset)] as const];
    return [...variant.slice(1)].map((statistics, i) => [`/${statistics}`, Number(offset) + i] as const);
  });
}
