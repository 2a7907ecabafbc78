/** Parses options with Node's parser, and explains mistakes in our own words. */
import { parseArgs } from "node:util";
import type { StoreSettings } from "../index.ts";
import { closest } from "./closest.ts";
import type { Command, OptionDefinition, OptionDefinitions, OptionValue } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** Options that every command takes. */
const COMMON_OPTIONS: OptionDefinitions = {
  help: { type: "boolean", short: "h", help: "Show this help" },
  json: { type: "boolean", help: "Print the result as JSON" },
  quiet: { type: "boolean", short: "q", help: "Show neither progress nor notes" },
  color: {
    type: "string",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    help: "auto, always or never (default auto, which obeys NO_COLOR and FORCE_COLOR)",
  },
  debug: { type: "boolean", help: "Show the stack trace of an error" },
};

const FORBIDDEN_MEANINGS: readonly NonNullable<StoreSettings["forbidden"]>[] = ["error", "absent"];

/** Options of every command that takes an address. None takes a secret, because other users of the machine can see arguments. */
export const STORE_OPTIONS: OptionDefinitions = {
  trace: { type: "boolean", help: "Print every request to the store on stderr: time, bytes, key; as JSON with --json" },
  profile: {
    type: "string",
    value: "NAME",
    help: "AWS profile whose credentials sign requests; none sends unsigned requests",
  },
  endpoint: {
    type: "string",
    value: "URL",
    help: "Server to use instead of the provider's, such as http://127.0.0.1:7480",
  },
  region: { type: "string", value: "REGION", help: "S3 region (default: detected)" },
  anon: { type: "boolean", help: "Send unsigned requests and do not look for credentials" },
  forbidden: {
    type: "string",
    value: "AS",
    choices: FORBIDDEN_MEANINGS,
    help: "What status 403 for a key means: error or absent (default: absent if other keys can be read)",
  },
  "requester-pays": { type: "boolean", help: "S3: the reader of the bucket pays" },
  allow: {
    type: "string",
    value: "ADDRESS",
    multiple: true,
    help: "References: local files that a remote set may refer to",
  },
  base: {
    type: "string",
    value: "ADDRESS",
    help: "References: where relative targets start (default: beside the set)",
  },
  template: { type: "string", value: "N=TEXT", multiple: true, help: "References: replace a template of the set" },
  "strict-fsspec": { type: "boolean", help: "References: behave like fsspec's default: no gen, plain templates" },
};

/** Options with a value that may precede the command. */
export const VALUED_OPTIONS: readonly string[] = Object.entries({ ...STORE_OPTIONS, ...COMMON_OPTIONS })
  .filter(([, { type }]) => type === "string")
  .map(([name]) => `--${name}`);

/** A command's own options, those of stores, and those of every command. The command's own short options take precedence. */
export function allOptions(command: Pick<Command, "options" | "takesAddress">): OptionDefinitions {
  const own = command.options;
  return { ...own, ...withoutLetters(own, command.takesAddress === true ? STORE_OPTIONS : {}), ...commonOptions(own) };
}

/** Options of every command, without the letters and names that this command itself uses. */
export function commonOptions(own: OptionDefinitions): OptionDefinitions {
  return withoutLetters(own, COMMON_OPTIONS);
}

function withoutLetters(own: OptionDefinitions, others: OptionDefinitions): OptionDefinitions {
  const taken = Object.values(own).map(({ short }) => short);
  const rest = Object.entries(others).filter(([name]) => !Object.hasOwn(own, name));
  const kept = rest.map(([name, option]): [string, OptionDefinition] => {
    const { short, ...plain } = option;
    return [name, short === undefined || taken.includes(short) ? plain : option];
  });
  return Object.fromEntries(kept);
}

/** Store settings from the options. */
export function storeSettings(
  values: Readonly<Record<string, OptionValue>>,
  reports: Pick<StoreSettings, "onRequest" | "onShown">,
  onNote: (message: string) => void,
): StoreSettings {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const [profile, endpoint, region] = [text("profile"), text("endpoint"), text("region")];
  const anonymous = values["anon"] === true;
  const requesterPays = values["requester-pays"] === true ? true : undefined;
  const forbidden = FORBIDDEN_MEANINGS.find((word) => word === values["forbidden"]);
  if (anonymous && profile !== undefined && !/^none?$/i.test(profile)) {
    throw new UsageError("--anon and --profile exclude each other", "A profile is only for signed requests.");
  }
  if (endpoint !== undefined && !/^https?:\/\//i.test(endpoint)) {
    throw new UsageError(`--endpoint takes a URL, not "${endpoint}"`, "Write http:// or https:// before the host.");
  }
  // The user of the program chooses what to open, and may read everything.
  const references = {
    allow: ["any", ...texts(values["allow"])],
    base: text("base"),
    templates: templateTexts(values["template"]),
    strictFsspec: values["strict-fsspec"] === true ? true : undefined,
  };
  const reached = { profile, endpoint, region, anonymous: anonymous || undefined, requesterPays, forbidden };
  return { ...reached, references, ...reports, onNote };
}

function texts(given: OptionValue): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

function templateTexts(given: OptionValue): Readonly<Record<string, string>> | undefined {
  if (!Array.isArray(given)) return undefined;
  const pairs = given.map((pair): [string, string] => {
    const equals = String(pair).indexOf("=");
    if (equals < 1) throw new UsageError(`--template takes N=TEXT, not "${String(pair)}"`);
    return [String(pair).slice(0, equals), String(pair).slice(equals + 1)];
  });
  return Object.fromEntries(pairs);
}

export interface ParsedOptions {
  readonly values: Readonly<Record<string, OptionValue>>;
  readonly positionals: readonly string[];
}

export function parseOptions(
  command: Pick<Command, "options" | "usage" | "takesAddress">,
  argv: readonly string[],
): ParsedOptions {
  const known = allOptions(command);
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple === true ? { multiple } : {}) },
    ]),
  );
  try {
    const args = joinNegative(argv, known);
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { values: checkedChoices(values, known), positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw usageError(error, known, command.usage);
  }
}

/** `-s -1` and `--select -3:`: the second word is a value, although it begins like an option. */
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

/** The values, with aliases replaced by their canonical words. Other words are refused. */
function checkedChoices(values: ParsedOptions["values"], known: OptionDefinitions): ParsedOptions["values"] {
  const checked: Record<string, OptionValue> = { ...values };
  for (const [name, { choices, aliases = {} }] of Object.entries(known)) {
    const value = values[name];
    if (choices === undefined || typeof value !== "string" || choices.includes(value)) continue;
    const meant = Object.hasOwn(aliases, value) ? aliases[value] : undefined;
    if (meant === undefined) {
      const near = closest(value, [...choices, ...Object.keys(aliases)]);
      throw new UsageError(
        `--${name} takes ${choices.join(", ")}, not "${value}"`,
        near === undefined ? undefined : `Did you mean ${near}?`,
      );
    }
    checked[name] = meant;
  }
  return checked;
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
  const option = named === undefined || !Object.hasOwn(known, named) ? undefined : known[named];
  if (named === undefined || option === undefined) return new UsageError(message, `Usage: hyperslab ${usage}`);
  const what = option.type === "boolean" ? `--${named} takes no value` : `--${named} needs a value`;
  return new UsageError(what, option.type === "boolean" ? undefined : `Write --${named} ${option.value ?? "VALUE"}.`);
}
