/**
 * JSON trees to text in the styles of other writers, so that documents compare byte for byte. Number tokens are printed
 * unchanged. The output is strict JSON (RFC 8259) unless the caller asks for bare `NaN` and `Infinity`.
 */
import { HyperslabError } from "../../errors.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import { isStrictNumber, type JsonNode, type JsonNumber } from "./node.ts";
import { MAX_JSON_DEPTH } from "./parse.ts";
import { memberField } from "./view.ts";

export type JsonStyle =
  /** Documents of zarr-python 2: 4 spaces, names sorted by code point, ASCII. */
  | "zarr-python-2"
  /** Documents of zarr-python 3: 2 spaces, ASCII. */
  | "zarr-python-3"
  /** `json.dumps` without options: one line, `, ` and `: `, ASCII (zarr-python 3's `.zmetadata`, kerchunk). */
  | "python"
  /** No white space. */
  | "compact"
  /** numcodecs' json2: no white space, names sorted by code point, ASCII. */
  | "numcodecs"
  /** netCDF-C: one line, `, ` and `: ` in objects, `,` in arrays. */
  | "netcdf";

export interface PrintJsonOptions {
  /** NaN and infinities: refuse them (the default), or print the bare words as old writers did. */
  readonly nonFinite?: "error" | "token";
  /** True to sort names by code point, false to keep their order; the default is the style's. */
  readonly sorted?: boolean;
  /** True to escape everything beyond ASCII, false to print it as it is; the default is the style's. */
  readonly ascii?: boolean;
}

interface StyleRules {
  /** Spaces per level; undefined for output in one line. */
  readonly indent?: number;
  /** Between items of an array; between members; between name and value. */
  readonly itemComma: string;
  readonly memberComma: string;
  readonly colon: string;
  readonly sorted: boolean;
  readonly ascii: boolean;
}

const STYLES: Readonly<Record<JsonStyle, StyleRules>> = {
  "zarr-python-2": { indent: 4, itemComma: ",", memberComma: ",", colon: ": ", sorted: true, ascii: true },
  "zarr-python-3": { indent: 2, itemComma: ",", memberComma: ",", colon: ": ", sorted: false, ascii: true },
  python: { itemComma: ", ", memberComma: ", ", colon: ": ", sorted: false, ascii: true },
  numcodecs: { itemComma: ",", memberComma: ",", colon: ":", sorted: true, ascii: true },
  compact: { itemComma: ",", memberComma: ",", colon: ":", sorted: false, ascii: false },
  netcdf: { itemComma: ",", memberComma: ", ", colon: ": ", sorted: false, ascii: false },
};

/** Prints a tree. A number that cannot be printed is an `invalid-request` that names its path. */
export function printJson(node: JsonNode, style: JsonStyle, options: PrintJsonOptions = {}): string {
  try {
    const own = STYLES[style];
    const { sorted = own.sorted, ascii = own.ascii } = options;
    return print(node, { rules: { ...own, sorted, ascii }, tokens: options.nonFinite === "token", path: [] });
  } catch (cause) {
    // Engines throw this for a text beyond the longest possible string.
    if (!(cause instanceof RangeError)) throw cause;
    throw new HyperslabError("invalid-request", "JSON document is too long to print as one text", { cause });
  }
}

/** The same as UTF-8. */
export function printJsonBytes(node: JsonNode, style: JsonStyle, options: PrintJsonOptions = {}): Uint8Array {
  return encodeUtf8(printJson(node, style, options));
}

interface Printer {
  readonly rules: StyleRules;
  readonly tokens: boolean;
  /** Member names and array indices down to the current value. */
  readonly path: (string | number)[];
}

function print(node: JsonNode, printer: Printer): string {
  switch (node.type) {
    case "null":
      return "null";
    case "boolean":
      return node.value ? "true" : "false";
    case "number":
      return printNumber(node, printer);
    case "string":
      return printString(node.value, printer.rules.ascii);
    case "array":
      return node.items.length === 0 ? "[]" : printArray(node.items, printer);
    case "object":
      return node.members.size === 0 ? "{}" : printObject(node.members, printer);
  }
}

function printArray(items: readonly JsonNode[], printer: Printer): string {
  const { rules, path } = printer;
  const end = lineBreak(printer);
  path.push(0);
  const start = lineBreak(printer);
  let out = `[${start}`;
  for (const [index, item] of items.entries()) {
    path[path.length - 1] = index;
    if (index > 0) out += rules.itemComma + start;
    out += print(item, printer);
  }
  path.pop();
  return `${out}${end}]`;
}

function printObject(members: ReadonlyMap<string, JsonNode>, printer: Printer): string {
  const { rules, path } = printer;
  const end = lineBreak(printer);
  path.push("");
  const start = lineBreak(printer);
  let out = `{${start}`;
  let comma = "";
  for (const [name, member] of rules.sorted ? sortedByCodePoint(members) : members) {
    path[path.length - 1] = name;
    out += comma + printString(name, rules.ascii) + rules.colon + print(member, printer);
    comma = rules.memberComma + start;
  }
  path.pop();
  return `${out}${end}}`;
}

/** A line break and the indentation of the current depth; empty in one-line styles. */
function lineBreak({ rules, path }: Printer): string {
  if (path.length > MAX_JSON_DEPTH) {
    throw new HyperslabError("invalid-request", `JSON values are nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return rules.indent === undefined ? "" : `\n${" ".repeat(rules.indent * path.length)}`;
}

function printNumber(node: JsonNumber, { tokens, path }: Printer): string {
  if (isStrictNumber(node.text)) return node.text;
  const known = node.text === "NaN" || node.text === "Infinity" || node.text === "-Infinity";
  if (tokens && known) return node.text;
  let field = "";
  for (const step of path) field = typeof step === "number" ? `${field}[${step}]` : memberField(field, step);
  throw new HyperslabError(
    "invalid-request",
    `JSON cannot express the number ${node.text}`,
    field === "" ? {} : { field },
  );
}

/** Python uses the built-in escapes too, and also escapes DEL and everything outside ASCII. */
function printString(value: string, ascii: boolean): string {
  const printed = JSON.stringify(value);
  return ascii ? printed.replace(/[\u007f-\uffff]/g, escapeUnit) : printed;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function sortedByCodePoint<T>(members: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...members].sort(([a], [b]) => compareCodePoints(a, b));
}

/** Python's order of strings. UTF-16 order differs if a surrogate pair meets a unit from U+E000 on. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  // If the texts first differ inside a pair, the whole pair is compared.
  const start = at > 0 && (a.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at;
  return a.codePointAt(start)! - b.codePointAt(start)! || a.codePointAt(at)! - b.codePointAt(at)!;
}
