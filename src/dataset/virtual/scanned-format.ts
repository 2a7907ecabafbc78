/** Scanners as formats: a scanned file is opened like any other dataset. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { atPlace } from "../../errors.ts";
import type { Format, OpenedNode, OpenOptions } from "../../formats/format.ts";
import type { FormatDescriptor } from "../../formats/registry.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { DecodeBytes, ScannerDescriptor } from "../../scanners/scanner.ts";
import type { FilePlace } from "../../stores/place.ts";
import type { Store } from "../../stores/store.ts";

export function scannedFormat(descriptor: ScannerDescriptor): FormatDescriptor {
  const { name, title, aliases, file } = descriptor;
  const format: Format = {
    open: async (place, options = {}) => (place.kind === "file" ? openFile(descriptor, place, options) : undefined),
  };
  return { name, title, ...(aliases && { aliases }), file, load: async () => format };
}

async function openFile(
  descriptor: ScannerDescriptor,
  place: FilePlace,
  options: OpenOptions,
): Promise<OpenedNode | undefined> {
  const { source, store, key } = place;
  const { signal, openSource } = options;
  const [{ filePlaceOf, openVirtualFile }, scanner] = await Promise.all([
    import("../../formats/virtual/virtual-file.ts"),
    descriptor.load(),
  ]);
  const errorPlace = filePlaceOf(place);
  const watched = watchAbsence(source);
  const name = nameOf(key, store.location);
  const scanned = scanner.scan({ source: watched.source, place: errorPlace, name, openSource, decode, signal });
  const dataset = await scanned.catch((error: unknown) => {
    if (watched.isAbsent()) return undefined;
    throw atPlace(error, errorPlace);
  });
  return dataset && openVirtualFile(place, dataset, { ...descriptor, openSource, derive });
}

/** Loaded on demand, because few files have compressed structures. */
const decode: DecodeBytes = async (stored, codecs, length) =>
  (await import("./decode-bytes.ts")).decodeBytes(stored, codecs, length);

/** Makes chunks readable that no codec can read in place; most files have none. */
async function derive(store: Store, dataset: VirtualDataset): Promise<Store> {
  if (dataset.indirect === undefined && dataset.masks === undefined) return store;
  const derived = (await import("./derived-chunks.ts")).withDerivedChunks(store, dataset);
  if (!dataset.extents?.size) return derived;
  return (await import("./extended-chunks.ts")).withExtendedChunks(derived, dataset);
}

/** Notices that the file does not exist: scanners read without checking that first. */
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
