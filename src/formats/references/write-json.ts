/**
 * A reference set as JSON, piece by piece: sets of gigabytes are never one text. Documents come first, then chunks in
 * the set's order.
 *
 *     {"version":1,"templates":{...},"gen":[...],"refs":{".zgroup":"{...}","air/0.0":["url",100,20]},"targets":{...}}
 *
 * The facts about targets come last, because GDAL recognises a set by the documents in its first kilobyte.
 */
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import type { KeyPattern } from "../../model/virtual/pattern-rows.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { usedUrls } from "../../model/virtual/used-urls.ts";
import { formatLimits } from "../limits.ts";
import { type FoundGen, findGen } from "./find-gen.ts";
import { findTemplates } from "./find-templates.ts";
import { inlineText } from "./inline-text.ts";

/** How a reference set is written. */
export interface WriteReferencesOptions {
  /** The version of the specification (default 1). Version 0 is the references alone. */
  readonly version?: 0 | 1 | undefined;
  /** If true, shorten URLs by templates. */
  readonly templates?: boolean | undefined;
  /** If true, write regular references as `gen` entries. fsspec ignores them by default, and GDAL cannot read them. */
  readonly gen?: boolean | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Writes the set from the start of `target` on, and returns its length in bytes. */
export async function writeReferences(
  set: ReferenceSet,
  target: Pick<ByteTarget, "write">,
  options: WriteReferencesOptions = {},
): Promise<number> {
  let length = 0;
  for (const piece of jsonPieces(set, options)) {
    options.signal?.throwIfAborted();
    await target.write(length, [piece], { signal: options.signal });
    length += piece.byteLength;
  }
  return length;
}

/** The bytes of the file, in pieces. */
export function* jsonPieces(set: ReferenceSet, options: WriteReferencesOptions = {}): Generator<Uint8Array> {
  const { version = 1 } = options;
  checkWritable(set, options);
  let text = "";
  for (const part of version === 0 ? members(set, plainUrls(set), []) : versionOne(set, options)) {
    text += part;
    if (!formatLimits.referencePieceBytes.isReachedBy(text.length)) continue;
    yield encodeUtf8(text);
    text = "";
  }
  if (text !== "") yield encodeUtf8(text);
}

function checkWritable(
  { problems, table }: ReferenceSet,
  { version = 1, templates, gen }: WriteReferencesOptions,
): void {
  const [malformed] = problems;
  if (malformed !== undefined) throw malformed[1];
  if (version === 1) return;
  if (templates === true || gen === true) {
    throw new HyperslabError("invalid-request", "version 0 of reference sets has neither templates nor gen", {
      hint: "Write version 1.",
    });
  }
  if (table.find("version") === undefined) return;
  throw new HyperslabError(
    "invalid-request",
    'the set has the key "version", which readers would take for its version',
    {
      hint: "Write version 1.",
    },
  );
}

function* versionOne(set: ReferenceSet, options: WriteReferencesOptions): Generator<string> {
  const { urls } = set.table;
  const found = options.templates === true ? findTemplates(usedUrls(set.table)) : undefined;
  const spelled = found === undefined ? plainUrls(set) : urls.map((url) => JSON.stringify(found.spell(url)));
  yield '{"version":1';
  if (found !== undefined && Object.keys(found.templates).length > 0) {
    yield `,"templates":${JSON.stringify(found.templates)}`;
  }
  const regular: (Uint8Array | undefined)[] = [];
  if (options.gen === true) {
    const spell = (url: number): string | undefined =>
      /[{}]/.test(urls[url]!) ? undefined : (found?.spell(urls[url]!) ?? urls[url]);
    const gens: FoundGen[] = [];
    for (const pattern of set.table.patterns()) {
      const rows = findGen(pattern, spell);
      for (const gen of rows.gens) gens.push(gen);
      regular.push(rows.isMade);
    }
    if (gens.length > 0) yield `,"gen":${JSON.stringify(gens)}`;
  }
  yield ',"refs":';
  yield* members(set, spelled, regular);
  if (set.targets.size > 0) yield `,"targets":${JSON.stringify(Object.fromEntries(set.targets))}`;
  yield "}";
}

function plainUrls({ table }: ReferenceSet): readonly string[] {
  return table.urls.map((url) => JSON.stringify(url));
}

/** The object of references, without those that `gen` generates. */
function* members(
  { table }: ReferenceSet,
  urls: readonly string[],
  made: readonly (Uint8Array | undefined)[],
): Generator<string> {
  let comma = "{";
  for (const [key, reference] of table.named()) {
    const name = JSON.stringify(key);
    if (reference.kind === "inline") yield `${comma}${name}:${JSON.stringify(inlineText(key, reference.bytes))}`;
    else yield `${comma}${name}:${targetText(JSON.stringify(reference.url), reference)}`;
    comma = ",";
  }
  let number = 0;
  for (const pattern of table.patterns()) {
    const isMade = made[number++];
    const start = JSON.stringify(pattern.name).slice(0, -1);
    for (let index = 0; index < pattern.length; index++) {
      const row = isMade?.[index] === 1 ? undefined : pattern.row(index);
      if (row === undefined) continue;
      const numbers = numbersText(pattern, index);
      const value =
        row.kind === "inline"
          ? JSON.stringify(inlineText(`${pattern.name}${numbers}`, table.inlineBytes(row)))
          : targetText(urls[row.url]!, row);
      yield `${comma}${start}${numbers}":${value}`;
      comma = ",";
    }
  }
  yield comma === "{" ? "{}" : "}";
}

function numbersText({ rank, separators, coords }: KeyPattern, index: number): string {
  const numbers = coords(index);
  let text = String(numbers[0]);
  for (let axis = 1; axis < rank; axis++) text += separators[axis - 1]! + numbers[axis];
  return text;
}

function targetText(
  url: string,
  target: { kind: "whole" } | { kind: "range"; offset: number; length: number },
): string {
  return target.kind === "whole" ? `[${url}]` : `[${url},${target.offset},${target.length}]`;
}
