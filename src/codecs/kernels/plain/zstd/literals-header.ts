/** The header of a block's literals (RFC 8878, 3.1.1.3.1.1): 1 to 5 bytes, numbers little-endian. */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import type { LiteralsHeader } from "./decode-literals.ts";

const KINDS = ["stored", "constant", "with tree", "with last tree"] as const;

export function readLiteralsHeader(bytes: Uint8Array, at: number, end: number): LiteralsHeader {
  const first = bytes[at]!;
  const kind = KINDS[first & 3]!;
  const format = (first >> 2) & 3;
  if (kind === "with tree" || kind === "with last tree") {
    const header = format < 2 ? 3 : format + 2;
    if (at + header > end) throw zstdError(ZSTD_ERRORS.badLiterals);
    // Two numbers of this width, behind 4 bits.
    const width = format < 2 ? 10 : format === 2 ? 14 : 18;
    const low = (first | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 4;
    const size = low & ((1 << width) - 1);
    const high = low >>> width;
    const stored = (width === 18 ? high | (bytes[at + 4]! << 10) : high) & ((1 << width) - 1);
    return { kind, start: at + header, size, stored, streams: format === 0 ? 1 : 4 };
  }
  const header = format === 1 ? 2 : format === 3 ? 3 : 1;
  if (at + header > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  const field = first | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  const size = header === 1 ? first >> 3 : header === 2 ? (field & 0xffff) >> 4 : field >> 4;
  return { kind, start: at + header, size, stored: kind === "stored" ? size : 1, streams: 1 };
}
