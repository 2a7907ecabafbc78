/** Errors for people: one line first, then what to do; the stack only with --debug. */
import { isHyperslabError } from "../index.ts";
import { EXIT, EXIT_CODE_OF } from "./exit-codes.ts";
import type { Terminal } from "./output/terminal.ts";

/** The command line itself is wrong. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

export function reportError(
  error: unknown,
  terminal: Terminal,
  state: { readonly debug: boolean; readonly aborted: boolean },
): number {
  const { style } = terminal;
  const say = (text: string, hint?: string): void => {
    process.stderr.write(`${style.red("error")}: ${text}\n`);
    if (hint !== undefined) process.stderr.write(`  ${style.dim("hint")}: ${hint}\n`);
    if (state.debug && error instanceof Error) process.stderr.write(`${error.stack ?? ""}\n`);
  };
  if (state.aborted) {
    process.stderr.write("interrupted\n");
    return EXIT.interrupted;
  }
  if (error instanceof UsageError) {
    say(error.message, error.hint);
    return EXIT.usage;
  }
  if (isHyperslabError(error)) {
    const { hint } = error;
    const text = hint === undefined ? error.message : error.message.slice(0, -(hint.length + 2));
    say(text, hint);
    return EXIT_CODE_OF[error.code];
  }
  const text = error instanceof Error ? error.message : String(error);
  say(`${text} (this is a bug in Hyperslab)`, "Run again with --debug and report what it prints.");
  return EXIT.bug;
}
