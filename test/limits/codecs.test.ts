import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { crc32c } from "../../src/bytes/checksum/crc32.ts";
import { joinBytes } from "../../src/bytes/source/join-bytes.ts";
import { decodeMsgpack } from "../../src/codecs/array-to-bytes/objects/msgpack-decode.ts";
import { sortRotations } from "../../src/codecs/bytes-to-bytes/bzip2/sort-rotations.ts";
import { deflateEngine, kernelDeflate } from "../../src/codecs/bytes-to-bytes/deflate/engine.ts";
import { decodeJpeg2000 } from "../../src/codecs/bytes-to-bytes/jpeg2000/jpeg2000.ts";
import { wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { zstdBlocks } from "../../src/codecs/bytes-to-bytes/zstd/stream.ts";
import { finished, growingBuffer, makeRoom } from "../../src/codecs/growing-buffer.ts";
import { kernelArea } from "../../src/codecs/kernels/kernel-area.ts";
import { loadKernels } from "../../src/codecs/kernels/kernels.ts";
import { decodeZstdStream } from "../../src/codecs/kernels/plain/zstd/stream.ts";
import { plainKernels } from "../../src/codecs/kernels/plain.ts";
import { mapNumbers } from "../../src/codecs/numbers/map-numbers.ts";
import { castDoubles } from "../../src/codecs/numbers/number-cast.ts";
import { readDoubles, realType } from "../../src/codecs/numbers/real-type.ts";
import { type CreateArrayOptions, create, openArray } from "../../src/index.ts";
import { dataTypeNamed } from "../../src/model/data-types/named.ts";
import { writeFrameHeader } from "../codecs/zstd-frame-header.ts";
import { unpack } from "../fixture-sets.ts";
import { describeLimits } from "./crossing.ts";
import { around, readSlices, readTexts, roundTrip, samples, texts } from "./samples.ts";
import "../../src/codecs/lazy-limits.ts";
import "../../src/codecs/limits.ts";

const GZIP = { name: "gzip", configuration: { level: 1 } };
const LENGTHS = [5, 31, 40, 64, 90, 170];

/** Arrays of bytes in one chunk each, through these codecs. */
async function chunks(codecs: readonly object[], lengths: readonly number[] = LENGTHS): Promise<void> {
  for (const length of lengths) {
    const options = { shape: [length], dtype: "uint8", chunks: [length], codecs } as Parameters<typeof roundTrip>[1];
    await roundTrip(new Map(), options);
  }
}

/** Texts in one chunk, of which no one knows the length beforehand. */
async function vlen(codecs: readonly object[], lengths: readonly number[] = LENGTHS): Promise<void> {
  for (const length of lengths) {
    const store = new Map<string, Uint8Array>();
    const list = texts(length);
    const options = { shape: [length], dtype: "string", chunks: [length], codecs };
    await (await create(store, options as CreateArrayOptions)).write("...", list as never);
    expect([...(await (await openArray(store)).read()).data]).toEqual(list);
  }
}

const known = (length: number) => ({ length, elementSize: 1, maxLength: length });

const blosc = (configuration: object) => ({
  name: "blosc",
  configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4, blocksize: 0, ...configuration },
});

/** Blosc frames of any content and length, through an array of 4-byte numbers. */
async function frames(configuration: object, lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    const options = { shape: [length], dtype: "int32", chunks: [length], codecs: ["bytes", blosc(configuration)] };
    await roundTrip(new Map(), options as Parameters<typeof roundTrip>[1]);
  }
}

/** Parts that compress well, somewhat and not at all, so that chunks have all lengths. */
const file = Uint8Array.from({ length: 3000 }, (_, i) =>
  i < 500 ? 0 : i < 1900 ? (i >> 5) * (i % 3) : (i * i * 31) >> 5,
);
const FILE = { chunkSize: 400, typeSize: 1, codec: "lz4" } as const;

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += length) yield bytes.slice(at, at + length);
}

async function contentOf(found: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of found) parts.push(part.slice());
  return joinBytes(parts);
}

/** Files that are decoded whole or in pieces, by their length or that of their content. */
async function zstdFiles(): Promise<void> {
  const engine = await wasmZstdEngine();
  for (const content of [new Uint8Array(0), ...[40, 1999, 2000, 2001].map(samples), new Uint8Array(9000).fill(3)]) {
    const file = engine.compress(content, 1, true);
    expect(await contentOf(zstdBlocks(inPieces(file, 20)))).toEqual(content);
  }
}

