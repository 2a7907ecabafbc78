/** hyperslab info */
import { info } from "../../../index.ts";
import { requireArguments } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { exitCodeFor } from "../../exit-codes.ts";
import { infoLines } from "../../output/info-lines.ts";

const USAGE = "info ADDRESS [--stored]";

export const infoCommand: Command = {
  usage: USAGE,
  description:
    "Shows the format, dimensions, arrays with their types, chunks and codecs, attributes, and irregularities. A node that\n" +
    "cannot be read is shown with the reason; the exit code is then that of the first such node. A\n" +
    "narrow terminal gets fewer columns of arrays; a file or a pipe gets all.",
  takesAddress: true,
  options: { stored: { type: "boolean", help: "Also count stored chunks and bytes" } },
  examples: [
    ["hyperslab data.zarr", "the same as hyperslab info data.zarr"],
    ["hyperslab info data.zarr::t2m --stored", "one array, and how many of its chunks are stored"],
    ["hyperslab info data.zarr --json | jq '.node.arrays[].path'", "the names of all arrays, for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const report = await info(address!, { stored: options["stored"] === true, store, signal });
    if (terminal.json) await terminal.result(report);
    else for (const line of infoLines(report, terminal.style, terminal.columns)) await terminal.line(line);
    return exitCodeFor(report.node.kind === "group" ? report.node.unreadable : []);
  },
};
