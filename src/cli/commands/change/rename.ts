/** hyperslab rename */
import { HyperslabError, open } from "../../../index.ts";
import { requireArguments } from "../../arguments.ts";
import { changing, rootGroup } from "../../changed-hierarchy.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const USAGE = "rename ADDRESS::PATH NEW_PATH";

export const renameCommand: Command = {
  usage: USAGE,
  description:
    "Moves an array or a group to another path of the same hierarchy. NEW_PATH is a name beside the old one or, with a\n" +
    "slash in front, a path from the root.",
  takesAddress: true,
  options: {},
  examples: [
    ["hyperslab rename data.zarr::t2m temperature", "another name"],
    ["hyperslab rename data.zarr::t2m /surface/t2m", "into another group, which is created if it is missing"],
  ],
  run: async ({ positionals, store, terminal, signal }) => {
    const [address, text] = requireArguments(positionals, USAGE, ["address", "new path"]);
    const node = await open(address!, { store, signal });
    if (node.path === "") {
      throw new HyperslabError("invalid-request", "the root of a hierarchy cannot be renamed", {
        location: node.hierarchy.store.location,
        hint: "Name a node in it: ADDRESS::PATH.",
      });
    }
    const parent = node.path.slice(0, Math.max(0, node.path.lastIndexOf("/")));
    const target = text!.startsWith("/") ? text!.slice(1) : [parent, text!].filter(Boolean).join("/");
    const root = await rootGroup(node, signal);
    await changing(node.hierarchy, terminal, () => root.rename(node.path, target, { signal }));
    await node.close();
    if (terminal.json) await terminal.result({ from: node.path, to: target });
    else terminal.note(`/${node.path} is now /${target}`);
    return EXIT.ok;
  },
};
