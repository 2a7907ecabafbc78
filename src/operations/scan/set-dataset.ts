/** A reference set as one of many files to combine: its nodes, and its references under the keys of datasets. */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { chunkTail } from "../../formats/documents/chunk-access.ts";
import { joinPath } from "../../formats/documents/node-path.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { setOf, virtualFacts } from "../../formats/virtual/virtual-store.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { ReferenceTable } from "../../model/virtual/reference-table.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { Location } from "../../stores/location/parts.ts";
import { withMaskOf } from "../copy/plan/conventions.ts";
import { nodesOf } from "../refs/loaded-references.ts";
import { changedSet, withUrl } from "../refs/save-references.ts";
import { chunkReader } from "../refs/subchunk-references.ts";
import { urlMover } from "../refs/target-url.ts";

/** Where virtual datasets store the value of missing elements; see `openVirtual`. */
const DATASET = { masks: "typed-attribute", title: "Virtual dataset" } as const;

/** Returns undefined if the hierarchy does not consist of references. `start`: where its relative URLs start, if not at the set. */
export async function datasetOfSet(
  hierarchy: Hierarchy,
  start: Location | undefined,
  signal?: AbortSignal,
): Promise<VirtualDataset | undefined> {
  const facts = virtualFacts(hierarchy.store);
  if (facts === undefined) return undefined;
  const found = await setOf(facts, signal);
  const move = urlMover({ start });
  const set = start === undefined ? found : changedSet(found, (key, one) => [key, withUrl(one, move)], move);
  const [malformed] = set.problems;
  if (malformed !== undefined) throw malformed[1];
  const nodes = new Map<string, Node>();
  for await (const node of nodesOf(hierarchy, "", signal)) {
    nodes.set(node.path, node.kind === "array" ? withMaskOf(node, hierarchy, DATASET) : node);
  }
  const arrays = [...nodes.values()].filter((node) => node.kind === "array");
  // Sets of Zarr v2 spell chunk keys as datasets do.
  if (arrays.every(isSpelledAlike)) return { nodes, references: set, notes: [] };
  const references = new ReferenceSet();
  for (const array of arrays) addChunks(references.table, set.table, array);
  for (const [url, known] of set.targets) references.targets.set(url, known);
  return { nodes, references, notes: [] };
}

/** Returns whether chunk keys are spelled as those of datasets. */
export function isSpelledAlike({ chunkKeys: { kind, separator, prefix = "", suffix = "" } }: ArrayNode): boolean {
  return kind === "v2" && separator === "." && prefix === "" && suffix === "";
}

function addChunks(to: ReferenceTable, from: ReferenceTable, array: ArrayNode): void {
  const { path, shape } = array;
  const rank = shape.length;
  const keyOf = chunkKeys(path);
  const first = joinPath(path, chunkTail(array.chunkKeys, new Array<number>(rank).fill(0)));
  const rows = rank === 0 ? undefined : from.chunkRows(first, rank);
  if (rows === undefined) {
    addByKey(to, from, array);
    return;
  }
  for (let entry = 0; entry < rows.length; entry++) {
    if (!rows.isCurrent(entry)) continue;
    const coords = rows.coords(entry);
    const row = rows.find(coords)!;
    const key = keyOf(coords);
    if (row.kind === "inline") to.addInline(key, from.inlineBytes(row));
    else if (row.kind === "whole") to.addWhole(key, to.url(from.urls[row.url]!));
    else to.addRange(key, to.url(from.urls[row.url]!), row.offset, row.length);
  }
}

/** Scalars, and keys that do not end in numbers. */
function addByKey(to: ReferenceTable, from: ReferenceTable, array: ArrayNode): void {
  const keyOf = chunkKeys(array.path);
  const coordsOf = chunkReader(array);
  for (const key of from.keys(array.path)) {
    const coords = coordsOf(key);
    if (coords === undefined) continue;
    const { bytes, from: start, to: end } = keyOf(coords);
    to.add(decodeUtf8(bytes.subarray(start, end)), from.find(key)!);
  }
}
