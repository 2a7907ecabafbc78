/**
 * `hdf5.szip`: HDF5's filter 4. The decoded length u32, then adaptive entropy coding (aec/decode.ts) of pixels in scan lines,
 * each padded to whole blocks. Pixels of 32 and 64 bits are coded byte by byte: all first bytes, then all second ones.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { tooLong } from "../../growing-buffer.ts";
import type { PackedKernel } from "../../kernels/packed/packed.ts";
import { loadPackedKernel } from "../../kernels/packed/wasm.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { decodeAec } from "../aec/decode.ts";

export interface SzipConfiguration {
  readonly preprocess: boolean;
  readonly isBig: boolean;
  readonly blockSize: number;
  readonly bits: number;
  readonly line: number;
}

const [NEAREST_NEIGHBOUR, HIGHEST_FIRST] = [32, 16];
const LENGTH_BYTES = 4;
/** 11 bits give at most 64 blocks of 32 pixels, each of four bytes. */
const LARGEST_RATIO = 2 ** 13;
/**
 * A length that coded data never have. If szip would not shorten a chunk, HDF5 stores its bytes as they were, and records
 * that in the chunk index. The encoder puts this length before such bytes, so that they can be read like other chunks.
 */
const UNCODED = 0;

export const hdf5Szip: BytesToBytesCodec<SzipConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["mask", "pixelsPerBlock", "bitsPerPixel", "pixelsPerScanline"]);
    const mask = configuration.required("mask").integer(0, 2 ** 32 - 1);
    return {
      preprocess: (mask & NEAREST_NEIGHBOUR!) !== 0,
      isBig: (mask & HIGHEST_FIRST!) !== 0,
      blockSize: configuration.required("pixelsPerBlock").integer(2, 32),
      bits: configuration.required("bitsPerPixel").integer(1, 64),
      line: configuration.required("pixelsPerScanline").integer(1, 2 ** 20),
    };
  },
  bind: async (configuration, type) => {
    const kernel = await loadPackedKernel();
    return {
      encodedLength: undefined,
      encode: (bytes) => {
        const out = new Uint8Array(LENGTH_BYTES + bytes.byteLength);
        new DataView(out.buffer).setUint32(0, UNCODED, true);
        out.set(bytes, LENGTH_BYTES);
        return out;
      },
      decode: (bytes) => {
        if (bytes.byteLength < LENGTH_BYTES) throw new HyperslabError("invalid-data", "szip data has no length");
        const said = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES).getUint32(0, true);
        const coded = bytes.subarray(LENGTH_BYTES);
        if (said === UNCODED && (type.length ?? coded.byteLength) === coded.byteLength) return coded.slice();
        checkSaid(said, coded.byteLength, type);
        return decode(configuration, coded, said, kernel);
      },
    };
  },
};

/** The length is unknown after a filter whose output has any length. */
function checkSaid(said: number, coded: number, { length, maxLength }: BytesType): void {
  if (length !== undefined && said !== length) {
    throw new HyperslabError("invalid-data", `szip data of ${said} bytes, expected ${length}`);
  }
  if (length !== undefined) return;
  if (said > maxLength) throw tooLong(maxLength);
  if (said > coded * LARGEST_RATIO) {
    throw new HyperslabError("invalid-data", `${coded} bytes of szip data cannot decode to ${said} bytes`);
  }
}

function decode(
  { preprocess, isBig, blockSize, bits, line }: SzipConfiguration,
  bytes: Uint8Array,
  length: number,
  kernel: PackedKernel | undefined,
): Uint8Array {
  const isByteWise = bits === 32 || bits === 64;
  const bitsPerSample = isByteWise ? 8 : bits;
  if (bitsPerSample > 24) throw new HyperslabError("unsupported", `szip pixels of ${bits} bits`);
  const size = bitsPerSample > 16 ? 4 : bitsPerSample > 8 ? 2 : 1;
  // Bytes that do not fill a pixel are coded as a pixel.
  const count = Math.ceil(length / size);
  const interval = Math.ceil(line / blockSize);
  const padded = interval * blockSize;
  const lines = Math.ceil(count / line);
  const parameters = {
    bitsPerSample,
    blockSize,
    interval,
    signed: false,
    preprocess,
    restricted: false,
    padded: false,
  };
  const total = padded === line ? count : lines * padded;
  const samples = kernel?.samples(bytes, parameters, total) ?? decodeAec(bytes, parameters, total);
  const out = allocate(count * size);
  const word = isByteWise ? bits / 8 : 1;
  if (count % word !== 0) {
    const what = `szip lost bytes when it encoded ${length} bytes, which are not whole pixels of ${bits} bits`;
    throw new HyperslabError("unsupported", what, { hint: "HDF5 itself reads arbitrary bytes in their place." });
  }
  const words = count / word;
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  for (let index = 0; index < count; index++) {
    const sample = samples[padded === line ? index : Math.floor(index / line) * padded + (index % line)]!;
    if (isByteWise) out[(index % words) * word + Math.floor(index / words)] = sample;
    else if (size === 1) out[index] = sample;
    else if (size === 2) view.setUint16(index * 2, sample, !isBig);
    else view.setUint32(index * 4, sample, !isBig);
  }
  return out.subarray(0, length);
}
