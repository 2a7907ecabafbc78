/** Parquet sets that grow in place, and sets that are joined to a new one. */
import { type AddressInput, openStore } from "../../dataset/open/address.ts";
import { open } from "../../dataset/open/open.ts";
import { type AppendedSet, appendParquet, saveParquet } from "../../dataset/virtual/save-parquet.ts";
import { HyperslabError } from "../../errors.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { usedUrls } from "../../model/virtual/used-urls.ts";
import { checkAppendedOrder, type NamedSet } from "../scan/combine/appended-order.ts";
import type { AppendReferencesOptions } from "./append-references.ts";
import { arraysOf, hierarchyOf, loadReferences } from "./loaded-references.ts";
import { changedSet, type SavedReferences, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Reads a document that is stored outside the set. */
type ReadDocument = (key: string) => Promise<Uint8Array>;

/** Appends the sets to the one at `output`: all of them, or none. Counts what was added. */
export async function growParquet(
  inputs: readonly AddressInput[],
  output: string,
  options: AppendReferencesOptions,
): Promise<SavedReferences & { readonly length: number }> {
  const { dim, overwrite, signal, store: settings } = options;
  if (overwrite !== true) {
    throw new HyperslabError("exists", "the set to append to is the one to write", {
      location: output,
      hint: "Pass overwrite: true (--force) to let it grow in place.",
    });
  }
  const sets: AppendedSet[] = [];
  const grown = (await open(output, { store: settings, signal })).hierarchy;
  const order: NamedSet[] = [{ location: output, hierarchy: grown, arrays: await arraysOf(grown, signal) }];
  let notes: readonly string[] = [];
  for (const input of inputs) {
    const loaded = await loadReferences(input, options);
    const move = urlMover(loaded);
    const references = withoutBlock(changedSet(loaded.set, (key, one) => [key, withUrl(one, move)], move));
    const readDocument: ReadDocument = async (key) => (await loaded.store.get(key, { signal })) ?? new Uint8Array(0);
    sets.push({ references, readDocument });
    notes = [...notes, ...loaded.notes];
    const hierarchy = await hierarchyOf(loaded, signal);
    order.push({ location: loaded.store.location, hierarchy, arrays: await arraysOf(hierarchy, signal) });
  }
  notes = [...notes, ...(await checkAppendedOrder(order, dim, signal))];
  const store = await openStore(output, settings);
  const { references, bytes } = await appendParquet(sets, store, { dimension: dim, signal });
  await store.close?.();
  const targets = sets.reduce((total, set) => total + usedUrls(set.references.table).length, 0);
  return { location: output, references, targets, bytes, notes, length: await lengthOf(output, options) };
}

/** Saves a set that was joined from others as a new Parquet set. */
export async function saveJoined(
  joined: ReferenceSet,
  output: string,
  { recordSize, overwrite, signal, store: settings }: AppendReferencesOptions,
  { zarr3, readDocument }: { readonly zarr3: boolean; readonly readDocument: ReadDocument },
): Promise<Omit<SavedReferences, "notes">> {
  const set = withoutBlock(joined);
  const store = await openStore(output, settings);
  const { references, bytes } = await saveParquet(set, store, { recordSize, overwrite, zarr3, readDocument, signal });
  await store.close?.();
  return { location: output, references, targets: usedUrls(set.table).length, bytes };
}

/** Without consolidated metadata, which the document of a Parquet set replaces. */
function withoutBlock(set: ReferenceSet): ReferenceSet {
  return changedSet(set, (key, reference) => (key === ".zmetadata" ? undefined : [key, reference]));
}

async function lengthOf(output: string, { dim, signal, store }: AppendReferencesOptions): Promise<number> {
  const { hierarchy } = await open(output, { store, signal });
  const lengths = [...(await arraysOf(hierarchy, signal)).values()].flatMap(({ dimensions, shape }) =>
    shape.filter((_, axis) => dimensions[axis]?.name === dim),
  );
  return lengths.reduce((most, length) => Math.max(most, length), 0);
}
