/** hyperslab tree */
import { type TreeEntry, tree } from "../../index.ts";
import { integerOption, requireAddress } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Style } from "../output/style.ts";
import { formatShape } from "../output/units.ts";

const USAGE = "tree ADDRESS [--depth N]";

export const treeCommand: Command = {
  usage: USAGE,
  description: "Groups and arrays below an address. Reads metadata only.",
  options: { depth: { type: "string", short: "d", value: "N", help: "Levels to show" } },
  examples: [
    ["hyperslab tree data.zarr", "everything below"],
    ["hyperslab tree data.zarr --depth 1", "the first level"],
  ],
  run: async ({ positionals, options, terminal, signal }) => {
    const [address] = requireAddress(positionals, USAGE);
    const report = await tree(address!, { depth: integerOption("depth", options["depth"]), signal });
    if (terminal.json) await terminal.result(report);
    else {
      await terminal.line(`${terminal.style.bold(report.root.name || report.location)}  ${report.title}`);
      for (const line of treeLines(report.root, "", terminal.style)) await terminal.line(line);
    }
    return EXIT.ok;
  },
};

export function* treeLines(entry: TreeEntry, indent: string, style: Style): Generator<string> {
  const children = entry.children ?? [];
  for (const [index, child] of children.entries()) {
    const last = index === children.length - 1;
    yield `${indent}${last ? "└── " : "├── "}${entryText(child, style)}`;
    yield* treeLines(child, `${indent}${last ? "    " : "│   "}`, style);
  }
}

function entryText(entry: TreeEntry, style: Style): string {
  if (entry.kind === "group") return `${style.bold(entry.name)}/`;
  const dims =
    entry.dims?.some((name) => name !== null) === true ? `(${entry.dims.map((name) => name ?? "-").join(", ")}) ` : "";
  return `${style.cyan(entry.name)}  ${style.dim(`${dims}${entry.dtype} ${formatShape(entry.shape ?? [])}`)}`;
}
