/** A dropped folder in browsers without handles: a FileSystemDirectoryEntry. It is read-only. */
import type { DirectoryName } from "../directory-names.ts";
import type { Store } from "../store.ts";
import { checkPrefix } from "../store-key.ts";
import { attemptAt, directoryInPlace, isBrowserError, provesAbsence, refusedName } from "./browser-error.ts";
import { listChecked } from "./directory-store.ts";
import { fileReads } from "./file-reads.ts";
import { type AnyEntry, type DirectoryEntry, isDirectoryEntry, isFileEntry } from "./handles.ts";
import { listLevel, type NamesOf } from "./listing.ts";

/** What `DataTransferItem.webkitGetAsEntry` gives for a folder. */
export function directoryEntryStore(directory: DirectoryEntry): Store {
  const location = directory.name === "" ? "folder" : directory.name;
  const attempt = attemptAt(location);
  const find = async (key: string, asked?: "error"): Promise<File | undefined> => {
    const entry = await lookUp(directory, "getFile", key, location, asked);
    return isFileEntry(entry) ? new Promise<File>((found, failed) => entry.file(found, failed)) : undefined;
  };
  const namesOf: NamesOf = async (prefix) => {
    const found = prefix === "" ? directory : await lookUp(directory, "getDirectory", prefix, location);
    return isDirectoryEntry(found) ? namesIn(found) : [];
  };
  return {
    location,
    identity: directory,
    ...fileReads(location, find),
    list: (prefix, request) => listChecked(namesOf, location, prefix, request),
    listDirectory: (prefix, request) =>
      attempt("the directory cannot be listed", prefix, request, async () => {
        checkPrefix(prefix);
        return listLevel(namesOf, prefix);
      }),
  };
}

/** The file or directory at a path below; `undefined` if there is none of that kind. */
function lookUp(
  directory: DirectoryEntry,
  kind: "getFile" | "getDirectory",
  path: string,
  location: string,
  asked?: "error",
): Promise<AnyEntry | undefined> {
  return new Promise((found, failed) => {
    directory[kind](path, {}, found, (error) => {
      if (asked === "error" && isBrowserError(error, "TypeMismatchError")) {
        failed(directoryInPlace({ location, key: path }, error));
      } else if (provesAbsence(error)) found(undefined);
      else if (isBrowserError(error, "EncodingError")) failed(refusedName(path, { location, key: path }, error));
      else failed(error);
    });
  });
}

/** A reader returns a few names at a time; in Chromium, a hundred. */
async function namesIn(directory: DirectoryEntry): Promise<readonly DirectoryName[]> {
  const reader = directory.createReader();
  const names: DirectoryName[] = [];
  for (;;) {
    const some = await new Promise<readonly AnyEntry[]>((found, failed) => reader.readEntries(found, failed));
    if (some.length === 0) return names;
    for (const { name, isDirectory } of some) names.push({ name, isDirectory });
  }
}
