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
import { formatOption, WRITABLE_FORMATS } from "../writable-formats.ts";

const USAGE = "copy SOURCE TARGET [--format FORMAT] [--chunks CHUNKS] [--shards SHARDS] [--codec CODEC]... [--resume]";

export const copyCommand: Command = {
  usage: USAGE,
  description:
    "Copies an array or a whole tree, into another format, chunking or compression if asked. Stored bytes are passed\n" +
    "through unchanged where the target allows it. Everything is read back and compared unless --no-verify is given.\n" +
    "A copy that was interrupted ends with code 6; the same command with --resume moves what is missing: what is there\n" +
    "already is kept if versions or bytes prove that it is the source's, and the copy is refused if they prove it is not.",
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
    const onProgress = (progress: Progress): void => {
      last = progress;
      bar.onProgress?.(progress);
    };
    try {
      const report = await copy(source!, target!, {
        format: choiceOption(options["format"], WRITABLE_FORMATS),
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
      if (signal.aborted) {
        terminal.errors.line(`interrupted: ${formatCount(done)} of ${counted(total, "chunk")} done`);
        terminal.errors.line(`  ${terminal.errors.style.dim("to continue")}: ${command}`);
        return EXIT.partial;
      }
      if (!isRefusal(error)) {
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
    report.verified ? "verified" : "not verified",
  ];
  return parts.filter((part) => part !== "").join("; ");
}
