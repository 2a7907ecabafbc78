/** From arguments to an exit code: finds the command, parses its options, prints what went wrong. */
import { parseArgs } from "node:util";
import { closest } from "./closest.ts";
import { COMMON_OPTIONS, type Command, type OptionDefinition } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT } from "./exit-codes.ts";
import { commandHelp, mainHelp, TOPICS } from "./help.ts";
import { makeTerminal, type Terminal } from "./output/terminal.ts";
import { reportError, UsageError } from "./report-error.ts";
import { version } from "./version.ts";

export async function run(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const debug = argv.includes("--debug");
  try {
    return await dispatch(argv, signal);
  } catch (error) {
    return reportError(error, makeTerminal({ color: colorOf(argv) }), { debug, aborted: signal.aborted });
  }
}

function colorOf(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === "--color" || word.startsWith("--color="));
  return at < 0 ? undefined : (argv[at]!.split("=")[1] ?? argv[at + 1]);
}

async function dispatch(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const [first, ...rest] = argv;
  const terminal = makeTerminal({ color: colorOf(argv) });
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    return help(rest[0], terminal);
  }
  if (first === "--version" || first === "-V") {
    await terminal.line(version());
    return EXIT.ok;
  }
  const entry = COMMANDS.find(({ name }) => name === first);
  if (entry !== undefined) return runCommand(await entry.load(), rest, signal);
  if (looksLikeAddress(first)) return runCommand(await COMMANDS[0]!.load(), argv, signal);
  const near = closest(
    first,
    COMMANDS.map(({ name }) => name),
  );
  throw new UsageError(
    `there is no command "${first}"`,
    near === undefined ? "Run hyperslab --help for the list." : `Did you mean ${near}?`,
  );
}

async function help(topic: string | undefined, terminal: Terminal): Promise<number> {
  const entry = COMMANDS.find(({ name }) => name === topic);
  if (entry !== undefined) await terminal.line(commandHelp(await entry.load(), terminal.style));
  else await terminal.line((topic === undefined ? undefined : TOPICS[topic]) ?? mainHelp(terminal.style, version()));
  return EXIT.ok;
}

/** A bare word is a mistyped command unless something of that name is there; anything with a path sign is an address. */
function looksLikeAddress(word: string): boolean {
  return /[/\\.:]/.test(word) && !word.startsWith("-");
}

async function runCommand(command: Command, argv: readonly string[], signal: AbortSignal): Promise<number> {
  const { values, positionals } = parse(command, argv);
  const terminal = makeTerminal({
    color: typeof values["color"] === "string" ? values["color"] : undefined,
    json: values["json"] === true,
    quiet: values["quiet"] === true,
  });
  if (values["help"] === true) {
    await terminal.line(commandHelp(command, terminal.style));
    return EXIT.ok;
  }
  return command.run({ commands: COMMANDS, positionals, options: values, terminal, signal });
}

function parse(command: Command, argv: readonly string[]): ReturnType<typeof parseArgs> {
  const known: Readonly<Record<string, OptionDefinition>> = { ...command.options, ...COMMON_OPTIONS };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple === true ? { multiple } : {}) },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message.split(". ")[0]! : String(error);
    const typed = /'--?([^' =]+)/.exec(message)?.[1];
    const near = typed === undefined ? undefined : closest(typed, Object.keys(known));
    throw new UsageError(message, near === undefined ? `Usage: hyperslab ${command.usage}` : `Did you mean --${near}?`);
  }
}
