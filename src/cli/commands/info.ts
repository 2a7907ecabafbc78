/** hyperslab info */
import { type ArrayInfo, type FormatNote, type GroupInfo, type InfoReport, info } from "../../index.ts";
import { requireAddress } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Style } from "../output/style.ts";
import { formatBytes, formatCount, formatShape } from "../output/units.ts";

const USAGE = "info ADDRESS [--stored]";

export const infoCommand: Command = {
  usage: USAGE,
  description: "Shows format, dimensions, arrays with their types, chunks and codecs, attributes, and what is odd.",
  options: { stored: { type: "boolean", help: "Count stored chunks and bytes too" } },
  examples: [
    ["hyperslab data.zarr", "the same as hyperslab info data.zarr"],
    ["hyperslab info data.zarr::t2m --stored", "one array, with the share of chunks that is stored"],
    ["hyperslab info data.zarr --json | jq '.node.arrays[].path'", "names of arrays for a script"],
  ],
  run: async ({ positionals, options, terminal, signal }) => {
    const [address] = requireAddress(positionals, USAGE);
    const report = await info(address!, { stored: options["stored"] === true, signal });
    if (terminal.json) await terminal.result(report);
    else for (const line of infoLines(report, terminal.style)) await terminal.line(line);
    return EXIT.ok;
  },
};

function* infoLines(report: InfoReport, style: Style): Generator<string> {
  const { node } = report;
  const path = node.path === "" ? "" : `::${node.path}`;
  const consolidated = report.consolidated ? ", consolidated" : "";
  yield `${style.bold(`${report.location}${path}`)}  ${report.title} ${node.kind}${consolidated}`;
  if (node.kind === "array") yield* arrayLines(node, style);
  else yield* groupLines(node, style);
  yield* attributeLines(node.attributes, style);
  for (const note of report.notes) yield `${style.yellow("note")}    ${noteText(note)}`;
}

function noteText(note: FormatNote): string {
  const position = note.line === undefined ? "" : `:${note.line}:${note.column ?? 1}`;
  return `${note.key}${position} ${note.message}`;
}

function* groupLines(group: GroupInfo, style: Style): Generator<string> {
  const dims = Object.entries(group.dims).map(([name, length]) => `${name} ${formatCount(length)}`);
  if (dims.length > 0) yield `${style.dim("dims")}    ${dims.join(" · ")}`;
  const names = group.arrays.map((array) => nameOf(array.path));
  const width = Math.max(0, ...names.map((name) => name.length));
  for (const [index, array] of group.arrays.entries()) {
    const head = index === 0 ? style.dim("arrays") : "      ";
    yield `${head}  ${style.cyan(names[index]!.padEnd(width))}  ${arraySummary(array, style)}`;
  }
  if (group.groups.length > 0)
    yield `${style.dim("groups")}  ${group.groups.map((path) => `${nameOf(path)}/`).join("  ")}`;
  if (group.arrays.length + group.groups.length === 0) yield style.dim("(empty)");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `(time, lat, lon)  float32  64 x 180 x 360  chunks 1 x 90 x 180 (63.3 KiB)  bytes > zstd` */
function arraySummary(array: ArrayInfo, style: Style): string {
  const dims = array.dims.some((name) => name !== null)
    ? `(${array.dims.map((name) => name ?? "-").join(", ")})  `
    : "";
  return `${dims}${array.dtype}  ${formatShape(array.shape)}  ${chunkText(array)}  ${array.codecs}${storedText(array)}${unknownText(array, style)}`;
}

function chunkText(array: ArrayInfo): string {
  if (array.chunks === null) return "chunks of varying lengths";
  const count = array.shape.reduce((product, length) => product * length, 1);
  const size = array.bytes === null || count === 0 ? undefined : array.bytes / count;
  const bytes = (shape: readonly number[]): string =>
    size === undefined ? "" : ` (${formatBytes(shape.reduce((product, length) => product * length, size))})`;
  const shards = array.shards === null ? "" : ` in shards ${formatShape(array.shards)}${bytes(array.shards)}`;
  return `chunks ${formatShape(array.chunks)}${bytes(array.chunks)}${shards}`;
}

function storedText({ stored, bytes }: ArrayInfo): string {
  if (stored === undefined) return "";
  const ratio = bytes === null || stored.bytes === 0 ? "" : `, ${(bytes / stored.bytes).toFixed(1)}x`;
  return `  ${formatCount(stored.count)}/${formatCount(stored.of)} stored (${formatBytes(stored.bytes)}${ratio})`;
}

function unknownText({ unknownCodecs }: ArrayInfo, style: Style): string {
  return unknownCodecs.length === 0 ? "" : style.yellow(`  ! cannot be read: no codec ${unknownCodecs.join(", ")}`);
}

function* arrayLines(array: ArrayInfo, style: Style): Generator<string> {
  const field = (name: string, value: string): string => `${style.dim(name.padEnd(6))}  ${value}`;
  const logical = array.bytes === null ? "" : ` (${formatBytes(array.bytes)})`;
  yield field("type", array.dtype);
  yield field("shape", `${formatShape(array.shape)}${logical}`);
  if (array.dims.some((name) => name !== null)) yield field("dims", array.dims.map((name) => name ?? "-").join(", "));
  const objects = array.grid.reduce((product, count) => product * count, 1);
  const unit = array.shards === null ? "chunks" : "shards";
  yield field(
    "chunks",
    `${chunkText(array).replace(/^chunks /, "")}, ${formatCount(objects)} ${unit}${storedText(array)}`,
  );
  yield field("codecs", `${array.codecs}${unknownText(array, style)}`);
  yield field("fill", array.fillValue === null ? "undefined (reads as zero)" : String(array.fillValue));
}

function* attributeLines(attributes: Readonly<Record<string, unknown>>, style: Style): Generator<string> {
  const names = Object.keys(attributes);
  const width = Math.max(0, ...names.map((name) => name.length));
  for (const [index, name] of names.entries()) {
    const text = JSON.stringify(attributes[name], (_, part: unknown) =>
      typeof part === "bigint" ? String(part) : part,
    );
    const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
    yield `${index === 0 ? style.dim("attrs ") : "      "}  ${name.padEnd(width)}  ${shown}`;
  }
}
