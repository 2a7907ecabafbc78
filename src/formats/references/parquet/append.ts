/**
 * Appends the references of several sets to a Parquet set along a dimension, in place. Chunks are numbered in C order, so
 * existing chunks keep their rows if each dimension before the growing one has a single chunk. Only the last file of
 * each array is rewritten. All sets are checked before anything is written, and the document, with the new shapes, comes
 * last: until then, readers see the old set. Files and rows beyond it, left over from an attempt that failed, are
 * replaced.
 */
import { jsonArray, jsonEquals, jsonInteger, withMember } from "../../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../../bytes/json/node.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ReferenceSet } from "../../../model/virtual/reference-set.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { checkWritable, setDocument } from "../../documents/document.ts";
import { joinPath } from "../../documents/node-path.ts";
import type { DecompressBytes } from "../../format.ts";
import { keptRows } from "./kept-rows.ts";
import { openStoredSet, type StoredSet, storedFiles } from "./read-all.ts";
import { coordsOf, layoutV2, layoutV3, type RecordLayout } from "./record-layout.ts";
import type { PageCompression } from "./record-writer.ts";
import { printSetDocument, SET_DOCUMENT, type SetDocument, viewOf } from "./set-document.ts";
import {
  checkAllFound,
  documentsOf,
  type SavedParquet,
  type SaveParquetOptions,
  type Shift,
  saveArray,
} from "./write.ts";
import { type WrittenArray, writtenArray } from "./written-array.ts";

/** Options of `appendParquet`. */
export interface AppendParquetOptions extends StoreOptions, Pick<SaveParquetOptions, "onLeftOut" | "path"> {
  /** The dimension along which arrays grow: `time`. */
  readonly dimension: string;
  readonly compression: PageCompression;
  readonly decompress: DecompressBytes;
}

/** A set to append. */
export interface AppendedSet extends Pick<SaveParquetOptions, "readDocument"> {
  readonly references: ReferenceSet;
}

/** Attributes that determine the meaning of stored values: two arrays that differ in one of them cannot be joined. */
const MEANING = ["units", "calendar", "scale_factor", "add_offset", "_FillValue", "missing_value", "_Unsigned"];

export async function appendParquet(
  sets: readonly AppendedSet[],
  store: Store,
  options: AppendParquetOptions,
): Promise<SavedParquet> {
  const { path = "" } = options;
  checkWritable(store);
  const found = await openStoredSet(store, options);
  if (found === undefined) {
    throw new HyperslabError("not-found", "there is no Parquet set to append to", { location: store.location });
  }
  const { recordSize } = found.set;
  let after = found;
  const parts: { readonly set: AppendedSet; readonly grown: readonly GrownArray[] }[] = [];
  for (const set of sets) {
    const grown = await grownArrays(set, after, options);
    parts.push({ set, grown });
    after = { ...after, set: grownSet(after.set, grown, set.references) };
  }
  const total = { references: 0, files: 1, bytes: 0 };
  for (const { set, grown } of parts) {
    // The last file of an array may be one that the previous part has written.
    const rows = keptRows(storedFiles(store, found.set, options), recordSize);
    for (const { array, old, shift } of grown) {
      const target = { ...options, store, path, recordSize, shift, ...rows(old, array.layout) };
      const saved = await saveArray(array, set.references.table, target);
      total.references += saved.references;
      total.files += saved.files;
      total.bytes += saved.bytes;
    }
  }
  const bytes = printSetDocument(after.set.stored, recordSize, after.set.targets);
  await setDocument(store, joinPath(path, SET_DOCUMENT), bytes, { signal: options.signal });
  const arrays = new Set(parts.flatMap(({ grown }) => grown.map(({ array }) => array.key))).size;
  return { ...total, arrays, bytes: total.bytes + bytes.byteLength };
}

