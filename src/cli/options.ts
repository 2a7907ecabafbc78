/** From words to options: Node's parser, with our own words for what is wrong. */
import { parseArgs } from "node:util";
import { closest } from "./closest.ts";
import { allOptions, type Command, type OptionDefinitions, type OptionValue } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export interface ParsedOptions {
  readonly values: Readonly<Record<string, OptionValue>>;
  readonly positionals: readonly string[];
}

export function parseOptions(command: Pick<Command, "options" | "usage">, argv: readonly string[]): ParsedOptions {
  const known = allOptions(command.options);
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple === true ? { multiple } : {}) },
    ]),
  );
  try {
    const args = joinNegative(argv, known);
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    checkChoices(values, known);
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw usageError(error, known, command.usage);
  }
}

/** `-s -1` and `--select -3:` are values, though they begin as options do. */
function joinNegative(argv: readonly string[], known: OptionDefinitions): string[] {
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === "--") return [...words, ...argv.slice(at)];
    const found = Object.entries(known).find(([name, { short }]) => word === `--${name}` || word === `-${short}`);
    const next = argv[at + 1];
    if (found?.[1].type !== "string" || next === undefined || !/^-[\d:.]/.test(next)) words.push(word);
    else {
      words.push(`--${found[0]}=${next}`);
      at += 1;
    }
  }
  return words;
}

function checkChoices(values: Readonly<Record<string, unknown>>, known: OptionDefinitions): void {
  for (const [name, { choices }] of Object.entries(known)) {
    const value = values[name];
    if (choices === undefined || typeof value !== "string" || choices.includes(value)) continue;
    const near = closest(value, choices);
    throw new UsageError(
      `--${name} takes ${choices.join(", ")}, not "${value}"`,
      near === undefined ? undefined : `Did you mean ${near}?`,
    );
  }
}

function usageError(error: unknown, known: OptionDefinitions, usage: string): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const dashes = unknown.length === 1 ? "-" : "--";
    const near = closest(unknown, Object.keys(known));
    return new UsageError(
      `there is no option ${dashes}${unknown}`,
      near === undefined ? `Usage: hyperslab ${usage}` : `Did you mean --${near}?`,
    );
  }
  const named = /--([a-z-]+)/.exec(message)?.[1];
  const option = named === undefined ? undefined : known[named];
  if (named === undefined || option === undefined) return new UsageError(message, `Usage: hyperslab ${usage}`);
  const what = option.type === "boolean" ? `--${named} takes no value` : `--${named} needs a value`;
  return new UsageError(what, option.type === "boolean" ? undefined : `Write --${named} ${option.value ?? "VALUE"}.`);
}
