/** Reading the file of a handle. */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import { checkVersion } from "../object-version.ts";
import type { ObjectVersion } from "../store.ts";
import { splitKey } from "../store-key.ts";
import { readBlob, validatorOf } from "./blob.ts";
import { isBrowserError, provesAbsence } from "./browser-error.ts";
import type { DirectoryRoot } from "./directory-root.ts";

export interface ReadRequest {
  readonly range?: ByteRange | undefined;
  readonly version?: ObjectVersion | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A File is a snapshot that cannot be read once the file was replaced; then there is a new one. */
const ATTEMPTS = 8;

/** The current file; `undefined` if it does not exist or is a directory. */
export async function findFile(root: DirectoryRoot, key: string): Promise<File | undefined> {
  const directory = await root.find(splitKey(key).prefix);
  const handle = directory && (await root.file(directory, key));
  try {
    return await handle?.getFile();
  } catch (error) {
    if (provesAbsence(error)) return undefined;
    throw error;
  }
}

export async function readFile(
  root: DirectoryRoot,
  key: string,
  { range, version, signal }: ReadRequest,
): Promise<Uint8Array | undefined> {
  const place = { location: root.location, key };
  for (let attempt = 1; ; attempt++) {
    const file = await findFile(root, key);
    signal?.throwIfAborted();
    if (file === undefined) return undefined;
    checkVersion(version, validatorOf(file), place);
    try {
      return await readBlob(file, range, place, signal);
    } catch (error) {
      if (!isBrowserError(error, "NotReadableError", "NotFoundError") || attempt === ATTEMPTS) throw error;
    }
  }
}
