/** hyperslab copy */
import { type CopyReport, copy } from "../../index.ts";
import { choiceOption, chunksOption, codecsOption, integerOption, requireArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { counted, formatBytes, formatCount } from "../output/units.ts";
import { formatOption, WRITABLE_FORMATS } from "../writable-formats.ts";

const USAGE = "copy SOURCE TARGET [--format FORMAT] [--chunks CHUNKS] [--shards SHARDS] [--codec CODEC]...";

export const copyCommand: Command = {
  usage: USAGE,
  description:
    "Copies an array or a whole tree, into another format, chunking or compression if asked. Stored bytes are passed\n" +
    "through unchanged where the target allows it. Everything is read back and compared unless --no-verify is given.",
  takesAddress: true,
  options: {
    format: formatOption("that of the target, else zarr3"),
    chunks: { type: "string", short: "c", value: "CHUNKS", help: "auto, 16MB, 90,180 or lat=90,lon=180" },
    shards: { type: "string", value: "SHARDS", help: "auto (the chunks are kept), lengths, or NAME=LENGTH pairs" },
    codec: { type: "string", value: "CODEC", multiple: true, help: "zstd, gzip:level=9, none; may be repeated" },
    overwrite: { type: "boolean", help: "Replace what is at the target" },
    "no-verify": { type: "boolean", help: "Do not read back and compare" },
    consolidate: { type: "boolean", help: "Write consolidated metadata at the end" },
    jobs: { type: "string", short: "j", value: "N", help: "Chunks under way at once" },
  },
  examples: [
    ["hyperslab copy old.zarr new.zarr --format zarr3", "Zarr v2 to v3; chunks are not recompressed"],
    ["hyperslab copy old.zarr new.zarr --shards auto --codec zstd:level=5", "into shards"],
    ["hyperslab copy data.zarr::t2m t2m.zarr --chunks time=365,lat=10,lon=10", "one array, cut for time series"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [source, target] = requireArguments(positionals, USAGE, ["source", "target"]);
    const bar = terminal.progress();
    const started = performance.now();
    const report = await copy(source!, target!, {
      format: choiceOption(options["format"], WRITABLE_FORMATS),
      chunks: chunksOption("chunks", options["chunks"]),
      shards: chunksOption("shards", options["shards"]),
      codecs: codecsOption(options["codec"]),
      overwrite: options["overwrite"] === true,
      verify: options["no-verify"] !== true,
      consolidate: options["consolidate"] === true ? true : undefined,
      concurrency: integerOption("jobs", options["jobs"], 1),
      store,
      signal,
      onProgress: bar.onProgress,
    }).finally(bar.end);
    if (terminal.json) await terminal.result(report);
    else terminal.note(summary(report, (performance.now() - started) / 1000));
    return EXIT.ok;
  },
};

function summary(report: CopyReport, seconds: number): string {
  const nodes = [
    report.arrays > 0 ? counted(report.arrays, "array") : "",
    report.groups > 0 ? counted(report.groups, "group") : "",
  ];
  const parts = [
    `${nodes.filter((part) => part !== "").join(", ")} to ${report.format}`,
    report.passed > 0 ? `${counted(report.passed, "chunk")} passed through unchanged` : "",
    report.encoded > 0 ? `${counted(report.encoded, "chunk")} encoded anew` : "",
    report.absent > 0 ? `${formatCount(report.absent)} absent` : "",
    `${formatBytes(report.bytesWritten)} in ${seconds.toFixed(1)} s`,
    report.verified ? "verified" : "not verified",
  ];
  return parts.filter((part) => part !== "").join("; ");
}
