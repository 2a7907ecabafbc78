/**
 * Selections as text, as NumPy users write them between brackets: `0, 10:20, ..., ::-1, [1, 4, 2], newaxis`, or by
 * name: `time=0, lat=10:20`. White space is ignored. Brackets around the whole text are allowed unless they could mean a
 * list of indices.
 */
import { HyperslabError } from "../../errors.ts";

/** One entry of a selection, parsed but not yet applied to a dimension. */
export type ParsedItem =
  | { readonly kind: "index"; readonly index: number | bigint }
  | {
      readonly kind: "slice";
      readonly start: number | bigint | undefined;
      readonly stop: number | bigint | undefined;
      readonly step: number | bigint | undefined;
    }
  | { readonly kind: "list"; readonly indices: ArrayLike<number | bigint> }
  | { readonly kind: "mask"; readonly mask: readonly boolean[] }
  | { readonly kind: "ellipsis" }
  | { readonly kind: "newaxis" };

export type ParsedSelection =
  | { readonly kind: "positional"; readonly items: readonly ParsedItem[] }
  | { readonly kind: "named"; readonly items: ReadonlyMap<string, ParsedItem> };

/** A position in the text: reading moves `at` forward, up to `end`. */
interface Scan {
  readonly text: string;
  readonly end: number;
  at: number;
}

/** A whole selection. */
export function parseSelection(text: string): ParsedSelection {
  const scan = withoutBrackets(text);
  const items: ParsedItem[] = [];
  const named = new Map<string, ParsedItem>();
  skipSpace(scan);
  while (scan.at < scan.end) {
    const begin = scan.at;
    const name = takeName(scan);
    const mixed = name === undefined ? named.size > 0 : items.length > 0;
    if (mixed) throw misread(text, begin, "entries by name and entries by position cannot be mixed");
    if (name === undefined) items.push(takeItem(scan));
    else if (named.has(name)) throw misread(text, begin, `the dimension "${name}" is selected twice`);
    else named.set(name, takeItem(scan));
    takeSeparator(scan);
  }
  return named.size > 0 ? { kind: "named", items: named } : { kind: "positional", items };
}

/** A single entry, such as `10:20`. */
export function parseItem(text: string): ParsedItem {
  const scan: Scan = { text, end: text.length, at: 0 };
  skipSpace(scan);
  const item = takeItem(scan);
  skipSpace(scan);
  if (scan.at < scan.end) throw misread(text, scan.at, "expected the end of the entry");
  return item;
}

/** The text without brackets around all of it. `[1, 2]` is refused: it may mean two indices or one list. */
function withoutBrackets(text: string): Scan {
  const start = text.length - text.trimStart().length;
  const last = text.trimEnd().length - 1;
  if (text[start] !== "[" || closingBracket(text, start) !== last) return { text, end: text.length, at: 0 };
  const inside = text.slice(start + 1, last).trim();
  if (/^[\d\s,+-]*$/.test(inside)) {
    const problem = `"[${inside}]" may mean one index per dimension (write "${inside}") or one list (write "[[${inside}]]")`;
    throw misread(text, start, problem);
  }
  return { text, end: last, at: start + 1 };
}

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "[") depth++;
    if (text[at] === "]" && --depth === 0) return at;
  }
  return -1;
}

function takeItem(scan: Scan): ParsedItem {
  if (take(scan, "...")) return { kind: "ellipsis" };
  if (take(scan, "[")) return { kind: "list", indices: takeIndices(scan) };
  if (match(scan, /newaxis\b/y) !== undefined) return { kind: "newaxis" };
  const begin = scan.at;
  const start = takeInteger(scan);
  if (!take(scan, ":")) {
    if (start !== undefined) return { kind: "index", index: start };
    throw misread(scan.text, begin, "expected an index, a slice (10:20), a list ([1, 4]), ... or newaxis");
  }
  const stop = takeInteger(scan);
  return { kind: "slice", start, stop, step: take(scan, ":") ? takeInteger(scan) : undefined };
}

function takeIndices(scan: Scan): (number | bigint)[] {
  const indices: (number | bigint)[] = [];
  while (!take(scan, "]")) {
    const index = takeInteger(scan);
    if (index === undefined) throw misread(scan.text, scan.at, 'expected an integer or "]"');
    indices.push(index);
    if (take(scan, ",")) continue;
    if (take(scan, "]")) break;
    throw misread(scan.text, scan.at, 'expected "," or "]"');
  }
  return indices;
}

function takeSeparator(scan: Scan): void {
  skipSpace(scan);
  if (scan.at < scan.end && !take(scan, ",")) throw misread(scan.text, scan.at, 'expected "," or the end');
  skipSpace(scan);
}

/** An integer with optional sign. Beyond 2^53 it is a bigint, so that messages and clipping stay exact. */
function takeInteger(scan: Scan): number | bigint | undefined {
  const digits = match(scan, /\s*([+-]?)\s*(\d+)\s*/y);
  if (digits === undefined) {
    skipSpace(scan);
    return undefined;
  }
  const value = BigInt(digits[2]!) * (digits[1] === "-" ? -1n : 1n);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** `name =`; the name is quoted, or has none of the characters with a meaning in selections. */
function takeName(scan: Scan): string | undefined {
  const found = match(scan, /(?:"([^"]*)"|'([^']*)'|([^\s=,:[\]"']+))\s*=\s*/y);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function take(scan: Scan, word: string): boolean {
  if (scan.at + word.length > scan.end || !scan.text.startsWith(word, scan.at)) return false;
  scan.at += word.length;
  skipSpace(scan);
  return true;
}

function match(scan: Scan, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text);
  if (found === null || scan.at + found[0].length > scan.end) return undefined;
  scan.at += found[0].length;
  return found;
}

function skipSpace(scan: Scan): void {
  while (scan.at < scan.end && /\s/.test(scan.text[scan.at]!)) scan.at++;
}

/** Signs of a selection by label, which this grammar does not include. */
const LABEL = /~|==|\d\.\.|\.\.[\d-]|=\s*\d{4}-\d/;
/** Characters of a long text that a message shows on each side of the position. */
const excerptReach = 30;

function misread(text: string, at: number, problem: string): HyperslabError {
  const from = Math.max(0, at - excerptReach);
  const excerpt = text.slice(from, at + excerptReach).replace(/\s/g, " ");
  const pointer = `${" ".repeat(at - from)}^`;
  const advice = LABEL.test(text) ? "; labels of coordinates are selected with labels(...)" : "";
  const what = `cannot read the selection at column ${at + 1}: ${problem}${advice}\n  ${excerpt}\n  ${pointer}`;
  return new HyperslabError("invalid-request", what, { column: at + 1 });
}
