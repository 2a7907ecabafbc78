/** Reads the keys of a store by requesting objects, and notes what the server cannot do. */
import { checkRange } from "../byte-request.ts";
import type { Store } from "../store.ts";
import { checkKey } from "../store-key.ts";
import type { ObjectReader, ReaderNote } from "./object-reader.ts";

export const READER_NOTES: Readonly<Record<ReaderNote, string>> = {
  "no-suffixes": "the server cannot send the last bytes of an object; its size is requested first",
  "no-ranges": "the server cannot send parts of objects; they are fetched whole",
};

/** `get` and `head` of a store. If `checkChanges` is false, parts need not be of one version of their object. */
export function objectReads(
  objects: ObjectReader,
  location: string,
  checkChanges: boolean | undefined,
): Required<Pick<Store, "get" | "head">> {
  return {
    // Not an async function, which would cost one more promise per chunk.
    get: (key, { signal, range, version, room } = {}) => {
      try {
        signal?.throwIfAborted();
        checkKey(key);
        if (range !== undefined) checkRange(range, { location, key });
      } catch (error) {
        return Promise.reject(error);
      }
      const read = { signal, version: checkChanges === false ? undefined : version, room };
      return range === undefined ? objects.whole(key, read) : objects.part(key, range, read);
    },
    head: async (key, { signal } = {}) => {
      signal?.throwIfAborted();
      checkKey(key);
      return objects.info(key, { signal });
    },
  };
}
