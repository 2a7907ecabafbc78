/** An info report on a screen: aligned columns, with irregularities at the end. */
import type { ArrayInfo, ChunkLengths, GroupInfo, InfoReport } from "../../index.ts";
import { codecText } from "./codec-text.ts";
import { noteText } from "./note-text.ts";
import type { Style } from "./style.ts";
import { counted, dimsText, formatBytes, formatCount, printable, shapeText, shortened, valueText } from "./units.ts";

/** Wider cells are not aligned. */
const WIDEST_COLUMN = 32;
const LONGEST_ATTRIBUTE = 100;

export function* infoLines(report: InfoReport, style: Style): Generator<string> {
  const { node } = report;
  const path = node.path === "" ? "" : `::${node.path}`;
  const consolidated = report.consolidated ? ", consolidated" : "";
  yield `${style.bold(printable(`${report.location}${path}`))}  ${report.title} ${node.kind}${consolidated}`;
  yield* node.kind === "array" ? arrayLines(node, style) : groupLines(node, style);
  yield* attributeLines(node.attributes, style);
  for (const note of report.notes) yield `${style.yellow("note")}    ${noteText(note)}`;
}

function* groupLines(group: GroupInfo, style: Style): Generator<string> {
  const dims = Object.entries(group.dims).map(([name, length]) => `${printable(name)} ${formatCount(length)}`);
  if (dims.length > 0) yield `${style.dim("dims")}    ${dims.join(" · ")}`;
  for (const [index, row] of arrayRows(group.arrays, style).entries()) {
    yield `${index === 0 ? style.dim("arrays") : "      "}  ${row}`;
  }
  const groups = group.groups.map((path) => `${printable(nameOf(path))}/`);
  if (groups.length > 0) yield `${style.dim("groups")}  ${groups.join("  ")}`;
  if (group.arrays.length + group.groups.length + group.unreadable.length === 0) yield style.dim("(empty)");
  for (const { path, message } of group.unreadable) {
    yield `${style.yellow("!")}       ${printable(nameOf(path))}  ${style.yellow(`cannot be read: ${message}`)}`;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `t2m  (time, lat, lon)  float32  64 x 180 x 360  chunks 1 x 90 x 180 (63.3 KiB)  bytes > zstd` */
function arrayRows(arrays: readonly ArrayInfo[], style: Style): readonly string[] {
  const rows = arrays.map((array) => [
    printable(nameOf(array.path)),
    dimsText(array.dims),
    array.dtype,
    shapeText(array.shape),
    `chunks ${chunkText(array)}`,
  ]);
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(
      WIDEST_COLUMN,
      rows.reduce((most, row) => Math.max(most, row[column]!.length), 0),
    ),
  );
  return rows.map((row, index) => {
    const cells = row.map((cell, column) => (column === 0 ? style.cyan(cell) : cell) + padding(cell, widths[column]!));
    const shown = cells.filter((_, column) => widths[column]! > 0);
    const array = arrays[index]!;
    return [...shown, `${array.codecText}${storedText(array)}${unknownText(array, style)}`].join("  ");
  });
}

function padding(cell: string, width: number): string {
  return " ".repeat(Math.max(0, width - cell.length));
}

function chunkText({ chunks, shards, itemSize }: ArrayInfo): string {
  const inShards = shards === null ? "" : ` in shards ${shapeText(shards)}${sizeText(shards, itemSize)}`;
  return `${shapeText(chunks)}${sizeText(chunks, itemSize)}${inShards}`;
}

function sizeText(lengths: ChunkLengths, itemSize: number | null): string {
  if (itemSize === null || lengths.some((length) => typeof length !== "number")) return "";
  return ` (${formatBytes(lengths.reduce((product: number, length) => product * Number(length), itemSize))})`;
}

function storedText({ stored, bytes }: ArrayInfo): string {
  if (stored === undefined) return "";
  const ratio = bytes === null || stored.bytes === 0 ? "" : `, ${(bytes / stored.bytes).toFixed(1)}x`;
  return `  ${formatCount(stored.count)}/${formatCount(stored.of)} stored (${formatBytes(stored.bytes)}${ratio})`;
}

function unknownText({ unknownCodecs }: ArrayInfo, style: Style): string {
  return unknownCodecs.length === 0
    ? ""
    : style.yellow(`  ! cannot be read: unknown codec ${unknownCodecs.join(", ")}`);
}

function* arrayLines(array: ArrayInfo, style: Style): Generator<string> {
  const field = (name: string, value: string): string => `${style.dim(name.padEnd(6))}  ${value}`;
  yield field("type", array.dtype);
  yield field("shape", `${shapeText(array.shape)}${array.bytes === null ? "" : ` (${formatBytes(array.bytes)})`}`);
  const dims = dimsText(array.dims);
  if (dims !== "") yield field("dims", dims.slice(1, -1));
  const objects = array.grid.reduce((product, count) => product * count, 1);
  const unit = array.shards === null ? "chunk" : "shard";
  yield field("chunks", `${chunkText(array)}, ${counted(objects, unit)}${storedText(array)}`);
  yield field("codecs", `${codecText(array.codecs)}${unknownText(array, style)}`);
  yield field("fill", array.fillText ?? "undefined (reads as zero)");
}

function* attributeLines(attributes: Readonly<Record<string, unknown>>, style: Style): Generator<string> {
  const names = Object.keys(attributes).map(printable);
  const width = Math.min(
    WIDEST_COLUMN,
    names.reduce((most, name) => Math.max(most, name.length), 0),
  );
  for (const [index, value] of Object.values(attributes).entries()) {
    const head = index === 0 ? style.dim("attrs ") : "      ";
    yield `${head}  ${names[index]!.padEnd(width)}  ${shortened(valueText(value), LONGEST_ATTRIBUTE)}`;
  }
}
