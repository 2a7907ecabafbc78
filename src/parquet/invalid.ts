/** Errors of this room. */
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../errors.ts";

export function invalid(what: string, place: ErrorPlace, cause?: unknown): HyperslabError {
  return new HyperslabError("invalid-data", `the Parquet file ${what}`, {
    ...place,
    ...(cause === undefined ? {} : { cause }),
    hint: "It is damaged or incomplete. Create it again, or restore it from a copy.",
  });
}

export function unsupported(what: string, place: ErrorPlace): HyperslabError {
  return new HyperslabError("unsupported", `the Parquet file ${what}`, {
    ...place,
    hint: "Write it again without that, for example by fsspec with fastparquet.",
  });
}

/** Errors that the decoder throws on damaged bytes (RangeError, TypeError, Error) become `invalid-data`. */
export function guarded<T>(what: string, place: ErrorPlace, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw isHyperslabError(cause) ? cause : invalid(what, place, cause);
  }
}
