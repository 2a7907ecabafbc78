/** hyperslab delete */
import { Group, HyperslabError, open } from "../../../index.ts";
import { requireArguments } from "../../arguments.ts";
import { changing, rootGroup } from "../../changed-hierarchy.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const USAGE = "delete ADDRESS::PATH [--recursive]";

export const deleteCommand: Command = {
  usage: USAGE,
  description:
    "Deletes an array, or a group with everything in it (--recursive), and updates the consolidated metadata of the\n" +
    "hierarchy. The root of a hierarchy is not deleted: remove its directory instead.",
  takesAddress: true,
  options: { recursive: { type: "boolean", short: "r", help: "Delete a group and everything in it" } },
  examples: [
    ["hyperslab delete data.zarr::t2m", "one array"],
    ["hyperslab delete data.zarr::old -r", "a group and everything below it"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const node = await open(address!, { store, signal });
    const place = { location: node.hierarchy.store.location, node: node.path };
    if (node.path === "") {
      throw new HyperslabError("invalid-request", "the root of a hierarchy cannot be deleted", {
        ...place,
        hint: "Name a node in it (ADDRESS::PATH), or remove the directory by other means.",
      });
    }
    if (node instanceof Group && options["recursive"] !== true && (await node.children({ signal })).length > 0) {
      throw new HyperslabError("invalid-request", "the group is not empty", {
        ...place,
        hint: "Nothing was deleted. Pass --recursive to delete everything in it.",
      });
    }
    const root = await rootGroup(node, signal);
    await changing(node.hierarchy, terminal, () => root.delete(node.path, { signal }));
    await node.close();
    if (terminal.json) await terminal.result({ deleted: node.path, kind: node.kind });
    else terminal.note(`${node.kind} /${node.path} deleted from ${node.hierarchy.store.location}`);
    return EXIT.ok;
  },
};
