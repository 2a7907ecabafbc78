/** Reading keys that lead to a File. */
import { checkRange } from "../byte-request.ts";
import { checkVersion } from "../object-version.ts";
import type { Store } from "../store.ts";
import { checkKey } from "../store-key.ts";
import { readBlob, validatorOf } from "./blob.ts";
import { attemptAt } from "./browser-error.ts";

/** `get` and `head` of a store; `find` returns undefined for a missing key, and fails for a directory on request. */
export function fileReads(
  location: string,
  find: (key: string, directory?: "error") => File | undefined | Promise<File | undefined>,
): Required<Pick<Store, "get" | "head">> {
  const attempt = attemptAt(location);
  return {
    get: (key, request) =>
      attempt("the value cannot be read", key, request, async (signal) => {
        checkKey(key);
        checkRange(request?.range, { location, key });
        const file = await find(key, request?.directory);
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
  };
}
