/** Parses a command's arguments: addresses with selections, lists, numbers, JSON. */
import { existsSync } from "node:fs";
import { type ByteRange, type LabelSelection, labels } from "../index.ts";
import type { OptionValue } from "./command.ts";
import { jsonOrText } from "./exact-json.ts";
import { UsageError } from "./usage-error.ts";

/** `data.zarr::t2m[0, 10:20]` is an address and a selection, unless there is a file of that name. */
export function splitSelection(text: string): { readonly address: string; readonly selection: string | undefined } {
  const match = /^(.*[^[])\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]$/.exec(text);
  if (match === null || existsSync(text)) return { address: text, selection: undefined };
  return { address: match[1]!, selection: match[2]! };
}

/** The arguments, if there are exactly as many as names. */
export function requireArguments(
  positionals: readonly string[],
  usage: string,
  names: readonly string[] = ["address"],
): readonly string[] {
  if (positionals.length === names.length) return positionals;
  const missing = names[positionals.length];
  const what =
    missing === undefined ? `"${positionals[names.length]}" is one argument too many` : `the ${missing} is missing`;
  throw new UsageError(what, `Usage: hyperslab ${usage}`);
}

/** The values that --select accepts. */
export const SELECT_HELP =
  "Part of one array: by index, '0, 10:20, ...', or by label, 'time=2014-10, lat~48.1, lon=5..15'";

/** The selection from --select, or the one that follows the address. Labels and indices are both accepted. */
export function selectionOption(value: OptionValue, after: string | undefined): LabelSelection | undefined {
  const text = textOption(value) ?? after;
  return text === undefined ? undefined : labels(text);
}

/** The options that control how values are interpreted, for every command that shows some. */
export const VALID_OPTION = {
  type: "boolean",
  help: "Treat values outside valid_min, valid_max and valid_range as missing",
} as const;
export const FLAGS_OPTION = { type: "boolean", help: "Show flags by their names (flag_meanings)" } as const;

export interface Decoding {
  readonly valid?: true;
  readonly flags?: true;
}

/** False with --raw; undefined if the command decides. --valid and --flags imply --decode. */
export function decodeOption(options: Readonly<Record<string, OptionValue>>): false | Decoding | undefined {
  const asked = (["decode", "valid", "flags"] as const).filter((name) => options[name] === true);
  if (options["raw"] === true) {
    if (asked[0] === undefined) return false;
    throw new UsageError(`--raw and --${asked[0]} exclude each other`, "--raw shows stored values.");
  }
  if (asked.length === 0) return undefined;
  return { ...(options["valid"] === true && { valid: true }), ...(options["flags"] === true && { flags: true }) };
}

export function textOption(value: OptionValue): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function listOption(value: OptionValue): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : undefined;
}

/** Names that are repeated or separated by commas: `-v lat -v lon`, `-v lat,lon`. */
export function namesOption(value: OptionValue): readonly string[] | undefined {
  return listOption(value)?.flatMap((names) => names.split(",").map((name) => name.trim()));
}

export function integerOption(name: string, value: OptionValue, least = 0): number | undefined {
  if (typeof value !== "string") return undefined;
  if (/^[0-9]+$/.test(value) && Number(value) >= least) return Number(value);
  throw new UsageError(`--${name} takes a whole number${least > 0 ? ` from ${least} up` : ""}, not "${value}"`);
}

/** The option's value, which the parser has checked to be one of these. */
export function choiceOption<T extends string>(value: OptionValue, known: readonly T[]): T | undefined {
  return known.find((word) => word === value);
}

/** `180,360` */
export function shapeOption(name: string, value: OptionValue): readonly number[] | undefined {
  if (typeof value !== "string") return undefined;
  if (value.trim() === "") return [];
  return value.split(/[,x]/).map((part) => {
    if (/^\s*[0-9]+\s*$/.test(part)) return Number(part);
    throw new UsageError(`--${name} takes lengths like 180,360, not "${value}"`);
  });
}

