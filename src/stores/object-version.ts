/** Reads that belong together must be of one version of the object; a mixture of two is never handed out. */
import type { ErrorPlace } from "../errors.ts";
import { HyperslabError } from "../errors.ts";
import type { ObjectVersion } from "./store.ts";

/** Fills in the version, or fails if the answer is of another one. A validator that is not known proves nothing. */
export function checkVersion(
  version: ObjectVersion | undefined,
  validator: string | undefined,
  place: ErrorPlace,
): void {
  if (version === undefined || validator === undefined) return;
  version.validator ??= validator;
  if (version.validator === validator) return;
  throw new HyperslabError("invalid-data", "the object changed while it was read", {
    ...place,
    request: { kind: "changed", transient: false },
    hint: "Its parts belong to two versions and were not mixed. Read again when the writer is done.",
  });
}

/** Does it tell this version from all others? The size alone, which is all that some servers give, does not. */
export function identifiesVersion(validator: string | undefined): validator is string {
  return validator !== undefined && !/^size \d+$/.test(validator);
}
