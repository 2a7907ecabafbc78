/** hyperslab consolidate */
import { openGroup } from "../../index.ts";
import { requireAddress } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";

const USAGE = "consolidate ADDRESS [--drop]";

export const consolidateCommand: Command = {
  usage: USAGE,
  description: "Writes the metadata of all nodes into one document, so that a remote tree opens with one request.",
  options: { drop: { type: "boolean", help: "Remove consolidated metadata instead" } },
  examples: [
    ["hyperslab consolidate data.zarr", "write or refresh it"],
    ["hyperslab consolidate data.zarr --drop", "remove it"],
  ],
  run: async ({ positionals, options, terminal, signal }) => {
    const [address] = requireAddress(positionals, USAGE);
    const group = await openGroup(address!, { signal });
    const drop = options["drop"] === true;
    await group.consolidate({ drop, signal });
    if (terminal.json) await terminal.result({ location: group.hierarchy.store.location, consolidated: !drop });
    else terminal.note(drop ? "consolidated metadata removed" : "consolidated metadata written");
    return EXIT.ok;
  },
};
