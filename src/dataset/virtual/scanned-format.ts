/** Scanners as formats: what a scanner finds in a file is opened like any other dataset. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { atPlace } from "../../errors.ts";
import type { Format, OpenedNode, OpenOptions } from "../../formats/format.ts";
import type { FormatDescriptor } from "../../formats/registry.ts";
import type { ScannerDescriptor } from "../../scanners/scanner.ts";
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
  const scanned = scanner.scan({ source: watched.source, place: errorPlace, name, openSource, signal });
  const dataset = await scanned.catch((error: unknown) => {
    if (watched.isAbsent()) return undefined;
    throw atPlace(error, errorPlace);
  });
  if (dataset === undefined) return undefined;
  const isDerived = dataset.indirect !== undefined || dataset.masks !== undefined;
  const { withDerivedChunks } = isDerived ? await import("./derived-chunks.ts") : { withDerivedChunks: undefined };
  const derive = withDerivedChunks && ((values: Store) => withDerivedChunks(values, dataset));
  return openVirtualFile(place, dataset, { ...descriptor, openSource, derive });
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
