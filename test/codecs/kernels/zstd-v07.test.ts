/** Frames of zstd 0.7: what its encoder wrote, what its decoder takes, and what is broken. */
import { describe, expect, it } from "vitest";
import { loadZstdV07 } from "../../../src/codecs/kernels/zstd/kernel.ts";
import { caught } from "../../bytes/caught.ts";
import { random } from "./guarded.ts";
import { outcome, sha256 } from "./zstd-frames.ts";
import { framesV07, frameV07, refusedV07 } from "./zstd-v07-frames.ts";

const { decodeZstd, decodeZstdUnknown } = await loadZstdV07();
const MEGABYTES = 2 ** 24;
const MAGIC = [0x27, 0xb5, 0x2f, 0xfd];
/** The end of a frame, without checksum. */
const END = [0xc0, 0, 0];

/** A frame that says nothing of its content, with a window of 1 MiB. */
function framed(...blocks: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from([...MAGIC, 0, 10 << 3, ...blocks.flat(), ...END]);
}

/** A compressed block of up to 255 bytes. */
function block(...content: readonly number[]): readonly number[] {
  return [0, 0, content.length, ...content];
}

const messageOf = (frame: Uint8Array): string => caught(() => decodeZstdUnknown(frame, MEGABYTES)).what;

describe("frames of zstd 0.7", () => {
  it.each(framesV07)("decode to what C makes of them: $name", ({ frame, length, sha256: expected }) => {
    const buffer = new Uint8Array(length + 200).fill(0xa5);
    expect(decodeZstd(frame, buffer.subarray(100, 100 + length))).toBe(length);
    expect(sha256(buffer.subarray(100, 100 + length))).toBe(expected);
    expect([...buffer.subarray(0, 100), ...buffer.subarray(100 + length)].every((byte) => byte === 0xa5)).toBe(true);
    expect(sha256(decodeZstdUnknown(frame, length))).toBe(expected);
  });

  it.each(refusedV07)("are refused: $name", ({ frame, refused }) => {
    expect(messageOf(frame)).toContain(refused);
    expect(caught(() => decodeZstd(frame, new Uint8Array(400))).what).toContain(refused);
  });

  it("want the length to be exact", () => {
    for (const { frame, length } of framesV07.filter((one) => one.length > 0 && one.length < 3000)) {
      expect(caught(() => decodeZstd(frame, new Uint8Array(length - 1))).what).toMatch(/more than the|expected/);
      expect(caught(() => decodeZstd(frame, new Uint8Array(length + 1))).what).toMatch(/expected/);
      expect(caught(() => decodeZstdUnknown(frame, length - 1)).what).toMatch(/more than the/);
    }
  });

  it("stop at the limit, whatever they claim", () => {
    const long = Array.from({ length: 500 }, () => [0x80 | 7, 0xff, 0xff, 7]);
    expect(caught(() => decodeZstdUnknown(framed(...long), 4096)).what).toMatch(/more than the 4096 bytes/);
    const huge = Uint8Array.from([...MAGIC, 0xe0, 0, 0, 0, 0, 0, 0, 0, 1, ...END]);
    expect(caught(() => decodeZstdUnknown(huge, 2 ** 30)).what).toMatch(/more than the/);
    const lying = Uint8Array.from([...MAGIC, 0x20, 9, 0x80, 0, 8, 7, ...END]);
    expect(messageOf(lying)).toMatch(/size that its header says/);
  });

  it("name what is broken in them", () => {
    expect(messageOf(framed([0x08, 0, 3, 1, 2, 3]))).toMatch(/a size that is not allowed/);
    expect(messageOf(framed(block(0x81)))).toMatch(/a size that is not allowed/);
    // Literals beyond the block, a tree of a block before where there was none, one in four streams, none at all.
    expect(messageOf(framed(block(0x85, 1, 0)))).toMatch(/literals/);
    expect(messageOf(framed(block(0x50, 0x18, 3, 1, 2, 3, 0)))).toMatch(/literals/);
    expect(messageOf(framed(block(0x40, 0x18, 3, 1, 2, 3, 0)))).toMatch(/literals/);
    expect(messageOf(framed(block(0x10, 0, 3, 1, 2, 3, 0)))).toMatch(/literals/);
    expect(messageOf(framed(block(0x30, 1, 2)))).toMatch(/literals/);
    expect(messageOf(framed(block(0x10, 0x18, 3, 0x80, 0x50, 1, 0)))).toMatch(/Huffman tree/);
    expect(messageOf(framed(block(0x10, 0x18, 2, 0xf2, 0, 0)))).toMatch(/Huffman codes/);
    // Sequences: missing, with something behind them, tables of a block before where there was none, a match of nothing.
    expect(messageOf(framed(block(0x82, 1, 2)))).toMatch(/sequences/);
    expect(messageOf(framed(block(0x81, 1, 0, 9)))).toMatch(/sequences/);
    expect(messageOf(framed(block(0x81, 1, 1, 0xa8, 1)))).toMatch(/table/);
    expect(messageOf(framed(block(0x80, 1, 0x54, 0, 0, 0, 1)))).toMatch(/before the frame/);
    expect(messageOf(Uint8Array.from([...MAGIC, 8, 0, ...END]))).toMatch(/reserved bit/);
  });

  it("take other offsets than today where there are no literals", () => {
    const start = [0x40, 0, 10, ...Array.from({ length: 10 }, (_, i) => i)];
    const matched = (code: number, bits: number): readonly number[] =>
      Array.from(decodeZstdUnknown(framed(start, block(0x80, 1, 0x54, 0, code, 0, bits)), 100)).slice(10);
    // The last offsets are 1, 4 and 8. Code 0 takes the second, code 1 with a bit the first or the third.
    expect([matched(0, 1), matched(1, 2), matched(1, 3)]).toEqual([
      [6, 7, 8],
      [9, 9, 9],
      [2, 3, 4],
    ]);
  });
});

