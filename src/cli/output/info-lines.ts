/** An info report in the terminal: aligned columns as wide as the terminal allows, with irregularities at the end. */
import type { ArrayInfo, ChunkLengths, CodecInfo, GroupInfo, InfoReport } from "../../index.ts";
import { coordinateRows } from "./coordinate-rows.ts";
import { noteText } from "./note-text.ts";
import type { Style } from "./style.ts";
import { tableRows } from "./table.ts";
import { counted, dimsText, formatBytes, formatCount, printable, shapeText, typeText, valueText } from "./units.ts";
import { shortened, widthOf, wrapped } from "./width.ts";

const LONGEST_ATTRIBUTE = 100;
/** Labels precede the text: `arrays  t2m ...`. */
const INDENT = 8;
/** Narrower terminals are treated as this wide. */
const NARROWEST = 40;

/** `columns` is the width of the terminal; undefined if the output is a file or a pipe, which get everything. */
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

/** A label and its text, wrapped with a hanging indent. */
function* field(label: string, text: string, width: number, paint: (text: string) => string): Generator<string> {
  for (const [index, line] of wrapped(text, width).entries()) {
    yield `${index === 0 ? paint(label) : " ".repeat(label.length)}${" ".repeat(INDENT - label.length)}${line}`;
  }
}

function* groupLines(group: GroupInfo, style: Style, width: number): Generator<string> {
  const dims = Object.entries(group.dims).map(([name, length]) => `${printable(name)} ${formatCount(length)}`);
  if (dims.length > 0) yield* field("dims", dims.join(" · "), width, style.dim);
  yield* section("coords", coordinateRows(group.coordinates, style, width), style);
  const coordinates = new Set(group.coordinates.map(({ path }) => path));
  // With storage sizes, the table is about storage, and lists all arrays.
  const others = group.arrays.filter(({ path, stored }) => stored !== undefined || !coordinates.has(path));
  yield* section("arrays", arrayRows(others, style, width), style);
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

/** Rows below a label of six letters. */
function* section(label: string, rows: readonly string[], style: Style): Generator<string> {
  for (const [index, row] of rows.entries()) yield `${index === 0 ? style.dim(label) : "      "}  ${row}`;
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
const COLUMNS: readonly ((array: ArrayInfo, longest: number) => string)[] = [
  ({ path }) => printable(nameOf(path)),
  ({ dims }) => dimsText(dims),
  typeText,
  ({ shape }) => shapeText(shape),
  (array) => `chunks ${chunkText(array)}`,
  (array) => `chunks ${shapeText(array.chunks)}`,
  ({ codecText: chain }) => chain,
  (array) => storedText(array).trimStart(),
  meaningText,
];
/** Columns that are tried in turn, until a choice fits: all, then without codecs, sizes of chunks, names of dimensions ... */
const CHOICES = [
  [0, 1, 2, 3, 8, 4, 6, 7],
  [0, 1, 2, 3, 8, 4, 7],
  [0, 1, 2, 3, 8, 5, 7],
  [0, 2, 3, 8, 5, 7],
  [0, 2, 3, 8, 7],
  [0, 3, 8, 7],
  [0, 3, 7],
  [0, 3],
  [0],
];
/** `t2m  (time, lat, lon)  float32  64 x 180 x 360  air temperature [K]  chunks 1 x 90 x 180 (63.3 KiB)  bytes > zstd` */
function arrayRows(arrays: readonly ArrayInfo[], style: Style, width: number): readonly string[] {
  // The meaning of a variable takes at most a third of the line.
  const longest = Math.max(16, Math.floor(width / 3));
  const rows = arrays.map((array) => COLUMNS.map((column) => column(array, longest)));
  return tableRows({ rows, choices: CHOICES, width, paint: style.cyan });
}

/** `air temperature [K], time: mean` */
function meaningText({ attributes }: ArrayInfo, longest: number): string {
  const text = (name: string): string => {
    const value = attributes[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const named = text("long_name") || text("standard_name");
  const units = text("units");
  const meaning = [named, units === "" ? "" : `[${units}]`].filter((part) => part !== "").join(" ");
  const methods = text("cell_methods");
  const whole = [meaning, methods].filter((part) => part !== "").join(", ");
  return whole === "" ? "" : shortened(printable(whole), longest);
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
  yield* line("type", typeText(array));
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

/** Codecs with their settings in one line: `bytes(endian=little) > zstd(level=3)`. */
function codecText(codecs: readonly CodecInfo[]): string {
  return codecs.map(oneCodec).join(" > ");
}

function oneCodec({ name, configuration }: CodecInfo): string {
  const members = isObject(configuration) ? Object.entries(configuration) : [];
  const settings = members.map(([key, value]) => `${key}=${settingText(key, value)}`);
  return settings.length === 0 ? name : `${name}(${settings.join(", ")})`;
}

function settingText(key: string, value: unknown): string {
  if (key.endsWith("codecs") && Array.isArray(value)) return value.map((codec) => oneCodec(asCodec(codec))).join(" > ");
  if (key === "chunk_shape" && isLengths(value)) return shapeText(value);
  return typeof value === "string" ? value : valueText(value);
}

/** A codec inside a configuration: an object with a name, or a bare name. */
function asCodec(value: unknown): CodecInfo {
  if (!isObject(value)) return { name: String(value), configuration: {} };
  const { name, configuration } = value;
  return { name: String(name), configuration: isObject(configuration) ? configuration : {} };
}

function isObject(value: unknown): value is Record<string, never> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLengths(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((length) => typeof length === "number");
}
