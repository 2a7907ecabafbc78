/** Where a command's words go: data to stdout, progress and diagnostics to stderr. */
import { once } from "node:events";
import type { OnProgress } from "../../index.ts";
import { jsonText } from "./json-text.ts";
import { progressBar } from "./progress-bar.ts";
import { makeStyle, type Style, wantsColor } from "./style.ts";

export interface Terminal {
  readonly style: Style;
  readonly columns: number;
  /** Is stdout a terminal with colours? */
  readonly color: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  /** A line of data. */
  line(text: string): Promise<void>;
  bytes(bytes: Uint8Array): Promise<void>;
  /** A command's result as JSON. */
  result(value: unknown): Promise<void>;
  /** A note on stderr; silent with --quiet. */
  note(text: string): void;
  /** Progress on stderr; undefined where there is nobody to see it. `end` clears it. */
  progress(): { readonly onProgress: OnProgress | undefined; end(): void };
}

export interface TerminalOptions {
  readonly color?: string | undefined;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function makeTerminal(options: TerminalOptions): Terminal {
  const { stdout, stderr } = process;
  const color = wantsColor(options.color, process.env, stdout.isTTY === true);
  const json = options.json === true;
  const quiet = options.quiet === true;
  const write = async (data: string | Uint8Array): Promise<void> => {
    if (!stdout.write(data)) await once(stdout, "drain");
  };
  return {
    style: makeStyle(color),
    columns: stdout.columns ?? 100,
    color,
    json,
    quiet,
    line: (text) => write(`${text}\n`),
    bytes: write,
    result: (value) => write(`${jsonText(value)}\n`),
    note: (text) => {
      if (!quiet) stderr.write(`${text}\n`);
    },
    progress: () =>
      quiet || stderr.isTTY !== true
        ? { onProgress: undefined, end: () => {} }
        : progressBar((text) => stderr.write(text), stderr.columns ?? 80),
  };
}
