/**
 * Values of a JSON reference set:
 *
 *     "text"                 the UTF-8 bytes of the text
 *     "base64:aGVsbG8="      bytes
 *     {...}                  a document: its JSON text
 *     ["url"]                a whole file
 *     ["url", 100, 20]       bytes 100 to 119 of a file
 */
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { decodeBase64Letters } from "../../bytes/text/base64.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { decodeUtf8, encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { KeyBytes } from "../../model/virtual/chunk-key.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { positionIn, skipString, skipValue, type Window } from "./json-members.ts";
import { LastUrl } from "./last-url.ts";
import { RunScanner, type RunShape } from "./plain-run.ts";

const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b, 0x5d] as const;
/** "base64:" */
const BASE64 = Uint8Array.of(0x62, 0x61, 0x73, 0x65, 0x36, 0x34, 0x3a);

/** Adds the references of one file, member by member. */
export class ValueReader {
  readonly #set: ReferenceSet;
  readonly #window: Window;
  readonly #target: string | undefined;
  readonly #url: LastUrl;
  readonly #runs: RunScanner;
  #shape: RunShape | undefined;
  /** The name that the shape was derived from. */
  #shapeName: Uint8Array | undefined;
  /** A view of the window's bytes. */
  #view: DataView = new DataView(new ArrayBuffer(0));
  #viewed: Uint8Array | undefined;

  /** `target` is the URL of references whose own is null. */
  constructor(set: ReferenceSet, window: Window, target?: string) {
    this.#set = set;
    this.#window = window;
    this.#target = target;
    this.#url = new LastUrl(set.table);
    this.#runs = new RunScanner(this.#url);
  }

  /**
   * Adds the next members that differ from the last one only in their URLs and numbers, and leaves the window before
   * the name of another member. Returns false if there are none.
   */
  addRun(): boolean {
    const shape = this.#runShape();
    // A later entry of a malformed key counts, so then each key is examined.
    if (shape === undefined || this.#set.problems.size > 0) return false;
    const window = this.#window;
    const run = this.#runs.scan(window.bytes, this.#viewOfWindow(), window.at, window.end, shape);
    this.#set.table.addRanges(run);
    window.at = this.#runs.at;
    return run.count > 0;
  }

  #runShape(): RunShape | undefined {
    const pattern = this.#set.table.lastPattern;
    if (pattern !== undefined && this.#shapeName !== pattern.name) {
      const { name, separators } = pattern;
      this.#shapeName = name;
      // Its JSON spelling differs from the name itself.
      const isEscaped = name.some((byte) => byte < 0x20 || byte === QUOTE || byte === BACKSLASH);
      this.#shape = isEscaped ? undefined : { name: joinBytes([Uint8Array.of(QUOTE), name]), separators };
    }
    return this.#shape;
  }

  #viewOfWindow(): DataView {
    const { bytes } = this.#window;
    if (this.#viewed !== bytes) {
      this.#viewed = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.#view;
  }

  /** Reads the next value and adds it. */
  add(key: KeyBytes): void {
    const window = this.#window;
    const first = window.bytes[window.at];
    const start = window.at;
    if (first === OPEN_ARRAY && this.#addPlainRange(key)) return;
    if (first === OPEN_ARRAY) this.#addTarget(key);
    else if (first === QUOTE) this.#addText(key);
    else {
      skipValue(window);
      if (first === OPEN_OBJECT) this.#added(key).addInline(key, window.bytes.subarray(start, window.at));
      else this.#refuse(key, start, "is neither a string, a document nor a list");
    }
  }

  #added(key: KeyBytes): ReferenceSet["table"] {
    this.#set.forgetProblem(key);
    return this.#set.table;
  }

  #refuse(key: KeyBytes, at: number, what: string): void {
    const name = decodeUtf8(key.bytes.subarray(key.from, key.to));
    const problem = new HyperslabError("invalid-data", `the reference of ${JSON.stringify(name)} ${what}`, {
      ...positionIn(this.#window, at),
      hint: 'A reference is "text", "base64:...", {document}, ["url"] or ["url", offset, length].',
    });
    this.#set.addProblem(key, problem);
  }

