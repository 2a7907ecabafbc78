/**
 * `lz4`, numcodecs' codec of that name: the decoded length as u32 little-endian, then one LZ4 block. `lz4-block`: the
 * block alone, as imagecodecs writes it by default; its decoded length follows from the chunk.
 */
import { HyperslabError } from "../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../codec.ts";
import { encoderSetting } from "../configuration.ts";
import { checkDecoded, tooLong } from "../growing-buffer.ts";
import { type Kernels, loadKernels, TABLE_BYTES } from "../kernels/kernels.ts";
import { stage, within } from "../kernels/staged.ts";
import { allocate } from "../pipeline/allocate.ts";

export interface Lz4Configuration {
  /** From 1, dense, upwards: faster. */
  readonly acceleration: number;
}

/** Bytes of the decoded length before the block: 4, or 0 for the block alone. */
type SizeBytes = 0 | 4;

/** LZ4's own limit, and the most that its encoder adds to incompressible data. */
const LARGEST_INPUT = 0x7e000000;
const bound = (length: number) => length + Math.ceil(length / 255) + 16;
/** The most bytes that one byte of a block can decode to. */
const LARGEST_RATIO = 255;
/** Steps grow no faster beyond this. */
const MOST_ACCELERATION = 65537;

export const lz4: BytesToBytesCodec<Lz4Configuration> = lz4After(4);
export const lz4Block: BytesToBytesCodec<Lz4Configuration> = lz4After(0);

function lz4After(sizeBytes: SizeBytes): BytesToBytesCodec<Lz4Configuration> {
  return {
    kind: "bytes-to-bytes",
    parse: (configuration) => {
      configuration.only(["acceleration", "id"]);
      // numcodecs treats values below 1 as 1.
      const acceleration = encoderSetting(configuration, "acceleration", -(2 ** 31), 2 ** 31 - 1) ?? 1;
      return { acceleration: Math.min(Math.max(acceleration, 1), MOST_ACCELERATION) };
    },
    bind: async ({ acceleration }, type) => {
      const kernels = await loadKernels();
      return {
        encodedLength: undefined,
        writesOut: true,
        encode: (bytes) => encode(kernels, bytes, acceleration, sizeBytes),
        decode: (bytes, out) => decode(kernels, bytes, type, sizeBytes, out),
      };
    },
  };
}

function encode(kernels: Kernels, bytes: Uint8Array, acceleration: number, sizeBytes: SizeBytes): Uint8Array {
  const length = bytes.byteLength;
  if (length > LARGEST_INPUT) {
    throw new HyperslabError("unsupported", `LZ4 takes at most ${LARGEST_INPUT} bytes at a time, not ${length}`, {
      hint: "Choose smaller chunks.",
    });
  }
  return within(kernels, () => {
    const source = stage(kernels, bytes);
    const target = kernels.memory.allocate(sizeBytes + bound(length));
    const table = kernels.memory.allocate(TABLE_BYTES);
    const size = kernels.lz4Encode(source, length, target + sizeBytes, bound(length), acceleration, table);
    const encoded = kernels.memory.bytes.slice(target, target + sizeBytes + size);
    if (sizeBytes > 0) new DataView(encoded.buffer).setUint32(0, length, true);
    return encoded;
  });
}

/** Room for the decoded bytes: exactly their number or, for a block alone, the most there may be. */
function decodedLength(bytes: Uint8Array, type: BytesType, sizeBytes: SizeBytes): number {
  if (sizeBytes > 0) return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return type.length ?? Math.min(type.maxLength, bytes.byteLength * LARGEST_RATIO);
}

function decode(
  kernels: Kernels,
  bytes: Uint8Array,
  type: BytesType,
  sizeBytes: SizeBytes,
  out: Uint8Array | undefined,
): Uint8Array {
  const size = bytes.byteLength - sizeBytes;
  if (size < 1) throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are too few for LZ4`);
  const length = decodedLength(bytes, type, sizeBytes);
  checkDecoded(type, length);
  if (type.length === undefined && length > type.maxLength) throw tooLong(type.maxLength);
  if (length > size * LARGEST_RATIO) {
    throw new HyperslabError("invalid-data", `an LZ4 block of ${size} bytes cannot decode to ${length} bytes`);
  }
  return within(kernels, () => {
    const source = stage(kernels, bytes.subarray(sizeBytes));
    const target = kernels.memory.allocate(length);
    const found = kernels.lz4Decode(source, size, target, length);
    const isOpen = sizeBytes === 0 && type.length === undefined && found >= 0;
    // Without a length, a block that does not fit cannot be distinguished from a corrupt one.
    if (found < 0 && sizeBytes === 0 && type.length === undefined && length === type.maxLength) throw tooLong(length);
    if (found !== length && !isOpen) {
      const outcome = found < 0 ? "is corrupt" : `decodes to ${found} bytes, expected ${length}`;
      throw new HyperslabError("invalid-data", `the LZ4 block ${outcome}`);
    }
    const decoded = out ?? allocate(found);
    decoded.set(kernels.memory.bytes.subarray(target, target + found));
    return decoded;
  });
}
