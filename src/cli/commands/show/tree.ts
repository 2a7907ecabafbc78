/** hyperslab tree */
import { type TreeEntry, tree } from "../../../index.ts";
import { integerOption, requireArguments } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { exitCodeFor } from "../../exit-codes.ts";
import { noteText } from "../../output/note-text.ts";
import type { Style } from "../../output/style.ts";
import { dimsText, printable, shapeText, typeText } from "../../output/units.ts";

const USAGE = "tree ADDRESS [--depth N]";

export const treeCommand: Command = {
  usage: USAGE,
  description:
    "Shows the groups and arrays below an address. Reads metadata only. A node that cannot be read is shown with the\n" +
    "reason; the exit code is then that of the first such node.",
  takesAddress: true,
  options: { depth: { type: "string", short: "d", value: "N", help: "How many levels to show (default: all)" } },
  examples: [
    ["hyperslab tree data.zarr", "everything below"],
    ["hyperslab tree data.zarr --depth 1", "the first level"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const report = await tree(address!, { depth: integerOption("depth", options["depth"]), store, signal });
    const { root, location, title } = report;
    if (terminal.json) await terminal.result(report);
    else {
      const name = root.path === "" ? location : `${location}::${root.path}`;
      const details = root.kind === "array" ? `  ${terminal.style.dim(arrayText(root))}` : "";
      await terminal.line(`${terminal.style.bold(name)}  ${title} ${root.kind}${details}`);
      for (const line of treeLines(root, "", terminal.style)) await terminal.line(line);
      for (const note of [...report.unfinished.map(noteText), ...(report.leftOut ?? []).map(printable)])
        await terminal.line(`${terminal.style.yellow("note")}  ${note}`);
    }
    return exitCodeFor(report.unreadable);
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
  const name = printable(entry.name);
  if (entry.kind === "group") return `${style.bold(name)}/`;
  if (entry.kind === "array") return `${style.cyan(name)}  ${style.dim(arrayText(entry))}`;
  return `${name}  ${style.yellow(`! cannot be read: ${entry.problem?.message ?? ""}`)}`;
}

function arrayText({ dims = [], dtype = "", typeName, shape = [] }: TreeEntry): string {
  return [dimsText(dims), typeText({ dtype, typeName }), shapeText(shape)].filter((part) => part !== "").join(" ");
}
