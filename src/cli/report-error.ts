/** Error messages for people: one line first, then what to do; the stack only with --debug. */
import type { HyperslabError } from "../index.ts";
import { EXIT, EXIT_CODE_OF, EXIT_CODE_OF_SYSTEM } from "./exit-codes.ts";
import type { Terminal } from "./output/terminal.ts";
import { UsageError } from "./usage-error.ts";

/** Writes the error to stderr and returns the exit code. */
export async function reportError(
  error: unknown,
  terminal: Terminal,
  state: { readonly debug: boolean; readonly aborted: boolean; readonly words?: CommandWords | undefined },
): Promise<number> {
  const { code, text, hint } = state.aborted
    ? INTERRUPTED
    : (misplacedSelection(error, state.words) ?? (await describeError(error)));
  const { style } = terminal.errors;
  const head = code === EXIT.interrupted ? text : `${style.red("error")}: ${text}`;
  const tail = hint === undefined ? "" : `\n  ${style.dim("hint")}: ${hint}`;
  const stack = state.debug && error instanceof Error ? `\n${error.stack ?? ""}` : "";
  terminal.errors.line(`${head}${tail}${stack}`);
  return code;
}

/** The words typed: the command and its arguments. */
export interface CommandWords {
  readonly name: string;
  readonly takesSelection: boolean;
  readonly positionals: readonly string[];
}

/** Indices (`[0, 1:3]`), labels (`[time=2014-10, lat~48.1]`) or both, closed or not. */
const SELECTION_AT_END = /(\[(?:[\s\d:,.+-]|[A-Za-z_]\w*\s*[=~][^\][,]*)*(\]?))$/;

/** Nothing was found, perhaps because the address ends in a selection that is not closed or not supported here. */
function misplacedSelection(error: unknown, words: CommandWords | undefined): ErrorDescription | undefined {
  if (words === undefined || !isOurs(error) || error.code !== "not-found") return undefined;
  for (const word of words.positionals) {
    const [, selection, end] = SELECTION_AT_END.exec(word) ?? [];
    if (selection !== undefined && end === "") {
      const hint = `Close the bracket, and quote the whole: '${word}]'.`;
      return { code: EXIT.usage, text: `the selection ${selection} is not closed`, hint };
    }
    if (selection !== undefined && !words.takesSelection) {
      const hint = `Leave it out: ${word.slice(0, -selection.length)}. dump, export, write and copy take selections.`;
      return { code: EXIT.usage, text: `${words.name} does not take a selection like ${selection}`, hint };
    }
  }
  return undefined;
}

interface ErrorDescription {
  readonly code: number;
  readonly text: string;
  readonly hint?: string | undefined;
}

const INTERRUPTED: ErrorDescription = { code: EXIT.interrupted, text: "interrupted" };

async function describeError(error: unknown): Promise<ErrorDescription> {
  if (error instanceof UsageError) return { code: EXIT.usage, text: error.message, hint: error.hint };
  if (isOurs(error)) {
    const { message, hint } = error;
    const text = hint === undefined ? message : message.slice(0, -(hint.length + 2));
    return { code: EXIT_CODE_OF[error.code], text, hint };
  }
  const text = error instanceof Error ? error.message : String(error);
  const system = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^E[A-Z]+$/.test(system)) return { code: EXIT_CODE_OF_SYSTEM.get(system) ?? EXIT.network, text };
  const hint = "This is a bug in Hyperslab. Run again with --debug and report what it prints.";
  return { code: EXIT.bug, text, hint };
}

/** Checked by name: loading the library for `instanceof` would make every usage error slow. */
function isOurs(error: unknown): error is HyperslabError {
  return error instanceof Error && error.name === "HyperslabError";
}
