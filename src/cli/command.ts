/** What a command is: its words for `--help`, its options, and what it does. */
import type { Terminal } from "./output/terminal.ts";

export interface OptionDefinition {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Name of the value in the help text: `--format FORMAT`. */
  readonly value?: string;
  readonly help: string;
  readonly multiple?: boolean;
}

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
  readonly options: Readonly<Record<string, OptionDefinition>>;
  /** `[command line, what it does]` */
  readonly examples: readonly (readonly [string, string])[];
  /** The exit code; see exit-codes.ts. */
  run(input: CommandInput): Promise<number>;
}

/** Options that every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionDefinition>> = {
  help: { type: "boolean", short: "h", help: "Show this help" },
  json: { type: "boolean", help: "Print the result as JSON" },
  quiet: { type: "boolean", short: "q", help: "No progress and no notes" },
  color: { type: "string", value: "WHEN", help: "auto, always or never (NO_COLOR and FORCE_COLOR count too)" },
  debug: { type: "boolean", help: "Show the stack of an error" },
};
