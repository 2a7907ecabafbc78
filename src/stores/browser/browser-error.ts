/** Translates browser errors. Browsers identify failures by the `name` of a DOMException. */
import { ownMember } from "../../bytes/own-member.ts";
import { type ErrorCode, type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { isHiddenKey } from "../file/partial-name.ts";
import type { StoreOptions } from "../store.ts";

/** Returns whether this is the browser's error of that name. */
export function isBrowserError(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof DOMException && names.includes(error.name);
}

/** Returns whether the error proves that there is no such file. A directory is not a value. */
export function provesAbsence(error: unknown): boolean {
  return isBrowserError(error, "NotFoundError", "TypeMismatchError");
}

/** The error for a directory where the caller expects a value. */
export function directoryInPlace(place: ErrorPlace, cause?: unknown): HyperslabError {
  return new HyperslabError("invalid-data", "a directory is in the place of a value", {
    ...place,
    cause,
    hint: "Its contents do not belong to this array. Move it away, or restore the value.",
  });
}

/** A browser's error as one of ours. Our own errors, the caller's abort and bugs are returned unchanged. */
export function browserError(error: unknown, what: string, place: ErrorPlace, signal?: AbortSignal): unknown {
  if (!(error instanceof DOMException) || isHyperslabError(error) || signal?.aborted === true) return error;
  const known = ownMember(meanings, error.name);
  return new HyperslabError(known?.code ?? "io", `${what}: ${known?.what ?? `${error.name}, ${error.message}`}`, {
    ...place,
    ...(known?.hint === undefined ? {} : { hint: known.hint }),
    cause: error,
  });
}

/** A name that this browser does not allow for files, existing or not. */
export function refusedName(name: string, place: ErrorPlace, cause: unknown): HyperslabError {
  return new HyperslabError("invalid-request", `the browser does not allow the file name ${JSON.stringify(name)}`, {
    ...place,
    cause,
    hint: "Browsers refuse names that some operating systems do not allow. Choose other names, or use a zip file.",
  });
}

const allow = 'Ask for permission after a click or key press: await handle.requestPermission({ mode: "readwrite" }).';

const meanings: Readonly<Record<string, { readonly code: ErrorCode; readonly what: string; readonly hint?: string }>> =
  {
    NotAllowedError: { code: "not-allowed", what: "the page has no permission", hint: allow },
    SecurityError: {
      code: "not-allowed",
      what: "the browser does not allow this page to do that",
      hint: "Pages can use files only over https or from localhost, and in some browsers not in private windows.",
    },
    NoModificationAllowedError: {
      code: "not-allowed",
      what: "the file is in use by another writer",
      hint: "Close the other writer, such as another tab, and try again.",
    },
    AbortError: {
      code: "not-allowed",
      what: "the browser stopped the request",
      hint: "Browsers check files that pages write to a user's folders, and refuse dangerous-looking ones.",
    },
    QuotaExceededError: {
      code: "io",
      what: "no space left for this page",
      hint: "navigator.storage.estimate() shows how much is left. Delete data, or request more with persist().",
    },
    NotReadableError: {
      code: "io",
      what: "the file can no longer be read",
      hint: "It was changed or removed after it was chosen, or is larger than memory. Choose it again.",
    },
    NotFoundError: { code: "not-found", what: "it no longer exists", hint: "Choose the file or folder again." },
    TypeMismatchError: {
      code: "exists",
      what: "a file is in the place of a directory, or a directory in the place of a file",
      hint: "A directory cannot hold both a value and keys below it; delete one of them first.",
    },
  };

/** Runs a request: stops if it was aborted, and translates the browser's errors. */
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

/** Fails for a key that contains a name reserved by the directory store. */
export function refuseHidden(key: string, location: string): void {
  if (!isHiddenKey(key)) return;
  throw new HyperslabError(
    "invalid-request",
    "names of the form .x.<random>.partial are reserved for unfinished values",
    {
      location,
      key,
    },
  );
}