/** JPEG 2000 codestreams of TIFF files, and how many pixels each has. */
function imageStreams(): { readonly bytes: Uint8Array; readonly pixels: number }[] {
  const folder = unpack("fixtures/tiff/tiff.tar.gz");
  return readdirSync(folder).flatMap((name) => {
    const file = name.endsWith(".tif") ? readFileSync(join(folder, name)) : Buffer.alloc(0);
    const start = file.indexOf(Buffer.of(0xff, 0x4f, 0xff, 0x51));
    const end = start < 0 ? -1 : file.indexOf(Buffer.of(0xff, 0xd9), start);
    if (end < 0) return [];
    const bytes = Uint8Array.from(file.subarray(start, end + 2));
    return [{ bytes, pixels: file.readUInt32BE(start + 8) * file.readUInt32BE(start + 12) }];
  });
}

/** Every image is decoded as without the limit, or refused with its name. */
function decodeImages(refusal: RegExp): (limit: number) => void {
  const whole = new Map<Uint8Array, Float64Array>();
  const streams = imageStreams();
  return () => {
    for (const { bytes, pixels } of streams) {
      try {
        const { samples: values } = decodeJpeg2000(bytes, pixels);
        const before = whole.get(bytes);
        if (before !== undefined) expect(values).toEqual(before);
        whole.set(bytes, values);
      } catch (error) {
        expect(String(error)).toMatch(refusal);
      }
    }
    expect(whole.size).toBe(streams.length);
  };
}

