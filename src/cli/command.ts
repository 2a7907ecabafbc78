/** The definition of a command: its help text, its options, and what it does. */
import type { Readable } from "node:stream";
import type { StoreSettings } from "../index.ts";
import type { Terminal } from "./output/terminal.ts";

export interface OptionDefinition {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Name of the value in the help text: `--format FORMAT`. */
  readonly value?: string;
  /** All possible values; shells complete them. */
  readonly choices?: readonly string[];
  /** Other spellings of these values, which are accepted but not shown. */
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
  /** All commands, for `completion` and `help`. */
  readonly commands: readonly CommandEntry[];
  /** The words of the command line, including the command's name. */
  readonly argv: readonly string[];
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
  /** How stores are reached, from `--profile`, `--trace` and other store options. */
  readonly store: StoreSettings;
  readonly terminal: Terminal;
  /** Undefined if the program has no stdin. */
  readonly stdin?: Readable | undefined;
  readonly signal: AbortSignal;
}

export interface Command {
  readonly usage: string;
  readonly description: string;
  readonly options: OptionDefinitions;
  /** True if it takes an address and the store options. It passes `input.store` to whatever opens a store. */
  readonly takesAddress?: boolean;
  /** True if it reads one store and writes another. A trace then names the store of every request. */
  readonly takesTarget?: boolean;
  /** `[command line, what it does]` */
  readonly examples: readonly (readonly [string, string])[];
  /** The exit code; see exit-codes.ts. */
  run(input: CommandInput): Promise<number>;
}
