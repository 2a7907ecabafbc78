/** Reads that belong together must be of one version of the object; a mixture of two is never handed out. */
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../errors.ts";
import type { ObjectVersion } from "./store.ts";

/** Fills in the version, or fails if the answer is of another one. A validator that is not known proves nothing. */
export function checkVersion(
  version: ObjectVersion | undefined,
  validator: string | undefined,
  place: ErrorPlace,
): void {
  if (version === undefined || validator === undefined) return;
  version.validator ??= validator;
  if (!isSameVersion(version.validator, validator)) throw changedError(place);
  // The same time with a size tells more.
  if (validator.startsWith(`${version.validator} size `)) version.validator = validator;
}

/** Times are compared whether recent or not, sizes if both have one. */
export function isSameVersion(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((text) => /^(?:modified|recent) (.+?)(?: size (\d+))?$/.exec(text));
  if (one?.[1] === undefined || one[1] !== other?.[1]) return false;
  return one[2] === undefined || other[2] === undefined || one[2] === other[2];
}

/** The error for reads of two versions. */
export function changedError(place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-data", "the object changed while it was read", {
    ...place,
    request: { kind: CHANGED, transient: false },
    hint: "Read again when the writer is done.",
  });
}

const CHANGED = "changed";

/** Did the object change under a read, so that a second try may succeed? */
export function isChanged(error: unknown): boolean {
  return isHyperslabError(error) && error.request?.kind === CHANGED;
}

/**
 * Does it tell this version from all others, so that what was made of it may be used as long as it is the same? The size
 * alone, which is all that some servers give, does not; neither does a time so recent that another change could have
 * it, nor that an array in a caller's Map is the same one, for the caller may write to it.
 */
export function identifiesVersion(validator: string | undefined): validator is string {
  return tiesReads(validator) && !validator.startsWith("array ");
}

/** Does it tell whether two reads, one shortly after the other, were of one version? */
export function tiesReads(validator: string | undefined): validator is string {
  return validator !== undefined && !/^(size|recent) /.test(validator);
}
