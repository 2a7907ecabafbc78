/**
 * Keys to references. Keys that end in numbers are kept in columns by pattern, the few others by name. Millions of
 * chunks take about 10 bytes each.
 */
import { decodeUtf8, encodeUtf8 } from "../../bytes/text/utf8.ts";
import { modelLimits } from "../limits.ts";
import { isSame, type KeyBytes, type KeyTail, keyOf, keyTail, patternOf, splitKey } from "./chunk-key.ts";
import { type ChunkRows, rowsOfChunks } from "./chunk-rows.ts";
import { InlineBytes } from "./columns/inline-bytes.ts";
import { type RangeRun, ReferenceColumns, type ReferenceRow } from "./columns/reference-columns.ts";
import { checkCount, checkLength, UrlNumbers } from "./columns/url-numbers.ts";
import type { GeneratedChunks } from "./generated-chunks.ts";
import { type KeyPattern, keyPattern, PatternRows } from "./pattern-rows.ts";
import type { Reference } from "./reference.ts";

/** A pattern by the bytes of its keys. */
interface LastPattern {
  readonly name: Uint8Array;
  readonly separators: Uint8Array;
  readonly rows: PatternRows;
}

export class ReferenceTable {
  readonly #urls: UrlNumbers;
  readonly #inline: InlineBytes;
  readonly #patterns = new Map<string, PatternRows>();
  /** Row by key that does not end in numbers. */
  readonly #names = new Map<string, number>();
  readonly #named = new ReferenceColumns();
  readonly #tail: KeyTail = keyTail();
  /** The pattern of the last key that was added, by its bytes. */
  #last: LastPattern | undefined;

  constructor(urls: UrlNumbers = new UrlNumbers(), inline: InlineBytes = new InlineBytes()) {
    this.#urls = urls;
    this.#inline = inline;
  }

