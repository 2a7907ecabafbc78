/** hyperslab bloscpack info */
import { packInfo } from "../../../index.ts";
import { requireArguments } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { packInfoLines } from "../../output/bloscpack-lines.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "bloscpack info FILE|URL";

export const bloscpackCommand: Command = {
  usage: USAGE,
  description:
    "Shows what a Bloscpack file says about itself: its header, offsets, metadata, and the head of its first chunk, in\n" +
    "the form of blpk info. See also pack, unpack and append.",
  takesAddress: true,
  options: {},
  examples: [
    ["hyperslab bloscpack info data.blp", "as blpk info data.blp"],
    ["hyperslab bloscpack info data.blp --json", "the same for programs"],
  ],
  run: async ({ positionals, store, terminal, signal }) => {
    const [verb, file] = requireArguments(positionals, USAGE, ["verb", "file"]);
    if (verb !== "info") throw new UsageError(`there is no bloscpack ${verb}`, `Usage: hyperslab ${USAGE}`);
    const report = await packInfo(file!, { store, signal });
    const { metadata_tree: _, ...plain } = report;
    if (terminal.json) await terminal.result(plain);
    else await terminal.line(packInfoLines(report));
    return EXIT.ok;
  },
};
