/** Determines the format of a file: by its name, or else by its first and last bytes. */
import { filePlace, HEAD_BYTES, hasMagic } from "../stores/place.ts";
import type { Store } from "../stores/store.ts";
import { normalizePath } from "./documents/node-path.ts";
import type { OpenedNode, OpenOptions } from "./format.ts";
import { type FormatDescriptor, knownFormats } from "./registry.ts";

/** Opens the file in this format; undefined if it is in another. */
export async function openFileAs(
  format: FormatDescriptor,
  store: Store,
  path: string,
  options?: OpenOptions,
): Promise<OpenedNode | undefined> {
  const key = store.object ?? normalizePath(path);
  return key === "" ? undefined : (await format.load()).open(filePlace(store, key, path), options);
}

/** Opens the file; `named` are the formats that its name implies. Undefined if its format is unknown. */
export async function openFile(
  named: readonly FormatDescriptor[],
  store: Store,
  path: string,
  options?: OpenOptions,
): Promise<OpenedNode | undefined> {
  const key = store.object ?? normalizePath(path);
  if (key === "") return undefined;
  const place = filePlace(store, key, path);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) {
    const opened = await (await only.load()).open(place, options);
    if (opened !== undefined) return opened;
  }
  const head = await place.source.read({ offset: 0, length: HEAD_BYTES }, options);
  if (head === undefined) return undefined;
  const formats = knownFormats().filter(({ file }) => file !== undefined);
  const readsTail = formats.some(({ file }) => file?.magic?.some(({ offset }) => offset < 0));
  const tail = readsTail ? await place.source.read({ suffix: HEAD_BYTES }, options) : undefined;
  for (const format of formats) {
    const opened = hasMagic(format, head, tail) ? await (await format.load()).open(place, options) : undefined;
    if (opened !== undefined) return opened;
  }
  return undefined;
}
