/** Exit codes are part of the interface: scripts rely on them. */
import type { ErrorCode } from "../index.ts";

export const EXIT = {
  ok: 0,
  /** Invalid data, a copy that differs, or a target that exists. */
  no: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  network: 5,
  /** Part of the work is done; run again with --resume. */
  partial: 6,
  unsupported: 7,
  /** A bug in Hyperslab. */
  bug: 70,
  interrupted: 130,
} as const;

export const EXIT_CODE_OF: Readonly<Record<ErrorCode, number>> = {
  "not-found": EXIT.notFound,
  "invalid-data": EXIT.no,
  unsupported: EXIT.unsupported,
  "invalid-request": EXIT.usage,
  "not-allowed": EXIT.notAllowed,
  exists: EXIT.no,
  io: EXIT.network,
};

/** System errors on plain files, such as the target of an export. Any other counts as `io`. */
export const EXIT_CODE_OF_SYSTEM: ReadonlyMap<string, number> = new Map([
  ["ENOENT", EXIT.notFound],
  ["EACCES", EXIT.notAllowed],
  ["EPERM", EXIT.notAllowed],
  ["EROFS", EXIT.notAllowed],
  ["EEXIST", EXIT.no],
  ["EISDIR", EXIT.usage],
  ["ENOTDIR", EXIT.usage],
]);

/** What each code means, for `help exit-codes`. */
export const EXIT_CODE_TEXTS: readonly (readonly [number, string])[] = [
  [EXIT.ok, "done"],
  [EXIT.no, "invalid data, a copy that differs, or a target that already exists"],
  [EXIT.usage, "wrong usage: an unknown option, an invalid selection, shape or address"],
  [EXIT.notFound, "not found: no such node, store or file"],
  [EXIT.notAllowed, "not allowed: missing permission, a read-only store, a link that leads out of the store"],
  [EXIT.network, "the store failed or could not be reached; the same command may work later"],
  [EXIT.partial, "part of the work is done: run the command again with --resume"],
  [EXIT.unsupported, "unsupported: the message names the codec, data type or format"],
  [EXIT.bug, "a bug in Hyperslab: please report it"],
  [EXIT.interrupted, "interrupted"],
];

/** The code of the first of these problems, or `ok`. */
export function exitCodeFor(problems: readonly { readonly code: ErrorCode }[]): number {
  return problems[0] === undefined ? EXIT.ok : EXIT_CODE_OF[problems[0].code];
}
