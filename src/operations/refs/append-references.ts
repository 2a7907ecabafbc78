/**
 * Joins sets along a dimension: the chunks of each set follow those of the previous ones. They are not read, so
 * everything that determines the meaning of stored bytes must be the same: type, codecs, chunks, fill value, units and
 * packing. A length that does not end at a chunk boundary can only be the last one. Arrays without that dimension must
 * be equal; if their references lead to different places, both are read. The dimension's coordinate must go on from set
 * to set.
 */
import type { JsonNode } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { largest } from "../../bytes/largest.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { HyperslabError } from "../../errors.ts";
import { chunkTail } from "../../formats/documents/chunk-access.ts";
import { joinPath } from "../../formats/documents/node-path.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { checkAppendedOrder, type NamedSet } from "../scan/combine/appended-order.ts";
import { UNITS_AND_PACKING } from "../scan/combine/compare-arrays.ts";
import { changeDocument } from "./changed-document.ts";
import { arraysOf, hierarchyOf, type LoadedReferences, loadReferences } from "./loaded-references.ts";
import { APPEND } from "./option-names.ts";
import {
  changedSet,
  isParquetName,
  type SavedReferences,
  type SaveReferencesOptions,
  saveSet,
  withUrl,
} from "./save-references.ts";
import { chunkLengths, chunkReader } from "./subchunk-references.ts";
import { isSamePlace, urlMover } from "./target-url.ts";

/** Options of `appendReferences`. */
export interface AppendReferencesOptions extends SaveReferencesOptions {
  /** The name of the dimension that grows. */
  readonly dim: string;
  /** References per file of a new Parquet set (default 10 000). */
  readonly recordSize?: number | undefined;
}

/**
 * Writes a set with the chunks of several, one after the other along a dimension. If the name of the new set ends in
 * `.parq` or `.parquet`, it is a Parquet set; if it is also the first one, that set grows in place.
 */
export async function appendReferences(
  inputs: readonly AddressInput[],
  output: string,
  options: AppendReferencesOptions,
): Promise<SavedReferences & { readonly length: number }> {
  if (hasUnknown(options, APPEND)) return refuseUnknown("appendReferences", options, APPEND);
  const { dim, recordSize, ...saving } = options;
  if (inputs.length < 2) throw new HyperslabError("invalid-request", "there is nothing to append");
  const isParquet = isParquetName(output);
  const grows = isParquet && isSamePlace(inputs[0]!, output);
  checkSpelling(output, options, isParquet, grows);
  if (grows) {
    return (await import("./append-parquet.ts")).growParquet(inputs.slice(1), output, options);
  }
  const sets: Opened[] = [];
  for (const input of inputs) sets.push(await opened(input, options));
  const [first, ...others] = sets;
  const move = urlMover(first!.loaded, isParquet ? undefined : output);
  const set = changedSet(first!.loaded.set, (key, reference) => [key, withUrl(reference, move)], move);
  const growing = growingArrays(first!, dim);
  const lengths = new Map([...growing].map(([path, { array, axis }]) => [path, array.shape[axis]!]));
  for (const other of others)
    await appendSet(set, other, { growing, lengths, dim, output: isParquet ? undefined : output, first: first! });
  for (const [path, { array, axis }] of growing) {
    const shape = array.shape.map((length, at) => (at === axis ? lengths.get(path)! : length));
    changeDocument(set, path, { shape });
  }
  const unknown = await checkAppendedOrder(sets.map(named), dim, options.signal);
  const notes = [...sets.flatMap(({ loaded }) => loaded.notes), ...unknown];
  const length = largest([...lengths.values()]);
  if (!isParquet) return { ...(await saveSet(set, output, saving, notes)), length };
  const { store } = first!.loaded;
  const saved = await (await import("./append-parquet.ts")).saveJoined(set, output, options, {
    // Zarr v3 is not spread further than to sets made of sets that have it.
    zarr3: typeof inputs[0] === "string" && isParquetName(inputs[0]),
    readDocument: async (key) => (await store.get(key, { signal: options.signal })) ?? new Uint8Array(0),
  });
  return { ...saved, notes, length };
}

/** Options that the new set cannot follow are refused. */
function checkSpelling(
  location: string,
  { recordSize, version, templates, gen, relative }: AppendReferencesOptions,
  isParquet: boolean,
  grows: boolean,
): void {
  const refuse = (what: string): never => {
    throw new HyperslabError("invalid-request", what, { location, hint: "Leave the option out." });
  };
  if (recordSize !== undefined && !isParquet) refuse("only Parquet sets have a record size");
  if (recordSize !== undefined && grows) refuse("the set that grows has a record size already");
  if (isParquet && (version === 0 || templates === true || gen === true || relative === true)) {
    refuse("a Parquet set has neither versions, templates, gen nor relative targets");
  }
}

interface Opened {
  readonly loaded: LoadedReferences;
  readonly hierarchy: Hierarchy;
  readonly arrays: ReadonlyMap<string, ArrayNode>;
}

async function opened(input: AddressInput, options: AppendReferencesOptions): Promise<Opened> {
  const loaded = await loadReferences(input, options);
  const hierarchy = await hierarchyOf(loaded, options.signal);
  return { loaded, hierarchy, arrays: await arraysOf(hierarchy, options.signal) };
}

function named({ loaded, hierarchy, arrays }: Opened): NamedSet {
  return { location: loaded.store.location, hierarchy, arrays };
}

interface Growing {
  readonly array: ArrayNode;
  readonly axis: number;
}

