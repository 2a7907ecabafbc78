/** hyperslab stats */
import { stats } from "../../../index.ts";
import {
  decodeOption,
  integerOption,
  namesOption,
  requireArguments,
  SELECT_HELP,
  selectionOption,
  splitSelection,
  textOption,
  VALID_OPTION,
} from "../../arguments.ts";
import type { Command, OptionValue } from "../../command.ts";
import { exitCodeFor } from "../../exit-codes.ts";
import { statsLines } from "../../output/stats-lines.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "stats ADDRESS[SELECTION] [--variable NAMES]... [--quantiles LIST] [--histogram PARTS] [--raw]";

export const statsCommand: Command = {
  usage: USAGE,
  description:
    "Shows statistics of an array, or of every array in a group: the number of missing values, minimum, maximum, mean and\n" +
    "standard deviation. Values are decoded by their attributes: unpacked, with missing values left out and times as dates;\n" +
    "--raw uses stored values. NaN that is not a mask is counted separately. Each chunk is read once, a few at a time; absent\n" +
    "chunks are counted without being read. For strings, it shows their lengths and the number of distinct ones.",
  takesAddress: true,
  options: {
    variable: {
      type: "string",
      short: "v",
      value: "NAMES",
      multiple: true,
      help: "For a group, only these arrays: t2m or t2m,sst; may be repeated",
    },
    select: { type: "string", short: "s", value: "SELECTION", help: SELECT_HELP },
    quantiles: {
      type: "string",
      value: "LIST",
      help: "Exact quantiles: 0.05,0.5,0.95 (of at most 16,777,216 values, if they have more than two bytes)",
    },
    histogram: {
      type: "string",
      value: "PARTS",
      help: "Histogram with this many equal parts between minimum and maximum",
    },
    raw: { type: "boolean", help: "Use stored values, without decoding" },
    valid: VALID_OPTION,
  },
  examples: [
    ["hyperslab stats data.zarr", "one row per array"],
    ["hyperslab stats 'data.zarr::t2m[time=2026-02, lat=40..60]'", "a part of one array, by label"],
    ["hyperslab stats data.zarr::t2m --quantiles 0.05,0.5,0.95 --histogram 20", "how the values are spread"],
    ["hyperslab stats data.zarr --json | jq '.arrays[] | {path, min, max, missing}'", "for a script, with all digits"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [text] = requireArguments(positionals, USAGE);
    const { address, selection } = splitSelection(text!);
    const decode = decodeOption(options);
    const bar = terminal.progress();
    try {
      const report = await stats(address, {
        variables: namesOption(options["variable"]),
        selection: selectionOption(options["select"], selection),
        quantiles: sharesOption(options["quantiles"]),
        histogram: integerOption("histogram", options["histogram"], 1),
        decode,
        store,
        signal,
        onProgress: bar.onProgress,
      });
      bar.end();
      if (terminal.json) await terminal.result(report);
      else for (const line of statsLines(report, terminal.style, terminal.columns)) await terminal.line(line);
      return exitCodeFor(report.unreadable);
    } finally {
      bar.end();
    }
  },
};

/** `0.05,0.5,0.95` */
function sharesOption(value: OptionValue): readonly number[] | undefined {
  const text = textOption(value);
  return text?.split(",").map((part) => {
    const share = Number(part);
    if (part.trim() !== "" && share >= 0 && share <= 1) return share;
    throw new UsageError(`--quantiles takes shares from 0 to 1, such as 0.05,0.5,0.95, not "${text}"`);
  });
}
