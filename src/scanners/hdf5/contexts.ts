/** A context per file, and the arrays that virtual datasets consist of. */
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { ArrayContext, SharedContext } from "./array-context.ts";
import { makeArray } from "./arrays.ts";
import type { Files, Origin } from "./files.ts";
import type { FoundGroup, Tree } from "./tree.ts";
import { mappingsOf } from "./virtual/extent.ts";
import { isUnlimited } from "./virtual/selection.ts";

export function sharedContext(notes: VirtualNote[]): SharedContext {
  return {
    references: new ReferenceSet(),
    pending: new Map(),
    masks: new Map(),
    indirect: new Map(),
    assembled: new Map(),
    sources: new Map(),
    extents: new Map(),
    notes,
  };
}

/** The context of each file, created once. */
export function contextsOf(
  shared: SharedContext,
  files: Files,
  tree: Tree,
  root: FoundGroup,
): (origin: Origin) => ArrayContext {
  const paths = pathsOf(root);
  const contexts = new Map<Origin, ArrayContext>();
  const contextOf = (origin: Origin): ArrayContext => {
    const known = contexts.get(origin);
    if (known !== undefined) return known;
    const { file, heap, url } = origin;
    const context: ArrayContext = {
      ...shared,
      file,
      heap,
      url,
      pathOf: (address) => paths.get(`${address} ${url}`),
      source: async (name, dataset, path, depth) => {
        const other = name === undefined ? origin : await files.open(name, origin);
        const found = await tree.find(other, dataset);
        if (found?.object.kind !== "dataset") {
          throw new HyperslabError("invalid-data", "the file has no dataset of this name", other.file.facts.place);
        }
        const { object, origin: place } = found;
        const { shape } = object.space;
        const dimensions = shape.map(() => ({ name: undefined }));
        const input = { found: { path, name: path, object, origin: place }, attributes: new Map(), dimensions, shape };
        const node = await makeArray(contextOf(place), input, depth);
        if (typeof node === "string" || shared.indirect.has(path)) {
          const reason = typeof node === "string" ? node : "it holds values of variable length";
          throw new HyperslabError("unsupported", reason, place.file.facts.place);
        }
        shared.sources.set(path, node);
        return node;
      },
      shapeOf: async (name, dataset) => {
        const other = name === undefined ? origin : await existing(files.open(name, origin));
        const before = shared.notes.length;
        const found = other && (await tree.find(other, dataset));
        // A note tells why a link cannot be followed.
        const [note] = shared.notes.splice(before);
        if (found === undefined && note === undefined) return undefined;
        const place = other?.file.facts.place ?? {};
        if (found?.object.kind !== "dataset") {
          throw new HyperslabError("invalid-data", note?.message ?? "it is not a dataset", place);
        }
        const mappings = await mappingsOf(contextOf(found.origin), found.object);
        if (mappings.some(({ target }) => isUnlimited(target))) {
          throw new HyperslabError("unsupported", "it is a virtual dataset with an unlimited selection itself", place);
        }
        return found.object.space.shape;
      },
    };
    contexts.set(origin, context);
    return context;
  };
  return contextOf;
}

/** Undefined if the file does not exist. */
async function existing(opening: Promise<Origin>): Promise<Origin | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (isHyperslabError(error, "not-found")) return undefined;
    throw error;
  }
}

/** The path of each object by its address and file. */
function pathsOf(root: FoundGroup): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const add = (address: number, { url }: Origin, path: string): void => {
    const place = `${address} ${url}`;
    if (!paths.has(place)) paths.set(place, path);
  };
  const visit = ({ path, object, origin, datasets, groups }: FoundGroup): void => {
    add(object.address, origin, path);
    for (const dataset of datasets) add(dataset.object.address, dataset.origin, dataset.path);
    for (const group of groups) visit(group);
  };
  visit(root);
  return paths;
}
