/** Where the output of a command goes: data to stdout, progress and diagnostics to stderr. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { OnProgress } from "../../index.ts";
import { jsonText } from "./json-text.ts";
import type { ColorDepth } from "./picture.ts";
import { progressBar } from "./progress-bar.ts";
import { type Environment, hasTrueColor, makeStyle, type Style, wantsColor } from "./style.ts";
import { withoutSecrets } from "./without-secrets.ts";

export interface Terminal {
  readonly style: Style;
  /** How many colours may be written to stdout. */
  readonly colors: ColorDepth;
  /** Whether stdout is a terminal at all. */
  readonly isTerminal: boolean;
  /** The width of stdout; undefined if it is not a terminal. */
  readonly columns: number | undefined;
  readonly json: boolean;
  /** A line of data. */
  line(text: string): Promise<void>;
  bytes(bytes: Uint8Array): Promise<void>;
  /** A command's result as JSON. */
  result(value: unknown): Promise<void>;
  /** A note on stderr; silent with --quiet. */
  note(text: string): void;
  /** Progress on stderr; undefined if stderr is not a terminal. `end` clears it. */
  progress(): { readonly onProgress: OnProgress | undefined; end(): void };
  /** Lines for errors on stderr, with colours if that is a terminal. */
  readonly errors: { readonly style: Style; line(text: string): void };
  /** Writes what is still buffered. Must be called before the program ends. */
  flush(): Promise<void>;
}

/** A stream, with the properties that terminals have. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly env: Environment;
}

export interface TerminalOptions {
  readonly color?: string | undefined;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Lines are written in pieces of about this many characters; to a terminal, immediately. */
const BUFFERED_CHARACTERS = 64 * 1024;
const DEFAULT_COLUMNS = 80;

export function makeTerminal(options: TerminalOptions, { stdout, stderr, env }: Streams): Terminal {
  const color = wantsColor(options.color, env, stdout.isTTY === true);
  const errorStyle = makeStyle(wantsColor(options.color, env, stderr.isTTY === true));
  const quiet = options.quiet === true;
  const isTerminal = stdout.isTTY === true;
  let held = "";
  const write = async (data: string | Uint8Array): Promise<void> => {
    // Writing to files and terminals never blocks. Without this pause, Ctrl-C would go unnoticed.
    if (stdout.write(data)) await setImmediate();
    else await once(stdout, "drain");
  };
  const flush = async (): Promise<void> => {
    const text = held;
    held = "";
    if (text !== "") await write(text);
  };
  const line = async (text: string): Promise<void> => {
    held += `${text}\n`;
    if (isTerminal || held.length >= BUFFERED_CHARACTERS) await flush();
  };
  return {
    style: makeStyle(color),
    colors: !color ? "none" : hasTrueColor(env) ? "rgb" : "palette",
    isTerminal,
    columns: isTerminal ? stdout.columns || DEFAULT_COLUMNS : undefined,
    json: options.json === true,
    line,
    bytes: async (bytes) => {
      await flush();
      await write(bytes);
    },
    result: (value) => line(jsonText(value)),
    note: (text) => {
      if (!quiet) stderr.write(`${withoutSecrets(text)}\n`);
    },
    progress: () =>
      quiet || stderr.isTTY !== true || env["TERM"] === "dumb"
        ? { onProgress: undefined, end: () => {} }
        : progressBar((text) => stderr.write(text), stderr.columns || DEFAULT_COLUMNS),
    errors: { style: errorStyle, line: (text) => void stderr.write(`${withoutSecrets(text)}\n`) },
    flush,
  };
}
