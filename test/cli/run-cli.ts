/** The program in this process, with its streams caught. */
import { type Readable, Writable } from "node:stream";
import { run } from "../../src/cli/run.ts";
import { refuseSecrets } from "../secrets.ts";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Which of the streams are terminals. */
  readonly terminals?: readonly ("stdout" | "stderr")[];
  /** The width of a terminal. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
  /** Absent: a terminal. */
  readonly stdin?: Readable;
}

export async function runCli(argv: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { env = {}, terminals = [], columns, signal = new AbortController().signal } = options;
  const stdout = caughtStream(terminals.includes("stdout"), columns);
  const stderr = caughtStream(terminals.includes("stderr"), columns);
  const { stdin } = options;
  const streams = { stdout: stdout.stream, stderr: stderr.stream, env, ...(stdin === undefined ? {} : { stdin }) };
  const code = await run({ argv, streams, signal });
  refuseSecrets(stdout.text(), stderr.text());
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** The same for any command: those that end only when they are interrupted are, after a moment. */
export async function runBriefly([command = "", ...words]: readonly string[]): Promise<Outcome> {
  return runCli([command, ...words], command === "serve" ? { signal: AbortSignal.timeout(250) } : {});
}

function caughtStream(
  isTTY: boolean,
  columns?: number,
): { readonly stream: Writable & { isTTY?: boolean }; text(): string } {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write: (part, _, done) => {
      parts.push(Buffer.from(part));
      done();
    },
  });
  return {
    stream: isTTY ? Object.assign(stream, { isTTY, columns }) : stream,
    text: () => Buffer.concat(parts).toString(),
  };
}
