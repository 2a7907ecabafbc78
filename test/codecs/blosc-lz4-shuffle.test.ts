/** The codecs `lz4` and `shuffle` of numcodecs: its own frames, round trips, broken input. */
import { describe, expect, it } from "vitest";
import { lz4 } from "../../src/codecs/bytes-to-bytes/lz4.ts";
import { shuffle } from "../../src/codecs/bytes-to-bytes/shuffle.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { bind, bytesType, lz4Frames, sha256, shuffleFrames } from "./blosc-fixtures.ts";
import { mixedBytes, noise, random, sameBytes } from "./kernels/guarded.ts";

describe("lz4", () => {
  it("decodes what numcodecs wrote", async () => {
    expect(lz4Frames.length).toBeGreaterThan(20);
    for (const { bytes, length, sha256: digest } of lz4Frames) {
      const bound = await bind(lz4, {}, bytesType(length));
      const out = new Uint8Array(length);
      expect(bound.decode(bytes, out)).toBe(out);
      expect(sha256(out)).toBe(digest);
      expect(sha256((await bind(lz4, {}, bytesType(undefined))).decode(bytes))).toBe(digest);
    }
  });

  it("gives back any data, in frames as long as those of numcodecs", async () => {
    for (const { bytes, length, acceleration } of lz4Frames) {
      const bound = await bind(lz4, { acceleration }, bytesType(length));
      const data = bound.decode(bytes);
      const encoded = bound.encode(data);
      expect(sameBytes(bound.decode(encoded), data)).toBe(true);
      expect(encoded.byteLength).toBeLessThan(bytes.byteLength * 1.1 + 16);
    }
    for (const data of [new Uint8Array(0), noise(100_000), mixedBytes(300_000, 7)]) {
      const bound = await bind(lz4, {}, bytesType(data.byteLength));
      expect(sameBytes(bound.decode(bound.encode(data)), data)).toBe(true);
    }
  });

  it("refuses broken input", async () => {
    const data = mixedBytes(2000, 3);
    const bound = await bind(lz4, {}, bytesType(2000));
    const encoded = bound.encode(data);
    const next = random(2);
    for (let run = 0; run < 300; run++) {
      const damaged = encoded.slice(0, run % 3 === 0 ? next() % encoded.byteLength : encoded.byteLength);
      if (run % 3 !== 0) damaged[next() % damaged.byteLength]! ^= 1 << (next() % 8);
      try {
        expect(bound.decode(damaged).byteLength).toBe(2000);
      } catch (error) {
        expect(isHyperslabError(error, "invalid-data")).toBe(true);
      }
    }
    const huge = await bind(lz4, {}, bytesType(undefined));
    expect(() => huge.decode(Uint8Array.from([255, 255, 255, 63, 0, 0]))).toThrow(/cannot decode to/);
    const limited = await bind(lz4, {}, { length: undefined, elementSize: 1, maxLength: 1999 });
    expect(() => limited.decode(encoded)).toThrow(/more than the 1999 bytes/);
  });

  it.each([{ acceleration: "fast" }, { level: 1 }])("refuses %j", async (configuration) => {
    const error = await bind(lz4, configuration, bytesType(1)).catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
  });
});

describe("shuffle", () => {
  it("writes and reads the bytes of numcodecs", async () => {
    expect(shuffleFrames.length).toBeGreaterThan(20);
    for (const { bytes, length, elementsize, sha256: digest } of shuffleFrames) {
      const bound = await bind(shuffle, { elementsize }, bytesType(length));
      const data = bound.decode(bytes);
      expect(sha256(data)).toBe(digest);
      expect(sameBytes(bound.encode(data), bytes)).toBe(true);
    }
  });

  it("leaves bytes behind the last element, and small elements, as they are", async () => {
    const data = Uint8Array.from({ length: 11 }, (_, i) => i);
    const bound = await bind(shuffle, { elementsize: 4 }, bytesType(11));
    const encoded = bound.encode(data);
    expect([...encoded]).toEqual([0, 4, 1, 5, 2, 6, 3, 7, 8, 9, 10]);
    expect([...bound.decode(encoded)]).toEqual([...data]);
    for (const elementsize of [0, 1, 11, 100]) {
      expect([...(await bind(shuffle, { elementsize }, bytesType(11))).encode(data)]).toEqual([...data]);
    }
    expect(bound.encodedLength).toBe(11);
  });

  it("takes elements of any size, into the given buffer", async () => {
    const data = noise(300_001);
    for (const elementsize of [2, 3, 300, 100_000]) {
      const bound = await bind(shuffle, { elementsize }, bytesType(undefined));
      const out = new Uint8Array(data.byteLength);
      expect(bound.decode(bound.encode(data), out)).toBe(out);
      expect(sameBytes(out, data)).toBe(true);
    }
  });

  it("refuses another length, and what is no size", async () => {
    const bound = await bind(shuffle, {}, bytesType(8));
    expect(() => bound.decode(new Uint8Array(7))).toThrow(/7 bytes are stored, expected 8/);
    const error = await bind(shuffle, { elementsize: -1 }, bytesType(1)).catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
  });
});
