import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DigestName, digest, portableDigest } from "../../src/bytes/checksum/digest.ts";

const NAMES: readonly DigestName[] = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"];

/** Of "abc", from RFC 1321 and FIPS 180-4. */
const ABC: Readonly<Record<DigestName, string>> = {
  md5: "900150983cd24fb0d6963f7d28e17f72",
  sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
  sha224: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
  sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  sha384: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
  sha512:
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
};

describe.each(NAMES)("%s", (name) => {
  it("gives the digest of its standard", () => {
    const abc = new TextEncoder().encode("abc");
    expect(Buffer.from(portableDigest(name, abc)).toString("hex")).toBe(ABC[name]);
    expect(Buffer.from(digest(name, abc)).toString("hex")).toBe(ABC[name]);
  });

  it("agrees with OpenSSL for every length around the blocks", () => {
    for (let length = 0; length < 270; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length * 7) & 255);
      expect(portableDigest(name, bytes)).toEqual(new Uint8Array(createHash(name).update(bytes).digest()));
    }
  });

  it("agrees with OpenSSL for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(portableDigest(name, bytes.subarray(1))).toEqual(
          new Uint8Array(createHash(name).update(bytes.subarray(1)).digest()),
        );
      }),
      { numRuns: 50 },
    );
  });
});
