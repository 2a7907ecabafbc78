/** Scanners as formats: what a scanner finds in a file is opened like any other dataset. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
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
  const watched = watchAbsence(source);
  const name = nameOf(key, store.location);
  const input: ScanInput = { source: watched.source, place: errorPlace, name, openSource, signal };
  const dataset = await scanner.scan(input).catch((error: unknown) => {
    if (watched.isAbsent()) return undefined;
    throw atPlace(error, errorPlace);
  });
  if (dataset === undefined) return undefined;
  scanned += 1;
  const path = store.locate?.(key);
  const own: OpenedSource = { ...source, ...(path === undefined ? {} : { path }) };
  const values = virtualStore(dataset.references, {
    location: store.location,
    place: `${descriptor.name} ${scanned} ${placeOf(store)}/${key}`,
    prefixes: dataset.prefixes,
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
  const { name: format, title, masks } = descriptor;
  const hierarchy = virtualHierarchy(dataset, { format, title, masks, store: values });
  const node = await hierarchy.readNode(normalizePath(store.object === undefined ? "" : place.path));
  return node && { hierarchy, node };
}

/** Notices whether the file was never there: scanners read without asking for that first. */
function watchAbsence(source: ByteSource): { readonly source: ByteSource; isAbsent(): boolean } {
  let isFound = false;
  let isMissed = false;
  const noted = <T>(answer: T | undefined): T | undefined => {
    if (answer === undefined) isMissed = true;
    else isFound = true;
    return answer;
  };
  return {
    source: {
      ...source,
      read: async (range, options) => noted(await source.read(range, options)),
      ...(source.size && { size: async (options) => noted(await source.size!(options)) }),
    },
    isAbsent: () => isMissed && !isFound,
  };
}

function nameOf(key: string, location: string): string {
  return (key === "" ? location : key).replace(/^.*[/\\]/, "");
}
