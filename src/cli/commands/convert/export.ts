/** hyperslab export */
import { EXPORT_FORMATS, type ExportFormat, type ExportReport, exportArray, openArray } from "../../../index.ts";
import {
  choiceOption,
  decodeOption,
  FLAGS_OPTION,
  requireArguments,
  SELECT_HELP,
  selectionOption,
  splitSelection,
  VALID_OPTION,
} from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { forbiddenText } from "../../output/note-text.ts";
import { isStdout, writeOutput } from "../../output/output-file.ts";
import { formatBytes, shapeText } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "export ADDRESS[SELECTION] FILE|- [--as npy|csv|raw] [--select SELECTION] [--wide]";

export const exportCommand: Command = {
  usage: USAGE,
  description:
    "Writes the values of one array to a file or, with -, to stdout. The extension of the file, or --as, selects the form.\n" +
    "A CSV file has the labels of coordinates in its columns, times as ISO dates; the last column has the name of the array,\n" +
    "and values decoded by its attributes: unpacked, with NaN for missing ones.\n" +
    "In .npy files strings become U<longest>, and floats that NumPy lacks become float32; both keep every value exactly.",
  takesAddress: true,
  options: {
    as: { type: "string", value: "FORM", choices: EXPORT_FORMATS, help: "npy, csv or raw (little-endian, C order)" },
    select: { type: "string", short: "s", value: "SELECTION", help: SELECT_HELP },
    indices: { type: "boolean", help: "CSV with indices and stored values, not with labels and decoded values" },
    decode: {
      type: "boolean",
      help: "CSV with decoded values even if only the fill value of Zarr v2 marks missing ones",
    },
    raw: { type: "boolean", help: "CSV with stored values beside labels" },
    valid: VALID_OPTION,
    flags: FLAGS_OPTION,
    wide: { type: "boolean", help: "CSV with one column per label of the last dimension" },
    "missing-error": { type: "boolean", help: "Fail on an absent chunk instead of writing its fill value" },
    overwrite: { type: "boolean", help: "Replace an existing file" },
  },
  examples: [
    ["hyperslab export data.zarr::t2m t2m.npy", "the whole array for NumPy"],
    ["hyperslab export 'data.zarr::t2m[0]' - --as csv | head", "the first step as CSV"],
    [
      "hyperslab export 'data.zarr::t2m[time=2014-10, lat~48.1]' - --as csv --wide",
      "a month along one latitude, one row per time",
    ],
    ["hyperslab export data.zarr::t2m t2m.raw -s '::2'", "every second step as bytes"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [text, file] = requireArguments(positionals, USAGE, ["address", "file"]);
    const { address, selection } = splitSelection(text!);
    const format = choiceOption(options["as"], EXPORT_FORMATS) ?? formatOf(file!);
    if (isStdout(file!) && format !== "csv" && terminal.isTerminal) {
      throw new UsageError(`${format} cannot be shown on a terminal`, "Name a file, or pipe the output.");
    }
    const array = await openArray(address, { store, signal });
    const bar = terminal.progress();
    const stream = exportArray(array, {
      format,
      selection: selectionOption(options["select"], selection),
      missing: options["missing-error"] === true ? "error" : "fill",
      indices: options["indices"] === true,
      wide: options["wide"] === true,
      decode: decodeOption(options),
      signal,
      onProgress: bar.onProgress,
    });
    try {
      const report = await writeOutput(file!, stream, {
        terminal,
        overwrite: options["overwrite"] === true,
        option: "--overwrite",
      });
      if (isStdout(file!)) {
        if (report.forbidden > 0) terminal.note(forbiddenText(report.forbidden));
        return EXIT.ok;
      }
      bar.end();
      if (terminal.json) await terminal.result({ file, ...report });
      else terminal.note(summary(file!, report));
      return EXIT.ok;
    } finally {
      bar.end();
    }
  },
};

function summary(file: string, { dtype, shape, bytes, forbidden }: ExportReport): string {
  const written = `${file}: ${dtype} ${shapeText(shape)}, ${formatBytes(bytes)}`;
  return forbidden > 0 ? `${written}; ${forbiddenText(forbidden)}` : written;
}

function formatOf(file: string): ExportFormat {
  const found = EXPORT_FORMATS.find((format) => file.endsWith(`.${format}`));
  if (found !== undefined) return found;
  const what = isStdout(file) ? "stdout has no name that shows the form" : `the name "${file}" does not show the form`;
  throw new UsageError(what, "Give --as npy, csv or raw.");
}
