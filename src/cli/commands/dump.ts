/** hyperslab dump */
import { dump } from "../../index.ts";
import { namesOption, requireArguments, splitSelection, textOption } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";

const USAGE = "dump ADDRESS[SELECTION] [-h | -c] [--variable NAMES]... [--select SELECTION]";

export const dumpCommand: Command = {
  usage: USAGE,
  description:
    "Prints the header and the values as text in the style of ncdump, with its options -h, -c and -v, or as JSON. Values\n" +
    "are printed as stored; times are written as dates. For this help use --help, because -h means header here.",
  takesAddress: true,
  options: {
    header: { type: "boolean", short: "h", help: "Print the header only" },
    coordinates: { type: "boolean", short: "c", help: "Print the header and the values of coordinates" },
    variable: {
      type: "string",
      short: "v",
      value: "NAMES",
      multiple: true,
      help: "Print the values of these arrays only: lat or lat,lon; may be repeated",
    },
    select: { type: "string", short: "s", value: "SELECTION", help: "Part of one array, as in NumPy: '0, 10:20, ...'" },
  },
  examples: [
    ["hyperslab dump data.zarr -h", "dimensions, variables and attributes"],
    ["hyperslab dump data.zarr -c", "also the values of coordinates: the best first look"],
    ["hyperslab dump data.zarr::t2m -s '0, :5, :5'", "a corner of one array"],
    ["hyperslab dump 'data.zarr::t2m[0, ::-1, 7]'", "the selection may follow the address"],
    ["hyperslab dump 'data.zarr::t2m[0]' --json | jq '.arrays[0].data'", "values for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [text] = requireArguments(positionals, USAGE);
    const { address, selection } = splitSelection(text!);
    const lines = dump(address, {
      header: options["header"] === true,
      coordinates: options["coordinates"] === true,
      variables: namesOption(options["variable"]),
      selection: textOption(options["select"]) ?? selection,
      as: terminal.json ? "json" : "cdl",
      store,
      signal,
    });
    for await (const line of lines) {
      signal.throwIfAborted();
      await terminal.line(line);
    }
    return EXIT.ok;
  },
};
