/** Related reads must be of one version of the object; a mixture of two is never returned. */
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../errors.ts";
import type { ObjectVersion } from "./store.ts";

/** Fills in the version, or fails if the response is of another one. An unknown validator proves nothing. */
export function checkVersion(
  version: ObjectVersion | undefined,
  validator: string | undefined,
  place: ErrorPlace,
): void {
  if (version === undefined || validator === undefined) return;
  version.validator ??= validator;
  if (!isSameVersion(version.validator, validator)) throw changedError(place);
  // The same time with a size is more specific.
  if (validator.startsWith(`${version.validator} size `)) version.validator = validator;
}

/** Times are compared whether recent or not; sizes, if both have one. */
export function isSameVersion(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((text) => /^(?:modified|recent) (.+?)(?: size (\d+))?$/.exec(text));
  if (one?.[1] === undefined || one[1] !== other?.[1]) return false;
  return one[2] === undefined || other[2] === undefined || one[2] === other[2];
}

/** The error for reads of different versions. */
export function changedError(place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-data", "the object changed while it was read", {
    ...place,
    request: { kind: CHANGED, transient: false },
    hint: "Read again when the writer is done.",
  });
}

const CHANGED = "changed";

/** Returns whether the object changed during a read, so that another attempt may succeed. */
export function isChanged(error: unknown): boolean {
  return isHyperslabError(error) && error.request?.kind === CHANGED;
}

/**
 * Returns whether the validator distinguishes this version from all others, so that derived data may be used as long as
 * it stays the same. A size alone, which is all that some servers provide, does not; nor does a time so recent that
 * another change could share it, nor the identity of an array in a caller's Map, because the caller may write to it.
 */
export function identifiesVersion(validator: string | undefined): validator is string {
  return tiesReads(validator) && !validator.startsWith("array ");
}

/** Returns whether it shows that two reads, one shortly after the other, were of one version. */
export function tiesReads(validator: string | undefined): validator is string {
  return validator !== undefined && !/^(size|recent) /.test(validator);
}
