/** NumPy's .npz files: zip archives of .npy files, each holding an array. */
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Format, OpenedNode } from "../../formats/format.ts";
import { headerIn, npyArray } from "../../formats/npy/array.ts";
import { filePlaceOf, openVirtualFile } from "../../formats/virtual/virtual-file.ts";
import type { Node } from "../../model/node.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { beginsArchive, type FilePlace } from "../../stores/place.ts";
import { objectSource, type Store } from "../../stores/store.ts";
import { zipStore } from "../../stores/zip/zip.ts";
import { storeDecoders } from "../open/store-decoders.ts";

export const npz: Format = {
  open: async (place, { signal } = {}) => (place.kind === "file" ? openFile(place, signal) : undefined),
};

const ENDING = ".npy";

async function openFile(place: FilePlace, signal: AbortSignal | undefined): Promise<OpenedNode | undefined> {
  const head = await place.source.read({ offset: 0, length: 4 }, { signal });
  if (head === undefined || !beginsArchive(head)) return undefined;
  const { location } = place.store;
  // NumPy's names are whole paths, so there is no top folder to strip.
  const archive = zipStore(place.source, { ...storeDecoders, location, topFolder: "" });
  try {
    const dataset = await scan(archive, signal);
    const openSource = async (member: string) => objectSource(archive, member);
    return await openVirtualFile(place, dataset, { name: "npz", title: "NumPy .npz", openSource });
  } catch (error) {
    throw atPlace(error, filePlaceOf(place));
  }
}

async function scan(archive: Store, signal: AbortSignal | undefined) {
  const references = new ReferenceSet();
  const notes: VirtualNote[] = [];
  const nodes = new Map<string, Node>([["", { kind: "group", path: "", attributes: new Map() }]]);
  const left = (path: string, key: string, why: string): void => {
    notes.push({ path, message: `${key} is left out: ${why}`, isLoss: true });
  };
  for await (const { key } of archive.list!("", { signal })) {
    const path = key.endsWith(ENDING) ? key.slice(0, -ENDING.length) : "";
    if (path === "") left(key, key, "it is not a .npy file");
    else if (nodes.has(path)) left(path, key, "there is another node of this name");
    else {
      try {
        const source = objectSource(archive, key);
        const bytes = (await source.size?.({ signal })) ?? 0;
        const header = await headerIn(source, signal);
        const array = npyArray(header, { path, table: references.table, url: key, bytes });
        addGroups(nodes, path);
        nodes.set(path, array);
      } catch (error) {
        if (!isHyperslabError(error, "unsupported")) throw atPlace(error, { key });
        left(path, key, error.what);
      }
    }
  }
  return { nodes, references, notes };
}

/** Array names may contain slashes. */
function addGroups(nodes: Map<string, Node>, path: string): void {
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    const group = path.slice(0, slash);
    const there = nodes.get(group);
    if (there === undefined) nodes.set(group, { kind: "group", path: group, attributes: new Map() });
    else if (there.kind === "array") {
      throw new HyperslabError("unsupported", `${group} is an array, and cannot hold others`);
    }
  }
}
