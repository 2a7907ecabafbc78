/** From arguments to an exit code: finds the command, parses its options, reports errors. */
import { existsSync, readFileSync } from "node:fs";
import type { StoreRequest } from "../index.ts";
import { closest } from "./closest.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT } from "./exit-codes.ts";
import { commandHelp, helpTopic, mainHelp } from "./help.ts";
import { parseOptions, storeSettings, VALUED_OPTIONS } from "./options.ts";
import { makeTerminal, type Streams, type Terminal } from "./output/terminal.ts";
import { type RequestTrace, requestTrace } from "./output/trace.ts";
import { type CommandWords, reportError } from "./report-error.ts";
import { UsageError } from "./usage-error.ts";

export interface RunInput {
  readonly argv: readonly string[];
  readonly streams: Streams;
  readonly signal: AbortSignal;
}

export async function run({ argv, streams, signal }: RunInput): Promise<number> {
  const plain = makeTerminal({ color: colorOf(argv) }, streams);
  let terminal = plain;
  let trace: RequestTrace | undefined;
  let debug = argv.includes("--debug");
  let typed: CommandWords | undefined;
  try {
    const { command, words } = await findCommand(argv);
    const { values, positionals } = parseOptions(command, words);
    const { usage } = command;
    typed = { name: usage.split(" ")[0]!, takesSelection: usage.includes("[SELECTION]"), positionals };
    const { color, json, quiet } = values;
    debug = values["debug"] === true;
    terminal = makeTerminal({ color: colorText(color), json: json === true, quiet: quiet === true }, streams);
    if (values["help"] === true) {
      await terminal.line(commandHelp(command, terminal.style));
      return EXIT.ok;
    }
    const startTrace = (): RequestTrace => {
      trace ??= requestTrace(terminal, command.takesTarget === true);
      return trace;
    };
    const reports =
      values["trace"] === true
        ? { onRequest: startTrace().onRequest }
        : { onShown: (request: StoreRequest) => startTrace().onRequest(request) };
    const store = storeSettings(values, reports, terminal.note);
    const { stdin } = streams;
    const input = { commands: COMMANDS, argv, positionals, options: values };
    return await command.run({ ...input, store, terminal, stdin, signal });
  } catch (error) {
    await terminal.flush();
    return reportError(error, plain, { debug, aborted: signal.aborted, words: typed });
  } finally {
    await terminal.flush();
    trace?.end();
  }
}

function colorText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** `--color`, read before options are parsed, for parse errors. */
function colorOf(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === "--color" || word.startsWith("--color="));
  return at < 0 ? undefined : (argv[at]!.split("=")[1] ?? argv[at + 1]);
}

interface FoundCommand {
  readonly command: Command;
  /** Everything but the command's name. */
  readonly words: readonly string[];
}

/** The command is the first word that is not an option. Without one it is `help`; for an address it is `info`. */
async function findCommand(argv: readonly string[]): Promise<FoundCommand> {
  const at = argv.findIndex((word, index) => !word.startsWith("-") && !VALUED_OPTIONS.includes(argv[index - 1] ?? ""));
  const word = argv[at];
  if (word === undefined) return { command: optionsOnly(argv), words: withoutHelp(argv) };
  const words = [...argv.slice(0, at), ...argv.slice(at + 1)];
  if (word === "help") return { command: helpCommand, words: withoutHelp(words) };
  const entry = COMMANDS.find(({ name }) => name === word);
  if (entry !== undefined) return { command: await entry.load(), words };
  if (looksLikeAddress(word)) return { command: await COMMANDS[0]!.load(), words: argv };
  const near = closest(word, [...COMMANDS.map(({ name }) => name), "help"]);
  throw new UsageError(
    `there is no command "${word}", and no file of that name`,
    near === undefined ? "Run hyperslab --help for the list." : `Did you mean ${near}?`,
  );
}

/** `help --help` is `help`. */
function withoutHelp(words: readonly string[]): readonly string[] {
  return words.filter((word) => word !== "--help" && word !== "-h");
}

/** A bare word is a mistyped command unless a file has that name. A word with a path separator is an address. */
function looksLikeAddress(word: string): boolean {
  return /[/\\.:|]/.test(word) || existsSync(word);
}

/** `hyperslab`, `hyperslab --version`, `hyperslab --help`. */
function optionsOnly(argv: readonly string[]): Command {
  const isVersion = argv.includes("--version") || argv.includes("-V");
  return {
    ...helpCommand,
    options: { version: { type: "boolean", short: "V", help: "Print the version" } },
    run: async (input) => {
      if (!isVersion) return helpCommand.run(input);
      await input.terminal.line(version());
      return EXIT.ok;
    },
  };
}

/** Not in the list of commands, because it describes the list. */
const helpCommand: Command = {
  usage: "[COMMAND|ADDRESS] [options]",
  description: "Help on a command or a topic.",
  options: {},
  examples: [],
  run: async ({ positionals, terminal }) => {
    const [topic, extra] = positionals;
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, "Usage: hyperslab help TOPIC");
    await showHelp(topic, terminal);
    return EXIT.ok;
  },
};

async function showHelp(topic: string | undefined, terminal: Terminal): Promise<void> {
  if (terminal.json) {
    const commands = COMMANDS.map(async ({ name, summary, load }) => {
      const { run: _, ...words } = await load();
      return { name, summary, ...words };
    });
    await terminal.result(await Promise.all(commands));
  } else if (topic === undefined) await terminal.line(mainHelp(terminal.style, version()));
  else await terminal.line(await helpTopic(topic, terminal.style));
}

/** The version of the installed package. */
function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const parsed: unknown = JSON.parse(text);
  const found = typeof parsed === "object" && parsed !== null && "version" in parsed ? parsed.version : undefined;
  return typeof found === "string" ? found : "unknown";
}
