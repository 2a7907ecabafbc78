/**
 * Objects that had to be fetched whole to read a part, kept for a while: the next part costs one conditional request
 * instead of the object. Only objects with a validator are kept.
 */

import { storeLimits } from "../limits.ts";
import { identifiesVersion } from "../object-version.ts";
import type { ResponseHead } from "./transport/transport.ts";

export interface WholeObject {
  readonly bytes: Uint8Array;
  readonly validator: string | undefined;
}

export interface WholeObjects {
  get(key: string): WholeObject | undefined;
  /** Headers that request the object only if it differs from the one that is kept. */
  condition(key: string): Readonly<Record<string, string>>;
  keep(key: string, object: WholeObject, head: ResponseHead): void;
}

export function wholeObjects(): WholeObjects {
  const kept = new Map<
    string,
    { readonly object: WholeObject; readonly condition: Readonly<Record<string, string>> }
  >();
  let used = 0;
  const drop = (key: string): void => {
    used -= kept.get(key)?.object.bytes.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => kept.get(key)?.object,
    condition: (key) => kept.get(key)?.condition ?? {},
    keep: (key, object, head) => {
      drop(key);
      const etag = head.header("etag");
      const modified = head.header("last-modified");
      if (!identifiesVersion(object.validator)) return;
      if (storeLimits.keptObjectBytes.isExceededBy(object.bytes.byteLength)) return;
      const condition = etag === undefined ? { "if-modified-since": modified ?? "" } : { "if-none-match": etag };
      kept.set(key, { object, condition });
      used += object.bytes.byteLength;
      for (const oldest of kept.keys()) {
        if (!storeLimits.keptObjectBytes.isExceededBy(used)) break;
        drop(oldest);
      }
    },
  };
}
