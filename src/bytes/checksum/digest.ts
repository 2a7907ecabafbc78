/** MD5 and the SHAs, synchronously: Node's own if there is one, otherwise plain code. */
import { md5 } from "./md5.ts";
import { sha1 } from "./sha1.ts";
import { sha224, sha256, sha384, sha512 } from "./sha2.ts";

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
