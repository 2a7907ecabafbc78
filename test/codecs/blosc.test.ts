/** Blosc: frames of other implementations, our own frames cut as theirs, parts of frames, configurations. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { countStreams, parseBloscHeader } from "../../src/bytes/blosc/frame-header.ts";
import { loadStreamCodecs } from "../../src/codecs/bytes-to-bytes/blosc.ts";
import { decodeBlosc, decodeBloscBytes } from "../../src/codecs/kernels/blosc-decode.ts";
import { encodeBlosc } from "../../src/codecs/kernels/blosc-encode.ts";
import { zlibWithin } from "../../src/codecs/kernels/inflate/within.ts";
import { type Kernels, loadKernels } from "../../src/codecs/kernels/kernels.ts";
import { loadWasmKernels } from "../../src/codecs/kernels/wasm.ts";
import { loadZstd, zstdWithin } from "../../src/codecs/kernels/zstd/kernel.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { bindBlosc, bloscFrames, bytesType, oldFrames, sha256 } from "./blosc-fixtures.ts";
import { mixedBytes, noise, runGuarded, sameBytes, variants } from "./kernels/guarded.ts";

describe.each(variants)("%s", (_, load) => {
  it.each(["blosclz", "lz4", "lz4hc", "zlib", "zstd"])("decodes what c-blosc wrote with %s", async (cname) => {
    const frames = bloscFrames.filter((frame) => frame.cname === cname);
    expect(frames.length).toBeGreaterThan(70);
    for (const { bytes, length, sha256: digest, typesize, ...made } of frames) {
      const bound = await bindBlosc(load, {}, bytesType(length, typesize));
      const label = JSON.stringify({ ...made, typesize, length });
      expect(sha256(bound.decode(bytes)), label).toBe(digest);
      const out = new Uint8Array(length);
      expect(bound.decode(bytes, out)).toBe(out);
      expect(sha256(out), label).toBe(digest);
    }
  });

  it.each(oldFrames)("decodes $name of $maker", async ({ bytes, length, sha256: digest, items, typesize }) => {
    const bound = await bindBlosc(load, {}, bytesType(length, typesize));
    expect(sha256(bound.decode(bytes))).toBe(digest);
    for (const { start, count, sha256: part } of items ?? []) {
      const out = new Uint8Array(count * typesize);
      decodeBloscBytes(await load(), bytes, start * typesize, (start + count) * typesize, out, {});
      expect(sha256(out)).toBe(part);
    }
  });

  it("decodes parts of frames that hold zstd 0.7", async () => {
    const { bytes, length, typesize } = oldFrames.find(({ name }) => name === "zstd-0.7-blocks-bit")!;
    const kernels = await load();
    const { decoders } = await loadStreamCodecs(kernels);
    const whole = (await bindBlosc(load, {}, bytesType(length, typesize))).decode(bytes);
    const last = length / typesize - 1;
    for (const [start, count] of [
      [0, 1],
      [70_000, 17],
      [last, 1],
      [65_000, 70_000],
    ] as const) {
      const out = new Uint8Array(count * typesize);
      decodeBloscBytes(kernels, bytes, start * typesize, (start + count) * typesize, out, decoders);
      expect(sameBytes(out, whole.subarray(start * typesize, (start + count) * typesize)), `${start}`).toBe(true);
    }
  });

  it("cuts frames as c-blosc does", async () => {
    const { variant } = await load();
    // The plain kernels are slower, and write the same bytes anyway.
    const some = bloscFrames.filter((_frame, i) => variant === "wasm" || i % 5 === 0);
    for (const { cname, clevel, shuffle, typesize, blocksize, length, bytes, sample } of some) {
      const bound = await bindBlosc(load, { cname, clevel, shuffle, typesize, blocksize }, bytesType(length));
      const data = (await bindBlosc(load, {}, bytesType(length))).decode(bytes);
      const encoded = bound.encode(data);
      const theirs = parseBloscHeader(bytes);
      const ours = parseBloscHeader(encoded);
      const label = JSON.stringify({ cname, clevel, shuffle, typesize, blocksize, length, sample });
      // What is compressible is close to call for small or noisy data, and then the frame is stored as it is.
      const cut = { ...theirs, frameLength: ours.frameLength, stored: ours.stored, flags: ours.flags };
      expect(ours, label).toEqual(cut);
      expect(ours.frameLength, label).toBeLessThanOrEqual(length + 16);
      // Short runs that repeat after a while: of these theirs find more.
      const size = theirs.frameLength * (sample === "steps" ? 4 : 1.2) + 200;
      if (!theirs.stored) expect(ours.frameLength, label).toBeLessThan(size);
      expect(sameBytes(bound.decode(encoded), data), label).toBe(true);
    }
  });

  it("gives BloscLZ streams up whose sample promises little, as c-blosc does", async () => {
    // Of the two bytes of an element one is noise but for a repetition here and there, the other never changes.
    const words = Uint16Array.from(noise(2 ** 15, 3), (byte, i) => (i % 24 < 4 ? 7 : byte));
    const data = new Uint8Array(words.buffer);
    const sizes: number[] = [];
    for (const clevel of [5, 9]) {
      const bound = await bindBlosc(load, { cname: "blosclz", clevel, shuffle: "shuffle" }, bytesType(2 ** 16, 2));
      const frame = bound.encode(data);
      sizes.push(frame.byteLength);
      expect(sameBytes(bound.decode(frame), data)).toBe(true);
    }
    expect(sizes[0]).toBeGreaterThan(2 ** 15);
    expect(sizes[1]).toBeLessThan(2 ** 15);
  });

  it("decodes parts, block by block", async () => {
    const kernels = await load();
    for (const shuffle of ["noshuffle", "shuffle", "bitshuffle"]) {
      for (const typesize of [2, 3, 4, 8]) {
        // Blocks of fewer than 128 elements are not split; others are, and never small.
        for (const [length, blocksize] of [
          [10_003, 127 * typesize],
          [150_003, 0],
        ] as const) {
          const data = mixedBytes(length, 8);
          const configuration = { cname: "lz4", clevel: 1, shuffle, typesize, blocksize };
          const frame = (await bindBlosc(load, configuration, bytesType(undefined))).encode(data);
          expect(parseBloscHeader(frame).blockCount).toBeGreaterThan(1);
          const items = Math.floor(length / typesize);
          const ranges = [
            [0, 0],
            [0, 1],
            [items - 1, 1],
            [1000, 100],
            [1021, 7],
            [1111, items - 1200],
            [0, items],
          ] as const;
          for (const [start, count] of ranges) {
            const out = new Uint8Array(count * typesize);
            decodeBloscBytes(kernels, frame, start * typesize, (start + count) * typesize, out, {});
            const expected = data.subarray(start * typesize, (start + count) * typesize);
            expect(sameBytes(out, expected), `${shuffle} ${typesize} ${start} ${count}`).toBe(true);
          }
          expect(() => decodeBloscBytes(kernels, frame, length, length + 1, new Uint8Array(1), {})).toThrow(
            /bytes \d+ to/,
          );
          expect(() => decodeBloscBytes(kernels, frame, 0, 2, new Uint8Array(1), {})).toThrow(/bytes \d+ to/);
        }
      }
    }
  });

  it("touches only the blocks it needs", async () => {
    const kernels = await load();
    const data = mixedBytes(2000, 8);
    const configuration = { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4, blocksize: 500 };
    const frame = (await bindBlosc(load, configuration, bytesType(undefined))).encode(data);
    new DataView(frame.buffer).setInt32(16 + 4 * 2, -1, true);
    const out = new Uint8Array(500);
    decodeBloscBytes(kernels, frame, 1500, 2000, out, {});
    expect(sameBytes(out, data.subarray(1500))).toBe(true);
    expect(() => decodeBloscBytes(kernels, frame, 1496, 1500, new Uint8Array(4), {})).toThrow(/block 2 of 4/);
  });

  it("finds blocks in any order", async () => {
    for (const cname of ["lz4", "zstd"]) {
      const frame = bloscFrames.find((made) => made.cname === cname && made.length === 200_000)!;
      expect(parseBloscHeader(frame.bytes).blockCount).toBeGreaterThan(2);
      const bound = await bindBlosc(load, {}, bytesType(frame.length));
      expect(sameBytes(bound.decode(reversed(frame.bytes)), bound.decode(frame.bytes))).toBe(true);
    }
  });

  it("gives back any data, with every compressor", async () => {
    for (const cname of ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"]) {
      for (const shuffle of ["noshuffle", "shuffle", "bitshuffle"]) {
        for (const data of [new Uint8Array(0), noise(5), noise(300), mixedBytes(9001, 2), new Uint8Array(70_000)]) {
          const bound = await bindBlosc(load, { cname, clevel: 4, shuffle }, bytesType(data.byteLength, 4));
          const frame = bound.encode(data);
          expect(frame.byteLength).toBeLessThanOrEqual(data.byteLength + 16);
          expect(sameBytes(bound.decode(frame), data), `${cname} ${shuffle} ${data.byteLength}`).toBe(true);
        }
      }
    }
  });
});

/** The same frame, its blocks in reverse. */
function reversed(frame: Uint8Array): Uint8Array {
  const header = parseBloscHeader(frame);
  const view = new DataView(frame.buffer, frame.byteOffset);
  const blocks = Array.from({ length: header.blockCount }, (_, block) => {
    const start = view.getInt32(16 + 4 * block, true);
    let end = start;
    for (let stream = countStreams(header, block); stream > 0; stream--) end += 4 + view.getInt32(end, true);
    return frame.subarray(start, end);
  });
  const result = frame.slice();
  const target = new DataView(result.buffer);
  let at = 16 + 4 * blocks.length;
  for (const [block, bytes] of [...blocks.entries()].reverse()) {
    target.setInt32(16 + 4 * block, at, true);
    result.set(bytes, at);
    at += bytes.byteLength;
  }
  return result;
}

