/** What a command is: its words for `--help`, its options, and what it does. */
import type { Terminal } from "./output/terminal.ts";

export interface OptionDefinition {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Name of the value in the help text: `--format FORMAT`. */
  readonly value?: string;
  /** The only values there are; shells complete them. */
  readonly choices?: readonly string[];
  readonly help: string;
  readonly multiple?: boolean;
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;
export type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

export interface CommandInput {
  /** All commands, for those that speak of the others. */
  readonly commands: readonly CommandEntry[];
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export interface Command {
  readonly usage: string;
  readonly description: string;
  readonly options: OptionDefinitions;
  /** `[command line, what it does]` */
  readonly examples: readonly (readonly [string, string])[];
  /** The exit code; see exit-codes.ts. */
  run(input: CommandInput): Promise<number>;
}

/** Options that every command takes. */
const COMMON_OPTIONS: OptionDefinitions = {
  help: { type: "boolean", short: "h", help: "Show this help" },
  json: { type: "boolean", help: "Print the result as JSON" },
  quiet: { type: "boolean", short: "q", help: "No progress and no notes" },
  color: {
    type: "string",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    help: "auto, always or never (NO_COLOR and FORCE_COLOR count too)",
  },
  debug: { type: "boolean", help: "Show the stack of an error" },
};

/** A command's own options, then those that every command takes; a letter that the command uses is its own. */
export function allOptions(own: OptionDefinitions): OptionDefinitions {
  const taken = Object.values(own).map(({ short }) => short);
  const common = Object.entries(COMMON_OPTIONS).map(([name, option]): [string, OptionDefinition] => {
    const { short, ...rest } = option;
    return [name, short === undefined || taken.includes(short) ? rest : option];
  });
  return { ...own, ...Object.fromEntries(common) };
}
