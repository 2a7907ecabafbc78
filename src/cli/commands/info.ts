/** hyperslab info */
import { info } from "../../index.ts";
import { requireArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { exitCodeFor } from "../exit-codes.ts";
import { infoLines } from "../output/info-lines.ts";

const USAGE = "info ADDRESS [--stored]";

export const infoCommand: Command = {
  usage: USAGE,
  description:
    "Shows format, dimensions, arrays with their types, chunks and codecs, attributes, and what is odd. A node that\n" +
    "cannot be read is shown with the reason, and the exit code is that of the first such node.",
  takesAddress: true,
  options: { stored: { type: "boolean", help: "Count stored chunks and bytes too" } },
  examples: [
    ["hyperslab data.zarr", "the same as hyperslab info data.zarr"],
    ["hyperslab info data.zarr::t2m --stored", "one array, with the share of chunks that is stored"],
    ["hyperslab info data.zarr --json | jq '.node.arrays[].path'", "names of arrays for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const report = await info(address!, { stored: options["stored"] === true, store, signal });
    if (terminal.json) await terminal.result(report);
    else for (const line of infoLines(report, terminal.style)) await terminal.line(line);
    return exitCodeFor(report.node.kind === "group" ? report.node.unreadable : []);
  },
};
