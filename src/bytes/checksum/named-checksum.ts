/**
 * Checksums by name, as stored after the bytes they cover: Adler-32 and CRC-32 as u32 little-endian, the others as their
 * digest.
 */

import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { joinBytes } from "../source/join-bytes.ts";
import { adler32 } from "./adler32.ts";
import { crc32 } from "./crc32.ts";
import { digest } from "./digest.ts";

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

/** Computes Adler-32 faster than plain code can. */
export type FastAdler32 = (bytes: Uint8Array) => number;

/** The checksum of bytes. */
export function computeChecksum(name: ChecksumName, bytes: Uint8Array, fast: FastAdler32 = adler32): Uint8Array {
  if (name === "None") return new Uint8Array(0);
  if (name === "adler32") return littleEndian(fast(bytes));
  if (name === "crc32") return littleEndian(crc32(bytes));
  return digest(name, bytes);
}

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
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
  const text = `checksum mismatch (${name}) in ${what}: expected ${hex(stored)}, found ${hex(found)}`;
  throw new HyperslabError("invalid-data", text, place);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A checksum of bytes that arrive in pieces. */
export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  finish(): Uint8Array;
}

/** The same as `computeChecksum` of all pieces together. Without Node's digests the pieces are kept until the end. */
export function runningChecksum(name: ChecksumName): RunningChecksum {
  if (name === "adler32") return runningSum(adler32, 1);
  if (name === "crc32") return runningSum(crc32, 0);
  const crypto = name === "None" ? undefined : globalThis.process?.getBuiltinModule?.("node:crypto");
  if (crypto !== undefined && name !== "None") {
    const hash = crypto.createHash(name);
    return { update: (bytes) => void hash.update(bytes), finish: () => new Uint8Array(hash.digest()) };
  }
  const pieces: Uint8Array[] = [];
  return {
    update: (bytes) => {
      if (name !== "None") pieces.push(bytes.slice());
    },
    finish: () => computeChecksum(name, joinBytes(pieces)),
  };
}

function runningSum(sum: (bytes: Uint8Array, seed: number) => number, initial: number): RunningChecksum {
  let value = initial;
  return {
    update: (bytes) => {
      value = sum(bytes, value);
    },
    finish: () => littleEndian(value),
  };
}
