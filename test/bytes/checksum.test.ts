import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adler32 } from "../../src/bytes/checksum/adler32.ts";
import { crc32, crc32c, portableCrc32 } from "../../src/bytes/checksum/crc32.ts";
import { fletcher32 } from "../../src/bytes/checksum/fletcher32.ts";
import { jenkinsLookup3 } from "../../src/bytes/checksum/jenkins-lookup3.ts";
import { xxh32 } from "../../src/bytes/checksum/xxh32.ts";
import { patterned, readVectors } from "./vectors/read-vectors.ts";

interface Vector {
  readonly kind: string;
  readonly length: number;
  readonly crc32: number;
  readonly crc32c: number;
  readonly adler32: number;
  /** numcodecs refuses to checksum nothing. */
  readonly fletcher32: number | null;
  readonly jenkins: number;
  readonly jenkinsSeeded: number;
}

test("agree with zlib, google-crc32c and numcodecs", () => {
  const vectors = readVectors<Vector>("checksums");
  expect(vectors.length).toBeGreaterThan(100);
  for (const vector of vectors) {
    const bytes = patterned(vector.kind, vector.length);
    expect({
      kind: vector.kind,
      length: vector.length,
      crc32: crc32(bytes),
      crc32c: crc32c(bytes),
      adler32: adler32(bytes),
      fletcher32: vector.fletcher32 === null ? null : fletcher32(bytes),
      jenkins: jenkinsLookup3(bytes),
      jenkinsSeeded: jenkinsLookup3(bytes, 0x9e3779b9),
    }).toEqual(vector);
    expect(portableCrc32(bytes)).toBe(vector.crc32);
  }
});

test("the usual check values", () => {
  const digits = new TextEncoder().encode("123456789");
  expect(crc32(digits)).toBe(0xcbf43926);
  expect(crc32(new Uint8Array(0), 5)).toBe(5);
  expect(crc32c(digits)).toBe(0xe3069283);
  expect(adler32(digits)).toBe(0x091e01de);
  expect(fletcher32(new TextEncoder().encode("abcd"))).toBe(0x2629c4c6);
  expect(fletcher32(new Uint8Array(0))).toBe(0);
  // From the test program that Jenkins published with lookup3.
  const driver = new TextEncoder().encode("Four score and seven years ago");
  expect([jenkinsLookup3(driver), jenkinsLookup3(driver, 1)]).toEqual([0x17770551, 0xcd628161]);
});

describe("in parts", () => {
  const SUMS = [
    ["crc32", crc32, 0],
    ["portable crc32", portableCrc32, 0],
    ["crc32c", crc32c, 0],
    ["adler32", adler32, 1],
  ] as const;

  test.each(SUMS)("%s of two parts is that of the whole", (_, sum, empty) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.uint8Array({ maxLength: 50 }), (first, second) => {
        expect(sum(second, sum(first))).toBe(sum(Uint8Array.from([...first, ...second])));
      }),
    );
    expect(sum(new Uint8Array(0))).toBe(empty);
  });

  test("jenkins lookup3 with a prefix, as numcodecs does", () => {
    for (const { length, prefix, jenkins } of readVectors<{ length: number; prefix: number[]; jenkins: number }>(
      "jenkins-prefixes",
    )) {
      expect(jenkinsLookup3(patterned("random", length), 7, Uint8Array.from(prefix))).toBe(jenkins);
    }
  });
});

// The frames of fixtures/codecs/lz4f.json hold checksums of the reference implementation for longer bytes.
test("XXH32 of known texts", () => {
  const of = (text: string, seed?: number) => xxh32(new TextEncoder().encode(text), seed).toString(16);
  expect(of("")).toBe("2cc5d05");
  expect(of("", 0x9e3779b1)).toBe("36b78ae7");
  expect(of("abc")).toBe("32d153ff");
  expect(of("Nobody inspects the spammish repetition")).toBe("e2293b2f");
});
