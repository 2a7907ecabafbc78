/** What a command is: its words for `--help`, its options, and what it does. */
import type { Readable } from "node:stream";
import type { StoreSettings } from "../index.ts";
import type { Terminal } from "./output/terminal.ts";

export interface OptionDefinition {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Name of the value in the help text: `--format FORMAT`. */
  readonly value?: string;
  /** The only values there are; shells complete them. */
  readonly choices?: readonly string[];
  /** Other spellings of these values, which are taken but not shown. */
  readonly aliases?: Readonly<Record<string, string>>;
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
  /** The words of the command line, the command's name among them. */
  readonly argv: readonly string[];
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
  /** How the stores behind addresses are reached: what `--profile`, `--trace` and their like say. */
  readonly store: StoreSettings;
  readonly terminal: Terminal;
  /** Absent: there is none. */
  readonly stdin?: Readable | undefined;
  readonly signal: AbortSignal;
}

export interface Command {
  readonly usage: string;
  readonly description: string;
  readonly options: OptionDefinitions;
  /** Does it take an address, and so the options of stores too? It passes `input.store` on to whatever opens one. */
  readonly takesAddress?: boolean;
  /** Does it read one store and write another? Then a trace says of every request which of them it went to. */
  readonly takesTarget?: boolean;
  /** `[command line, what it does]` */
  readonly examples: readonly (readonly [string, string])[];
  /** The exit code; see exit-codes.ts. */
  run(input: CommandInput): Promise<number>;
}