/** The arrays that grow by a set. Every reason to refuse the set is found here, before anything is written. */
async function grownArrays(
  { references, readDocument }: AppendedSet,
  found: StoredSet,
  { dimension, onLeftOut }: AppendParquetOptions,
): Promise<readonly GrownArray[]> {
  const { stored } = found.set;
  for (const problem of references.problems.values()) throw problem;
  const added = await documentsOf(references.table, { readDocument, zarr3: stored.has("zarr.json") });
  const arrays = [...added].flatMap(([key, node]) => writtenArray(key, node, references) ?? []);
  checkAllFound(references.table, added, arrays, onLeftOut);
  const grown: GrownArray[] = [];
  for (const array of arrays) {
    const next = grownArray(array, added, found, dimension);
    if (next === undefined) await checkSame(array, references, found);
    else grown.push(next);
  }
  checkOthers(stored, new Set(grown.map(({ array }) => array.key)), dimension);
  return grown;
}

/** The set as it will be. */
function grownSet(set: SetDocument, grown: readonly GrownArray[], references: ReferenceSet): SetDocument {
  return {
    ...set,
    stored: new Map([...set.stored, ...grown.map(({ array, document }) => [array.key, document] as const)]),
    arrays: new Map([...set.arrays, ...grown.map(({ array }) => [array.layout.path, array.layout] as const)]),
    targets: new Map([...set.targets, ...references.targets]),
  };
}

interface GrownArray {
  /** The new references in the layout of the grown array. */
  readonly array: WrittenArray;
  readonly document: JsonObject;
  /** The layout before it has grown. */
  readonly old: RecordLayout;
  /** The number of chunks along the dimension before. */
  readonly shift: Shift;
}

/** Returns undefined if the array lacks the dimension, and is the same in both sets. */
function grownArray(
  array: WrittenArray,
  added: ReadonlyMap<string, JsonNode>,
  { set }: StoredSet,
  dimension: string,
): GrownArray | undefined {
  const { key, layout } = array;
  const [old, oldLayout] = [set.stored.get(key), set.arrays.get(layout.path)];
  if (old === undefined || oldLayout === undefined) throw differs(key, "is not in the set that is appended to");
  const addedDocument = asObject(array.document);
  const axis = dimensionsOf(key, addedDocument, added).indexOf(dimension);
  if (axis !== dimensionsOf(key, old, set.stored).indexOf(dimension)) throw differs(key, "has other dimensions");
  const same = (member: string): boolean => jsonEquals(memberOf(old, member), memberOf(addedDocument, member));
  const names = new Set([...old.members.keys(), ...addedDocument.members.keys()]);
  for (const name of ["shape", "attributes", "dimension_separator"]) names.delete(name);
  const other = [...names].find((name) => !same(name));
  if (other !== undefined) throw differs(key, `has another ${other}`);
  checkMeaning(key, old, addedDocument, set.stored, added);
  const [shape, more] = [shapeOf(old), shapeOf(addedDocument)];
  if (shape.some((extent, at) => at !== axis && extent !== more[at])) throw differs(key, "has another shape");
  if (axis < 0) return undefined;
  if (oldLayout.grid.slice(0, axis).some((along) => along !== 1)) {
    throw new HyperslabError("unsupported", `${dimension} comes after a dimension of several chunks in the array`, {
      key,
      hint: "Appending along it would renumber chunks: save a new set (refs append, appendReferences).",
    });
  }
  const [length, chunk] = [shape[axis]!, chunkLength(key, old, axis)];
  if (length % chunk !== 0) {
    throw new HyperslabError("unsupported", `the array ends within a chunk: ${length} elements in chunks of ${chunk}`, {
      key,
      hint: "The next part would begin in the same chunk. Combine the files themselves, or use chunks that divide them.",
    });
  }
  const sum = jsonInteger(length + more[axis]!);
  const extents = items(memberOf(old, "shape")).map((extent, at) => (at === axis ? sum : extent));
  const document = withMember(old, "shape", jsonArray(extents));
  return {
    array: { ...array, layout: layoutAt(key, layout.path, document) },
    document,
    old: oldLayout,
    shift: { axis, chunks: oldLayout.grid[axis]! },
  };
}

