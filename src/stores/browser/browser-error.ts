/** What the browser said, in our words. Browsers name failures by the `name` of a DOMException. */
import { ownMember } from "../../bytes/own-member.ts";
import { type ErrorCode, type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";

/** Is this the browser's error of that name? */
export function isBrowserError(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof DOMException && names.includes(error.name);
}

/** Does this prove that there is no such file? A directory is not a value. */
export function provesAbsence(error: unknown): boolean {
  return isBrowserError(error, "NotFoundError", "TypeMismatchError");
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

/** A name that this browser lets no file of a page have, whether there is one or not. */
export function refusedName(name: string, place: ErrorPlace, cause: unknown): HyperslabError {
  return new HyperslabError("invalid-request", `the browser takes no file name ${JSON.stringify(name)}`, {
    ...place,
    cause,
    hint: "Browsers refuse names that some system would not take. Choose other names, or put the data into a zip file.",
  });
}

const allow = 'Ask for it in answer to a click or key: await handle.requestPermission({ mode: "readwrite" }).';

const meanings: Readonly<Record<string, { readonly code: ErrorCode; readonly what: string; readonly hint?: string }>> =
  {
    NotAllowedError: { code: "not-allowed", what: "the page has no permission", hint: allow },
    SecurityError: {
      code: "not-allowed",
      what: "the browser does not allow it to this page",
      hint: "Files need a page over https or from localhost, and some browsers give none in private windows.",
    },
    NoModificationAllowedError: {
      code: "not-allowed",
      what: "the file is in use by another writer",
      hint: "Close what writes to it, such as another tab, and try again.",
    },
    AbortError: {
      code: "not-allowed",
      what: "the browser stopped it",
      hint: "It checks what pages write to folders of the user, and refuses what looks dangerous.",
    },
    QuotaExceededError: {
      code: "io",
      what: "no space left for this page",
      hint: "navigator.storage.estimate() tells how much there is; delete data, or ask for more by persist().",
    },
    NotReadableError: {
      code: "io",
      what: "the file cannot be read any more",
      hint: "It was changed or removed after it was chosen, or is larger than memory. Choose it again.",
    },
    NotFoundError: { code: "not-found", what: "it is not there any more", hint: "Choose the file or folder again." },
    TypeMismatchError: {
      code: "exists",
      what: "a file is where a directory has to be, or the other way round",
      hint: "A directory cannot hold both a value and keys below it; delete one of them first.",
    },
  };
