/** Scanners as formats: what a scanner finds in a file is opened like any other dataset. */
import { atPlace } from "../../errors.ts";
import type { Format, OpenedNode, OpenOptions } from "../../formats/format.ts";
import type { FormatDescriptor } from "../../formats/registry.ts";
import type { ScannerDescriptor } from "../../scanners/scanner.ts";
import type { FilePlace } from "../../stores/place.ts";

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
  const name = nameOf(key, store.location);
  const scanned = scanner.scan({ source, place: errorPlace, name, openSource, signal });
  const dataset = await scanned.catch((error: unknown) => {
    throw atPlace(error, errorPlace);
  });
  return dataset && openVirtualFile(place, dataset, { ...descriptor, openSource });
}

function nameOf(key: string, location: string): string {
  return (key === "" ? location : key).replace(/^.*[/\\]/, "");
}
