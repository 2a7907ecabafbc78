/** hyperslab copy */
import { type CopyOptions, type CopyReport, copy, makeReferences, type Progress, planCopy } from "../../../index.ts";
import {
  choiceOption,
  chunksOption,
  codecsOption,
  integerOption,
  namesOption,
  requireArguments,
  SELECT_HELP,
  selectionOption,
  splitSelection,
  textOption,
} from "../../arguments.ts";
import { CHUNK_KEYS_OPTION, chunkKeysOption } from "../../chunk-keys.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { forbiddenText, noteText } from "../../output/note-text.ts";
import { planLines } from "../../output/plan-lines.ts";
import { counted, formatBytes, formatCount } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { dialectOption, formatOption, writableFormats } from "../../writable-formats.ts";

const USAGE = "copy SOURCE[SELECTION] TARGET [--include NAMES]... [--format FORMAT] [--chunks CHUNKS] [options]";

export const copyCommand: Command = {
  usage: USAGE,
  description:
    "Copies an array, a part of one or a whole tree, and changes its format, chunks or compression on the way if you ask\n" +
    "for it.\n" +
    "Stored bytes are passed through unchanged where the target allows it. At the end both sides are read again, on one\n" +
    "core and bypassing all caches, and compared: chunks that were passed through by their stored bytes, others by their\n" +
    "values. That takes about as long as reading both again; --no-verify skips it.\n" +
    "Until the copy is complete, a file .hyperslab-copy.json marks the target as unfinished. info, tree and dump report\n" +
    "it, and no other copy can write there. An interrupted copy (Ctrl-C, SIGTERM, SIGHUP) exits with code 6. To finish\n" +
    "it, even after it was killed, run the same command with --resume: it copies only what is missing. Data already there\n" +
    "is kept if versions or bytes prove that it matches the source; if it does not match, the copy is refused.",
  takesAddress: true,
  takesTarget: true,
  options: {
    format: formatOption("that of the target, else zarr3"),
    dialect: dialectOption(),
    chunks: {
      type: "string",
      short: "c",
      value: "CHUNKS",
      help: "auto, 16MB, 90,180 or lat=90,lon=180 (1-D coordinates stay)",
    },
    shards: { type: "string", value: "SHARDS", help: "auto (keeps the chunks), lengths, or NAME=LENGTH pairs" },
    codec: { type: "string", value: "CODEC", multiple: true, help: "zstd, gzip:level=9, none; may be repeated" },
    "chunk-keys": CHUNK_KEYS_OPTION,
    include: {
      type: "string",
      value: "NAMES",
      multiple: true,
      help: "Copy only these nodes and everything below: t2m,lat or 'ocean/*'; may be repeated",
    },
    exclude: { type: "string", value: "NAMES", multiple: true, help: "Leave these nodes out; may be repeated" },
    select: { type: "string", short: "s", value: "SELECTION", help: SELECT_HELP },
    overwrite: { type: "boolean", help: "Replace the dataset at the target; unrelated files are kept" },
    force: { type: "boolean", short: "f", help: "Write into a directory that contains files but no dataset" },
    resume: { type: "boolean", help: "Finish an interrupted copy: copy only what is missing" },
    "no-verify": { type: "boolean", help: "Do not read both sides again and compare them" },
    "dry-run": {
      type: "boolean",
      help: "Show what would be copied and how, and write nothing; with --json, the whole plan",
    },
    consolidate: { type: "boolean", help: "Write consolidated metadata at the end" },
    lossy: {
      type: "boolean",
      help: "Copy even if data of the source, or its types and dimensions, cannot be recorded at the target",
    },
    refs: { type: "boolean", help: "Copy no values: write a reference set (a JSON file) of the source" },
    jobs: { type: "string", short: "j", value: "N", help: "How many chunks to copy at the same time" },
  },
  examples: [
    ["hyperslab copy old.zarr new.zarr --format zarr3", "Zarr v2 to v3; chunks are not recompressed"],
    ["hyperslab copy old.zarr new.zarr --shards auto --codec zstd:level=5", "into shards, recompressed"],
    ["hyperslab copy 'old.zarr::t2m[0:10]' new.zarr", "the first ten steps of one array"],
    ["hyperslab copy old.zarr new.zarr --include t2m,time,lat,lon", "some arrays"],
    ["hyperslab copy old.zarr new.zarr --resume", "after an interruption"],
    [
      "hyperslab copy data.zarr::t2m t2m.zarr --chunks time=365,lat=10,lon=10",
      "one array, with chunks for time series",
    ],
    ["hyperslab copy old.zarr new.zarr --shards auto --dry-run", "what that would do"],
    ["hyperslab copy data.zarr data.json --refs", "a reference set; the chunks stay where they are"],
  ],
  run: async ({ argv, positionals, options, store, terminal, signal }) => {
    const [text, target] = requireArguments(positionals, USAGE, ["source", "target"]);
    const { address: source, selection } = splitSelection(text!);
    if (splitSelection(target!).selection !== undefined) {
      throw new UsageError("the target of a copy cannot have a selection", "Use write to change a part of an array.");
    }
    if (options["overwrite"] === true && options["resume"] === true) {
      throw new UsageError(
        "--overwrite and --resume exclude each other",
        "Either start again or finish the interrupted copy.",
      );
    }
    const layout: CopyOptions = {
      format: choiceOption(options["format"], writableFormats()),
      dialect: textOption(options["dialect"]),
      chunks: chunksOption("chunks", options["chunks"]),
      shards: chunksOption("shards", options["shards"]),
      codecs: codecsOption(options["codec"]),
      chunkKeys: chunkKeysOption(options["chunk-keys"]),
      include: namesOption(options["include"]),
      exclude: namesOption(options["exclude"]),
      selection: selectionOption(options["select"], selection),
      overwrite: options["overwrite"] === true,
      force: options["force"] === true,
      resume: options["resume"] === true,
      consolidate: options["consolidate"] === true ? true : undefined,
      lossy: options["lossy"] === true,
      store,
      signal,
    };
    if (options["refs"] === true) {
      const { overwrite, lossy: lenient } = layout;
      const report = await makeReferences(source, target!, { store, signal, overwrite, lenient });
      if (terminal.json) await terminal.result(report);
      else {
        for (const line of lostLines(report.notes)) terminal.note(line);
        terminal.note(
          `${counted(report.references, "reference")} to ${counted(report.targets, "target")} in ${target}`,
        );
      }
      return EXIT.ok;
    }
    if (options["dry-run"] === true) {
      const plan = await planCopy(source, target!, layout);
      if (terminal.json) await terminal.result(plan);
      else for (const line of planLines(plan)) await terminal.line(line);
      return EXIT.ok;
    }
    const bar = terminal.progress();
    const started = performance.now();
    let last: Progress | undefined;
    let phase = "";
    const onProgress = (progress: Progress): void => {
      phase ||= progress.phase;
      last = progress;
      bar.onProgress?.(progress);
    };
    try {
      const report = await copy(source, target!, {
        ...layout,
        verify: options["no-verify"] !== true,
        concurrency: integerOption("jobs", options["jobs"], 1),
        onProgress,
      }).finally(bar.end);
      if (terminal.json) await terminal.result(report);
      else for (const line of noteLines(report, started)) terminal.note(line);
      return EXIT.ok;
    } catch (error) {
      if (last === undefined) throw error;
      const { done, total } = last;
      const command = resumeCommand(argv);
      const verifying = last.phase === "verify";
      // A target that is a single file appears as a whole or not at all.
      if (phase === "write") {
        if (!signal.aborted) throw error;
        terminal.errors.line("interrupted: the target is unchanged");
        return EXIT.interrupted;
      }
      if (signal.aborted) {
        const what = verifying
          ? "all chunks are copied, but not all are compared"
          : `${formatCount(done)} of ${counted(total, "chunk")} done`;
        terminal.errors.line(`interrupted: ${what}`);
        terminal.errors.line(`  ${terminal.errors.style.dim("to continue")}: ${command}`);
        return EXIT.partial;
      }
      if (!isRefusal(error) && !verifying) {
        terminal.note(`${formatCount(done)} of ${counted(total, "chunk")} done; to continue: ${command}`);
      }
      throw error;
    }
  },
};

