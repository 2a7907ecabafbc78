/**
 * The header of a block's literals, big-endian: 2 bits for the kind, 2 for the format, then numbers.
 *
 * stored, constant: the size, of 5 bits (formats 0 and 1, whose lower bit is part of it), 12 (2) or 20 (3)
 * coded: size and stored size, of 10 bits each (0: four streams, 1: one), 14 (2) or 18 (3)
 */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import type { LiteralsHeader } from "../zstd/decode-literals.ts";

const KINDS = ["with tree", "with last tree", "stored", "constant"] as const;

export function readLiteralsHeader(bytes: Uint8Array, at: number, end: number): LiteralsHeader {
  const first = bytes[at]!;
  const kind = KINDS[first >> 6]!;
  const format = (first >> 4) & 3;
  const coded = kind === "with tree" || kind === "with last tree";
  // The releases knew the last tree with one short stream alone.
  if (kind === "with last tree" && format !== 1) throw zstdError(ZSTD_ERRORS.badLiterals);
  const length = coded ? Math.max(3, format + 2) : Math.max(1, format);
  const start = at + length;
  if (start > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  // Up to 40 bits, so no shifts.
  let field = 0;
  for (let i = at; i < start; i++) field = field * 256 + bytes[i]!;
  if (!coded) {
    const size = field % 2 ** (format < 2 ? 5 : 8 * length - 4);
    return { kind, start, size, stored: kind === "stored" ? size : 1, streams: 1 };
  }
  const limit = 2 ** (4 * length - 2);
  const size = Math.floor(field / limit) % limit;
  return { kind, start, size, stored: field % limit, streams: format === 1 ? 1 : 4 };
}
