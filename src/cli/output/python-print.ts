/** JSON values in the style of Python's pprint: names sorted, one line if it fits, else one item per line. */
import type { JsonNode } from "../../index.ts";

/** The lines of `pprint.pformat(value, width=width)`. */
export function pythonPrint(value: JsonNode, width: number): string {
  return printAt(value, { indent: 0, behind: 0, width, outermost: true });
}

interface Spot {
  /** Where the value begins in its line. */
  readonly indent: number;
  /** Characters that follow it on its last line. */
  readonly behind: number;
  readonly width: number;
  readonly outermost: boolean;
}

function printAt(value: JsonNode, spot: Spot): string {
  const { indent, behind, width } = spot;
  const whole = pythonText(value);
  if (lengthOf(whole) <= width - indent - behind) return whole;
  const inner = (i: number, count: number, taken: number): Spot => {
    return { indent: indent + taken, behind: i === count - 1 ? behind + 1 : 1, width, outermost: false };
  };
  const comma = `,\n${" ".repeat(indent + 1)}`;
  if (value.type === "array") {
    const { items } = value;
    return `[${items.map((item, i) => printAt(item, inner(i, items.length, 1))).join(comma)}]`;
  }
  if (value.type === "object") {
    const members = sortedMembers(value.members);
    const lines = members.map(([name, member], i) => {
      const key = quoted(name);
      return `${key}: ${printAt(member, inner(i, members.length, lengthOf(key) + 3))}`;
    });
    return `{${lines.join(comma)}}`;
  }
  return value.type === "string" ? wrapped(value.value, spot) : whole;
}

/** A long string: its lines, split between words, as strings one below the other. */
function wrapped(text: string, { indent, behind, width, outermost }: Spot): string {
  // In brackets if it stands alone.
  const [from, after] = outermost ? [indent + 1, behind + 1] : [indent, behind];
  const rows = linesOf(text);
  const parts = rows.flatMap((line, i) => {
    const room = width - from - (i === rows.length - 1 ? after : 0);
    return lengthOf(quoted(line)) <= room ? [line] : cutLine(line, width - from, room);
  });
  if (parts.length <= 1) return quoted(text);
  const printed = parts.map(quoted).join(`\n${" ".repeat(from)}`);
  return outermost ? `(${printed})` : printed;
}

/** Characters that end a line for Python's `splitlines`; a carriage return followed by a line feed ends one line. */
const LINE_ENDS: ReadonlySet<number> = new Set([10, 11, 12, 13, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029]);

/** Lines with their terminators. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const isEnd = LINE_ENDS.has(text.charCodeAt(at)) && !text.startsWith("\r\n", at);
    if (!isEnd && at < text.length - 1) continue;
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return lines;
}

/** As many words, with the spaces after them, as fit. The last line has room for `lastRoom` characters. */
function cutLine(line: string, room: number, lastRoom: number): readonly string[] {
  const words = (line.match(/\S*\s*/g) ?? []).filter((word) => word !== "");
  const parts: string[] = [];
  let current = "";
  for (const [i, word] of words.entries()) {
    const fits = lengthOf(quoted(current + word)) <= (i === words.length - 1 ? lastRoom : room);
    if (!fits && current !== "") parts.push(current);
    current = fits ? current + word : word;
  }
  return current === "" ? parts : [...parts, current];
}

/** A value as Python's `repr` prints it, names sorted. */
function pythonText(value: JsonNode): string {
  switch (value.type) {
    case "null":
      return "None";
    case "boolean":
    case "string":
      return pythonScalar(value.value);
    case "number":
      return numberText(value.text);
    case "array":
      return `[${value.items.map(pythonText).join(", ")}]`;
    case "object":
      return `{${sortedMembers(value.members)
        .map(([name, member]) => `${quoted(name)}: ${pythonText(member)}`)
        .join(", ")}}`;
  }
}

/** Returns whether it is true to Python. Null, zero and empty values are not. */
export function isTrue(value: JsonNode): boolean {
  switch (value.type) {
    case "null":
      return false;
    case "boolean":
      return value.value;
    case "string":
      return value.value !== "";
    case "number":
      return Number(value.text) !== 0;
    case "array":
      return value.items.length > 0;
    case "object":
      return value.members.size > 0;
  }
}

/** The same for values that are not JSON nodes. */
export function pythonScalar(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? quoted(value) : String(value);
}

/** By code points, as Python compares strings. */
function sortedMembers(members: ReadonlyMap<string, JsonNode>): readonly (readonly [string, JsonNode])[] {
  return [...members].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Integers unchanged, other numbers as floats: `1.0`, `1e-07`, `1e+16`. */
function numberText(token: string): string {
  if (/^-?\d+$/.test(token)) return token === "-0" ? "0" : token;
  const value = Number(token);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/(?<=e[+-])\d$/, "0$&");
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Single quotes, unless the text contains one and no double quotes. Unprintable characters are escaped. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const letters = Array.from(text, (letter) => {
    if (letter === quote) return `\\${letter}`;
    const escaped = ESCAPED.get(letter);
    if (escaped !== undefined) return escaped;
    return letter !== " " && /[\p{C}\p{Z}]/u.test(letter) ? codeText(letter.codePointAt(0) ?? 0) : letter;
  });
  return quote + letters.join("") + quote;
}

function codeText(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

/** In code points, as Python counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
