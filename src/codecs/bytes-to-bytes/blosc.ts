/**
 * `blosc`: Blosc 1 frames (layout in bytes/blosc/frame-header.ts). `cname`, `clevel` 0 to 9, `shuffle`, `typesize`
 * (else the array's element size) and `blocksize` (0: automatic) only matter to the encoder; a frame contains
 * everything needed to decode it. numcodecs spells `shuffle` as a number; its -1 means bit shuffle for elements of one
 * byte, else byte shuffle.
 */

import { type BloscHeader, LARGEST_TYPE, parseBloscHeader } from "../../bytes/blosc/frame-header.ts";
import {
  BLOSC_COMPRESSORS,
  BLOSC_FILTERS,
  BLOSC_SHUFFLES,
  type BloscCompressor,
  type BloscFilter,
} from "../../bytes/blosc/options.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../codec.ts";
import { encoderSetting } from "../configuration.ts";
import { checkDecoded, tooLong } from "../growing-buffer.ts";
import { decodeBlosc, type StreamDecoders } from "../kernels/blosc-decode.ts";
import { encodeBlosc, type StreamEncoders } from "../kernels/blosc-encode.ts";
import { zlibWithin } from "../kernels/inflate/within.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { zstdWithin } from "../kernels/zstd/kernel.ts";
import { allocate } from "../pipeline/allocate.ts";
import { deflateEngine } from "./deflate/engine.ts";
import { nodeZlibStreams } from "./deflate/node-streams.ts";
import { zstdEngine } from "./zstd/engine.ts";

export interface BloscConfiguration {
  readonly compressor: BloscCompressor;
  readonly level: number;
  readonly shuffle: BloscFilter | "automatic";
  readonly typeSize: number | undefined;
  readonly blockSize: number;
}

/** numcodecs' defaults if a document does not give them. */
const DEFAULT_LEVEL = 5;

export const blosc: BytesToBytesCodec<BloscConfiguration> = bloscBy(loadKernels);

/** The codec over given kernels. */
export function bloscBy(load: () => Promise<Kernels>): BytesToBytesCodec<BloscConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse,
    bind: async (configuration, type) => {
      const kernels = await load();
      const streams = await loadStreamCodecs(kernels);
      const { compressor, level, blockSize } = configuration;
      const typeSize = typeSizeOf(configuration, type);
      const filter = filterOf(configuration, type);
      return {
        encodedLength: undefined,
        writesOut: true,
        encode: (bytes, out) =>
          encodeBlosc(kernels, bytes, { compressor, level, filter, typeSize, blockSize }, streams.encoders, out),
        decode: (bytes, out) => decode(kernels, bytes, type, out, streams.decoders),
      };
    },
  };
}

function parse(configuration: JsonView): BloscConfiguration {
  configuration.only(["cname", "clevel", "shuffle", "typesize", "blocksize", "id"]);
  return {
    compressor: configuration.get("cname")?.oneOf(BLOSC_COMPRESSORS) ?? "lz4",
    level: encoderSetting(configuration, "clevel", 0, 9) ?? DEFAULT_LEVEL,
    shuffle: parseShuffle(configuration.get("shuffle")),
    typeSize: encoderSetting(configuration, "typesize", 1, Number.MAX_SAFE_INTEGER),
    blockSize: encoderSetting(configuration, "blocksize", 0, 2 ** 31 - 1) ?? 0,
  };
}

function parseShuffle(shuffle: JsonView | undefined): BloscConfiguration["shuffle"] {
  if (shuffle === undefined) return "shuffle";
  if (shuffle.node.type === "string") return BLOSC_FILTERS[BLOSC_SHUFFLES.indexOf(shuffle.oneOf(BLOSC_SHUFFLES))]!;
  const number = shuffle.integer(-1, 2);
  return number === -1 ? "automatic" : BLOSC_FILTERS[number]!;
}

/** The format has one byte for it; larger elements are treated as bytes. */
function typeSizeOf({ typeSize }: BloscConfiguration, { elementSize }: BytesType): number {
  const size = typeSize ?? elementSize;
  return size > LARGEST_TYPE || size < 1 ? 1 : size;
}

function filterOf({ shuffle }: BloscConfiguration, { elementSize }: BytesType): BloscFilter {
  if (shuffle !== "automatic") return shuffle;
  return elementSize === 1 ? "bitshuffle" : "shuffle";
}

function decode(
  kernels: Kernels,
  bytes: Uint8Array,
  type: BytesType,
  out: Uint8Array | undefined,
  decoders: StreamDecoders,
): Uint8Array {
  const header = parseBloscHeader(bytes);
  checkDecoded(type, header.length);
  if (type.length === undefined && header.length > type.maxLength) throw tooLong(type.maxLength);
  checkRatio(header);
  const decoded = out ?? allocate(header.length);
  decodeBlosc(kernels, bytes, decoded, decoders);
  return decoded;
}

/** The most bytes that each format decodes one byte to, so that a small frame cannot request much memory. */
const LARGEST_RATIO = { blosclz: 256, lz4: 256, snappy: 64, zlib: 1100, zstd: 2 ** 16 };

/** Refuses a frame that claims to decode to more than its format allows. */
export function checkRatio({ format, length, frameLength }: BloscHeader): void {
  if (length <= frameLength * LARGEST_RATIO[format]) return;
  const what = `the Blosc frame of ${frameLength} bytes (${format}) cannot decode to ${length} bytes`;
  throw new HyperslabError("invalid-data", what);
}

/**
 * zlib and zstd, for streams inside frames. A frame may use either whatever the configuration says, so both are loaded;
 * one that this platform cannot run is reported only when a frame needs it.
 */
export async function loadStreamCodecs(kernels?: Kernels): Promise<{
  readonly decoders: StreamDecoders;
  readonly encoders: StreamEncoders;
}> {
  const [deflate, zstd, withinZstd, withinZlib] = await Promise.all([
    deflateEngine(),
    zstdEngine().catch(() => undefined),
    kernels && zstdWithin(kernels),
    kernels && zlibWithin(kernels),
  ]);
  const zlib = nodeZlibStreams();
  const typeOf = ({ byteLength }: Uint8Array): BytesType => {
    return { length: byteLength, elementSize: 1, maxLength: byteLength };
  };
  return {
    decoders: {
      zlib: (stream, out) => zlib?.inflate(stream, out.byteLength) ?? deflate.inflate(stream, typeOf(out), out),
      zstd: zstd && ((stream, out) => zstd.decompress(stream, typeOf(out), out)),
      zlibWithin: withinZlib,
      zstdWithin: withinZstd?.decode,
    },
    encoders: {
      zlib: zlib?.deflate ?? deflate.deflate,
      zstd: zstd && ((bytes, level, out) => zstd.compress(bytes, level, false, out)),
      zstdWithin: withinZstd,
    },
  };
}
