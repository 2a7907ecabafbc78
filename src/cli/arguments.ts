/** Reading a command's arguments: addresses with selections, lists, numbers, JSON. */
import type { OptionValue } from "./command.ts";
import { UsageError } from "./report-error.ts";

/** `data.zarr::t2m[0, 10:20]` is an address and a selection. */
export function splitSelection(text: string): { readonly address: string; readonly selection: string | undefined } {
  const match = /^(.*[^[])\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]$/.exec(text);
  if (match === null) return { address: text, selection: undefined };
  return { address: match[1]!, selection: match[2]! };
}

/** The one address that a command needs. */
export function requireAddress(positionals: readonly string[], usage: string, count = 1): readonly string[] {
  if (positionals.length === count) return positionals;
  const what =
    positionals.length < count ? "an address is missing" : `"${positionals[count]}" is one argument too many`;
  throw new UsageError(what, `Usage: hyperslab ${usage}`);
}

export function textOption(value: OptionValue): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function listOption(value: OptionValue): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : undefined;
}

export function integerOption(name: string, value: OptionValue): number | undefined {
  if (typeof value !== "string") return undefined;
  if (/^[0-9]+$/.test(value)) return Number(value);
  throw new UsageError(`--${name} takes a whole number, not "${value}"`);
}

export function choiceOption<T extends string>(name: string, value: OptionValue, known: readonly T[]): T | undefined {
  if (typeof value !== "string") return undefined;
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  throw new UsageError(`--${name} takes ${known.join(", ")}, not "${value}"`);
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

/** `auto`, `16MB`, `10,20`, `time=10,lat=20`, or netCDF's `time/10,lat/20`. */
export function chunksOption(
  name: string,
  value: OptionValue,
): string | readonly number[] | Readonly<Record<string, number>> | undefined {
  if (typeof value !== "string") return undefined;
  if (!/[=/]/.test(value)) return /^[0-9,x\s]+$/.test(value) ? shapeOption(name, value) : value;
  const pairs = value.split(",").map((part): [string, number] => {
    const match = /^\s*([^=/]+)[=/]([0-9]+)\s*$/.exec(part);
    if (match === null) throw new UsageError(`--${name} takes NAME=LENGTH pairs, not "${part}"`);
    return [match[1]!.trim(), Number(match[2])];
  });
  return Object.fromEntries(pairs);
}

/** A JSON value if it is one, else the text itself: `--set units=K --set levels='[1,2]'`. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface CodecArgument {
  readonly name: string;
  readonly configuration?: Record<string, unknown>;
}

/** `zstd`, `gzip:level=9`, `blosc:cname=zstd,clevel=5`; `none` is no codec at all. */
export function codecsOption(value: OptionValue): readonly CodecArgument[] | undefined {
  const list = listOption(value);
  if (list === undefined) return undefined;
  return list.filter((text) => text !== "none").map(codecArgument);
}

function codecArgument(text: string): CodecArgument {
  const cut = text.indexOf(":");
  if (cut < 0) return { name: text };
  const pairs = text.slice(cut + 1).split(",");
  const configuration = Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      if (equals < 0) throw new UsageError(`--codec takes NAME:KEY=VALUE,..., not "${text}"`);
      return [pair.slice(0, equals), jsonOrText(pair.slice(equals + 1))];
    }),
  );
  return { name: text.slice(0, cut), configuration };
}
