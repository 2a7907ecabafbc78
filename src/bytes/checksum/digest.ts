/**
 * The bytes of named checksums. MD5 and the SHAs are computed synchronously, by Node if it is there, otherwise in plain
 * code. The names are in a file of their own, so that checking a name loads no hash.
 */
import { joinBytes } from "../source/join-bytes.ts";
import { adler32 } from "./adler32.ts";
import { crc32 } from "./crc32.ts";
import { md5 } from "./md5.ts";
import type { ChecksumName } from "./named-checksum.ts";
import { sha1, sha224, sha256, sha384, sha512 } from "./sha.ts";

export type DigestName = "md5" | "sha1" | "sha224" | "sha256" | "sha384" | "sha512";

const PORTABLE: Readonly<Record<DigestName, (bytes: Uint8Array) => Uint8Array>> = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
};

/** The digest of all bytes. */
export function digest(name: DigestName, bytes: Uint8Array): Uint8Array {
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");
  if (crypto === undefined) return portableDigest(name, bytes);
  try {
    return new Uint8Array(crypto.createHash(name).update(bytes).digest());
  } catch {
    // Builds with a restricted OpenSSL (FIPS) have no MD5.
    return portableDigest(name, bytes);
  }
}

/** The digest in plain code. */
export function portableDigest(name: DigestName, bytes: Uint8Array): Uint8Array {
  return PORTABLE[name](bytes);
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