it("both variants encode to the same bytes", async () => {
  const data = mixedBytes(100_000, 4);
  for (const cname of ["blosclz", "lz4", "lz4hc", "snappy", "zlib"]) {
    for (const shuffle of ["noshuffle", "shuffle", "bitshuffle"]) {
      const encoded = await Promise.all(
        variants.map(async ([, load]) =>
          (await bindBlosc(load, { cname, shuffle }, bytesType(undefined, 8))).encode(data),
        ),
      );
      expect(sameBytes(encoded[0]!, encoded[1]!), `${cname} ${shuffle}`).toBe(true);
    }
  }
});

it.each([false, true])("decodes in place, from kernel memory to kernel memory, shared: %s", async (shared) => {
  const kernels = await loadWasmKernels(new WebAssembly.Memory({ initial: 64, maximum: 65536, shared }));
  const { memory } = kernels;
  // Three bytes of four compress.
  const data = Uint8Array.from(noise(200_000), (byte, i) => (i % 4 === 0 ? byte : i >> 12));
  for (const shuffle of ["noshuffle", "shuffle", "bitshuffle"]) {
    const bound = await bindBlosc(async () => kernels, { cname: "lz4", shuffle }, bytesType(undefined, 4));
    const frame = bound.encode(data);
    const [source, target] = [memory.reserve(frame.byteLength), memory.reserve(data.byteLength)];
    memory.bytes.set(frame, source);
    const out = memory.bytes.subarray(target, target + data.byteLength);
    decodeBlosc(kernels, memory.bytes.subarray(source, source + frame.byteLength), out, {});
    expect(sameBytes(out, data), shuffle).toBe(true);
  }
});

