/**
 * Splits CDL text into tokens. It works on bytes and allocates no object per token: the fields describe the current
 * one. Numbers are converted on the way, because most of a file is numbers.
 */
import type { HyperslabError } from "../../errors.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { cdlError } from "./cdl-error.ts";
import {
  APOSTROPHE,
  BACKSLASH,
  BLANK,
  MINUS,
  NEWLINE,
  NINE,
  PLUS,
  POINT,
  QUOTE,
  RETURN,
  SLASH,
  STAR,
  TAB,
  ZERO,
} from "./characters.ts";
import { characterValue, nameText, textBytes } from "./escapes.ts";
import { NAME_BYTES } from "./name-bytes.ts";
import { scanNumber } from "./number-token.ts";
import { CHARACTER, END, NAME, TEXT } from "./token-kinds.ts";

const PUNCTUATION = "{}(),;:=";

const ASCII = new TextDecoder("latin1");

export class Scanner {
  readonly text: Uint8Array;
  /** The kind of the current token. */
  kind: number = END;
  /** Where the token begins. */
  start = 0;
  /** Where it ends. */
  end = 0;
  /** The value of a number or character. Integers of more than 15 digits are rounded: see `bigint`. */
  number = 0;
  /** Whether `number` is the value itself. */
  isExact = true;
  /** If it is not, its magnitude is `high` times `unit` plus `low`. */
  high = 0;
  low = 0;
  unit = 1;
  /** The type that the suffix of a number requests, or that of a real without one. */
  type: NetcdfType | undefined;

  constructor(text: Uint8Array) {
    this.text = text;
    const marked = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
    this.end = marked ? 3 : 0;
    this.next();
  }

  /** Moves to the next token. */
  next(): number {
    const { text } = this;
    let at = this.end;
    let byte = text[at];
    for (;;) {
      while (byte === BLANK || byte === NEWLINE || byte === TAB || byte === RETURN) byte = text[++at];
      if (byte !== SLASH || (text[at + 1] !== SLASH && text[at + 1] !== STAR)) break;
      at = this.#commentEnd(at);
      byte = text[at];
    }
    this.start = at;
    if (byte === undefined) {
      this.end = at;
      return (this.kind = END);
    }
    if ((byte >= ZERO && byte <= NINE) || byte === MINUS || byte === PLUS) return scanNumber(this, at);
    // Older versions of netCDF have dimensions named .zdim_3.
    if (byte === POINT) return NAME_BYTES[text[at + 1] ?? 0] === 2 ? this.#name(at) : scanNumber(this, at);
    if (byte === QUOTE) return this.#string(at);
    if (byte === APOSTROPHE) return this.#character(at);
    if (NAME_BYTES[byte] === 2) return this.#name(at);
    if (byte < 0x80 && PUNCTUATION.includes(String.fromCharCode(byte))) {
      this.end = at + 1;
      return (this.kind = byte);
    }
    throw this.fail(at, `unexpected ${JSON.stringify(String.fromCharCode(byte))}`, UNEXPECTED_HINT);
  }

  /** Moves back or forth to the token at this offset. */
  moveTo(offset: number): void {
    this.end = offset;
    this.next();
  }

  /** The error for an offset, by default that of the current token. */
  fail(offset: number, what: string, hint?: string): HyperslabError {
    return cdlError(this.text, offset, what, hint);
  }

  /** Refuses any token but one of this kind. */
  expect(kind: number, shown: string, hint?: string): void {
    if (this.kind !== kind) throw this.fail(this.start, `expected ${shown} but found ${this.shown}`, hint);
  }

  /** The token as written. */
  get raw(): string {
    return ASCII.decode(this.text.subarray(this.start, this.end));
  }

  /** The token for messages. */
  get shown(): string {
    if (this.kind === END) return "the end of the text";
    if (this.kind === TEXT) return "a text";
    return this.kind === NAME ? this.name : this.raw;
  }

  /** Returns whether the token is exactly this word. */
  isWord(word: string): boolean {
    if (this.kind !== NAME || this.end - this.start !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (this.text[this.start + i] !== word.charCodeAt(i)) return false;
    return true;
  }

  /**
   * Returns whether the token is this word directly followed by a colon, as at the start of a section. `data :units` is
   * an attribute.
   */
  isSection(word: string): boolean {
    return this.text[this.end] === 0x3a && this.isWord(word);
  }

  /** The name with its escapes resolved; a path has slashes. */
  get name(): string {
    return nameText(this.text, this.start, this.end);
  }

  /** The bytes of a text with its escapes resolved. */
  get bytes(): Uint8Array {
    return textBytes(this.text, this.start + 1, this.end - 1);
  }

  /** The exact value of an integer. */
  get bigint(): bigint {
    if (this.isExact) return BigInt(this.number);
    const magnitude = BigInt(this.high) * BigInt(this.unit) + BigInt(this.low);
    return this.number < 0 ? -magnitude : magnitude;
  }

  #commentEnd(at: number): number {
    const { text } = this;
    if (text[at + 1] === SLASH) {
      const newline = text.indexOf(NEWLINE, at);
      return newline < 0 ? text.length : newline;
    }
    for (let star = text.indexOf(STAR, at + 2); star >= 0; star = text.indexOf(STAR, star + 1)) {
      if (text[star + 1] === SLASH) return star + 2;
    }
    throw this.fail(at, "the comment is not closed", "Close it with */.");
  }

  #name(from: number): number {
    const { text } = this;
    let at = from;
    for (let byte = text[at]; byte !== undefined && NAME_BYTES[byte] !== 0; byte = text[at]) {
      if (byte === SLASH && (text[at + 1] === SLASH || text[at + 1] === STAR)) break;
      at += byte === BACKSLASH ? 2 : 1;
    }
    if (at > text.length) throw this.fail(from, "the text ends in a name");
    this.end = at;
    return (this.kind = NAME);
  }

  #string(from: number): number {
    const { text } = this;
    let at = from + 1;
    for (let byte = text[at]; byte !== QUOTE; byte = text[at]) {
      if (byte === undefined) throw this.fail(from, "the quotation mark is not closed");
      at += byte === BACKSLASH ? 2 : 1;
    }
    this.end = at + 1;
    return (this.kind = TEXT);
  }

  /** `'c'` is a byte. `'''` is an apostrophe. */
  #character(from: number): number {
    const { text } = this;
    let end = from + 2;
    if (text[from + 1] === BACKSLASH) {
      end = from + 3;
      while (end < from + 5 && text[end] !== APOSTROPHE) end += 1;
    }
    if (text[end] !== APOSTROPHE) {
      throw this.fail(
        from,
        "the character is not closed",
        "Characters are 'a' or '\\n'; put strings in quotation marks.",
      );
    }
    this.number = characterValue(text, from + 1, end);
    this.isExact = true;
    this.type = "byte";
    this.end = end + 1;
    return (this.kind = CHARACTER);
  }
}

const UNEXPECTED_HINT = "In names, put a backslash before special characters.";
