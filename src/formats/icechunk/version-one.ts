/** Branches and tags of version 1 of the format: one JSON file each. */
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { type DocumentOptions, getDocument } from "../documents/document.ts";
import { NO_NOTES } from "../notes.ts";
import { isObjectId } from "./object-id.ts";

/** A branch or tag, and the id of its snapshot. */
export interface NamedRef {
  /** Its name, without `branch.` and `tag.`. */
  readonly name: string;
  /** The id of its snapshot. */
  readonly snapshot: string;
}

export function branchKey(name: string): string {
  return `refs/branch.${name}/ref.json`;
}

function tagKey(name: string): string {
  return `refs/tag.${name}/ref.json`;
}

/** The id in a ref; undefined if it is proven absent. */
export async function readRef(store: Store, key: string, options: DocumentOptions): Promise<string | undefined> {
  const document = await getDocument(store, key, NO_NOTES, options);
  if (document === "absent" || document === "web page") return undefined;
  const id = document.required("snapshot").string();
  if (isObjectId(id)) return id;
  throw new HyperslabError("invalid-data", `${JSON.stringify(id)} is not the id of a snapshot`, {
    location: store.location,
    key,
  });
}

/** A deleted tag keeps its file; another file beside it marks it as deleted. */
export async function oldTag(store: Store, name: string, { signal }: StoreOptions): Promise<string | undefined> {
  const [id, deleted] = await Promise.all([
    readRef(store, tagKey(name), { signal }),
    store.get(`${tagKey(name)}.deleted`, { signal }),
  ]);
  return deleted === undefined ? id : undefined;
}

export async function listRefs(
  store: Store,
  options: StoreOptions,
): Promise<{ readonly branches: readonly NamedRef[]; readonly tags: readonly NamedRef[] }> {
  if (store.listDirectory === undefined) {
    throw new HyperslabError("unsupported", "the branches and tags cannot be listed here", {
      location: store.location,
      hint: "Repositories of version 1 of the format keep them in files of their own. Name the branch: @main.",
    });
  }
  const { prefixes } = await store.listDirectory("refs", options);
  const read = async (
    kind: string,
    find: (name: string) => Promise<string | undefined>,
  ): Promise<readonly NamedRef[]> => {
    const names = prefixes.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length));
    const found = await Promise.all(names.map(async (name) => ({ name, snapshot: await find(name) })));
    return found.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : [{ name, snapshot }]));
  };
  const { signal } = options;
  return {
    branches: await read("branch.", (name) => readRef(store, branchKey(name), { signal })),
    tags: await read("tag.", (name) => oldTag(store, name, options)),
  };
}
