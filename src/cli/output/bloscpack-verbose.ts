/** What `blpk --verbose` prints while it works, line by line; to stderr, like all diagnostics. */
import type { AppendReport, PackReport, UnpackReport } from "../../index.ts";
import type { CommandInput } from "../command.ts";
import { blpkLines, prettySize } from "./bloscpack-lines.ts";

export interface Verbose {
  /** Before the start: what is done with which files. */
  begin(doing: string, files: readonly (readonly [string, string])[], overwritten: string | undefined): void;
  /** When it is done. */
  end(lines: readonly string[]): void;
}

/** Silent unless `--verbose` or `--debug` was given. */
export function verboseOf({ options, terminal }: CommandInput, threads: number): Verbose {
  const debug = options["debug"] === true;
  const speaks = debug || options["verbose"] === true;
  const say = (lines: readonly string[]): void => {
    if (speaks) terminal.errors.line(blpkLines(lines));
  };
  return {
    begin: (doing, files, overwritten) => {
      if (debug) say(["command line arguments are: ", ...argumentLines(options)]);
      say([
        `using ${threads} ${threads === 1 ? "thread" : "threads"}`,
        `getting ready for ${doing}`,
        ...(overwritten === undefined ? [] : [`overwriting existing file: '${overwritten}'`]),
        ...files.map(([what, name]) => `${what} file is: '${name}'`),
      ]);
    },
    end: (lines) => say([...lines, "done"]),
  };
}

function argumentLines(options: CommandInput["options"]): readonly string[] {
  return Object.entries(options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `    ${name}: ${value}`);
}

export function packLines({ bytesIn, bytesOut, chunks, chunkSize, lastChunk }: PackReport): readonly string[] {
  return [
    `input file size: ${prettySize(bytesIn)}`,
    ...chunkLines(chunks, chunkSize, lastChunk),
    `output file size: ${prettySize(bytesOut)}`,
    `compression ratio: ${ratio(bytesIn, bytesOut)}`,
  ];
}

export function unpackLines({ bytesIn, bytesOut }: UnpackReport): readonly string[] {
  return [
    `input file size: ${shortSize(bytesIn)}`,
    `output file size: ${shortSize(bytesOut)}`,
    `decompression ratio: ${ratio(bytesOut, bytesIn)}`,
  ];
}

export function appendLines(report: AppendReport): readonly string[] {
  const { bytesIn, chunks, chunkSize, lastChunk, sizeBefore, sizeAfter } = report;
  const short = chunks === 1 && lastChunk < chunkSize;
  const why = `Input was smaller than the given 'chunk_size': ${prettySize(chunkSize)} using: ${prettySize(lastChunk)}`;
  return [
    `orig file size before append: ${prettySize(sizeBefore)}`,
    `new file size: ${prettySize(bytesIn)}`,
    ...(short ? [why] : []),
    // The last chunk may have taken everything.
    ...(chunks === 0 ? [] : chunkLines(chunks, short ? lastChunk : chunkSize, lastChunk)),
    `orig file size after append: ${prettySize(sizeAfter)}`,
    `Approximate compression ratio of appended data: ${ratio(sizeAfter - sizeBefore, bytesIn)}`,
  ];
}

function chunkLines(chunks: number, chunkSize: number, lastChunk: number): readonly string[] {
  return [`nchunks: ${chunks}`, `chunk_size: ${prettySize(chunkSize)}`, `last_chunk_size: ${prettySize(lastChunk)}`];
}

/** Without the number of bytes. */
function shortSize(bytes: number): string {
  return prettySize(bytes).split(" ")[0]!;
}

/** As Python's %f prints it. */
function ratio(a: number, b: number): string {
  return b === 0 ? "inf" : (a / b).toFixed(6);
}
