/** Whatever a browser gives a page for files, as a store: handles, entries, Files, lists of Files. */
import { HyperslabError } from "../../errors.ts";
import type { Store } from "../store.ts";
import { type ZipStore, type ZipStoreOptions, zipStore } from "../zip/zip.ts";
import { blobSource, nameOf } from "./blob.ts";
import { browserError } from "./browser-error.ts";
import { directoryEntryStore } from "./directory-entry-store.ts";
import { directoryHandleStore } from "./directory-store.ts";
import { fileListStore } from "./file-list-store.ts";
import { isDirectoryEntry, isDirectoryHandle, isFileEntry, isFileHandle } from "./handles.ts";

type ArchiveOptions = Pick<ZipStoreOptions, "inflate" | "zstd" | "topFolder">;

/** A zip archive in a Blob or File, read in place. */
export function blobStore(blob: Blob, options: ArchiveOptions = {}): ZipStore {
  return zipStore(blobSource(blob), { ...options, location: nameOf(blob) });
}

/** A store of what a browser gave; `undefined`: it is nothing of that kind. */
export async function openBrowserInput(input: unknown, options: ArchiveOptions = {}): Promise<Store | undefined> {
  if (isBlob(input)) return blobStore(input, options);
  if (isDirectoryHandle(input)) return directoryHandleStore(input);
  if (isDirectoryEntry(input)) return directoryEntryStore(input);
  if (isFileHandle(input)) return blobStore(await found(input.name, () => input.getFile()), options);
  if (isFileEntry(input)) {
    return blobStore(await found(input.name, () => new Promise((yes, no) => input.file(yes, no))), options);
  }
  const files = filesIn(input);
  if (files !== undefined) return openFiles(files, options);
  if (typeof input === "object" && input !== null && "dropEffect" in input) {
    throw new HyperslabError("invalid-request", "what was dropped has to be taken while the drop is handled", {
      hint: "Open one of what await droppedItems(event.dataTransfer) gives.",
    });
  }
  return undefined;
}

async function found(location: string, get: () => Promise<File>): Promise<File> {
  try {
    return await get();
  } catch (error) {
    throw browserError(error, "the file cannot be read", { location });
  }
}

/** One archive that was chosen alone is that archive, and no folder with one value. */
async function openFiles(files: readonly File[], options: ArchiveOptions): Promise<Store> {
  const [only] = files;
  const alone = files.length === 1 && only !== undefined && !only.webkitRelativePath;
  return alone && (await beginsLikeZip(only)) ? blobStore(only, options) : fileListStore(files);
}

/** An entry, or the end of an archive without entries. */
async function beginsLikeZip(file: File): Promise<boolean> {
  const start = await blobSource(file).read({ offset: 0, length: 4 });
  const [p, k, kind, same] = start ?? [];
  return p === 0x50 && k === 0x4b && ((kind === 3 && same === 4) || (kind === 5 && same === 6));
}

/** The files of a FileList or an array of at least one; `undefined` if it is none. */
function filesIn(input: unknown): readonly File[] | undefined {
  const isList = typeof FileList !== "undefined" && input instanceof FileList;
  const listed: readonly unknown[] = isList || Array.isArray(input) ? Array.from(input) : [];
  return listed.length > 0 && listed.every(isFile) ? listed : undefined;
}

function isBlob(input: unknown): input is Blob {
  return typeof Blob !== "undefined" && input instanceof Blob;
}

function isFile(input: unknown): input is File {
  return isBlob(input) && "name" in input && "lastModified" in input;
}