  #addText(key: KeyBytes): void {
    const window = this.#window;
    const start = window.at;
    const isEscaped = skipString(window);
    try {
      const text = textBytes(window.bytes, start, window.at, isEscaped);
      const isBase64 = BASE64.every((byte, index) => text[index] === byte);
      this.#added(key).addInline(key, isBase64 ? base64Bytes(text.subarray(BASE64.byteLength)) : text);
    } catch (error) {
      if (!isHyperslabError(error)) throw error;
      this.#refuse(key, start, `cannot be read: ${error.what}`);
    }
  }

  /**
   * Reads `["url", offset, length]` without escapes and within the window in one go, because nearly every entry of a
   * large set has this form. Returns false, with nothing read, if it has not.
   */
  #addPlainRange(key: KeyBytes): boolean {
    const window = this.#window;
    const { bytes, end } = window;
    let at = this.#url.meet(bytes, this.#viewOfWindow(), afterSpace(bytes, window.at + 1), end);
    if (at < 0) return false;
    at = afterSpace(bytes, at);
    if (bytes[at] !== COMMA) return false;
    const offsetFrom = afterSpace(bytes, at + 1);
    const offsetTo = afterDigits(bytes, offsetFrom);
    at = afterSpace(bytes, offsetTo);
    if (bytes[at] !== COMMA) return false;
    const lengthFrom = afterSpace(bytes, at + 1);
    const lengthTo = afterDigits(bytes, lengthFrom);
    at = afterSpace(bytes, lengthTo);
    if (at >= end || bytes[at] !== CLOSE_ARRAY) return false;
    const [offset, length] = [integerAt(bytes, offsetFrom, offsetTo), integerAt(bytes, lengthFrom, lengthTo)];
    if (offset === undefined || length === undefined) return false;
    window.at = at + 1;
    this.#added(key).addRange(key, this.#url.number, offset, length);
    return true;
  }

  /** `["url"]` and `["url", offset, length]` */
  #addTarget(key: KeyBytes): void {
    const window = this.#window;
    const start = window.at;
    skipValue(window);
    const { at } = window;
    // The list is complete: read it again, item by item.
    const items = itemsOf(window, start + 1, at - 1);
    window.at = at;
    const [url, offset, length] = items;
    const number = url === undefined ? undefined : this.#urlNumber(url);
    if (url === undefined || (items.length !== 1 && items.length !== 3)) {
      this.#refuse(key, start, `has ${items.length} items: a list has a URL, or a URL, an offset and a length`);
    } else if (typeof number !== "number") this.#refuse(key, start, number ?? "has no URL");
    else if (offset === undefined || length === undefined) this.#added(key).addWhole(key, number);
    else {
      const from = integerAt(window.bytes, offset.from, offset.to);
      const bytes = integerAt(window.bytes, length.from, length.to);
      if (from !== undefined && bytes !== undefined) this.#added(key).addRange(key, number, from, bytes);
      else this.#refuse(key, start, "has an offset or a length that is not an integer from 0 to 2^53");
    }
  }

  /** The number of a URL, or why it is not valid. */
  #urlNumber({ from, to }: Item): number | string {
    const { bytes } = this.#window;
    if (this.#target !== undefined && isNull(bytes, from, to)) return this.#set.table.url(this.#target);
    if (bytes[from] !== QUOTE) return isNull(bytes, from, to) ? "has no URL, and no target was given" : "has no URL";
    const url = decodeUtf8(textBytes(bytes, from, to, bytes.subarray(from, to).includes(BACKSLASH)));
    return url === "" ? "has an empty URL" : this.#url.remember(bytes, from, to, url);
  }
}

function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  return byteCharacters(bytes.subarray(from, Math.min(to, from + 5))) === "null";
}

interface Item {
  readonly from: number;
  readonly to: number;
}

/** The most items that are examined: a longer list is refused anyway. */
const MOST_ITEMS = 4;

function itemsOf(window: Window, from: number, to: number): readonly Item[] {
  const items: Item[] = [];
  const { bytes } = window;
  window.at = from;
  while (window.at < to && items.length < MOST_ITEMS) {
    const byte = bytes[window.at]!;
    // White space and commas: the structure was already checked.
    if (byte <= 0x20 || byte === 0x2c) window.at += 1;
    else {
      const start = window.at;
      skipValue(window);
      items.push({ from: start, to: window.at });
    }
  }
  return items;
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20) at += 1;
  return at;
}

function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at += 1;
  return at;
}

/** An integer that a double holds exactly; undefined if it is not one. */
function integerAt(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (to - from > 16 || to === from) return undefined;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return Number.isSafeInteger(value) && (to - from === 1 || bytes[from] !== 0x30) ? value : undefined;
}

/** The bytes of a text in quotes. */
export function textBytes(bytes: Uint8Array, from: number, to: number, isEscaped: boolean): Uint8Array {
  const inside = bytes.subarray(from + 1, to - 1);
  if (!isEscaped) return inside;
  const quoted = decodeUtf8(bytes.subarray(from, to));
  let text: unknown;
  try {
    text = JSON.parse(quoted);
  } catch (cause) {
    throw new HyperslabError("invalid-data", "the string has an escape that JSON does not have", { cause });
  }
  return encodeUtf8(String(text));
}

/** Line breaks and spaces are allowed, because some writers insert them into long texts. */
function base64Bytes(letters: Uint8Array): Uint8Array {
  return decodeBase64Letters(letters.some((byte) => byte <= 0x20) ? letters.filter((byte) => byte > 0x20) : letters);
}
