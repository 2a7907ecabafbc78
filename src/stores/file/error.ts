/** Translates file system errors. */
import { ownMember } from "../../bytes/own-member.ts";
import { type ErrorCode, type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";

/** The `code` of a system error (`ENOENT`, ...), if it is one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Returns whether the error proves that there is no such file. A directory is not a value, so EISDIR does too. */
export function provesAbsence(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}

/** A system error as one of ours. Our own errors, aborts and bugs are returned unchanged. */
export function fileError(error: unknown, what: string, place: ErrorPlace): unknown {
  const system = systemCode(error);
  if (system === undefined || isHyperslabError(error)) return error;
  const known = ownMember(meanings, system);
  return new HyperslabError(known?.code ?? "io", `${what}: ${known?.what ?? describe(error)}`, {
    ...place,
    ...(known?.hint === undefined ? {} : { hint: known.hint }),
    cause: error,
  });
}

const inTheWay = {
  code: "exists",
  what: "a file is in the place of a directory, or a directory in the place of a file",
  hint: "A directory cannot hold both a value and keys below it; delete one of them first.",
} as const;

const meanings: Readonly<Record<string, { readonly code: ErrorCode; readonly what: string; readonly hint?: string }>> =
  {
    EACCES: { code: "not-allowed", what: "permission denied" },
    EPERM: { code: "not-allowed", what: "operation not permitted" },
    EROFS: { code: "not-allowed", what: "the file system is read-only" },
    ENAMETOOLONG: { code: "invalid-request", what: "a name or the whole path is longer than the file system allows" },
    EXDEV: {
      code: "unsupported",
      what: "the two paths are on different file systems",
      hint: "Copy, then delete the original.",
    },
    ENOSPC: { code: "io", what: "no space left on the device" },
    EMFILE: { code: "io", what: "too many open files" },
    EEXIST: inTheWay,
    EISDIR: inTheWay,
    ENOTDIR: inTheWay,
    ENOTEMPTY: inTheWay,
  };

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