describeLimits("codecs", {
  imageBlocks: { run: decodeImages(/code-blocks|precincts/) },
  imagePackets: { run: decodeImages(/packets/) },
  keptScratchBytes: { run: () => chunks(["bytes", GZIP] as never) },
  kernelAreaBytes: {
    at: 5000,
    run: async (limit) => {
      await loadKernels();
      const area = kernelArea();
      for (const length of [10, ...around(limit), 10]) {
        const bytes = area.lease(length).bytes;
        bytes.set(samples(length));
        expect(bytes).toEqual(samples(length));
        expect(area.holds(bytes)).toBe(true);
      }
    },
  },
  keptModuleBytes: {
    run: async () => {
      const engine = await deflateEngine();
      for (const length of [1000, 3_000_000, 6_000_000, 1000, 3_000_000, 6_000_000]) {
        const bytes = new Uint8Array(length).fill(3);
        const found = engine.inflate(engine.deflate(bytes, 1), known(length));
        expect(Buffer.compare(found, bytes)).toBe(0);
      }
    },
  },
  mergedReadBytes: {
    run: async () => {
      const sizes = { shape: [64, 3], dtype: "int16", chunks: [2, 3], shards: [32, 3] } as const;
      await roundTrip(new Map(), { ...sizes, codecs: ["bytes"] });
    },
  },
  unknownLengthBytes: {
    at: 3000,
    // Codecs are given the number as theirs.
    sides: [],
    run: async () => {
      await vlen([{ name: "vlen-utf8" }, GZIP], [5, 31]);
      await expect(vlen([{ name: "vlen-utf8" }, GZIP], [170])).rejects.toThrow(/more than the 3000 bytes/);
    },
  },
  unknownOutputBytes: { run: () => vlen([{ name: "vlen-utf8" }, GZIP]) },
  gatheredZstdBytes: { at: 60, run: () => zstdFiles() },
  wholeZstdBytes: { at: 2000, run: () => zstdFiles() },
  streamedWindowBytes: {
    at: 2048,
    run: async () => {
      for (const window of [1024, 2048, 4096]) {
        // Two blocks of one repeated byte.
        const block = (last: number): number[] => [((2500 << 3) | 2 | last) & 255, (2500 << 3) >> 8, 0, 7];
        const file = Uint8Array.from([...writeFrameHeader(5000, window, false), ...block(0), ...block(1)]);
        const found = contentOf(decodeZstdStream(inPieces(file, 5)));
        if (window > 2048) await expect(found).rejects.toThrow();
        else expect(await found).toEqual(new Uint8Array(5000).fill(7));
      }
    },
  },
  streamedPieceBytes: {
    at: 16,
    // Pieces have about this length; nothing is compared with it.
    sides: [],
    run: async (limit) => {
      for (const length of [...around(limit), 5000]) {
        const file = (await wasmZstdEngine()).compress(samples(length), 1, true);
        expect(await contentOf(decodeZstdStream(inPieces(file, 50)))).toEqual(samples(length));
      }
    },
  },
  growingBytes: {
    at: 100,
    run: () => {
      for (const maxLength of [99, 100, 101, 500]) {
        const buffer = growingBuffer({ length: undefined, elementSize: 1, maxLength });
        const expected = samples(maxLength);
        for (let at = 0; at < maxLength; at += 33) {
          const part = expected.subarray(at, at + 33);
          makeRoom(buffer, part.byteLength);
          buffer.bytes.set(part, buffer.length);
          buffer.length += part.byteLength;
        }
        expect(finished(buffer)).toEqual(expected);
        expect(() => makeRoom(buffer, 1)).toThrow(/more than/);
      }
    },
  },
  firstLookBytes: {
    also: { "codecs.shortFrameBytes": 20, "codecs.shortRunBytes": 20 },
    run: () => readSlices(file, FILE),
  },
  shortFrameBytes: {
    also: { "codecs.shortRunBytes": 20, "codecs.firstLookBytes": 40 },
    run: () => readSlices(file, FILE),
  },
  shortRunBytes: { also: { "codecs.shortFrameBytes": 20 }, run: () => readSlices(file, FILE) },
  reachBytes: {
    also: { "codecs.shortRunBytes": 20, "codecs.shortFrameBytes": 20, "codecs.firstLookBytes": 24 },
    run: () => readSlices(file, FILE),
  },
  decodedPieceBytes: { run: () => readSlices(file, FILE) },
  objectPieceBytes: { run: () => readTexts(texts(40), { codec: "lz4" }) },
  runObjects: { run: () => readTexts(texts(40)) },
  objectRuns: { run: () => readTexts(texts(40)) },
  shortItemBytes: {
    at: 20,
    run: async () => {
      await vlen([{ name: "vlen-utf8" }]);
      for (const length of around(20)) {
        const store = new Map<string, Uint8Array>();
        const items = [samples(length), new Uint8Array(0), samples(3, 9)];
        const array = await create(store, { shape: [3], dtype: "bytes", chunks: [3], codecs: ["vlen-bytes"] });
        await array.write("...", items as never);
        expect([...(await (await openArray(store)).read()).data]).toEqual(items);
      }
    },
  },
  msgpackDepth: {
    at: 3,
    run: () => {
      const nested = (depth: number): Uint8Array =>
        Uint8Array.from({ length: depth }, (_, i) => (i === depth - 1 ? 0x90 : 0x91));
      for (const depth of [1, 2, 3]) expect(decodeMsgpack(nested(depth)).type).toBe("array");
      expect(() => decodeMsgpack(nested(4))).toThrow(expect.objectContaining({ code: "unsupported" }));
    },
  },
  msgpackValues: {
    at: 4,
    run: () => {
      const list = (count: number): Uint8Array => Uint8Array.of(0x90 + count, ...new Array<number>(count).fill(7));
      for (const count of [1, 2, 3]) expect(decodeMsgpack(list(count)).type).toBe("array");
      expect(() => decodeMsgpack(list(4))).toThrow(expect.objectContaining({ code: "unsupported" }));
    },
  },
  summedBytes: { run: () => readSlices(file, { ...FILE, checksum: "adler32" }) },
  kernelSumBytes: { at: 64, also: { "codecs.loadedSumBytes": 8 }, run: () => sums() },
  loadedSumBytes: { at: 64, run: () => sums() },
  sumPieceBytes: {
    at: 720,
    also: { "codecs.kernelSumBytes": 8, "codecs.loadedSumBytes": 8 },
    run: () => sums([719, 720, 721, 1500, 2161]),
  },
  tileBytes: { at: 9, run: () => scaled() },
  smallStreamBytes: { run: () => frames({ clevel: 9 }, [40, 100, 300, 1000, 3000, 9000]) },
  sampledBytes: {
    at: 256,
    run: () => frames({ cname: "blosclz", shuffle: "noshuffle" }, [40, 100, 255, 256, 257, 300, 700, 3000]),
  },
  mappedNumbers: { at: 6, run: () => mapped() },
  inflatedBytes: { run: async () => inflated(await deflateEngine()) },
  inflatedAloneBytes: { run: async () => inflated(await kernelDeflate()) },
  fewRotations: { at: 9, run: () => rotations() },
  manyRotations: { at: 9, also: { "codecs.fewRotations": 3 }, run: () => rotations() },
  metTexts: {
    at: 3,
    run: async () => {
      const labels = ["a", "bb", "ccc", "d", "e"];
      const codecs = [
        { name: "numcodecs.categorize", configuration: { labels, dtype: "<U3", astype: "|u1" } },
        "bytes",
      ];
      for (const count of [1, 2, 3, 4, 5]) {
        const store = new Map<string, Uint8Array>();
        const list = Array.from({ length: 20 }, (_, i) => labels[(i * 7) % count]!);
        const options = { shape: [20], dtype: "U3", chunks: [20], codecs } as CreateArrayOptions;
        await (await create(store, options)).write("...", list as never);
        expect([...(await (await openArray(store)).read()).data]).toEqual(list);
      }
    },
  },
});

