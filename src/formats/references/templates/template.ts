/** Text with expressions in double braces, as jinja renders it. Statements other than `raw` are refused by name. */
import { type ParsedExpression, parseExpression, type Scope } from "./expression.ts";
import { templateError } from "./tokens.ts";
import { MOST_CHARACTERS, printValue } from "./value.ts";

/** A text with expressions. */
export interface Template {
  (scope: Scope): string;
  readonly parts: readonly TemplatePart[];
}

/** A literal text, or an expression. */
export type TemplatePart = string | ParsedExpression;

/** Returns whether the text has anything to evaluate. */
export function isTemplate(text: string): boolean {
  return text.includes("{{");
}

/** Parses a template. Its last line break is dropped, as jinja does. */
export function parseTemplate(text: string): Template {
  if (text.length > MOST_CHARACTERS) throw templateError(text, 0, "begins a text that is too long");
  const parts: TemplatePart[] = [];
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let at = 0; at < end; ) {
    const start = nextMark(text, at, end);
    const literal = text.slice(at, start);
    // `{{-` removes the white space before it.
    parts.push(text.startsWith("-", start + 2) && start < end ? literal.trimEnd() : literal);
    if (start === end) break;
    at = readMark(text, start, end, parts);
  }
  const render = (scope: Scope): string => {
    let rendered = "";
    for (const part of parts) {
      rendered += typeof part === "string" ? part : printValue(part.evaluate(scope));
      if (rendered.length > MOST_CHARACTERS) throw templateError(text, 0, "becomes too long");
    }
    return rendered;
  };
  return Object.assign(render, { parts });
}

function nextMark(text: string, from: number, end: number): number {
  for (let at = text.indexOf("{", from); at >= 0 && at + 1 < end; at = text.indexOf("{", at + 1)) {
    if ("{%#".includes(text[at + 1]!)) return at;
  }
  return end;
}

/** Reads the expression, comment or raw text that begins here; returns where it ends. */
function readMark(text: string, start: number, end: number, parts: TemplatePart[]): number {
  const kind = text[start + 1];
  if (kind === "#") return closing(text, "#}", start, end) + 2;
  if (kind === "%") return readRaw(text, start, parts);
  const close = closing(text, "}}", start, end);
  const from = start + (text[start + 2] === "-" ? 3 : 2);
  const trims = text[close - 1] === "-" && close - 1 >= from;
  parts.push(parseExpression(text, from, trims ? close - 1 : close));
  let at = close + 2;
  while (trims && at < end && /\s/.test(text[at]!)) at += 1;
  return at;
}

function readRaw(text: string, start: number, parts: TemplatePart[]): number {
  const found = /\{%-?\s*raw\s*-?%\}(.*?)\{%-?\s*endraw\s*-?%\}/sy;
  found.lastIndex = start;
  const raw = found.exec(text);
  if (raw === null) throw templateError(text, start, "begins a statement, and statements are not evaluated");
  parts.push(raw[1]!);
  return found.lastIndex;
}

/** Where the mark is closed, outside quoted strings. */
function closing(text: string, mark: string, start: number, end: number): number {
  let quote = "";
  for (let at = start + 2; at < end; at++) {
    const character = text[at]!;
    if (quote !== "") {
      if (character === "\\") at += 1;
      else if (character === quote) quote = "";
    } else if (mark === "}}" && (character === "'" || character === '"')) quote = character;
    else if (text.startsWith(mark, at)) return at;
  }
  throw templateError(text, start, `is not closed by ${mark}`);
}
