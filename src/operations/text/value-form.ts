/** How values are spelled: as CDL constants, as cells of a table, as strict JSON. */

import { fromPlain, jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, PlainJson } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import { encodeBase64 } from "../../bytes/text/base64.ts";
import { hexadecimal } from "../../bytes/text/hexadecimal.ts";
import { quotedText } from "../../cdl/print/quoted-text.ts";

export interface ValueForm {
  /** `1.5`, but also `NaN`, `Infinity` and `-Infinity`. */
  number(text: string): string;
  text(value: string): string;
  bytes(value: Uint8Array): string;
  /** Parts of a complex number, a sub-array, a row. */
  list(parts: readonly string[]): string;
  /** A struct. */
  record(names: readonly string[], parts: readonly string[]): string;
  /** A JSON value as an element. */
  json(value: PlainJson): string;
  /** A missing optional element. */
  readonly missing: string;
}

/** As ncdump writes them: `"text"`, `0X01FF`, `{1, 2}`. */
export const CDL_FORM: ValueForm = {
  number: (text) => text,
  text: quotedText,
  bytes: (value) => `0X${hexadecimal(value).toUpperCase()}`,
  list: (parts) => `{${parts.join(", ")}}`,
  record: (_, parts) => `{${parts.join(", ")}}`,
  json: (value) => quotedText(looseJson(fromPlain(value))),
  missing: "_",
};

/** The content of one cell, before commas and quotes are escaped. */
export const CELL_FORM: ValueForm = {
  number: (text) => text,
  text: (value) => value,
  bytes: hexadecimal,
  list: (parts) => `[${parts.join(", ")}]`,
  record: (names, parts) => `{${parts.map((part, i) => `${names[i]}: ${part}`).join(", ")}}`,
  json: (value) => looseJson(fromPlain(value)),
  missing: "",
};

/** Strict JSON: numbers that are not finite become text, bytes become Base64. */
export const JSON_FORM: ValueForm = {
  number: (text) => (/^-?\d/.test(text) ? text : JSON.stringify(text)),
  text: (value) => JSON.stringify(value),
  bytes: (value) => JSON.stringify(encodeBase64(value)),
  list: (parts) => `[${parts.join(", ")}]`,
  record: (names, parts) => `{${parts.map((part, i) => `${JSON.stringify(names[i])}: ${part}`).join(", ")}}`,
  json: (value) => strictJson(fromPlain(value)),
  missing: "null",
};

/** One line, with NaN and infinities as bare words. */
function looseJson(node: JsonNode): string {
  return printJson(node, "compact", { nonFinite: "token" });
}

/** One line, with NaN and infinities as text. */
export function strictJson(node: JsonNode): string {
  return printJson(finite(node), "compact");
}

function finite(node: JsonNode): JsonNode {
  if (node.type === "array") return jsonArray(node.items.map(finite));
  if (node.type === "object") return jsonObject([...node.members].map(([name, member]) => [name, finite(member)]));
  return node.type === "number" && !/^-?\d/.test(node.text) ? jsonString(node.text) : node;
}

export function isControl(char: string): boolean {
  return char < " " || (char >= "\x7f" && char <= "\x9f");
}

export function escapedByte(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
