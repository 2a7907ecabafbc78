/** Exit codes are part of the interface: scripts rely on them. */
import type { ErrorCode } from "../index.ts";

export const EXIT = {
  ok: 0,
  /** The answer is no: invalid data, a difference, a target that exists. */
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
