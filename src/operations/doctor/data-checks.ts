/** Checks of the data: its format, whether all nodes can be found, archives, interrupted copies. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import { markerKey, unfinishedNotes } from "../../dataset/open/unfinished.ts";
import { Group } from "../../dataset/tree/group.ts";
import { isHyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import type { CheckList } from "./check.ts";

export function checkFormat(node: Group | NdArray, list: CheckList): void {
  const { title, notes, consolidated } = node.hierarchy;
  const what = node instanceof Group ? "group" : `array of ${node.dtype}, [${node.shape.join(", ")}]`;
  list.add("ok", "format", "format", `${title} ${what}${consolidated ? ", consolidated" : ""}`);
  // Unfinished copies have a check of their own.
  const unfinished = unfinishedNotes(node.hierarchy);
  for (const note of notes) if (!unfinished.includes(note)) list.add("warn", "note", note.key, note.message);
}

/** The children of a group are found by consolidated metadata or by listing; one of the two must work. */
export async function checkListing(
  store: Store,
  node: Group | NdArray | undefined,
  list: CheckList,
  options: StoreOptions,
): Promise<void> {
  const title = "listing";
  if (store.object !== undefined) {
    list.add("ok", "listing", title, "not needed: one file holds everything");
    return;
  }
  const consolidated = node?.hierarchy.consolidated === true;
  const isGroup = node instanceof Group;
  const failure = await listingFailure(store, options);
  if (failure === undefined) list.add("ok", "listing", title, "keys can be listed");
  else if (consolidated)
    list.add("ok", "listing", title, `not possible (${failure}), nor needed: the metadata is consolidated`);
  else if (isGroup) {
    const fix = "Run hyperslab consolidate where the data can be listed, or let the server list.";
    list.add(
      "warn",
      "listing",
      title,
      `not possible (${failure}), and the metadata is not consolidated: the contents of the group cannot be found`,
      fix,
    );
  } else list.add("ok", "listing", title, `not possible (${failure}), nor needed for an array`);
  if (failure === undefined && isGroup && !consolidated && store.concurrency !== undefined) {
    list.add(
      "warn",
      "consolidated",
      "consolidated metadata",
      "none: opening the tree takes one request per node",
      "Run hyperslab consolidate.",
    );
  }
}

async function listingFailure(store: Store, options: StoreOptions): Promise<string | undefined> {
  if (store.listDirectory === undefined) return "the store cannot";
  try {
    await store.listDirectory("", options);
    return undefined;
  } catch (error) {
    if (isHyperslabError(error)) return error.what;
    throw error;
  }
}

export async function checkArchive(store: Store, list: CheckList, { signal }: StoreOptions): Promise<void> {
  await list.attempt("archive", "zip archive", async () => {
    let count = 0;
    for await (const _ of store.list?.("", { signal }) ?? []) count += 1;
    list.add("ok", "archive", "zip archive", `${count} values`);
  });
}

export async function checkInterrupted(
  store: Store,
  path: string,
  list: CheckList,
  options: StoreOptions,
): Promise<void> {
  const journal = await store.get(markerKey(path), options).catch(() => undefined);
  if (journal === undefined) return;
  list.add(
    "warn",
    "interrupted",
    "an interrupted copy",
    "this is the target of a copy that did not finish",
    "Run it again with --resume.",
  );
}
