/** hyperslab write */
import { importArray, labels, openArray } from "../../../index.ts";
import {
  choiceOption,
  chunksOption,
  codecsOption,
  requireArguments,
  SELECT_HELP,
  shapeOption,
  splitSelection,
  textOption,
  varyingChunksOption,
} from "../../arguments.ts";
import type { Command, CommandInput, OptionValue } from "../../command.ts";
import { jsonOrText } from "../../exact-json.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted, shapeText } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { FORM_OPTION, formOf, valueInput } from "../../value-file.ts";
import { dialectOption, formatOption, writableFormats } from "../../writable-formats.ts";

const USAGE = "write ADDRESS[SELECTION] FILE|- [--as npy|csv|raw] | --value VALUE";

/** Options that describe a new array. */
const NEW_ARRAY = ["shape", "dtype", "chunks", "shards", "codec", "dims", "format", "overwrite"];

export const writeCommand: Command = {
  usage: USAGE,
  description:
    "Writes values to an array: those of a file, those that come on stdin, or one value everywhere. The file has the\n" +
    "shape of the array or of the selection. A CSV file is either what export writes, or a table without a header.\n" +
    "With --create the array is made first; a .npy file gives its shape and type.",
  takesAddress: true,
  options: {
    as: FORM_OPTION,
    value: { type: "string", value: "VALUE", help: "One value for every element, as JSON or text" },
    select: { type: "string", short: "s", value: "SELECTION", help: SELECT_HELP },
    create: { type: "boolean", help: "Make the array first" },
    shape: { type: "string", value: "LENGTHS", help: "Shape of a new array, if the file does not give it: 180,360" },
    dtype: { type: "string", value: "TYPE", help: "Type of a new array, if the file does not give it: float32" },
    chunks: { type: "string", short: "c", value: "CHUNKS", help: "Chunks of a new array: auto, 16MB or 90,180" },
    shards: { type: "string", value: "SHARDS", help: "Shards of a new array: auto or lengths" },
    codec: { type: "string", value: "CODEC", multiple: true, help: "Codec of a new array; may be repeated" },
    dims: { type: "string", value: "NAMES", help: "Dimension names of a new array: lat,lon" },
    format: formatOption("that of the hierarchy, else zarr3"),
    dialect: dialectOption(),
    overwrite: { type: "boolean", help: "With --create: replace an existing node" },
  },
  examples: [
    ["hyperslab write data.zarr::t2m t2m.npy", "the whole array"],
    ["hyperslab write 'data.zarr::t2m[0]' first.npy", "the first step"],
    ["hyperslab write data.zarr::mask --value 0 -s ':, 10:20'", "one value"],
    ["hyperslab write new.zarr t2m.npy --create --dims time,lat,lon", "a new array"],
  ],
  run: async (input) => {
    const { positionals, options } = input;
    const isValue = options["value"] !== undefined;
    const [text, file] = requireArguments(positionals, USAGE, isValue ? ["address"] : ["address", "file"]);
    const { address, selection } = splitSelection(text!);
    const where = textOption(options["select"]) ?? selection;
    if (isValue) await writeValue(input, address, where);
    else await writeFile(input, address, where, file!);
    return EXIT.ok;
  },
};

async function writeValue(
  { options, store, terminal, signal }: CommandInput,
  address: string,
  selection: string | undefined,
): Promise<void> {
  const misplaced = ["as", "create", ...NEW_ARRAY].find((name) => options[name] !== undefined);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for files, not for --value`);
  const array = await openArray(address, { store, signal });
  const value = valueOption(options["value"], array.dtype);
  await array.write(selection === undefined ? undefined : labels(selection), value, { signal });
  await array.close();
  if (terminal.json) await terminal.result({ path: array.path, selection: selection ?? null, value });
  else
    terminal.note(
      `${String(value)} written to ${selection === undefined ? "all of" : `[${selection}] of`} /${array.path}`,
    );
}

async function writeFile(
  { options, store, stdin, terminal, signal }: CommandInput,
  address: string,
  selection: string | undefined,
  file: string,
): Promise<void> {
  const misplaced = NEW_ARRAY.find((name) => options[name] !== undefined && options["create"] !== true);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for new arrays`, "Give --create to make one.");
  const bar = terminal.progress();
  const dims = textOption(options["dims"])?.split(",");
  try {
    const report = await importArray(address, valueInput(file, stdin, signal), {
      format: formOf(file, options["as"]),
      selection: selection === undefined ? undefined : labels(selection),
      ...(options["create"] === true && {
        create: {
          shape: shapeOption("shape", options["shape"]),
          dtype: textOption(options["dtype"]),
          chunks: varyingChunksOption(options["chunks"]),
          shards: chunksOption("shards", options["shards"]),
          codecs: codecsOption(options["codec"]),
          dims: dims?.map((name) => name.trim()),
          format: choiceOption(options["format"], writableFormats()),
          dialect: textOption(options["dialect"]),
          overwrite: options["overwrite"] === true,
        },
      }),
      store,
      signal,
      onProgress: bar.onProgress,
    });
    bar.end();
    if (terminal.json) await terminal.result({ file, ...report });
    else terminal.note(`${file}: ${counted(report.elements, "element")} written, shape ${shapeText(report.shape)}`);
  } finally {
    bar.end();
  }
}

/** A value as JSON, `NaN` or an infinity, or for arrays of text the text itself. */
function valueOption(value: OptionValue, dtype: string): string | number | bigint | boolean | readonly unknown[] {
  const text = textOption(value) ?? "";
  if (/^(?:string|[SU]\d+|datetime|timedelta)/.test(dtype)) return text;
  if (/^(?:NaN|-?Infinity)$/.test(text)) return Number(text);
  const parsed = jsonOrText(text);
  if (Array.isArray(parsed)) return parsed;
  if (typeof parsed === "number" || typeof parsed === "bigint" || typeof parsed === "boolean") return parsed;
  throw new UsageError(`--value takes a number, true, false or a list, not "${text}"`, `The array holds ${dtype}.`);
}
