/** Zstandard in both variants: what libzstd wrote, frames built by hand, and what our encoders write. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { hashSources } from "../../../scripts/build-zstd.mjs";
import { SOURCE_HASH } from "../../../src/codecs/kernels/zstd/binary.ts";
import { caught } from "../../bytes/caught.ts";
import { mixedBytes, noise, sameBytes } from "./guarded.ts";
import { frameNamed, frames, kernels, manyMatches, refused, sha256, words } from "./zstd-frames.ts";

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const MEGABYTES = 2 ** 24;

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

it("carries the module that its sources make", () => {
  expect(SOURCE_HASH, "run node scripts/build-zstd.mjs").toBe(hashSources());
});

it("goes without WebAssembly where there is none", async () => {
  vi.resetModules();
  vi.stubGlobal("WebAssembly", undefined);
  try {
    const fresh = await import("../../../src/codecs/kernels/zstd/kernel.ts");
    expect((await fresh.loadZstd()).variant).toBe("plain");
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});

describe.each(kernels)("zstd kernel, %s", (variant, kernel) => {
  it("is the variant that was asked for", () => expect(kernel.variant).toBe(variant));

  it.each(frames)("decodes what libzstd wrote: $name", ({ frame, length, sha256: expected }) => {
    const out = new Uint8Array(length);
    expect(kernel.decodeZstd(frame, out)).toBe(length);
    expect(sha256(out)).toBe(expected);
    const unknown = kernel.decodeZstdUnknown(frame, length);
    expect(unknown.byteLength).toBe(length);
    expect(sha256(unknown)).toBe(expected);
    expect(unknown.buffer.byteLength).toBe(length);
  });

  it.each(refused)("refuses: $name", ({ frame, refused: word }) => {
    expect(caught(() => kernel.decodeZstdUnknown(frame, MEGABYTES)).message).toContain(word);
    expect(caught(() => kernel.decodeZstd(frame, new Uint8Array(400))).message).toContain(word);
  });

  it("wants the length to be exact", () => {
    for (const { frame, length, sha256: expected } of frames.filter(({ length }) => length > 0 && length < 3000)) {
      // Neighbours of the output stay as they are.
      const buffer = new Uint8Array(length + 200).fill(0xa5);
      kernel.decodeZstd(frame, buffer.subarray(100, 100 + length));
      expect(sha256(buffer.subarray(100, 100 + length))).toBe(expected);
      expect([...buffer.subarray(0, 100), ...buffer.subarray(100 + length)].every((byte) => byte === 0xa5)).toBe(true);
      const short = caught(() => kernel.decodeZstd(frame, new Uint8Array(length - 1)));
      expect(short).toMatchObject({
        code: "invalid-data",
        what: `decodes to more than the ${length - 1} bytes expected`,
      });
      const long = caught(() => kernel.decodeZstd(frame, new Uint8Array(length + 1)));
      expect(long).toMatchObject({ code: "invalid-data", what: `decoded to ${length} bytes, expected ${length + 1}` });
      expect(caught(() => kernel.decodeZstdUnknown(frame, length - 1)).what).toMatch(/more than/);
    }
  });

  it("says what is wrong", () => {
    const plain = frameNamed("level 3");
    const checked = frameNamed("level 4");
    const wrong = checked.slice();
    wrong[wrong.byteLength - 2]! ^= 8;
    const cases: readonly (readonly [Uint8Array | readonly number[], string, RegExp])[] = [
      [[], "invalid-data", /truncated/],
      [[0x28, 0xb5], "invalid-data", /truncated/],
      [[1, 2, 3, 4, 5, 6], "invalid-data", /no zstd header/],
      [joined(plain, [1, 2, 3, 4]), "invalid-data", /no zstd header/],
      [[...MAGIC, 0x28, 1, 1, 0, 0], "invalid-data", /reserved bit/],
      [[...MAGIC, 0x21, 9, 1, 1, 0, 0], "unsupported", /dictionary/],
      [[...MAGIC, 0x00, 0xb0, 1, 0, 0], "unsupported", /window/],
      [[...MAGIC, 0x20, 1, 7, 0, 0], "invalid-data", /reserved type/],
      [[...MAGIC, 0x20, 3, 1, 0, 0], "invalid-data", /size that its header says/],
      [wrong, "invalid-data", /checksum/],
      [checked.subarray(0, -1), "invalid-data", /truncated/],
      [[0x50, 0x2a, 0x4d, 0x18, 9, 0, 0, 0, 1], "invalid-data", /truncated/],
    ];
    for (const [file, code, what] of cases) {
      const error = caught(() => kernel.decodeZstdUnknown(Uint8Array.from(file), MEGABYTES));
      expect(error).toMatchObject({ code, what: expect.stringMatching(what) });
    }
  });

  it("takes raw and repeated blocks of any size, as libzstd does", () => {
    const run = (300_000 << 3) | 2;
    const file = joined(
      MAGIC,
      [0x00, 0x00],
      [run & 255, (run >> 8) & 255, run >> 16, 7],
      [(3 << 3) | 1, 0, 0, 1, 2, 3],
    );
    const expected = joined(new Uint8Array(300_000).fill(7), [1, 2, 3]);
    expect(sameBytes(kernel.decodeZstdUnknown(file, MEGABYTES), expected)).toBe(true);
  });

  it("takes sequences that have no bits at all", () => {
    // One literal, then 200 sequences, each of the three codes a constant: no literals, the second last offset (4 at
    // first, then 1 and 4 in turn), 3 bytes.
    const block = [1 << 3, 42, 0x80, 200, 0x54, 0, 0, 0, 1];
    const file = joined(MAGIC, [0x00, 0x38], [(block.length << 3) | 5, 0, 0], block);
    expect(caught(() => kernel.decodeZstdUnknown(file, MEGABYTES)).what).toMatch(/before the frame/);
    const long = joined(MAGIC, [0x00, 0x38], [(5 << 3) | 2, 0, 0, 9], [(block.length << 3) | 5, 0, 0], block);
    const expected = joined(new Uint8Array(5 + 600).fill(9), [42]);
    expect(sameBytes(kernel.decodeZstdUnknown(long, MEGABYTES), expected)).toBe(true);
  });

  it("stops at the limit before it takes memory", () => {
    const [, wasm] = kernels[0]!;
    const bomb = wasm.encodeZstd(new Uint8Array(5_000_000), 3, false);
    expect(caught(() => kernel.decodeZstd(bomb, new Uint8Array(1000))).what).toMatch(/more than the 1000 bytes/);
    expect(caught(() => kernel.decodeZstdUnknown(bomb, 4096)).what).toMatch(/more than the 4096 bytes/);
    const huge = joined(MAGIC, [0xe0, 0, 0, 0, 0, 0, 0, 0, 1], [1, 0, 0]);
    expect(caught(() => kernel.decodeZstdUnknown(huge, 2 ** 40)).code).toBe("invalid-data");
  });

  it("writes what both variants read, at every level and length", () => {
    const lengths = [0, 1, 2, 5, 16, 23, 24, 25, 63, 64, 65, 255, 256, 257, 1023, 1024, 4000, 16_384, 40_000, 131_073];
    for (const [i, length] of lengths.entries()) {
      const data = mixedBytes(length, length + 1);
      const levels =
        length > 20_000 ? [-3, 1, 3, 5] : [-131_072, -7, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 19, 22];
      for (const level of levels) {
        const frame = kernel.encodeZstd(data, level, i % 2 === 0);
        expect(frame.byteLength).toBeLessThanOrEqual(length + 3 * Math.ceil(length / 131_072 || 1) + 18);
        for (const [, other] of kernels) {
          expect(sameBytes(other.decodeZstdUnknown(frame, length), data), `${length} at ${level}`).toBe(true);
        }
      }
    }
  });

  it("states sizes, and windows that decoders accept", () => {
    for (const [length, descriptor] of [
      [0, 0x20],
      [255, 0x20],
      [256, 0x60],
      [65_791, 0x60],
      [65_792, 0xa0],
      [2 ** 19, 0xa0],
    ] as const) {
      expect(kernel.encodeZstd(new Uint8Array(length), 1, false)[4]).toBe(descriptor);
      expect(kernel.encodeZstd(new Uint8Array(length), 1, true)[4]).toBe(descriptor | 4);
    }
    const frame = kernel.encodeZstd(new Uint8Array(2 ** 21 + 1), 3, false);
    expect(frame[4]).toBe(0x80);
    expect(frame[5]! >> 3).toBeLessThanOrEqual(11);
  });
});

describe("the encoder", () => {
  const [, kernel] = kernels[0]!;
  const size = (data: Uint8Array, level: number) => kernel.encodeZstd(data, level, false).byteLength;

  it("writes lengths of 65536 and more, and as many sequences as there may be", () => {
    const quiet = noise(70_000, 3).map((byte) => byte & 15);
    const cases = [
      joined(noise(100, 1), new Uint8Array(131_000)),
      joined(noise(66_000, 2), noise(100, 1), noise(100, 1), noise(64_000, 4)),
      joined(quiet, quiet),
      manyMatches(140_000),
    ];
    for (const data of cases) {
      for (const level of [1, 3, 5, 9]) {
        const frame = kernel.encodeZstd(data, level, true);
        for (const [, other] of kernels)
          expect(sameBytes(other.decodeZstdUnknown(frame, data.byteLength), data)).toBe(true);
      }
    }
  });

  it("finds what repeats, and more of it at higher levels", () => {
    const data = words(300_000);
    expect(size(data, 1)).toBeLessThan(size(data, -1));
    expect(size(data, 3)).toBeLessThan(size(data, 1));
    expect(size(data, 5)).toBeLessThan(size(data, 3));
    expect(size(data, 6)).toBeLessThan(size(data, 5));
    expect(size(data, 12)).toBeLessThan(size(data, 3));
    expect(size(data, 0)).toBe(size(data, 3));
    expect(size(new Uint8Array(300_000), 1)).toBeLessThan(40);
    expect(size(noise(300_000, 1), 3)).toBeLessThan(300_030);
    // Four bits of eight: a Huffman tree for literals alone.
    expect(
      size(
        noise(200_000, 1).map((byte) => byte & 15),
        -1,
      ),
    ).toBeGreaterThan(150_000);
    expect(
      size(
        noise(200_000, 1).map((byte) => byte & 15),
        1,
      ),
    ).toBeLessThan(102_000);
  });

  it("gives the same frame whatever was encoded before", () => {
    const data = mixedBytes(100_000, 4);
    for (const level of [1, 3, 5, 9]) {
      const before = kernel.encodeZstd(data, level, false);
      kernel.encodeZstd(mixedBytes(400_000, 5), level + 1, false);
      kernel.decodeZstdUnknown(before, data.byteLength);
      expect(sameBytes(kernel.encodeZstd(data, level, false), before)).toBe(true);
    }
  });

  it("round-trips whatever it is given", () => {
    const runs = fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 200 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(runs, fc.integer({ min: -5, max: 15 }), fc.boolean(), (parts, level, checksum) => {
        const data = joined(...parts.flatMap(([bytes, times]) => Array.from({ length: times }, () => bytes)));
        const frame = kernel.encodeZstd(data, level, checksum);
        for (const [, other] of kernels)
          expect(sameBytes(other.decodeZstdUnknown(frame, data.byteLength), data)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
