/** hyperslab copy */
import { type CopyReport, copy, type Progress } from "../../index.ts";
import { choiceOption, chunksOption, codecsOption, integerOption, requireArguments } from "../arguments.ts";
import { CHUNK_KEYS_OPTION, chunkKeysOption } from "../chunk-keys.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { forbiddenText } from "../output/forbidden-text.ts";
import { noteText } from "../output/note-text.ts";
import { counted, formatBytes, formatCount } from "../output/units.ts";
import { UsageError } from "../usage-error.ts";
import { formatOption, writableFormats } from "../writable-formats.ts";

const USAGE = "copy SOURCE TARGET [--format FORMAT] [--chunks CHUNKS] [--shards SHARDS] [--codec CODEC]... [--resume]";

export const copyCommand: Command = {
  usage: USAGE,
  description:
    "Copies an array or a whole tree, into another format, chunking or compression if asked. Stored bytes are passed\n" +
    "through unchanged where the target allows it. In the end both sides are read once more and compared, on one core and\n" +
    "past all caches: chunks that were passed through by their stored bytes, others by their values. That takes about as\n" +
    "long as reading both again; --no-verify skips it.\n" +
    "Until its end, the target is marked as unfinished (.hyperslab-copy.json), which info, tree and dump tell, and no\n" +
    "other copy can write there. A copy that was interrupted (Ctrl-C, SIGTERM, SIGHUP) ends with code 6; after that, or\n" +
    "after a kill, the same command with --resume moves what is missing: what is there already is kept if versions or\n" +
    "bytes prove that it is the source's, and the copy is refused if they prove it is not.",
  takesAddress: true,
  takesTarget: true,
  options: {
    format: formatOption("that of the target, else zarr3"),
    chunks: { type: "string", short: "c", value: "CHUNKS", help: "auto, 16MB, 90,180 or lat=90,lon=180" },
    shards: { type: "string", value: "SHARDS", help: "auto (the chunks are kept), lengths, or NAME=LENGTH pairs" },
    codec: { type: "string", value: "CODEC", multiple: true, help: "zstd, gzip:level=9, none; may be repeated" },
    "chunk-keys": CHUNK_KEYS_OPTION,
    overwrite: { type: "boolean", help: "Replace what is at the target" },
    resume: { type: "boolean", help: "Go on with a copy that was interrupted: move only what is missing" },
    "no-verify": { type: "boolean", help: "Do not read back and compare" },
    consolidate: { type: "boolean", help: "Write consolidated metadata at the end" },
    jobs: { type: "string", short: "j", value: "N", help: "Chunks under way at once" },
  },
  examples: [
    ["hyperslab copy old.zarr new.zarr --format zarr3", "Zarr v2 to v3; chunks are not recompressed"],
    ["hyperslab copy old.zarr new.zarr --shards auto --codec zstd:level=5", "into shards"],
    ["hyperslab copy old.zarr new.zarr --resume", "after an interruption"],
    ["hyperslab copy data.zarr::t2m t2m.zarr --chunks time=365,lat=10,lon=10", "one array, cut for time series"],
  ],
  run: async ({ argv, positionals, options, store, terminal, signal }) => {
    const [source, target] = requireArguments(positionals, USAGE, ["source", "target"]);
    if (options["overwrite"] === true && options["resume"] === true) {
      throw new UsageError("--overwrite and --resume exclude each other", "Either begin again or go on.");
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
      const report = await copy(source!, target!, {
        format: choiceOption(options["format"], writableFormats()),
        chunks: chunksOption("chunks", options["chunks"]),
        shards: chunksOption("shards", options["shards"]),
        codecs: codecsOption(options["codec"]),
        chunkKeys: chunkKeysOption(options["chunk-keys"]),
        overwrite: options["overwrite"] === true,
        resume: options["resume"] === true,
        verify: options["no-verify"] !== true,
        consolidate: options["consolidate"] === true ? true : undefined,
        concurrency: integerOption("jobs", options["jobs"], 1),
        store,
        signal,
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
      // A target that is one file appears as a whole or not at all.
      if (phase === "write") {
        if (!signal.aborted) throw error;
        terminal.errors.line("interrupted: the target is as it was");
        return EXIT.interrupted;
      }
      if (signal.aborted) {
        const what = verifying
          ? "all chunks copied, not all compared"
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

/** A tree of many arrays may have the same to say of each. */
const MOST_NOTES = 10;

function* noteLines(report: CopyReport, started: number): Generator<string> {
  const { notes } = report;
  for (const note of notes.slice(0, MOST_NOTES)) yield `note: ${noteText(note)}`;
  if (notes.length > MOST_NOTES) yield `note: ${notes.length - MOST_NOTES} more, which hyperslab info shows`;
  yield summary(report, (performance.now() - started) / 1000);
}

/** The target holds something else: going on would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "exists" || error.code === "invalid-data");
}

/** The command as it was given, to be run again. */
function resumeCommand(argv: readonly string[]): string {
  const words = argv.filter((word) => word !== "--overwrite" && word !== "--resume");
  return ["hyperslab", ...words, "--resume"].map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** How it is proven that what was there is that of the source. */
function keptText({ kept, compared }: CopyReport): string {
  const byVersion = kept - compared;
  const parts = [
    byVersion > 0 ? `${formatCount(byVersion)} by their versions` : "",
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
    report.encoded > 0 ? `${counted(report.encoded, "chunk")} encoded anew` : "",
    report.kept > 0 ? `${counted(report.kept, "chunk")} kept (${keptText(report)})` : "",
    report.absent > 0 ? `${formatCount(report.absent)} absent` : "",
    `${formatBytes(report.bytesWritten)} in ${seconds.toFixed(1)} s`,
    report.forbidden > 0 ? forbiddenText(report.forbidden) : "",
    verificationText(report),
  ];
  return parts.filter((part) => part !== "").join("; ");
}
