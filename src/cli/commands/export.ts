/** hyperslab export */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXPORT_FORMATS, type ExportFormat, exportArray, openArray } from "../../index.ts";
import { choiceOption, splitSelection, textOption } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../report-error.ts";

const USAGE = "export ADDRESS[SELECTION] FILE|- [--as npy|csv|raw] [--select SELECTION]";

export const exportCommand: Command = {
  usage: USAGE,
  description: "Writes values of one array to a file or, with -, to stdout. The form follows the file's name, or --as.",
  options: {
    as: { type: "string", value: "FORM", help: "npy, csv or raw (little-endian, C order)" },
    select: { type: "string", short: "s", value: "SELECTION", help: "Part of the array, as in NumPy: '0, 10:20, ...'" },
    "missing-error": { type: "boolean", help: "Fail on an absent chunk instead of writing its fill value" },
  },
  examples: [
    ["hyperslab export data.zarr::t2m t2m.npy", "the whole array for NumPy"],
    ["hyperslab export 'data.zarr::t2m[0]' - --as csv | head", "the first step as CSV"],
    ["hyperslab export data.zarr::t2m t2m.raw -s '::2'", "every second step as bytes"],
  ],
  run: async ({ positionals, options, terminal, signal }) => {
    const [text, file] = positionals;
    if (text === undefined || file === undefined) throw new UsageError("an address and a file are needed", USAGE);
    const { address, selection } = splitSelection(text);
    const array = await openArray(address, { signal });
    const format = choiceOption("as", options["as"], EXPORT_FORMATS) ?? formatOf(file);
    const bar = terminal.progress();
    const stream = exportArray(array, {
      format,
      selection: textOption(options["select"]) ?? selection,
      missing: options["missing-error"] === true ? "error" : "fill",
      signal,
      onProgress: bar.onProgress,
    });
    if (file === "-") for await (const bytes of stream) await terminal.bytes(bytes);
    else await writeWhole(file, stream);
    bar.end();
    if (terminal.json && file !== "-") await terminal.result({ file, format, shape: array.shape, dtype: array.dtype });
    return EXIT.ok;
  },
};

function formatOf(file: string): ExportFormat {
  const found = EXPORT_FORMATS.find((format) => file.endsWith(`.${format}`));
  if (found !== undefined) return found;
  throw new UsageError(`the name "${file}" does not tell the form`, "Give --as npy, csv or raw.");
}

/** The file appears when it is complete, or not at all. */
async function writeWhole(file: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await pipeline(Readable.from(stream, { objectMode: false }), createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
