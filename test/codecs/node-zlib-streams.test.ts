/** zlib streams by Node's engines in memory that is used again: what the documented functions give, and all they refuse. */
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeZlibStreams } from "../../src/codecs/bytes-to-bytes/deflate/node-streams.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { noise, sampleBytes } from "../operations/bloscpack/sample-bytes.ts";

const streams = nodeZlibStreams();
if (streams === undefined) throw new Error("Node's engines cannot be driven here: its documented functions are used");
const { deflate, inflate } = streams;

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return error.what;
    throw error;
  }
  throw new Error("no refusal");
}

describe("streams", () => {
  it("are those of deflateSync, byte for byte, whatever came before", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30_000 }),
        fc.nat(),
        fc.integer({ min: 0, max: 9 }),
        (length, seed, level) => {
          const bytes = seed % 4 === 0 ? noise(length, seed) : sampleBytes(length, seed);
          const expected = deflateSync(bytes, { level });
          const made = deflate(bytes, level, new Uint8Array(length + 100));
          expect(expected.compare(made ?? new Uint8Array(0))).toBe(0);
          expect(Buffer.compare(inflate(expected, length), bytes)).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("are made and read in shared memory too", () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(5000));
    bytes.set(sampleBytes(5000));
    const made = deflate(bytes, 5, new Uint8Array(new SharedArrayBuffer(6000)));
    expect(made?.slice()).toEqual(new Uint8Array(deflateSync(sampleBytes(5000), { level: 5 })));
    expect(Buffer.compare(inflate(made ?? bytes, 5000), sampleBytes(5000))).toBe(0);
  });

  it("that do not fit are not made, and the next one is whole", () => {
    expect(deflate(noise(5000), 6, new Uint8Array(5000))).toBeUndefined();
    expect(deflate(sampleBytes(5000), 6, new Uint8Array(10))).toBeUndefined();
    const made = deflate(sampleBytes(5000), 6, new Uint8Array(5000));
    expect(inflateSync(made ?? new Uint8Array(0)).compare(sampleBytes(5000))).toBe(0);
  });

  it("that are damaged are refused, and the next one is read", () => {
    const bytes = sampleBytes(5000);
    const stream = new Uint8Array(deflateSync(bytes));
    const longer = new Uint8Array(stream.length + 3);
    longer.set(stream);
    expect(refusal(() => inflate(longer, 5000))).toBe("3 bytes follow the end of the compressed data");
    expect(refusal(() => inflate(stream, 4999))).toContain("longer than the 4999 bytes expected");
    expect(inflate(stream, 6000).byteLength).toBe(5000);
    for (const end of [0, 1, 2, 100, stream.length - 5, stream.length - 1]) {
      expect(refusal(() => inflate(stream.subarray(0, end), 5000))).toContain("truncated");
    }
    for (let at = 0; at < stream.length; at += 97) {
      const broken = stream.slice();
      broken[at]! ^= 0x55;
      refusal(() => inflate(broken, 5000));
    }
    expect(Buffer.compare(inflate(stream, 5000), bytes)).toBe(0);
  });
});
