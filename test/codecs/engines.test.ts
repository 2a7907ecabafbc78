/**
 * Codecs with several engines, through the contract once for each engine that the platform would not choose by itself:
 * DEFLATE without Node's zlib, Zstandard in WebAssembly, LZ4 frames, Snappy and LZMA without it. The engines read each other's output.
 */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { deflateRawBy, gzipBy, zlibBy } from "../../src/codecs/bytes-to-bytes/deflate/deflate.ts";
import { kernelDeflate, nodeDeflate } from "../../src/codecs/bytes-to-bytes/deflate/engine.ts";
import { portableDeflate } from "../../src/codecs/bytes-to-bytes/deflate/portable-deflate.ts";
import { lz4fBy } from "../../src/codecs/bytes-to-bytes/lz4-frame/lz4f.ts";
import { lzmaBy } from "../../src/codecs/bytes-to-bytes/lzma/lzma.ts";
import { snappyBy } from "../../src/codecs/bytes-to-bytes/snappy/snappy.ts";
import { wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { zstdBy } from "../../src/codecs/bytes-to-bytes/zstd/zstd.ts";
import type { BytesToBytesCodec, BytesType } from "../../src/codecs/codec.ts";
import { loadKernels } from "../../src/codecs/kernels/kernels.ts";
import { registerCodec } from "../../src/codecs/registry.ts";
import { describeCodec } from "../contracts/codec-contract.ts";
import { subjects } from "./subjects.ts";

const plainKernels = () => loadKernels({ plain: true });

const variants: readonly (readonly [name: string, standard: string, codec: BytesToBytesCodec])[] = [
  ["portable-gzip", "gzip", gzipBy(async () => portableDeflate)],
  ["portable-zlib", "numcodecs.zlib", zlibBy(async () => portableDeflate)],
  ["portable-deflate-raw", "deflate-raw", deflateRawBy(async () => portableDeflate)],
  ["plain-lz4f", "lz4f", lz4fBy(plainKernels)],
  ["plain-snappy", "snappy", snappyBy(plainKernels)],
  ["wasm-gzip", "gzip", gzipBy(kernelDeflate)],
  ["wasm-zlib", "numcodecs.zlib", zlibBy(kernelDeflate)],
  ["wasm-deflate-raw", "deflate-raw", deflateRawBy(kernelDeflate)],
  ["plain-lzma", "numcodecs.lzma", lzmaBy(async () => undefined)],
  ["wasm-zstd", "zstd", zstdBy(wasmZstdEngine)],
];

for (const [name, standard, codec] of variants) {
  afterAll(registerCodec({ name, kind: "bytes-to-bytes", codec }));
  describeCodec(name, subjects[standard]!, standard);
}

const exactly = (bytes: Uint8Array): BytesType => ({ length: bytes.byteLength, elementSize: 1, maxLength: 2 ** 20 });
const unknown: BytesType = { length: undefined, elementSize: 1, maxLength: 2 ** 20 };

/** Bytes with runs and repetitions, as compressors like them. */
const anyBytes = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 300 })), { maxLength: 12 })
  .map((runs) =>
    Uint8Array.from(runs.flatMap(([bytes, times]) => Array.from({ length: times }, () => [...bytes]).flat())),
  );

/** As `toEqual`, without comparing a hundred thousand numbers one by one. */
function expectBytes(found: Uint8Array, expected: Uint8Array): void {
  expect(Buffer.compare(found, expected)).toBe(0);
}

describe("portable DEFLATE and Node's", () => {
  const node = nodeDeflate()!;
  test("read each other's gzip, zlib and raw streams, with and without a known length", () => {
    fc.assert(
      fc.property(anyBytes, fc.integer({ min: -1, max: 9 }), (bytes, level) => {
        for (const type of [exactly(bytes), unknown]) {
          expectBytes(portableDeflate.gunzip(node.gzip(bytes, level), type), bytes);
          expectBytes(node.gunzip(portableDeflate.gzip(bytes, level), type), bytes);
          expectBytes(portableDeflate.inflate(node.deflate(bytes, level), type), bytes);
          expectBytes(node.inflate(portableDeflate.deflate(bytes, level), type), bytes);
          expectBytes(portableDeflate.inflateRaw(node.deflateRaw(bytes, level), type), bytes);
          expectBytes(node.inflateRaw(portableDeflate.deflateRaw(bytes, level), type), bytes);
        }
      }),
      { numRuns: 60 },
    );
  });
});
