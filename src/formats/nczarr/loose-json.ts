/**
 * Text that netCDF-C writes as JSON although it is not valid: bare words (`0x10`, `False`, `inf`), raw control
 * characters, escapes that JSON does not have (`\'`), and bytes that are not UTF-8. Read as netCDF-C reads it. Used
 * only if the strict parser fails.
 */
import type { JsonNode } from "../../bytes/json/node.ts";
import { isStrictNumber } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { peekToken, type Scanner, syntaxError } from "../../bytes/json/scan.ts";
import { type JsonView, jsonView, viewDocument } from "../../bytes/json/view.ts";
import { byteLimits } from "../../bytes/limits.ts";
import { firstMalformedByte, textIfUtf8 } from "../../bytes/text/utf8.ts";
import { isHyperslabError } from "../../errors.ts";
import type { Notes } from "../notes.ts";

/** A document of NCZarr; undefined to leave it to the ordinary reader. */
export function decodeLoose(bytes: Uint8Array, key: string, notes: Notes): JsonView | undefined {
  try {
    const document = parseJson(bytes, { key });
    return document.duplicates.length === 0 && document.root.type === "object" ? viewDocument(document) : undefined;
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
  }
  const view = looseView(bytes, key);
  if (view !== undefined) notes.add(view, "not JSON; read as netCDF-C reads it");
  return view;
}

function looseView(bytes: Uint8Array, key: string): JsonView | undefined {
  const text = escapedText(bytes);
  const scanner: Scanner = { text, key, at: 0 };
  try {
    const root = readValue(scanner, 0);
    const isWhole = Number.isNaN(peekToken(scanner));
    return isWhole && root.type === "object" ? jsonView(root, { key, text }) : undefined;
  } catch (error) {
    // The ordinary reader gives a better error.
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}

/** UTF-8 in which a byte that belongs to no character becomes a lone surrogate: 0x80 + n is U+DC80 + n. */
function escapedText(bytes: Uint8Array): string {
  let text = "";
  for (let rest = bytes; rest.byteLength > 0; ) {
    const bad = firstMalformedByte(rest);
    text += textIfUtf8(rest.subarray(0, bad ?? rest.byteLength)) ?? "";
    if (bad === undefined) break;
    text += String.fromCharCode(0xdc00 + rest[bad]!);
    rest = rest.subarray(bad + 1);
  }
  return text;
}

const WORD = /[A-Za-z0-9_$+\-.]+/y;

function readValue(scanner: Scanner, depth: number): JsonNode {
  if (byteLimits.jsonDepth.isExceededBy(depth)) throw syntaxError(scanner, "expected fewer levels");
  const code = peekToken(scanner);
  const offset = scanner.at;
  if (code === 0x22) return { type: "string", value: readString(scanner), offset };
  if (code === 0x5b) {
    const items: JsonNode[] = [];
    readList(scanner, 0x5d, () => items.push(readValue(scanner, depth + 1)));
    return { type: "array", items, offset };
  }
  if (code === 0x7b) {
    const members = new Map<string, JsonNode>();
    readList(scanner, 0x7d, () => readMember(scanner, members, depth));
    return { type: "object", members, offset };
  }
  return wordNode(readWord(scanner), offset);
}

function readMember(scanner: Scanner, members: Map<string, JsonNode>, depth: number): void {
  const name = peekToken(scanner) === 0x22 ? readString(scanner) : readWord(scanner);
  if (peekToken(scanner) !== 0x3a) throw syntaxError(scanner, "expected ':' after a member name");
  scanner.at++;
  members.set(name, readValue(scanner, depth + 1));
}

/** Reads from the opening bracket to the closing one. */
function readList(scanner: Scanner, end: number, readItem: () => void): void {
  scanner.at++;
  if (peekToken(scanner) === end) scanner.at++;
  else {
    for (;;) {
      readItem();
      const code = peekToken(scanner);
      scanner.at++;
      if (code === end) return;
      if (code !== 0x2c) throw syntaxError(scanner, "expected ','");
    }
  }
}

function readWord(scanner: Scanner): string {
  WORD.lastIndex = scanner.at;
  const word = WORD.exec(scanner.text)?.[0];
  if (word === undefined) throw syntaxError(scanner, "expected a value");
  scanner.at += word.length;
  return word;
}

/** A word without any other meaning is text. */
function wordNode(word: string, offset: number): JsonNode {
  const lower = word.toLowerCase();
  if (lower === "true" || lower === "false") return { type: "boolean", value: lower === "true", offset };
  if (lower === "null") return { type: "null", offset };
  const number = nonFiniteToken(word) ?? (isStrictNumber(word) ? word : undefined);
  return number === undefined ? { type: "string", value: word, offset } : { type: "number", text: number, offset };
}

/** The token of a word for NaN or infinity, in any spelling. */
export function nonFiniteToken(word: string): string | undefined {
  const [, sign, name] = /^([+-]?)(nanf?|inff?|infinityf?)$/i.exec(word) ?? [];
  if (name === undefined) return undefined;
  if (/^nan/i.test(name)) return "NaN";
  return sign === "-" ? "-Infinity" : "Infinity";
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Control characters may be raw. In escapes that JSON does not have, the backslash is dropped. */
function readString(scanner: Scanner): string {
  const { text } = scanner;
  let value = "";
  let start = scanner.at + 1;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      scanner.at = at + 1;
      return value + text.slice(start, at);
    }
    if (character !== "\\") continue;
    value += text.slice(start, at);
    at++;
    const hex = /^u([0-9a-fA-F]{4})/.exec(text.slice(at, at + 5))?.[1];
    value +=
      hex === undefined ? (ESCAPES.get(text[at] ?? "") ?? text[at] ?? "") : String.fromCharCode(Number(`0x${hex}`));
    if (hex !== undefined) at += 4;
    start = at + 1;
  }
  throw syntaxError(scanner, "a string is not closed");
}