function growingArrays({ arrays, loaded }: Opened, dim: string): ReadonlyMap<string, Growing> {
  const growing = new Map<string, Growing>();
  for (const [path, array] of arrays) {
    const axis = array.dimensions.findIndex(({ name }) => name === dim);
    if (axis >= 0) growing.set(path, { array, axis });
  }
  if (growing.size > 0) return growing;
  const names = new Set([...arrays.values()].flatMap(({ dimensions }) => dimensions.map(({ name }) => name ?? "?")));
  throw new HyperslabError("invalid-request", `no array has the dimension ${JSON.stringify(dim)}`, {
    location: loaded.store.location,
    hint: `Dimensions are ${[...names].join(", ")}.`,
  });
}

interface Joined {
  readonly growing: ReadonlyMap<string, Growing>;
  /** The current length of each array. */
  readonly lengths: Map<string, number>;
  readonly dim: string;
  /** Where the new set will be; undefined if URLs must be absolute. */
  readonly output: string | undefined;
  readonly first: Opened;
}

async function appendSet(set: ReferenceSet, { loaded, arrays }: Opened, joined: Joined): Promise<void> {
  const { growing, lengths, dim, output, first } = joined;
  const { location } = loaded.store;
  const refuse = (path: string, what: string, hint?: string): never => {
    throw new HyperslabError("invalid-request", `${JSON.stringify(path)} cannot be appended along ${dim}: ${what}`, {
      location,
      node: path,
      ...(hint !== undefined && { hint }),
    });
  };
  for (const path of arrays.keys()) if (!first.arrays.has(path)) refuse(path, "the first set has no such array");
  const move = urlMover(loaded, output);
  for (const [path, array] of first.arrays) {
    const other = arrays.get(path);
    if (other === undefined) refuse(path, "this set has no such array");
    const grows = growing.get(path);
    checkAlike(array, other!, grows?.axis, (what, hint) => refuse(path, what, hint));
    if (grows === undefined) await checkSameValues(first.loaded, loaded, array, (what) => refuse(path, what));
    else {
      const size = chunkLengths(array)[grows.axis]!;
      const length = lengths.get(path)!;
      if (length % size !== 0) {
        const hint = "Only the last set may end within a chunk.";
        refuse(path, `${length} elements before it do not fill chunks of ${size}`, hint);
      }
      addShifted(set, loaded.set, other!, grows.axis, length / size, (url) => move(url));
      lengths.set(path, length + other!.shape[grows.axis]!);
    }
  }
  for (const [url, facts] of loaded.set.targets) set.targets.set(move(url), facts);
}

function addShifted(
  set: ReferenceSet,
  from: ReferenceSet,
  array: ArrayNode,
  axis: number,
  shift: number,
  rename: (url: string) => string,
): void {
  const [malformed] = from.problems;
  if (malformed !== undefined) throw malformed[1];
  const coordsOf = chunkReader(array);
  for (const [key, reference] of from.table.entries()) {
    const coords = coordsOf(key);
    if (coords === undefined) continue;
    const at = coords.map((coord, other) => (other === axis ? coord + shift : coord));
    set.table.add(joinPath(array.path, chunkTail(array.chunkKeys, at)), withUrl(reference, rename));
  }
}

function checkAlike(
  one: ArrayNode,
  other: ArrayNode,
  axis: number | undefined,
  refuse: (what: string, hint?: string) => never,
): void {
  const compare = (what: string, a: unknown, b: unknown): void => {
    const [first, second] = [text(a), text(b)];
    if (first !== second) refuse(`its ${what} is ${second}, and was ${first}`);
  };
  compare("data type", one.dataType, other.dataType);
  compare("number of dimensions", one.shape.length, other.shape.length);
  compare("chunks", chunkLengths(one), chunkLengths(other));
  compare("fill value", one.fillValue, other.fillValue);
  compare("chain of codecs", one.codecs.map(codecText), other.codecs.map(codecText));
  compare(
    "dimensions",
    one.dimensions.map(({ name }) => name),
    other.dimensions.map(({ name }) => name),
  );
  compare(
    "shape",
    one.shape.filter((_, at) => at !== axis),
    other.shape.filter((_, at) => at !== axis),
  );
  for (const name of UNITS_AND_PACKING) {
    const [a, b] = [one.attributes.get(name)?.value, other.attributes.get(name)?.value];
    compare(`attribute ${name}`, a && json(a), b && json(b));
  }
}

function codecText({ name, configuration }: ArrayNode["codecs"][number]): string {
  return `${name} ${json(configuration)}`;
}

function json(node: JsonNode): string {
  return printJson(node, "compact", { nonFinite: "token", sorted: true });
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "bigint") return `${inner}n`;
    if (typeof inner === "number" && !Number.isFinite(inner)) return String(inner);
    return inner instanceof Uint8Array ? Array.from(inner) : inner;
  });
}

/** An array that does not grow must have the same values: references to the same bytes, or to equal ones. */
async function checkSameValues(
  one: LoadedReferences,
  other: LoadedReferences,
  array: ArrayNode,
  refuse: (what: string) => never,
): Promise<void> {
  const coordsOf = chunkReader(array);
  const [ofOne, ofOther] = [urlMover(one), urlMover(other)];
  const keys = new Set<string>();
  for (const { set } of [one, other]) for (const key of set.table.keys(array.path)) if (coordsOf(key)) keys.add(key);
  for (const key of keys) {
    const [a, b] = [one.set.table.find(key), other.set.table.find(key)];
    // Equal relative URLs are different files if the sets lie apart.
    const [from, to] = [a && withUrl(a, ofOne), b && withUrl(b, ofOther)];
    if (text(from) === text(to) && from?.kind !== "inline") continue;
    const [first, second] = await Promise.all([one.store.get(key), other.store.get(key)]);
    if (text(first) !== text(second)) refuse("it does not have that dimension, and its values differ");
  }
}
