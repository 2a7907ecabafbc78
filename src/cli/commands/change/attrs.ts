/** hyperslab attrs */
import { HyperslabError, open } from "../../../index.ts";
import { listOption, requireArguments } from "../../arguments.ts";
import { parseAssignments } from "../../assignments.ts";
import { changing } from "../../changed-hierarchy.ts";
import { closest } from "../../closest.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const USAGE = "attrs ADDRESS [--set NAME=VALUE]... [--delete NAME]...";

export const attrsCommand: Command = {
  usage: USAGE,
  description: "Shows the attributes of a node as JSON, or changes some of them and nothing else.",
  takesAddress: true,
  options: {
    set: {
      type: "string",
      value: "NAME=VALUE",
      multiple: true,
      help: "Set an attribute; the value is JSON or text; may be repeated",
    },
    delete: { type: "string", value: "NAME", multiple: true, help: "Delete an attribute; may be repeated" },
  },
  examples: [
    ["hyperslab attrs data.zarr::t2m", "show them"],
    ["hyperslab attrs data.zarr::t2m --set units=K --set valid_range='[180, 330]'", "set two"],
    ["hyperslab attrs data.zarr --delete history", "delete one"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const set = parseAssignments(listOption(options["set"]) ?? []);
    /** Names to delete. */
    const given = listOption(options["delete"]) ?? [];
    const node = await open(address!, { store, signal });
    const names = Object.keys(node.attributes);
    const unknown = given.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const near = closest(unknown, names);
      throw new HyperslabError("not-found", `there is no attribute "${unknown}"`, {
        location: node.hierarchy.store.location,
        node: node.path,
        hint: `Nothing was changed.${near === undefined ? "" : ` Did you mean ${near}?`}`,
      });
    }
    await changing(node.hierarchy, terminal, async () => {
      if (Object.keys(set).length > 0) await node.setAttributes(set);
      if (given.length > 0) await node.deleteAttributes(...given);
    });
    await node.close();
    await terminal.result(node.attributes);
    return EXIT.ok;
  },
};