  /**
   * A table with the rows of some patterns under new names and with other URLs. The rows are shared: neither table may add
   * to them.
   */
  sharing(patterns: Iterable<readonly [string, string]>, rename: (url: string) => string): ReferenceTable {
    const shared: (readonly [string, PatternRows])[] = [];
    const used = new Set<number>();
    for (const [pattern, name] of patterns) {
      const rows = this.#patterns.get(pattern);
      if (rows === undefined) continue;
      this.#expand(rows);
      rows.addUrls(used);
      shared.push([name, rows]);
    }
    const urls = this.#urls.renamed((url, number) => (used.has(number) ? rename(url) : url));
    const table = new ReferenceTable(urls, this.#inline.continued());
    for (const [name, rows] of shared) table.#patterns.set(name, rows);
    return table;
  }

  /** Every URL, in the order in which they were first added. */
  get urls(): readonly string[] {
    for (const pattern of this.#patterns.values()) {
      if (pattern.generated === undefined || pattern.hasUrls) continue;
      for (const url of pattern.generated.urls()) this.madeUrl(url);
      pattern.hasUrls = true;
    }
    return this.#urls.urls;
  }

  /** The number of a URL, the same each time. */
  url(url: string): number {
    return this.#urls.number(url);
  }

  /** The same for a URL that a template produced. */
  madeUrl(url: string): number {
    return this.#urls.madeNumber(url);
  }

  /** Counts a string that a template produced and that is kept. */
  countMade(text: string): void {
    this.#urls.countMade(text);
  }

  /** Gives each URL a new text, as expanded from templates. */
  renameUrls(rename: (url: string) => string): void {
    this.#urls.rename(rename);
  }

  addRange(key: KeyBytes, url: number, offset: number, length: number): void {
    this.#columnsOf(key).pushRange(url, offset, length);
  }

  /** The common part of keys like the last one that was added, if that ended in numbers. */
  get lastPattern(): { readonly name: Uint8Array; readonly separators: Uint8Array } | undefined {
    return this.#last;
  }

  /** Adds ranges whose keys differ from the last one that was added only in their numbers. */
  addRanges(run: RangeRun): void {
    if (this.#last === undefined || run.count === 0) return;
    this.#last.rows.index.pushAll(run.coords, run.count);
    this.#last.rows.columns.pushRanges(run);
  }

  addWhole(key: KeyBytes, url: number): void {
    this.#columnsOf(key).pushWhole(url);
  }

  addInline(key: KeyBytes, bytes: Uint8Array): void {
    const { page, offset } = this.#inline.append(bytes);
    this.#columnsOf(key).pushInline(page, offset, bytes.byteLength);
  }

  /**
   * Adds references that are computed on demand. The numbers of their keys follow `name`, which is empty or ends in a
   * slash. Returns false, adding nothing, if other references have such keys, or if theirs are split differently.
   */
  addGenerated(name: string, separators: string, chunks: GeneratedChunks): boolean {
    const pattern = `${name}\0${separators}`;
    const first = encodeUtf8(keyOf(pattern, new Uint32Array(chunks.axes.length)));
    const tail = keyTail();
    const isSplit = splitKey(first, 0, first.byteLength, tail);
    if (!isSplit || patternOf(decodeUtf8(first.subarray(0, tail.start)), tail) !== pattern) return false;
    if (this.#patterns.has(pattern)) return false;
    this.#patterns.set(pattern, new PatternRows(chunks.axes.length, chunks));
    return true;
  }

  /** Makes the key absent. */
  remove(key: KeyBytes): void {
    this.#columnsOf(key).pushAbsent();
  }

  /** Returns undefined if the set has no such key. */
  find(key: string): Reference | undefined {
    const bytes = encodeUtf8(key);
    const tail = this.#tail;
    if (!splitKey(bytes, 0, bytes.byteLength, tail)) {
      const row = this.#names.get(key);
      return row === undefined ? undefined : this.#reference(this.#named, row);
    }
    const pattern = this.#patterns.get(patternOf(decodeUtf8(bytes.subarray(0, tail.start)), tail));
    const row = pattern?.find(tail.numbers);
    return row === undefined ? undefined : pattern?.reference(row, this.#resolved);
  }

  /** The number of keys. */
  get size(): number {
    let size = 0;
    for (const row of this.#names.values()) if (this.#named.row(row) !== undefined) size += 1;
    for (const rows of this.#patterns.values()) {
      if (rows.generated !== undefined) size += rows.length;
      else for (let row = 0; row < rows.length; row++) if (rows.isCurrent(row)) size += 1;
    }
    return size;
  }

  /**
   * The chunks of an array of this rank, where `first` is the key of the chunk at the origin. Undefined if the table
   * has none. Rows refer to `urls` by number, and to inline bytes by `inlineBytes`.
   */
  chunkRows(first: string, rank: number): ChunkRows | undefined {
    const bytes = encodeUtf8(first);
    const tail = keyTail();
    if (!splitKey(bytes, 0, bytes.byteLength, tail) || tail.count < rank) return undefined;
    const name = patternOf(decodeUtf8(bytes.subarray(0, tail.start)), tail);
    const pattern = this.#patterns.get(name);
    if (pattern === undefined) return undefined;
    this.#expand(pattern);
    return rowsOfChunks(name, pattern, tail, rank);
  }

  /**
   * Every key, each once: those that do not end in numbers first. With a prefix, patterns elsewhere are skipped; with
   * `direct`, also those below its subfolders.
   */
  *keys(prefix = "", direct = false): Generator<string> {
    for (const [key, row] of this.#names) if (this.#named.row(row) !== undefined) yield key;
    for (const [pattern, rows] of this.#patterns) {
      const folder = folderOf(pattern);
      const isNear =
        prefix === "" ||
        folder === prefix ||
        folder.startsWith(`${prefix}/`) ||
        prefix.startsWith(`${folder}/`) ||
        folder === "";
      if (!isNear || (direct && folder.length > prefix.length)) continue;
      for (let row = 0; row < rows.length; row++) if (rows.isCurrent(row)) yield keyOf(pattern, rows.coords(row));
    }
  }

  /** Keys that do not end in numbers, with their references. */
  *named(): Generator<readonly [string, Reference]> {
    for (const [key, row] of this.#names) {
      const reference = this.#reference(this.#named, row);
      if (reference !== undefined) yield [key, reference];
    }
  }

  /** All other keys, by pattern. */
  *patterns(): Generator<KeyPattern> {
    for (const [pattern, rows] of this.#patterns) {
      this.#expand(rows);
      yield keyPattern(pattern, rows);
    }
  }

  /** Every key with its reference. */
  *entries(): Generator<readonly [string, Reference]> {
    yield* this.named();
    for (const [pattern, rows] of this.#patterns) {
      for (let row = 0; row < rows.length; row++) {
        const reference = rows.isCurrent(row) ? rows.reference(row, this.#resolved) : undefined;
        if (reference !== undefined) yield [keyOf(pattern, rows.coords(row)), reference];
      }
    }
  }

  /** Adds a reference by its key as text. */
  add(key: string, reference: Reference): void {
    const bytes = encodeUtf8(key);
    const at = { bytes, from: 0, to: bytes.byteLength };
    if (reference.kind === "inline") this.addInline(at, reference.bytes);
    else if (reference.kind === "whole") this.addWhole(at, this.url(reference.url));
    else this.addRange(at, this.url(reference.url), reference.offset, reference.length);
  }

  /** The bytes of an inline row. */
  inlineBytes({ page, offset, length }: Extract<ReferenceRow, { readonly kind: "inline" }>): Uint8Array {
    return this.#inline.at(page, offset, length);
  }

  /** The folders of keys that end in numbers; the numbers may be further folders. */
  *folders(): Generator<string> {
    for (const pattern of this.#patterns.keys()) yield folderOf(pattern);
  }

  readonly #resolved = (row: ReferenceRow): Reference => this.resolve(row);

  #reference(columns: ReferenceColumns, index: number): Reference | undefined {
    const row = columns.row(index);
    return row === undefined ? undefined : this.resolve(row);
  }

  /** The reference of a row. */
  resolve(row: ReferenceRow): Reference {
    if (row.kind === "inline") return { kind: "inline", bytes: this.inlineBytes(row) };
    const url = this.#urls.urls[row.url]!;
    return row.kind === "whole" ? { kind: "whole", url } : { ...row, url };
  }

  /** The columns that the next row belongs to; its position is recorded. */
  #columnsOf({ bytes, from, to }: KeyBytes): ReferenceColumns {
    const tail = this.#tail;
    if (!splitKey(bytes, from, to, tail)) {
      const name = decodeUtf8(bytes.subarray(from, to));
      checkLength(name, "a key");
      this.#names.set(name, this.#named.length);
      checkCount(modelLimits.tableNames, this.#names.size, "keys that do not end in numbers");
      return this.#named;
    }
    const last = this.#last;
    const pattern =
      last !== undefined && isSame(last, bytes, from, tail) ? last.rows : this.#patternOf(bytes, from, tail);
    pattern.index.push(tail.numbers);
    return pattern.columns;
  }

  #expand(rows: PatternRows): void {
    rows.expand((url) => this.madeUrl(url));
  }

  #patternOf(bytes: Uint8Array, from: number, tail: KeyTail): PatternRows {
    const name = bytes.slice(from, tail.start);
    const text = patternOf(decodeUtf8(name), tail);
    let pattern = this.#patterns.get(text);
    if (pattern === undefined) {
      checkLength(text, "a key");
      pattern = new PatternRows(tail.count);
      this.#patterns.set(text, pattern);
      checkCount(modelLimits.tableNames, this.#patterns.size, "arrays");
    }
    this.#expand(pattern);
    this.#last = { rows: pattern, name, separators: tail.separators.slice(0, tail.count - 1) };
    return pattern;
  }
}

/** The part before the numbers, without the slash. */
function folderOf(pattern: string): string {
  return pattern.slice(0, Math.max(0, pattern.lastIndexOf("\0") - 1));
}
