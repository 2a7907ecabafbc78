/** Zstandard files in pieces: the same content as decoded whole, however the bytes come, and the same refusals. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setLimits } from "../../src/bytes/limit.ts";
import { wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { zstdBlocks } from "../../src/codecs/bytes-to-bytes/zstd/stream.ts";
import { readFrameHeader } from "../../src/codecs/kernels/plain/zstd/frame-header.ts";
import { decodeZstdStream } from "../../src/codecs/kernels/plain/zstd/stream.ts";
import { xxh64, xxh64Stream } from "../../src/codecs/kernels/plain/zstd/xxh64.ts";
import { frames, refused } from "./kernels/zstd-frames.ts";
import { numbers } from "./samples.ts";

const engine = await wasmZstdEngine();
// Of the output as little is kept as can be.
beforeEach(() => setLimits({ tiny: false, values: { "codecs.streamedPieceBytes": 16 } }));
afterEach(() => setLimits({ tiny: false, values: {} }));

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += length) yield bytes.slice(at, at + length);
}

async function content(found: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of found) parts.push(part.slice());
  return new Uint8Array(Buffer.concat(parts));
}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("frames that libzstd made", () => {
  it("include some that reach back less far than they are long", () => {
    const far = frames.filter(({ frame, length }) => {
      const { window, skippable } = readFrameHeader(frame, 0);
      return !skippable && window < length;
    });
    expect(far.length).toBeGreaterThan(0);
  });

  it.each(frames.map(({ name, frame, sha256 }) => [name, frame, sha256] as const))("%s", async (_, frame, sha256) => {
    for (const length of [frame.byteLength, 1000, 61, ...(frame.byteLength < 5000 ? [1] : [])]) {
      expect(digest(await content(decodeZstdStream(pieces(frame, Math.max(1, length)))))).toBe(sha256);
    }
  });

  it.each(refused.map(({ name, frame }) => [name, frame] as const))("%s is refused", async (_, frame) => {
    await expect(content(decodeZstdStream(pieces(frame, 7)))).rejects.toMatchObject({ name: "HyperslabError" });
  });
});

describe("a file", () => {
  it("without a frame is refused, as it is when decoded whole", async () => {
    for (const blocks of [[], [new Uint8Array(0), new Uint8Array(0)]]) {
      const source = async function* (): AsyncGenerator<Uint8Array> {
        yield* blocks;
      };
      await expect(content(decodeZstdStream(source()))).rejects.toThrow(/truncated/);
    }
  });

  it("with a window that is too large to be kept is refused with its size", async () => {
    // No content size, no checksum; a window of 2^30 bytes.
    const file = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 20 << 3, 1, 0, 0);
    await expect(content(decodeZstdStream(pieces(file, 4)))).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("needs a window of 1073741824 bytes, more than 134217728"),
    });
  });

  const next = numbers(11);
  const text = Uint8Array.from({ length: 300_000 }, (_, index) => (index % 977 < 900 ? index % 60 : next() % 256));

  it("of several frames, with others between that are skipped", async () => {
    const skipped = Uint8Array.from([0x53, 0x2a, 0x4d, 0x18, 200, 0, 0, 0, ...new Uint8Array(200).fill(1)]);
    const one = engine.compress(text, 3, true);
    const bytes = new Uint8Array(Buffer.concat([skipped, one, skipped, one, one, skipped]));
    const wanted = new Uint8Array(Buffer.concat([text, text, text]));
    for (const length of [50, 4096]) expect(await content(decodeZstdStream(pieces(bytes, length)))).toEqual(wanted);
  });

  it("that is cut anywhere, or has another checksum or size, is refused", async () => {
    const short = engine.compress(text.subarray(0, 3000), 3, true);
    for (let length = 1; length < short.byteLength; length++) {
      await expect(content(decodeZstdStream(pieces(short.slice(0, length), 64)))).rejects.toMatchObject({
        code: "invalid-data",
      });
    }
    for (const at of [short.byteLength - 1, 5]) {
      const wrong = short.slice();
      wrong[at]! ^= 1;
      await expect(content(decodeZstdStream(pieces(wrong, 64)))).rejects.toMatchObject({ code: "invalid-data" });
    }
  });

  it.each([
    [{ "codecs.wholeZstdBytes": 299_999 }],
    [{ "codecs.wholeZstdBytes": 300_000 }],
    [{ "codecs.gatheredZstdBytes": 100 }],
  ])("is decoded whole or in pieces, by its size: %o", async (values) => {
    setLimits({ tiny: false, values });
    const bytes = engine.compress(text, 3, true);
    expect(await content(zstdBlocks(pieces(bytes, 4096)))).toEqual(text);
  });
});

it("a checksum of parts is that of the whole", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index * 7);
  for (const lengths of [[1], [31], [32], [33], [64], [7, 100, 1], [999, 1]]) {
    for (const total of [0, 1, 31, 32, 33, 63, 64, 65, 1000]) {
      const hash = xxh64Stream();
      for (let at = 0, turn = 0; at < total; turn++) {
        const end = Math.min(total, at + lengths[turn % lengths.length]!);
        hash.add(bytes.subarray(at, end));
        at = end;
      }
      expect(hash.end()).toEqual(xxh64(bytes.subarray(0, total)));
    }
  }
});
