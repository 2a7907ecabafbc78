/** What every request to a browser's files does: give up if aborted, check keys, put the browser's errors into our words. */
import { HyperslabError } from "../../errors.ts";
import { isHiddenKey } from "../file/partial-name.ts";
import type { StoreOptions } from "../store.ts";
import { browserError } from "./browser-error.ts";

export type Attempt = <T>(
  what: string,
  key: string,
  request: StoreOptions | undefined,
  run: (signal: AbortSignal | undefined) => Promise<T>,
) => Promise<T>;

export function attemptAt(location: string): Attempt {
  return async (what, key, request, run) => {
    request?.signal?.throwIfAborted();
    try {
      return await run(request?.signal);
    } catch (error) {
      throw browserError(error, what, key === "" ? { location } : { location, key }, request?.signal);
    }
  };
}

/** Fails for a key through a name that a directory uses for itself. */
export function refuseHidden(key: string, location: string): void {
  if (!isHiddenKey(key)) return;
  throw new HyperslabError("invalid-request", "names of the form .x.<random>.partial are kept for unfinished values", {
    location,
    key,
  });
}
