/** References with the documents of their nodes, which other readers of references see as a Zarr hierarchy. */

import { printJson } from "../../bytes/json/print.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import type { Dialect } from "../../formats/documents/dialect.ts";
import { isWithin, joinPath, relativePath } from "../../formats/documents/node-path.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { chunkKeys, type KeyBytes } from "../../model/virtual/chunk-key.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { ReferenceTable } from "../../model/virtual/reference-table.ts";
import { chunkPattern, chunksIn, namedChunks } from "../../model/virtual/table-chunks.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import { withMaskOf } from "../copy/plan/conventions.ts";
import { splitChunks } from "./split-chunks.ts";

export interface DocumentedOptions {
  /** How documents are spelled (default `zarr2`, which every reader of references supports). */
  readonly format?: "zarr2" | "zarr3" | undefined;
  /** The node that becomes the root of the set. */
  readonly path?: string | undefined;
  /** Turns the URL of a reference into an address. */
  readonly absolute: (url: string) => string;
}

/** The dataset must be settled: all its references are in its set. */
export async function documentedSet(dataset: VirtualDataset, options: DocumentedOptions): Promise<ReferenceSet> {
  const { format = "zarr2", path = "", absolute } = options;
  const dialect = await dialectNamed(format);
  const [malformed] = dataset.references.problems;
  if (malformed !== undefined) throw malformed[1];
  const { table } = dataset.references;
  const nodes = [...dataset.nodes.values()].filter((node) => isWithin(node.path, path));
  const arrays = nodes.filter((node) => node.kind === "array");
  // Zarr v2 has one chunk shape per array.
  const splits = new Map(arrays.map((array) => [array, format === "zarr2" ? splitChunks(array) : undefined]));
  const patterns = new Map(
    arrays.map((array) => [array, splits.get(array) === undefined ? patternsOf(array, path) : undefined]),
  );
  const shared = [...patterns.values()].filter((pair) => pair !== undefined);
  const set = new ReferenceSet(table.sharing(shared, absolute));
  for (const node of nodes) {
    const split = node.kind === "array" ? splits.get(node) : undefined;
    addDocuments(set, dialect, split?.node ?? node, path);
    if (node.kind !== "array") continue;
    const keyOf = chunkKeys(relativePath(node.path, path));
    const rank = node.shape.length;
    const others =
      patterns.get(node) === undefined ? chunksIn(table, node.path, rank) : namedChunks(table, node.path, rank);
    for (const { coords, reference } of others) {
      for (const [at, own] of split?.pieces(coords, reference) ?? [[coords, reference] as const])
        addReference(set.table, keyOf(at), own, absolute);
    }
  }
  for (const [url, facts] of dataset.references.targets) set.targets.set(absolute(url), facts);
  return set;
}

/** The patterns of its chunks in the dataset and in the set, if rows are the same in both. */
function patternsOf({ path: own, shape }: ArrayNode, path: string): readonly [string, string] | undefined {
  const from = chunkPattern(own, shape.length);
  const to = chunkPattern(relativePath(own, path), shape.length);
  return from === undefined || to === undefined ? undefined : [from, to];
}

function addReference(
  table: ReferenceTable,
  key: KeyBytes,
  reference: Reference,
  absolute: (url: string) => string,
): void {
  if (reference.kind === "inline") table.addInline(key, reference.bytes);
  else if (reference.kind === "whole") table.addWhole(key, table.url(absolute(reference.url)));
  else table.addRange(key, table.url(absolute(reference.url)), reference.offset, reference.length);
}

async function dialectNamed(format: "zarr2" | "zarr3"): Promise<Dialect> {
  if (format === "zarr2") return (await import("../../formats/zarr-v2/zarr-v2.ts")).zarrV2Dialect;
  return (await import("../../formats/zarr-v3/zarr-v3.ts")).zarrV3Dialect;
}

/** Chunk keys are `1.0` in both: Zarr v3 records it in its documents. */
const CHUNK_KEYS = { kind: "v2", separator: "." } as const;

/** Readers of Zarr v3 take the mask from an attribute in xarray's spelling; those of Zarr v2 also support netCDF's. */
function masked(node: ArrayNode, { masks, title }: Dialect): ArrayNode {
  return masks === "xarray-attribute" ? withMaskOf(node, { masks: "typed-attribute" }, { masks, title }) : node;
}

function addDocuments(set: ReferenceSet, dialect: Dialect, node: Node, path: string): void {
  const { origin: _, ...own } = node;
  const spelled: Node = own.kind === "array" ? { ...masked(own, dialect), chunkKeys: CHUNK_KEYS } : own;
  const at = relativePath(node.path, path);
  for (const [name, document] of dialect.print({ ...spelled, path: at })) {
    const text = printJson(document, "compact", { nonFinite: "token" });
    set.table.add(joinPath(at, name), { kind: "inline", bytes: encodeUtf8(text) });
  }
}