/** A tree of many arrays may repeat one note for each of them. */
const MOST_NOTES = 10;

function* noteLines(report: CopyReport, started: number): Generator<string> {
  const { notes, lost } = report;
  yield* lostLines(lost);
  for (const note of notes.slice(0, MOST_NOTES)) yield `note: ${noteText(note)}`;
  if (notes.length > MOST_NOTES) yield `note: ${notes.length - MOST_NOTES} more; see hyperslab info`;
  yield summary(report, (performance.now() - started) / 1000);
}

function* lostLines(lost: readonly string[]): Generator<string> {
  for (const loss of lost.slice(0, MOST_NOTES)) yield `lost: ${loss}`;
  if (lost.length > MOST_NOTES) yield `lost: ${lost.length - MOST_NOTES} more; see --json`;
}

/** The target holds something else, so resuming would be refused too. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "exists" || error.code === "invalid-data");
}

/** The same command line with --resume. */
function resumeCommand(argv: readonly string[]): string {
  const words = argv.filter((word) => word !== "--overwrite" && word !== "--resume");
  return ["hyperslab", ...words, "--resume"].map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** How kept chunks were proven to match the source. */
function keptText({ kept, compared }: CopyReport): string {
  const byVersion = kept - compared;
  const parts = [
    byVersion > 0 ? `${formatCount(byVersion)} by version` : "",
    compared > 0 ? `${formatCount(compared)} compared` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function verificationText({ verification, verified }: CopyReport): string {
  if (verification === undefined || !verified) return "not verified";
  const { stored, decoded, bytes } = verification;
  const parts = [
    stored > 0 ? `${counted(stored, "chunk")} by stored bytes` : "",
    decoded > 0 ? `${counted(decoded, "chunk")} by values` : "",
  ].filter((part) => part !== "");
  const what = parts.length === 0 ? "" : ` (both sides read again: ${parts.join(", ")}; ${formatBytes(bytes)})`;
  return `verified${what}`;
}

function summary(report: CopyReport, seconds: number): string {
  const nodes = [
    report.arrays > 0 ? counted(report.arrays, "array") : "",
    report.groups > 0 ? counted(report.groups, "group") : "",
  ];
  const parts = [
    `${nodes.filter((part) => part !== "").join(", ")} to ${report.format}`,
    report.passed > 0 ? `${counted(report.passed, "chunk")} passed through unchanged` : "",
    report.encoded > 0 ? `${counted(report.encoded, "chunk")} re-encoded` : "",
    report.kept > 0 ? `${counted(report.kept, "chunk")} kept (${keptText(report)})` : "",
    report.absent > 0 ? `${formatCount(report.absent)} absent` : "",
    `${formatBytes(report.bytesWritten)} in ${seconds.toFixed(1)} s`,
    report.forbidden > 0 ? forbiddenText(report.forbidden) : "",
    verificationText(report),
  ];
  return parts.filter((part) => part !== "").join("; ");
}
