/** An info report on a screen: aligned columns as wide as the terminal allows, with irregularities at the end. */
import type { ArrayInfo, ChunkLengths, GroupInfo, InfoReport } from "../../index.ts";
import { codecText } from "./codec-text.ts";
import { noteText } from "./note-text.ts";
import type { Style } from "./style.ts";
import { counted, dimsText, formatBytes, formatCount, printable, shapeText, valueText } from "./units.ts";
import { shortened, widthOf, wrapped } from "./width.ts";

const LONGEST_ATTRIBUTE = 100;
/** Labels stand before the text: `arrays  t2m ...`. */
const INDENT = 8;
/** Narrower terminals are taken for this wide. */
const NARROWEST = 40;

/** `columns`: the width of the terminal; absent if the lines go to a file or a pipe, which get all there is. */
export function* infoLines(report: InfoReport, style: Style, columns?: number): Generator<string> {
  const width = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, columns) - INDENT;
  const { node } = report;
  const place = printable(`${report.location}${node.path === "" ? "" : `::${node.path}`}`);
  const title = `${report.title} ${node.kind}${report.consolidated ? ", consolidated" : ""}`;
  const fits = widthOf(place) + 2 + title.length <= width + INDENT;
  yield fits ? `${style.bold(place)}  ${title}` : style.bold(place);
  if (!fits) yield `${" ".repeat(INDENT)}${title}`;
  yield* node.kind === "array" ? arrayLines(node, style, width) : groupLines(node, style, width);
  yield* attributeLines(node.attributes, style, width);
  for (const note of report.notes) yield* field("note", noteText(note), width, style.yellow);
}

/** A label and its text, which goes on below itself where the line ends. */
function* field(label: string, text: string, width: number, paint: (text: string) => string): Generator<string> {
  for (const [index, line] of wrapped(text, width).entries()) {
    yield `${index === 0 ? paint(label) : " ".repeat(label.length)}${" ".repeat(INDENT - label.length)}${line}`;
  }
}

function* groupLines(group: GroupInfo, style: Style, width: number): Generator<string> {
  const dims = Object.entries(group.dims).map(([name, length]) => `${printable(name)} ${formatCount(length)}`);
  if (dims.length > 0) yield* field("dims", dims.join(" · "), width, style.dim);
  for (const [index, row] of arrayRows(group.arrays, style, width).entries()) {
    yield `${index === 0 ? style.dim("arrays") : "      "}  ${row}`;
  }
  for (const { path, unknownCodecs } of group.arrays) {
    if (unknownCodecs.length > 0) yield* problem(nameOf(path), unknownText(unknownCodecs), width, style);
  }
  const groups = group.groups.map((path) => `${printable(nameOf(path))}/`);
  if (groups.length > 0) yield* field("groups", groups.join("  "), width, style.dim);
  if (group.arrays.length + group.groups.length + group.unreadable.length === 0) yield style.dim("(empty)");
  for (const { path, message } of group.unreadable) {
    yield* problem(nameOf(path), `cannot be read: ${message}`, width, style);
  }
}

/** Why a node cannot be read; `name` is empty if the report is about this node alone. */
function* problem(name: string, text: string, width: number, style: Style): Generator<string> {
  const whole = name === "" ? text : `${printable(name)}  ${text}`;
  for (const line of field("!", whole, width, (label) => label)) yield style.yellow(line);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Columns of the table of arrays. */
const COLUMNS: readonly ((array: ArrayInfo) => string)[] = [
  ({ path }) => printable(nameOf(path)),
  ({ dims }) => dimsText(dims),
  ({ dtype }) => dtype,
  ({ shape }) => shapeText(shape),
  (array) => `chunks ${chunkText(array)}`,
  (array) => `chunks ${shapeText(array.chunks)}`,
  ({ codecText: chain }) => chain,
  (array) => storedText(array).trimStart(),
];
/** Columns that are shown in turn, until a choice fits: all, then without codecs, sizes of chunks, names of dimensions ... */
const CHOICES = [
  [0, 1, 2, 3, 4, 6, 7],
  [0, 1, 2, 3, 4, 7],
  [0, 1, 2, 3, 5, 7],
  [0, 2, 3, 5, 7],
  [0, 2, 3, 7],
  [0, 3, 7],
  [0, 3],
  [0],
];

/** `t2m  (time, lat, lon)  float32  64 x 180 x 360  chunks 1 x 90 x 180 (63.3 KiB)  bytes > zstd` */
function arrayRows(arrays: readonly ArrayInfo[], style: Style, width: number): readonly string[] {
  const rows = arrays.map((array) => COLUMNS.map((column) => column(array)));
  const widths = COLUMNS.map((_, column) => rows.reduce((most, row) => Math.max(most, widthOf(row[column]!)), 0));
  const filled = CHOICES.map((choice) => choice.filter((column) => widths[column]! > 0));
  const total = (choice: readonly number[]): number => choice.reduce((sum, column) => sum + widths[column]! + 2, -2);
  const shown = filled.find((choice) => total(choice) <= width) ?? [0];
  return rows.map((row) =>
    shown
      .map((column, at) => {
        const cell = shortened(row[column]!, width);
        const padding = at === shown.length - 1 ? "" : " ".repeat(widths[column]! - widthOf(cell));
        return (column === 0 ? style.cyan(cell) : cell) + padding;
      })
      .join("  "),
  );
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

function unknownText(unknownCodecs: readonly string[]): string {
  return `cannot be read: unknown codec ${unknownCodecs.join(", ")}`;
}

function* arrayLines(array: ArrayInfo, style: Style, width: number): Generator<string> {
  const line = (name: string, value: string): Generator<string> => field(name, value, width, style.dim);
  yield* line("type", array.dtype);
  yield* line("shape", `${shapeText(array.shape)}${array.bytes === null ? "" : ` (${formatBytes(array.bytes)})`}`);
  const dims = dimsText(array.dims);
  if (dims !== "") yield* line("dims", dims.slice(1, -1));
  const objects = array.grid.reduce((product, count) => product * count, 1);
  const unit = array.shards === null ? "chunk" : "shard";
  yield* line("chunks", `${chunkText(array)}, ${counted(objects, unit)}${storedText(array)}`);
  yield* line("codecs", codecText(array.codecs));
  if (array.unknownCodecs.length > 0) yield* problem("", unknownText(array.unknownCodecs), width, style);
  yield* line("fill", array.fillText ?? "undefined (reads as zero)");
}

function* attributeLines(
  attributes: Readonly<Record<string, unknown>>,
  style: Style,
  width: number,
): Generator<string> {
  const longest = Math.floor(Math.min(width, LONGEST_ATTRIBUTE) / 3);
  const names = Object.keys(attributes).map((name) => shortened(printable(name), longest));
  const wide = names.reduce((most, name) => Math.max(most, widthOf(name)), 0);
  for (const [index, value] of Object.values(attributes).entries()) {
    const head = index === 0 ? style.dim("attrs ") : "      ";
    const padding = " ".repeat(wide - widthOf(names[index]!));
    const text = shortened(valueText(value), Math.min(LONGEST_ATTRIBUTE, width - wide - 2));
    yield `${head}  ${names[index]!}${padding}  ${text}`;
  }
}
