/**
 * Checksums by name, as stored after the bytes they cover: Adler-32 and CRC-32 as u32 little-endian, the others as their
 * digest.
 */

import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { hexadecimal } from "../text/hexadecimal.ts";

/** In the order of their numbers in Bloscpack files. */
export const CHECKSUM_NAMES = [
  "None",
  "adler32",
  "crc32",
  "md5",
  "sha1",
  "sha224",
  "sha256",
  "sha384",
  "sha512",
] as const;

export type ChecksumName = (typeof CHECKSUM_NAMES)[number];

const SIZES: Readonly<Record<ChecksumName, number>> = {
  None: 0,
  adler32: 4,
  crc32: 4,
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** Length of the checksum in bytes. */
export function checksumSize(name: ChecksumName): number {
  return SIZES[name];
}

/** Fails with `invalid-data` unless `found` equals the stored checksum; `what` names what it covers. */
export function compareChecksum(
  name: ChecksumName,
  found: Uint8Array,
  stored: Uint8Array,
  what: string,
  place: ErrorPlace = {},
): void {
  if (found.byteLength === stored.byteLength && found.every((byte, index) => byte === stored[index])) return;
  const text = `checksum mismatch (${name}) in ${what}: expected ${hexadecimal(stored)}, found ${hexadecimal(found)}`;
  throw new HyperslabError("invalid-data", text, place);
}
