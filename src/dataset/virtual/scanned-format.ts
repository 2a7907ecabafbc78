/** Scanners as formats: what a scanner finds in a file is opened like any other dataset. */
import { atPlace, HyperslabError } from "../../errors.ts";
import { normalizePath } from "../../formats/documents/node-path.ts";
import type { Format, OpenedNode, OpenedSource, OpenOptions } from "../../formats/format.ts";
import type { FormatDescriptor } from "../../formats/registry.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import type { ScanInput, ScannerDescriptor } from "../../scanners/scanner.ts";
import type { FilePlace } from "../../stores/place.ts";
import { placeOf } from "../../stores/store.ts";

export function scannedFormat(descriptor: ScannerDescriptor): FormatDescriptor {
  const { name, title, aliases, file } = descriptor;
  const format: Format = {
    open: async (place, options = {}) => (place.kind === "file" ? openFile(descriptor, place, options) : undefined),
  };
  return { name, title, ...(aliases && { aliases }), file, load: async () => format };
}

/** Files that were scanned in this process: numbers keep their cache names apart. */
let scanned = 0;

async function openFile(
  descriptor: ScannerDescriptor,
  place: FilePlace,
  options: OpenOptions,
): Promise<OpenedNode | undefined> {
  const { source, store, key } = place;
  const { signal, openSource } = options;
  const [{ virtualHierarchy }, { virtualStore }, scanner] = await Promise.all([
    import("../../formats/virtual/virtual-hierarchy.ts"),
    import("../../formats/virtual/virtual-store.ts"),
    descriptor.load(),
  ]);
  const errorPlace = store.object === key ? { location: store.location } : { location: store.location, key };
  const input: ScanInput = { source, place: errorPlace, name: nameOf(key, store.location), openSource, signal };
  const dataset = await scanner.scan(input).catch((error: unknown) => {
    throw atPlace(error, errorPlace);
  });
  if (dataset === undefined) return undefined;
  scanned += 1;
  const path = store.locate?.(key);
  const own: OpenedSource = { ...source, ...(path === undefined ? {} : { path }) };
  const raw = virtualStore(dataset.references, {
    location: store.location,
    place: `${descriptor.name} ${scanned} ${placeOf(store)}/${key}`,
    prefixes: dataset.prefixes,
    pending: dataset.pending,
    openSource: async (url, given) => {
      if (url === OWN_FILE) return own;
      if (openSource !== undefined) return openSource(url, given);
      throw new HyperslabError(
        "unsupported",
        `the file refers to ${url}, and where that is cannot be told`,
        errorPlace,
      );
    },
  });
  const isDerived = dataset.indirect !== undefined || dataset.masks !== undefined;
  const values = isDerived ? (await import("./derived-chunks.ts")).withDerivedChunks(raw, dataset) : raw;
  const { name: format, title, masks } = descriptor;
  const hierarchy = virtualHierarchy(dataset, { format, title, masks, store: values });
  const node = await hierarchy.readNode(normalizePath(store.object === undefined ? "" : place.path));
  return node && { hierarchy, node };
}

function nameOf(key: string, location: string): string {
  return (key === "" ? location : key).replace(/^.*[/\\]/, "");
}
