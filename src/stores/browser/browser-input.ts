/** Anything a browser gives a page for files, as a store: handles, entries, Files, lists of Files. */
import { HyperslabError } from "../../errors.ts";
import { namesFile } from "../format-marks.ts";
import { beginsArchive, beginsFile, HEAD_BYTES } from "../place.ts";
import type { Store } from "../store.ts";
import { type ZipStore, type ZipStoreOptions, zipStore } from "../zip/zip.ts";
import { blobSource, nameOf } from "./blob.ts";
import { browserError } from "./browser-error.ts";
import { directoryEntryStore } from "./directory-entry-store.ts";
import { directoryHandleStore } from "./directory-store.ts";
import { fileListStore } from "./file-list-store.ts";
import { fileReads } from "./file-reads.ts";
import { isDirectoryEntry, isDirectoryHandle, isFileEntry, isFileHandle } from "./handles.ts";

type ArchiveOptions = Pick<ZipStoreOptions, "inflate" | "zstd" | "topFolder">;

/** A zip archive in a Blob or File, read in place. */
export function blobStore(blob: Blob, options: ArchiveOptions = {}): ZipStore {
  return zipStore(blobSource(blob), { ...options, location: nameOf(blob) });
}

/** Opens a browser object as a store; `undefined` if it is not such an object. */
export async function openBrowserInput(input: unknown, options: ArchiveOptions = {}): Promise<Store | undefined> {
  if (isBlob(input)) return openBlob(input, options);
  if (isDirectoryHandle(input)) return directoryHandleStore(input);
  if (isDirectoryEntry(input)) return directoryEntryStore(input);
  if (isFileHandle(input)) return openBlob(await found(input.name, () => input.getFile()), options);
  if (isFileEntry(input)) {
    return openBlob(await found(input.name, () => new Promise((yes, no) => input.file(yes, no))), options);
  }
  const files = filesIn(input);
  if (files !== undefined) return openFiles(files, options);
  if (typeof input === "object" && input !== null && "dropEffect" in input) {
    throw new HyperslabError("invalid-request", "dropped items must be read while the drop event is handled", {
      hint: "Open one of the items returned by await droppedItems(event.dataTransfer).",
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

/** A file of a known format; anything else is treated as an archive. */
async function openBlob(blob: Blob, options: ArchiveOptions): Promise<Store> {
  return (await kindOf(blob)) === "file" ? loneBlob(blob) : blobStore(blob, options);
}

/** An archive or a file of a known format that was chosen alone is opened as such, not as a folder with one value. */
async function openFiles(files: readonly File[], options: ArchiveOptions): Promise<Store> {
  const [only] = files;
  const alone = files.length === 1 && only !== undefined && !only.webkitRelativePath;
  const kind = alone ? await kindOf(only) : undefined;
  if (!alone || kind === undefined) return fileListStore(files);
  return kind === "file" ? loneBlob(only) : blobStore(only, options);
}

/** By its name, as on disk (a .npz file begins like an archive), or by its first bytes if the name says nothing. */
async function kindOf(blob: Blob): Promise<"archive" | "file" | undefined> {
  if (namesFile(nameOf(blob))) return "file";
  const head = await blobSource(blob).read({ offset: 0, length: HEAD_BYTES });
  if (head === undefined) return undefined;
  return beginsArchive(head) ? "archive" : beginsFile(head) ? "file" : undefined;
}

/** A store of a single file. */
function loneBlob(blob: Blob): Store {
  const name = nameOf(blob);
  const file = isFile(blob) ? blob : new File([blob], name);
  return {
    location: name,
    object: name,
    identity: file,
    ...fileReads(name, (key) => (key === name ? file : undefined)),
  };
}

/** The files of a non-empty FileList or array; `undefined` for anything else. */
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
