/** hyperslab attrs */
import { open } from "../../index.ts";
import { listOption, requireAddress } from "../arguments.ts";
import { parseAssignments } from "../assignments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { jsonText } from "../output/json-text.ts";

const USAGE = "attrs ADDRESS [--set NAME=VALUE]... [--delete NAME]...";

export const attrsCommand: Command = {
  usage: USAGE,
  description: "Shows the attributes of a node as JSON, or changes some and leaves everything else as it is.",
  options: {
    set: { type: "string", value: "NAME=VALUE", multiple: true, help: "Set an attribute; the value is JSON or text" },
    delete: { type: "string", value: "NAME", multiple: true, help: "Delete an attribute" },
  },
  examples: [
    ["hyperslab attrs data.zarr::t2m", "show them"],
    ["hyperslab attrs data.zarr::t2m --set units=K --set valid_range='[180, 330]'", "set two"],
    ["hyperslab attrs data.zarr --delete history", "delete one"],
  ],
  run: async ({ positionals, options, terminal, signal }) => {
    const [address] = requireAddress(positionals, USAGE);
    const node = await open(address!, { signal });
    const set = parseAssignments(listOption(options["set"]) ?? []);
    const drop = listOption(options["delete"]) ?? [];
    if (Object.keys(set).length > 0) await node.setAttributes(set);
    if (drop.length > 0) await node.deleteAttributes(...drop);
    await terminal.line(jsonText(node.attributes));
    return EXIT.ok;
  },
};