/** Values in both sets must be equal, as far as that can be determined: a latitude has only one place. */
async function checkSame(
  { key, layout, rows }: WrittenArray,
  { table }: ReferenceSet,
  { set, files }: StoredSet,
): Promise<void> {
  for (let number = 0; number < layout.count; number++) {
    const row = rows?.find(coordsOf(layout.grid, number, new Array<number>(layout.grid.length)));
    const record = await files.record(layout, Math.floor(number / set.recordSize));
    const old = record === undefined ? undefined : record.find(number % set.recordSize);
    const isInline = row?.kind === "inline" && old?.kind === "inline";
    if ((row === undefined) !== (old === undefined)) throw differs(key, "has other chunks");
    if (isInline && !isEqual(table.inlineBytes(row), old.bytes)) throw differs(key, "has other values");
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

/** An array of the old set that has the dimension must grow with the others. */
function checkOthers(stored: ReadonlyMap<string, JsonObject>, grown: ReadonlySet<string>, dimension: string): void {
  for (const [key, document] of stored) {
    if (grown.has(key) || !document.members.has("shape")) continue;
    if (!dimensionsOf(key, document, stored).includes(dimension)) continue;
    throw differs(key, `has the dimension ${dimension}, but is not in the appended set`);
  }
  if (grown.size > 0) return;
  throw new HyperslabError("invalid-request", `no array has a dimension ${JSON.stringify(dimension)}`, {
    hint: "Name the dimension as the arrays do, for example time.",
  });
}

function checkMeaning(
  key: string,
  old: JsonObject,
  added: JsonObject,
  oldDocuments: ReadonlyMap<string, JsonNode>,
  addedDocuments: ReadonlyMap<string, JsonNode>,
): void {
  const [before, after] = [attributesOf(key, old, oldDocuments), attributesOf(key, added, addedDocuments)];
  for (const name of MEANING) {
    if (jsonEquals(memberOf(before, name), memberOf(after, name))) continue;
    throw differs(key, `has another attribute ${name}, so its values have another meaning`);
  }
}

/** In Zarr v3 they are in the document, in Zarr v2 in `.zattrs` beside it. */
function attributesOf(key: string, document: JsonObject, documents: ReadonlyMap<string, JsonNode>): JsonNode {
  const own = document.members.get("attributes");
  return own ?? documents.get(key.replace(/\.zarray$/, ".zattrs")) ?? NOTHING;
}

function dimensionsOf(key: string, document: JsonObject, documents: ReadonlyMap<string, JsonNode>): readonly string[] {
  const names =
    document.members.get("dimension_names") ?? memberOf(attributesOf(key, document, documents), "_ARRAY_DIMENSIONS");
  return items(names).map((name) => (name.type === "string" ? name.value : ""));
}

const NOTHING: JsonNode = { type: "null", offset: -1 };

function memberOf(node: JsonNode, name: string): JsonNode {
  return (node.type === "object" ? node.members.get(name) : undefined) ?? NOTHING;
}

function items(node: JsonNode): readonly JsonNode[] {
  return node.type === "array" ? node.items : [];
}

function asObject(node: JsonNode): JsonObject {
  return viewOf("", node).object();
}

function shapeOf(document: JsonObject): readonly number[] {
  return viewOf("", memberOf(document, "shape"))
    .items()
    .map((extent) => extent.integer(0));
}

function chunkLength(key: string, document: JsonObject, axis: number): number {
  const view = viewOf(key, document);
  const chunks = view.get("chunks") ?? view.required("chunk_grid").required("configuration").required("chunk_shape");
  return chunks.items()[axis]!.integer(1);
}

function layoutAt(key: string, path: string, document: JsonObject): RecordLayout {
  const view = viewOf(key, document);
  return key.endsWith(".zarray") ? layoutV2(path, view) : layoutV3(path, view)!;
}

function differs(key: string, what: string): HyperslabError {
  return new HyperslabError("invalid-request", `cannot be appended: the array ${what}`, {
    key,
    hint: "Arrays grow along one dimension only, and are otherwise the same in both sets.",
  });
}
