/**
 * Python literals as `repr` prints data types: texts, integers, lists, tuples and dicts, `None`, `True`,
 * `False`. They become JSON, tuples as lists. Nothing is evaluated.
 */

import { jsonArray, jsonBoolean, jsonNull, jsonNumber, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { ownMember } from "../../bytes/own-member.ts";

const LARGEST_DEPTH = 64;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]" };
const WORDS: Readonly<Record<string, () => JsonNode>> = {
  None: jsonNull,
  True: () => jsonBoolean(true),
  False: () => jsonBoolean(false),
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\", "'": "'", '"': '"' };

/** The value; `undefined` if the text is not such a literal. */
export function parsePythonLiteral(text: string): JsonNode | undefined {
  const scanner = { text, at: 0 };
  const value = scanValue(scanner, 0);
  skipSpace(scanner);
  return value !== undefined && scanner.at === text.length ? value : undefined;
}

interface Scanner {
  readonly text: string;
  at: number;
}

function skipSpace(scanner: Scanner): void {
  while (scanner.text[scanner.at] === " " || scanner.text[scanner.at] === "\n") scanner.at += 1;
}

function scanValue(scanner: Scanner, depth: number): JsonNode | undefined {
  skipSpace(scanner);
  const first = scanner.text[scanner.at];
  if (first === undefined || depth > LARGEST_DEPTH) return undefined;
  if (first === "'" || first === '"') return scanText(scanner, first);
  const closing = ownMember(CLOSING, first);
  if (closing !== undefined) {
    const items = scanItems(scanner, closing, () => scanValue(scanner, depth + 1));
    return items === undefined ? undefined : jsonArray(items);
  }
  if (first === "{") {
    const members = scanItems(scanner, "}", () => scanMember(scanner, depth + 1));
    return members === undefined ? undefined : jsonObject(members);
  }
  const match = /^(?:-?\d{1,15}|None|True|False)(?![\w.])/.exec(scanner.text.slice(scanner.at, scanner.at + 20));
  if (match === null) return undefined;
  scanner.at += match[0].length;
  return ownMember(WORDS, match[0])?.() ?? jsonNumber(Number(match[0]));
}

/** The items between the brackets, separated by commas, optionally with a trailing comma. */
function scanItems<T>(scanner: Scanner, closing: string, scanItem: () => T | undefined): T[] | undefined {
  scanner.at += 1;
  const items: T[] = [];
  for (;;) {
    skipSpace(scanner);
    if (scanner.text[scanner.at] === closing) break;
    const item = scanItem();
    if (item === undefined) return undefined;
    items.push(item);
    skipSpace(scanner);
    if (scanner.text[scanner.at] === ",") scanner.at += 1;
    else if (scanner.text[scanner.at] !== closing) return undefined;
  }
  scanner.at += 1;
  return items;
}

function scanMember(scanner: Scanner, depth: number): readonly [string, JsonNode] | undefined {
  const name = scanValue(scanner, depth);
  skipSpace(scanner);
  if (name?.type !== "string" || scanner.text[scanner.at] !== ":") return undefined;
  scanner.at += 1;
  const value = scanValue(scanner, depth);
  return value === undefined ? undefined : [name.value, value];
}

function scanText(scanner: Scanner, quote: string): JsonNode | undefined {
  let value = "";
  for (scanner.at += 1; scanner.at < scanner.text.length; scanner.at += 1) {
    const letter = scanner.text[scanner.at]!;
    if (letter === quote) {
      scanner.at += 1;
      return jsonString(value);
    }
    if (letter !== "\\") {
      value += letter;
      continue;
    }
    const found = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([nrt\\'"]))/i.exec(
      scanner.text.slice(scanner.at),
    );
    if (found === null) return undefined;
    const [all, short, four, eight, plain] = found;
    const code = Number.parseInt(short ?? four ?? eight ?? "0", 16);
    if (code > 0x10ffff) return undefined;
    value += plain === undefined ? String.fromCodePoint(code) : (ownMember(ESCAPES, plain) ?? plain);
    scanner.at += all.length - 1;
  }
  return undefined;
}

/** A type as NumPy's `repr` of `dtype.str` or `dtype.descr` prints it: `'<f4'`, `[('a', '<i4'), ('b', '|u1', (2, 3))]`. */
export function printPythonType(type: JsonNode): string {
  if (type.type === "string") return printText(type.value);
  if (type.type !== "array") return "None";
  return `[${type.items.map(printField).join(", ")}]`;
}

function printField(field: JsonNode): string {
  if (field.type !== "array") return "()";
  const [name, type, shape] = field.items;
  const parts = [printText(name?.type === "string" ? name.value : ""), printPythonType(type ?? jsonNull())];
  if (shape?.type === "array") {
    const lengths = shape.items.map((item) => (item.type === "number" ? item.text : "0"));
    parts.push(lengths.length === 1 ? `(${lengths[0]},)` : `(${lengths.join(", ")})`);
  }
  return `(${parts.join(", ")})`;
}

/** Single quotes, unless the text contains one and no double quotes. */
function printText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let printed = "";
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (letter === quote || letter === "\\") printed += `\\${letter}`;
    else if (letter === "\n") printed += "\\n";
    else if (letter === "\r") printed += "\\r";
    else if (letter === "\t") printed += "\\t";
    else if (code < 0x20 || (code >= 0x7f && code < 0xa1) || code === 0xad) {
      printed += `\\x${code.toString(16).padStart(2, "0")}`;
    } else printed += letter;
  }
  return quote + printed + quote;
}