describe("damaged frames of zstd 0.7", () => {
  const small = framesV07.filter(({ frame, length }) => frame.byteLength < 300 && length < 3000);

  it("are refused wherever they are cut", () => {
    for (const { name, frame, length } of small) {
      for (let cut = 0; cut < frame.byteLength; cut++) {
        const part = frame.subarray(0, cut);
        expect(
          outcome(() => decodeZstdUnknown(part, length + 100)),
          `${name} at ${cut}`,
        ).toBe("refused");
      }
    }
  });

  it("are refused, or decode to the length that is expected, where a bit is flipped", () => {
    let decoded = 0;
    for (const { frame, length } of small) {
      for (let bit = frame.byteLength % 5; bit < frame.byteLength * 8; bit += 5) {
        const broken = frame.slice();
        broken[bit >> 3]! ^= 1 << (bit & 7);
        const out = new Uint8Array(length);
        if (outcome(() => out.subarray(0, decodeZstd(broken, out))) !== "refused") decoded++;
      }
    }
    // Literals that are stored as they are, for one, cannot be told from others.
    expect(decoded).toBeGreaterThan(200);
  });

  it("never decode to something else if they have a checksum", () => {
    const { frame, length, sha256: expected } = frameV07("level 3");
    const next = random(3);
    let decoded = 0;
    for (let bit = 40; bit < frame.byteLength * 8; bit += 1 + (next() % 20)) {
      const broken = frame.slice();
      broken[bit >> 3]! ^= 1 << (bit & 7);
      const out = new Uint8Array(length);
      if (outcome(() => out.subarray(0, decodeZstd(broken, out))) === "refused") continue;
      decoded++;
      expect(sha256(out), `bit ${bit}`).toBe(expected);
    }
    expect(decoded).toBeLessThan(5);
  });

  it("of random blocks are refused, or decode within the limit", () => {
    const next = random(11);
    let decoded = 0;
    for (let round = 0; round < 3000; round++) {
      const noise = (length: number): number[] => Array.from({ length }, () => (next() >>> (next() % 24)) & 255);
      // Every other one has a literal and sequences of few bits, so that something may be left.
      const few = [0x81, 9, 1 + (next() % 3), 0x54, next() % 3, next() % 4, next() % 40, ...noise(1 + (next() % 2))];
      const content = round % 2 === 0 ? noise(3 + (next() % 60)) : few;
      const found = outcome(() => decodeZstdUnknown(framed([0x40, 0, 4, 1, 2, 3, 4], block(...content)), 1279));
      if (found === "refused") continue;
      decoded++;
      expect(found.byteLength).toBeLessThanOrEqual(1279);
    }
    expect(decoded).toBeGreaterThan(0);
  });
});
