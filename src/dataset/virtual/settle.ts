/**
 * A virtual dataset in the form that writers of references need: every reference is in the set, and chunks that are not
 * plain ranges of a file (their elements point elsewhere, or not all codecs were applied) are stored inline.
 */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { chunkCoords } from "../../model/grid/chunk-grid.ts";
import type { AssembledArray } from "../../model/virtual/assembled-array.ts";
import { chunkKeys, type KeyBytes } from "../../model/virtual/chunk-key.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { placeOfChunk } from "../../model/virtual/stored-extent.ts";
import { chunksIn } from "../../model/virtual/table-chunks.ts";
import type { VirtualDataset, VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { datasetLimits } from "../limits.ts";

export interface SettleOptions {
  readonly signal?: AbortSignal | undefined;
  /** If true, an array whose sources cannot be opened is left out and recorded as a loss. By default it is an error. */
  readonly notesLosses?: boolean | undefined;
}

/** Returns undefined if the hierarchy does not consist of references. */
export async function settle(
  { virtual, store }: Pick<Hierarchy, "virtual" | "store">,
  { signal, notesLosses = false }: SettleOptions = {},
): Promise<VirtualDataset | undefined> {
  if (virtual === undefined) return undefined;
  for (const pending of virtual.pending?.values() ?? []) {
    signal?.throwIfAborted();
    await pending.load();
  }
  // The file's way of storing arrays does not apply to a reference set.
  const { pending: _, masks, indirect, prefixes, assembled, sources: __, special: ___, extents, ...plain } = virtual;
  if (!masks?.size && !indirect?.size && !prefixes?.size && !assembled?.size && !extents?.size) {
    return plain;
  }
  const references = new ReferenceSet();
  const nodes = new Map(virtual.nodes);
  const notes: VirtualNote[] = [...virtual.notes];
  let taken = 0;
  const take = async (name: string, path: string): Promise<void> => {
    signal?.throwIfAborted();
    const bytes = await store.get(name, { signal });
    taken += bytes?.byteLength ?? 0;
    if (datasetLimits.inlineBytes.isExceededBy(taken)) throw tooMuch(store.location, path);
    if (bytes !== undefined) references.table.add(name, { kind: "inline", bytes });
  };
  for (const node of virtual.nodes.values()) {
    if (node.kind !== "array") continue;
    const keyOf = chunkKeys(node.path);
    if (assembled?.has(node.path)) {
      const reason = notesLosses ? await openSources(assembled, node.path, signal) : undefined;
      if (reason !== undefined) {
        nodes.delete(node.path);
        notes.push({ path: node.path, message: `the dataset is left out: ${reason}`, isLoss: true });
        continue;
      }
      for (const coords of chunkCoords(node.grid)) await take(nameOf(keyOf(coords)), node.path);
      continue;
    }
    const extent = extents?.get(node.path);
    if (extent !== undefined) {
      // Chunks that are absent within it have to be stored, since the fill value of the array is another.
      for (const coords of chunkCoords(node.grid)) {
        const place = placeOfChunk(extent, node.grid, coords);
        const name = nameOf(keyOf(coords));
        const reference = place === "inside" && !masks?.has(name) ? virtual.references.table.find(name) : undefined;
        if (reference !== undefined) references.table.add(name, reference);
        else if (place !== "outside") await take(name, node.path);
      }
      continue;
    }
    for (const { coords, reference } of chunksIn(virtual.references.table, node.path, node.shape.length)) {
      const name = nameOf(keyOf(coords));
      if (!masks?.has(name) && !indirect?.has(node.path) && !prefixes?.has(name)) {
        references.table.add(name, reference);
      } else await take(name, node.path);
    }
  }
  for (const [url, facts] of virtual.references.targets) references.targets.set(url, facts);
  return { ...plain, nodes, notes, references };
}

/** Opens everything that an array is assembled from, recursively. Returns a reason if something cannot be opened. */
async function openSources(
  assembled: ReadonlyMap<string, AssembledArray>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const opened = new Set<string>();
  const visit = async (from: string): Promise<void> => {
    for (const part of assembled.get(from)?.parts ?? []) {
      signal?.throwIfAborted();
      const { source } = await part.open();
      if (opened.has(source.path)) continue;
      opened.add(source.path);
      await visit(source.path);
    }
  };
  try {
    await visit(path);
    return undefined;
  } catch (error) {
    if (isHyperslabError(error)) return error.what;
    throw error;
  }
}

function nameOf({ bytes, from, to }: KeyBytes): string {
  return decodeUtf8(bytes.subarray(from, to));
}

function tooMuch(location: string, path: string): HyperslabError {
  return new HyperslabError(
    "unsupported",
    `more than ${datasetLimits.inlineBytes.value} bytes are not plain parts of the file, so references cannot express them`,
    { location, node: path, hint: "Copy the file to Zarr instead, or leave the array out." },
  );
}
