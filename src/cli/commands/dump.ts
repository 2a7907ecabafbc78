/** hyperslab dump */
import { dump } from "../../index.ts";
import { listOption, requireAddress, splitSelection, textOption } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";

const USAGE = "dump ADDRESS [--header] [--variable NAME]... [--select SELECTION]";

export const dumpCommand: Command = {
  usage: USAGE,
  description: "Header and values as text, in the manner of CDL.",
  options: {
    header: { type: "boolean", help: "Header only, no values" },
    variable: {
      type: "string",
      short: "v",
      value: "NAME",
      multiple: true,
      help: "Values of this array only; may be repeated",
    },
    select: {
      type: "string",
      short: "s",
      value: "SELECTION",
      help: "Part of a single array, as in NumPy: '0, 10:20, ...'",
    },
  },
  examples: [
    ["hyperslab dump data.zarr --header", "dimensions, variables and attributes"],
    ["hyperslab dump data.zarr::t2m -s '0, :5, :5'", "a corner of one array"],
    ["hyperslab dump 'data.zarr::t2m[0, ::-1, 7]'", "the selection may stand behind the address"],
  ],
  run: async ({ positionals, options, terminal, signal }) => {
    const [text] = requireAddress(positionals, USAGE);
    const { address, selection } = splitSelection(text!);
    const lines = dump(address, {
      header: options["header"] === true,
      variables: listOption(options["variable"]),
      selection: textOption(options["select"]) ?? selection,
      signal,
    });
    if (!terminal.json) {
      for await (const line of lines) await terminal.line(line);
      return EXIT.ok;
    }
    const all: string[] = [];
    for await (const line of lines) all.push(line);
    await terminal.result({ lines: all });
    return EXIT.ok;
  },
};