const withinOf = {
  zlib: zlibWithin,
  zstd: async (kernels: Kernels) => (await zstdWithin(kernels))?.decode,
};

describe.each(["zlib", "zstd"] as const)("%s streams", (cname) => {
  it.each([false, true])("are decoded in kernel memory, shared: %s", async (shared) => {
    const kernels = await loadWasmKernels(new WebAssembly.Memory({ initial: 64, maximum: 65536, shared }));
    const data = Uint8Array.from({ length: 300_000 }, (_, i) => (i % 4 === 0 ? (i * 7) >> 3 : i >> 12));
    const bound = await bindBlosc(async () => kernels, { cname }, bytesType(undefined, 4));
    const frame = bound.encode(data);
    // No other decoder is there to step in.
    const decoders = { [`${cname}Within`]: await withinOf[cname](kernels) };
    const out = new Uint8Array(data.byteLength);
    decodeBlosc(kernels, frame, out, decoders);
    expect(sameBytes(out, data)).toBe(true);
    const broken = frame.slice();
    // The first stream's last bytes: header and offset of the block come first, then its length.
    const end = 24 + new DataView(frame.buffer, frame.byteOffset).getInt32(20, true);
    broken.fill(0xff, end - 40, end);
    expect(() => decodeBlosc(kernels, broken, out, decoders)).toThrow(`no ${cname} decoder`);
    expect(() => bound.decode(broken)).toThrow(/block \d+ of \d+ of the Blosc frame/);
  });

  it("have no decoder in memory that is no WebAssembly's", async () => {
    expect(await withinOf[cname](await loadKernels({ plain: true }))).toBeUndefined();
  });
});

