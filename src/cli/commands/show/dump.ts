/** hyperslab dump */
import { dumpBytes, open } from "../../../index.ts";
import {
  choiceOption,
  decodeOption,
  FLAGS_OPTION,
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
import { EXIT } from "../../exit-codes.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "dump ADDRESS[SELECTION] [-h | -c] [--variable NAMES]... [--select SELECTION] [--decode]";
const STYLES = ["c", "fortran"] as const;
const STYLE_ALIASES = { C: "c", f: "fortran", F: "fortran" };

export const dumpCommand: Command = {
  usage: USAGE,
  description:
    "Prints the header and the values in CDL, exactly as ncdump does and with its option letters, or as JSON. So -s means special\n" +
    "attributes and -h header here: use --help for this help, and -S or --select for a selection. It prints\n" +
    "stored values; -t prints times as dates, as in ncdump, and --decode decodes all values by their attributes.",
  takesAddress: true,
  options: {
    header: { type: "boolean", short: "h", help: "Print only the header" },
    coordinates: { type: "boolean", short: "c", help: "Print the header and the values of coordinates" },
    variable: {
      type: "string",
      short: "v",
      value: "NAMES",
      multiple: true,
      help: "Print only the values of these arrays: lat or lat,lon; may be repeated",
    },
    group: {
      type: "string",
      short: "g",
      value: "NAMES",
      multiple: true,
      help: "Print only the values of arrays in these groups; the root is /",
    },
    select: { type: "string", short: "S", value: "SELECTION", help: SELECT_HELP },
    special: { type: "boolean", short: "s", help: "Also print the special attributes: how variables are stored" },
    filters: { type: "boolean", short: "F", help: "With -s: all filters in _Filter, by number" },
    "line-length": { type: "string", short: "l", value: "BYTES", help: "Break lines of values here (default: 80)" },
    name: { type: "string", short: "n", value: "NAME", help: "Name of the dataset (default: that of its file)" },
    digits: {
      type: "string",
      short: "p",
      value: "FLOAT[,DOUBLE]",
      help: "Significant digits of floats and doubles (default: 7,15)",
    },
    "row-comments": {
      type: "string",
      short: "b",
      value: "STYLE",
      choices: STYLES,
      aliases: STYLE_ALIASES,
      help: "Print indices before each row, in the style of C or Fortran",
    },
    "value-comments": {
      type: "string",
      short: "f",
      value: "STYLE",
      choices: STYLES,
      aliases: STYLE_ALIASES,
      help: "Print indices after each value",
    },
    times: { type: "boolean", short: "t", help: "Print times as dates: 2000-01-01 12" },
    "iso-times": { type: "boolean", short: "i", help: "Print times as dates of ISO 8601: 2000-01-01T12" },
    decode: {
      type: "boolean",
      help: "Print decoded values: unpacked, missing values as _, times as ISO dates",
    },
    raw: { type: "boolean", help: "Print stored values (the default)" },
    valid: VALID_OPTION,
    flags: FLAGS_OPTION,
    kind: { type: "boolean", short: "k", help: "Print the kind of netCDF file that could hold the dataset" },
    ncml: { type: "boolean", short: "x", help: "Print the header as NcML, if netCDF's classic model can express it" },
  },
  examples: [
    ["hyperslab dump data.zarr -h", "dimensions, variables and attributes"],
    ["hyperslab dump data.zarr -c", "also the values of coordinates: the best first look"],
    ["hyperslab dump data.zarr::t2m --select '0, :5, :5'", "a corner of one array"],
    ["hyperslab dump 'data.zarr::t2m[0, ::-1, 7]'", "the selection may follow the address"],
    ["hyperslab dump 'data.zarr::t2m[time=2026-02, lat~48.1]' --decode", "selected by label, and decoded"],
    ["hyperslab dump 'data.zarr::t2m[0]' --json | jq '.arrays[0].data'", "values for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [text] = requireArguments(positionals, USAGE);
    const { address, selection } = splitSelection(text!);
    const isKind = options["kind"] === true;
    const { floatDigits, doubleDigits } = digitsOption(options["digits"]);
    const pieces = dumpBytes(address, {
      header: options["header"] === true || isKind,
      coordinates: options["coordinates"] === true,
      variables: namesOption(options["variable"]),
      groups: namesOption(options["group"]),
      selection: selectionOption(options["select"], selection),
      as: terminal.json ? "json" : options["ncml"] === true ? "ncml" : "cdl",
      name: textOption(options["name"]),
      special: options["special"] === true,
      filters: options["filters"] === true,
      lineLength: integerOption("line-length", options["line-length"], 10),
      floatDigits,
      doubleDigits,
      rowComments: choiceOption(options["row-comments"], STYLES),
      valueComments: choiceOption(options["value-comments"], STYLES),
      times: options["iso-times"] === true ? "iso" : options["times"] === true ? "text" : undefined,
      decode: decodeOption(options),
      store,
      signal,
    });
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (isKind) continue;
      await terminal.bytes(piece);
    }
    // Anything that is not a netCDF file has groups, typed attributes and several unlimited dimensions.
    if (isKind) await terminal.line((await open(address, { store, signal })).hierarchy.netcdfKind ?? "netCDF-4");
    return EXIT.ok;
  },
};

/** `7`, `7,15` or `,15` */
function digitsOption(value: OptionValue): { floatDigits?: number | undefined; doubleDigits?: number | undefined } {
  const text = textOption(value);
  if (text === undefined) return {};
  const found = /^(\d*)(?:,(\d+))?$/.exec(text);
  if (found === null || text === "") throw new UsageError(`--digits takes numbers like 7 or 7,15, not "${text}"`);
  const [, float = "", double] = found;
  return {
    floatDigits: float === "" ? undefined : Number(float),
    doubleDigits: double === undefined ? undefined : Number(double),
  };
}
