/** NumPy's .npy files: one array. */
import { atPlace, HyperslabError } from "../../errors.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import type { FilePlace } from "../../stores/place.ts";
import type { Format, OpenedNode } from "../format.ts";
import { filePlaceOf, openVirtualFile } from "../virtual/virtual-file.ts";
import { headerIn, npyArray } from "./array.ts";
import { NPY_MAGIC } from "./header.ts";

export const npy: Format = {
  open: async (place, { signal } = {}) => (place.kind === "file" ? openFile(place, signal) : undefined),
};

async function openFile(place: FilePlace, signal: AbortSignal | undefined): Promise<OpenedNode | undefined> {
  const { source } = place;
  const magic = await source.read({ offset: 0, length: NPY_MAGIC.byteLength }, { signal });
  if (magic === undefined || NPY_MAGIC.some((byte, index) => magic[index] !== byte)) return undefined;
  try {
    const header = await headerIn(source, signal);
    const bytes = await source.size?.({ signal });
    if (bytes === undefined) throw new HyperslabError("unsupported", "the size of the file cannot be determined");
    const references = new ReferenceSet();
    const array = npyArray(header, { path: "", table: references.table, url: OWN_FILE, bytes });
    const dataset = { nodes: new Map([["", array]]), references, notes: [] };
    return await openVirtualFile(place, dataset, { name: "npy", title: "NumPy .npy" });
  } catch (error) {
    throw atPlace(error, filePlaceOf(place));
  }
}