it("refuses zlib streams in kernel memory whose header, end or checksum is wrong", async () => {
  const kernels = await loadKernels();
  const within = (await zlibWithin(kernels))!;
  const data = Uint8Array.from({ length: 5000 }, (_, i) => i >> 3);
  const stream = new Uint8Array(deflateSync(data));
  const decode = (bytes: Uint8Array) => {
    const run = (from = 0, to = 0) => within(from, bytes.byteLength, to, data.byteLength);
    return runGuarded(kernels, [bytes, data.byteLength], run).result;
  };
  expect(decode(stream)).toBe(data.byteLength);
  for (const at of [0, 1, 2, stream.byteLength - 4, stream.byteLength - 1]) {
    const broken = stream.slice();
    broken[at]! ^= 0x40;
    expect(decode(broken), `byte ${at}`).toBe(-1);
  }
  expect(decode(Uint8Array.from([...stream, 0]))).toBe(-1);
  for (let cut = 0; cut < stream.byteLength; cut += 7) expect(decode(stream.subarray(0, cut)), `${cut}`).toBe(-1);
});

it.each([false, true])("encodes zstd streams in kernel memory as it does outside of it, shared: %s", async (shared) => {
  const kernels = await loadWasmKernels(new WebAssembly.Memory({ initial: 64, maximum: 65536, shared }));
  const within = await zstdWithin(kernels);
  const { encodeZstd } = await loadZstd();
  const zstd = (bytes: Uint8Array, level: number, out: Uint8Array) => encodeZstd(bytes, level, false, out);
  // The last block, and what does not compress, has less room than the encoder asks for.
  for (const data of [mixedBytes(1_000_001, 4), mixedBytes(700, 2), noise(150_000), new Uint8Array(300_000)]) {
    for (const level of [1, 3, 6, 7]) {
      const options = { compressor: "zstd", level, filter: "shuffle", typeSize: 4, blockSize: 0 } as const;
      // Below level 7 no other encoder is there to step in.
      const inside = encodeBlosc(
        kernels,
        data,
        options,
        level < 7 ? { zstdWithin: within } : { zstdWithin: within, zstd },
      );
      expect(sameBytes(inside, encodeBlosc(kernels, data, options, { zstd })), `${data.byteLength}, ${level}`).toBe(
        true,
      );
      const room = new Uint8Array(data.byteLength + 16);
      expect(encodeBlosc(kernels, data, options, { zstdWithin: within, zstd }, room).buffer).toBe(room.buffer);
      const out = new Uint8Array(data.byteLength);
      decodeBlosc(kernels, inside, out, { zstdWithin: within?.decode });
      expect(sameBytes(out, data)).toBe(true);
    }
  }
});

describe("configurations", () => {
  const [, load] = variants[0]!;
  const flagsOf = async (configuration: object, elementSize: number) => {
    const bound = await bindBlosc(load, { cname: "lz4", ...configuration }, bytesType(undefined, elementSize));
    const { filter, typeSize } = parseBloscHeader(bound.encode(new Uint8Array(1000)));
    return { filter, typeSize };
  };

  it("takes the names of Zarr v3 and the numbers of numcodecs", async () => {
    expect(await flagsOf({ shuffle: "noshuffle" }, 4)).toEqual({ filter: "none", typeSize: 4 });
    expect(await flagsOf({ shuffle: 0 }, 4)).toEqual({ filter: "none", typeSize: 4 });
    expect(await flagsOf({ shuffle: "bitshuffle" }, 4)).toEqual({ filter: "bitshuffle", typeSize: 4 });
    expect(await flagsOf({ shuffle: 2 }, 4)).toEqual({ filter: "bitshuffle", typeSize: 4 });
    expect(await flagsOf({ shuffle: -1 }, 4)).toEqual({ filter: "shuffle", typeSize: 4 });
    expect(await flagsOf({ shuffle: -1 }, 1)).toEqual({ filter: "bitshuffle", typeSize: 1 });
    expect(await flagsOf({}, 4)).toEqual({ filter: "shuffle", typeSize: 4 });
  });

  it("prefers typesize to the element size, and knows no more than 255", async () => {
    expect(await flagsOf({ typesize: 2 }, 4)).toEqual({ filter: "shuffle", typeSize: 2 });
    expect(await flagsOf({ typesize: null }, 8)).toEqual({ filter: "shuffle", typeSize: 8 });
    expect(await flagsOf({}, 255)).toEqual({ filter: "shuffle", typeSize: 255 });
    expect(await flagsOf({}, 256)).toEqual({ filter: "shuffle", typeSize: 1 });
    expect(await flagsOf({ typesize: 1000 }, 4)).toEqual({ filter: "shuffle", typeSize: 1 });
  });

  it.each([
    { cname: "lzma" },
    { clevel: 10 },
    { clevel: "5" },
    { shuffle: "both" },
    { shuffle: 3 },
    { typesize: 0 },
    { blocksize: -1 },
    { threads: 2 },
  ])("refuses %j", async (configuration) => {
    const error = await bindBlosc(load, configuration, bytesType(10)).catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
  });
});
