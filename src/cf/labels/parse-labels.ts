/**
 * Selections by label as text: `time=2014-10, lat~48.1, lon=5..15`. Anything in the grammar of indices keeps its
 * meaning: `time=3` and `time=3:5` are indices. A label is recognised by what an index cannot be:
 *
 *     NAME=DATE        a date with at least a month: all times within it
 *     NAME="TEXT"      a text, or a date of any precision
 *     NAME=FROM..TO    a range; either end may be left out
 *     NAME==LABEL      exactly this label, also a whole number or a year
 *     NAME~LABEL       the nearest label
 */
import { HyperslabError } from "../../errors.ts";
import { between, type LabelItem, nearest } from "./label-item.ts";

/** Entries in the order of the text. Those of indices stay text. */
export type ParsedLabels = ReadonlyMap<string, { readonly index: string } | { readonly label: LabelItem }>;

/** The entries by name; undefined if the text has no label at all, and is a selection of indices. */
export function parseLabels(given: string): ParsedLabels | undefined {
  const text = withoutBrackets(given);
  const entries = splitEntries(text).map((entry) => ({ entry, parsed: parseEntry(entry, given) }));
  if (!entries.some(({ parsed }) => parsed !== undefined && "label" in parsed)) return undefined;
  const named = new Map<string, { readonly index: string } | { readonly label: LabelItem }>();
  for (const { entry, parsed } of entries) {
    if (parsed === undefined) {
      throw misread(given, `"${entry.trim()}" has no name, and labels are selected by name`, NAMES_HINT);
    }
    const { name, ...rest } = parsed;
    if (named.has(name)) throw misread(given, `the dimension "${name}" is selected twice`);
    named.set(name, rest);
  }
  return named;
}

const NAMES_HINT = "Write time=2014-10, lat~48.1, lon=5..15, and lev=0 for an index.";

/** A quoted name, or one without the characters that have a meaning; then the sign; then the rest. */
const ENTRY = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s=,:[\]"']+?))\s*(==|=|~)\s*(.*?)\s*$/s;
const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE =
  /^[+-]?\d{4,6}-\d{1,2}(?:-\d{1,2}(?:(?:T|\s+)\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?)?)?)?(?:Z|[+-]\d{2}:\d{2})?$/i;
const QUOTED = /^(?:"([^"]*)"|'([^']*)')$/s;

type ParsedEntry = { readonly name: string } & ({ readonly index: string } | { readonly label: LabelItem });

function parseEntry(entry: string, text: string): ParsedEntry | undefined {
  const found = entryParts(entry);
  if (found === undefined) return undefined;
  const { name, sign, rest } = found;
  if (sign === "~") return { name, label: nearest(labelOf(rest, text)) };
  if (sign === "==") return { name, label: labelOf(rest, text) };
  const ends = splitRange(rest, text);
  if (ends !== undefined) return { name, label: between(endOf(ends[0], text), endOf(ends[1], text)) };
  if (QUOTED.test(rest) || DATE.test(rest)) return { name, label: labelOf(rest, text) };
  if (NUMBER.test(rest) && !/^[+-]?\d+$/.test(rest)) {
    throw misread(
      text,
      `"${name}=${rest}" is neither an index nor clearly a label`,
      `Write ${name}~${rest} for the nearest label, or ${name}==${rest} for exactly this one.`,
    );
  }
  return { name, index: rest };
}

/** `=` takes precedence over `~`: a dimension may be called `a~b`. */
function entryParts(
  entry: string,
): { readonly name: string; readonly sign: string; readonly rest: string } | undefined {
  const [, double, single, bare, sign, rest] = ENTRY.exec(entry) ?? [];
  const name = double ?? single ?? bare;
  if (name === undefined || sign === undefined || rest === undefined) return undefined;
  if (sign !== "~" || bare === undefined) return { name, sign, rest };
  const longer = /^\s*([^\s=,:[\]"']+)\s*(==|=)\s*(.*?)\s*$/s.exec(entry);
  return longer === null ? { name, sign, rest } : { name: longer[1]!, sign: longer[2]!, rest: longer[3]! };
}

function endOf(end: string, text: string): string | null {
  return end === "" ? null : labelOf(end, text);
}

/** A label stays text: whether it is a number, a date or a name depends on the coordinate. */
function labelOf(word: string, text: string): string {
  const quoted = QUOTED.exec(word);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? "";
  if (word === "") throw misread(text, "a label is missing", NAMES_HINT);
  if (/["'[\]~=]|\.\./.test(word)) throw misread(text, `"${word}" is not a label`, "Put a text into quotes.");
  return word;
}

/** The two ends of `FROM..TO`; undefined if there are no two dots outside quotes. */
function splitRange(rest: string, text: string): readonly [string, string] | undefined {
  if (rest === "...") return undefined;
  const found = /^((?:"[^"]*"|'[^']*'|[^"'])*?)\.\.(.*)$/s.exec(rest);
  if (found === null) return undefined;
  const [from, to] = [found[1]!.trim(), found[2]!.trim()];
  if (from.endsWith(".") || to.startsWith(".") || (from === "" && to === "")) {
    throw misread(text, `"${rest}" is not a range of labels`, "Write 5..15, 5.. or ..15; a fraction begins with 0.");
  }
  return [from, to];
}

/** Brackets around the whole text are removed, as in selections of indices. */
function withoutBrackets(text: string): string {
  const inside = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1];
  return inside === undefined || /^[^[]*\]/.test(inside) ? text : inside;
}

/** The entries between commas that are neither in quotes nor in brackets. */
function splitEntries(text: string): readonly string[] {
  const entries: string[] = [];
  let entry = "";
  let depth = 0;
  let quote = "";
  for (const character of text) {
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    if (character === "," && quote === "" && depth <= 0) {
      entries.push(entry);
      entry = "";
    } else entry += character;
  }
  if (entry.trim() !== "") entries.push(entry);
  return entries;
}

function misread(text: string, problem: string, hint?: string): HyperslabError {
  return new HyperslabError("invalid-request", `cannot read the selection "${text}": ${problem}`, {
    ...(hint === undefined ? {} : { hint }),
  });
}
