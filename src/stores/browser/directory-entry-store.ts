/** A dropped folder in browsers that give no handles: a FileSystemDirectoryEntry. It can be read, and nothing else. */
import { checkRange } from "../byte-request.ts";
import { checkVersion } from "../object-version.ts";
import type { Store } from "../store.ts";
import { checkKey, checkPrefix } from "../store-key.ts";
import { readBlob, validatorOf } from "./blob.ts";
import { isBrowserError, provesAbsence, refusedName } from "./browser-error.ts";
import { listChecked } from "./directory-store.ts";
import { type AnyEntry, type DirectoryEntry, isDirectoryEntry, isFileEntry } from "./handles.ts";
import { listLevel, type Name } from "./listing.ts";
import { attemptAt } from "./request.ts";

/** What `DataTransferItem.webkitGetAsEntry` gives for a folder. */
export function directoryEntryStore(directory: DirectoryEntry): Store {
  const location = directory.name === "" ? "folder" : directory.name;
  const attempt = attemptAt(location);
  const find = async (key: string): Promise<File | undefined> => {
    const entry = await lookUp(directory, "getFile", key, location);
    return isFileEntry(entry) ? new Promise<File>((found, failed) => entry.file(found, failed)) : undefined;
  };
  const namesOf = async (prefix: string): Promise<readonly Name[]> => {
    const found = prefix === "" ? directory : await lookUp(directory, "getDirectory", prefix, location);
    return isDirectoryEntry(found) ? namesIn(found) : [];
  };
  return {
    location,
    identity: directory,
    get: (key, request) =>
      attempt("the value cannot be read", key, request, async (signal) => {
        checkKey(key);
        checkRange(request?.range, { location, key });
        const file = await find(key);
        if (file === undefined) return undefined;
        checkVersion(request?.version, validatorOf(file), { location, key });
        return readBlob(file, request?.range, { location, key }, signal);
      }),
    head: (key, request) =>
      attempt("the file cannot be examined", key, request, async () => {
        checkKey(key);
        const file = await find(key);
        return file && { size: file.size, validator: validatorOf(file) };
      }),
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
): Promise<AnyEntry | undefined> {
  return new Promise((found, failed) => {
    directory[kind](path, {}, found, (error) => {
      if (provesAbsence(error)) found(undefined);
      else if (isBrowserError(error, "EncodingError")) failed(refusedName(path, { location, key: path }, error));
      else failed(error);
    });
  });
}

/** A reader gives some names at a time, in Chromium a hundred. */
async function namesIn(directory: DirectoryEntry): Promise<readonly Name[]> {
  const reader = directory.createReader();
  const names: Name[] = [];
  for (;;) {
    const some = await new Promise<readonly AnyEntry[]>((found, failed) => reader.readEntries(found, failed));
    if (some.length === 0) return names;
    for (const { name, isDirectory } of some) names.push({ name, isDirectory });
  }
}