/** Checksums behind chunks: what is written is what plain code sums, and is read again. */
async function sums(lengths: readonly number[] = [30, 63, 64, 65, 100]): Promise<void> {
  for (const length of lengths) {
    const store = new Map<string, Uint8Array>();
    await roundTrip(store, { shape: [length], dtype: "uint8", chunks: [length], codecs: ["bytes", "crc32c"] });
    const chunk = store.get("c/0")!;
    const stored = new DataView(chunk.buffer, chunk.byteOffset + length, 4).getUint32(0, true);
    expect(stored).toBe(crc32c(chunk.subarray(0, length)) >>> 0);
    for (const name of ["fletcher32", "adler32", "jenkins_lookup3"]) {
      const codecs = ["bytes", { name: `numcodecs.${name}`, configuration: {} }];
      await roundTrip(new Map(), { shape: [length], dtype: "uint8", chunks: [length], codecs } as never);
    }
  }
}

function inflated(engine: Awaited<ReturnType<typeof deflateEngine>>): void {
  for (const length of [10, 100, 300, 1000]) {
    const bytes = samples(length);
    const unknown = { length: undefined, elementSize: 1, maxLength: 5000 };
    for (const type of [known(length), unknown]) {
      expect(engine.gunzip(engine.gzip(bytes, 6), type)).toEqual(bytes);
      expect(engine.inflate(engine.deflate(bytes, 6), type)).toEqual(bytes);
      expect(engine.inflateRaw(engine.deflateRaw(bytes, 6), type)).toEqual(bytes);
    }
  }
}

/** Rotations of blocks with repetitions, against a plain sort. */
function rotations(): void {
  for (const period of [3, 5, 7, 11]) {
    const length = 60;
    const block = Uint8Array.from({ length }, (_, i) => (i % period === 0 ? i % 4 : i % 2));
    const order = sortRotations(block, length);
    const text = (start: number): string => Array.from({ length }, (_, i) => block[(start + i) % length]).join();
    expect(Array.from(order, text)).toEqual(Array.from({ length }, (_, i) => text(i)).sort());
  }
}

async function mapped(): Promise<void> {
  const kernels = plainKernels();
  const [float64, int16] = [realType(dataTypeNamed("float64")!), realType(dataTypeNamed("int16")!)];
  for (const count of [0, 1, 5, 6, 7, 12, 13]) {
    const values = Float64Array.from({ length: count }, (_, i) => i * 100 - 300);
    const found = mapNumbers(kernels, new Uint8Array(values.buffer), float64, int16)!;
    expect(new Int16Array(found.slice().buffer)).toEqual(Int16Array.from(values));
  }
}

/** Numbers through a filter that runs tile by tile. */
async function scaled(): Promise<void> {
  const kernels = await loadKernels();
  for (const [from, to] of [
    ["float64", "int16"],
    ["uint8", "float64"],
    ["int32", "float32"],
  ] as const) {
    const [source, target] = [realType(dataTypeNamed(from)!), realType(dataTypeNamed(to)!)];
    const bytes = new Uint8Array(500 * source.itemSize);
    const careful = castDoubles(readDoubles(source, bytes), target, () => expect.fail(), from !== "float64");
    expect(mapNumbers(kernels, bytes, source, target)).toEqual(new Uint8Array(careful));
  }
}
