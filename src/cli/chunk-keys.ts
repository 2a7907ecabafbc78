/** `--chunk-keys separator=/,suffix=/bin`: how chunk keys are spelled. */
import type { CreateArrayOptions } from "../index.ts";
import { textOption } from "./arguments.ts";
import type { OptionDefinition, OptionValue } from "./command.ts";
import { jsonOrText } from "./exact-json.ts";
import { UsageError } from "./usage-error.ts";

export const CHUNK_KEYS_OPTION: OptionDefinition = {
  type: "string",
  value: "KEYS",
  help: "separator=/ or prefix=data/,separator=/,suffix=/bin, for formats with a choice",
};

const NAMES: readonly string[] = ["kind", "separator", "prefix", "suffix"];

/** Pairs, or JSON for values that contain a comma. */
export function chunkKeysOption(value: OptionValue): CreateArrayOptions["chunkKeys"] {
  const text = textOption(value);
  if (text === undefined) return undefined;
  const { kind, ...texts } = membersOf(text);
  if (kind !== undefined && kind !== "default" && kind !== "v2") throw wrong(text);
  return { ...texts, ...(kind === undefined ? {} : { kind }) };
}

function membersOf(text: string): Readonly<Record<string, string>> {
  const parsed = text.startsWith("{") ? jsonOrText(text) : pairsOf(text);
  if (typeof parsed !== "object" || parsed === null) throw wrong(text);
  return Object.fromEntries(
    Object.entries(parsed).map(([name, member]): [string, string] => {
      if (!NAMES.includes(name) || typeof member !== "string") throw wrong(text);
      return [name, member];
    }),
  );
}

function pairsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(",").map((pair): [string, string] => {
      const equals = pair.indexOf("=");
      if (equals < 1) throw wrong(text);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

function wrong(text: string): UsageError {
  return new UsageError(
    `--chunk-keys takes separator=S, prefix=S, suffix=S and kind=default or kind=v2, not "${text}"`,
    "For example separator=/ or prefix=data/,separator=/,suffix=/bin.",
  );
}
