/** hyperslab consolidate */
import { openGroup } from "../../../index.ts";
import { requireArguments } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const USAGE = "consolidate ADDRESS [--drop]";

export const consolidateCommand: Command = {
  usage: USAGE,
  description:
    "Writes the metadata of all nodes of a hierarchy into one document, so that a remote tree opens with one request.\n" +
    "Hyperslab updates this document with every change. Run the command again after other programs have changed the tree.",
  takesAddress: true,
  options: { drop: { type: "boolean", help: "Remove the consolidated metadata instead" } },
  examples: [
    ["hyperslab consolidate data.zarr", "write or refresh it"],
    ["hyperslab consolidate data.zarr --drop", "remove it"],
  ],
  run: async ({ positionals, options, store: settings, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const group = await openGroup(address!, { store: settings, signal });
    const drop = options["drop"] === true;
    const { consolidated: before, store } = group.hierarchy;
    await group.consolidate({ drop, signal });
    await group.close();
    if (terminal.json) await terminal.result({ location: store.location, consolidated: !drop });
    else if (drop) terminal.note(before ? "consolidated metadata removed" : "there was no consolidated metadata");
    else terminal.note(`consolidated metadata ${before ? "refreshed" : "written"}`);
    return EXIT.ok;
  },
};