/** As accepted by `create`. */
type Chunks = string | readonly number[] | Readonly<Record<string, number>>;

/** `auto`, `16MB`, `10,20`, `time=10,lat=20`, or netCDF's `time/10,lat/20`. */
export function chunksOption(name: string, value: OptionValue): Chunks | undefined {
  if (typeof value !== "string") return undefined;
  if (!/[=/]/.test(value)) return /^[0-9,x\s]+$/.test(value) ? shapeOption(name, value) : value;
  const pairs = value.split(",").map((part): [string, number] => {
    const match = /^\s*([^=/]+)[=/]([0-9]+)\s*$/.exec(part);
    if (match === null) throw new UsageError(`--${name} takes NAME=LENGTH pairs, not "${part}"`);
    return [match[1]!.trim(), Number(match[2])];
  });
  return Object.fromEntries(pairs);
}

/** The same, or lists of lengths: `[[3, 3, 4], 5]`. */
export function varyingChunksOption(value: OptionValue): Chunks | readonly (number | readonly number[])[] | undefined {
  const parsed = typeof value === "string" && value.startsWith("[") ? jsonOrText(value) : undefined;
  if (parsed === undefined) return chunksOption("chunks", value);
  if (Array.isArray(parsed) && parsed.every(isLengths)) return parsed;
  throw new UsageError(`--chunks takes lengths or lists of lengths, not "${String(value)}"`);
}

function isLengths(item: unknown): item is number | readonly number[] {
  return typeof item === "number" || (Array.isArray(item) && item.every((length) => typeof length === "number"));
}

export interface CodecArgument {
  readonly name: string;
  readonly configuration?: Record<string, unknown>;
}

/** `zstd`, `gzip:level=9`, `transpose:order=[1,0]`, or JSON with name and configuration; `none` means without codecs. */
export function codecsOption(value: OptionValue): readonly CodecArgument[] | undefined {
  const list = listOption(value);
  if (list === undefined) return undefined;
  return list.filter((text) => text !== "none").map((text) => jsonCodec(text) ?? codecArgument(text));
}

function jsonCodec(text: string): CodecArgument | undefined {
  const parsed = text.startsWith("{") ? jsonOrText(text) : undefined;
  if (typeof parsed !== "object" || parsed === null || !("name" in parsed)) return undefined;
  const { name } = parsed;
  const configuration = "configuration" in parsed ? parsed.configuration : {};
  if (typeof name !== "string" || typeof configuration !== "object") return undefined;
  return { name, configuration: { ...configuration } };
}

function codecArgument(text: string): CodecArgument {
  const cut = text.indexOf(":");
  if (cut < 0) return { name: text };
  const pairs = splitOutside(text.slice(cut + 1)).map((pair): [string, unknown] => {
    const equals = pair.indexOf("=");
    if (equals < 1) throw new UsageError(`--codec takes NAME:KEY=VALUE,..., not "${text}"`);
    return [pair.slice(0, equals).trim(), jsonOrText(pair.slice(equals + 1))];
  });
  return { name: text.slice(0, cut), configuration: Object.fromEntries(pairs) };
}

/** Splits at commas outside brackets and quotes. */
function splitOutside(text: string): readonly string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|[^,])+/g) ?? [];
}

/** `--range`, spelled as in HTTP: `0-99` (the first hundred bytes), `100-` (all after them), `-8` (the last eight). */
export function rangeOption(value: OptionValue): ByteRange | undefined {
  if (typeof value !== "string") return undefined;
  const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(value.trim()) ?? [];
  const [start, end] = [Number(first), Number(last)];
  if (
    ![start, end].every(Number.isSafeInteger) ||
    (first === "" && last === "") ||
    (last !== "" && first !== "" && end < start)
  ) {
    throw new UsageError(
      `--range takes FIRST-LAST, FIRST- or -LENGTH, not "${value}"`,
      "0-99 is the first hundred bytes.",
    );
  }
  if (first === "") return { suffix: end };
  return last === "" ? { offset: start } : { offset: start, length: end - start + 1 };
}
