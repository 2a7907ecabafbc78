/**
 * `hdf5.lz4`: HDF5's filter 32004, LZ4 blocks (framing: blocks.ts). A block that would not become smaller is stored
 * uncompressed. `blocksize` is the bytes per block, 2^30 by default; only the encoder uses it.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { givenMember } from "../../configuration.ts";
import { type Kernels, loadKernels, TABLE_BYTES } from "../../kernels/kernels.ts";
import { bring, deliver, stage, within } from "../../kernels/staged.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { checkBlock, checkEnd, HEAD_BYTES, LENGTH_BYTES, readHead, writeHead, writeLength } from "./blocks.ts";

export interface Hdf5Lz4Configuration {
  readonly blockBytes: number;
}

const DEFAULT_BLOCK = 2 ** 30;
/** LZ4's own limit. */
const LARGEST_BLOCK = 0x7e000000;
/** The most bytes that one byte of a block can decode to. */
const LARGEST_RATIO = 255;

export const hdf5Lz4: BytesToBytesCodec<Hdf5Lz4Configuration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    // `level` is a member of imagecodecs; only its encoder uses it.
    configuration.only(["blocksize", "level", "id"]);
    return { blockBytes: givenMember(configuration, "blocksize")?.integer(0, LARGEST_BLOCK) || DEFAULT_BLOCK };
  },
  bind: async ({ blockBytes }, type) => {
    const kernels = await loadKernels();
    return {
      encodedLength: undefined,
      writesOut: true,
      encode: (bytes) => within(kernels, () => encode(kernels, bytes, Math.min(blockBytes, bytes.byteLength))),
      decode: (bytes, out) => within(kernels, () => decode(kernels, bytes, type, out)),
    };
  },
};

function encode(kernels: Kernels, bytes: Uint8Array, blockBytes: number): Uint8Array {
  const length = bytes.byteLength;
  const blocks = length === 0 ? 0 : Math.ceil(length / blockBytes);
  const { memory } = kernels;
  const source = stage(kernels, bytes);
  const target = memory.allocate(HEAD_BYTES + blocks * LENGTH_BYTES + length);
  const table = memory.allocate(TABLE_BYTES);
  writeHead(memory.bytes, target, length, blockBytes);
  let at = target + HEAD_BYTES;
  for (let done = 0; done < length; done += blockBytes) {
    const size = Math.min(blockBytes, length - done);
    // Less room than the block itself takes, so a block that does not shrink is stored.
    const packed = kernels.lz4Encode(source + done, size, at + LENGTH_BYTES, size - 1, 1, table);
    if (packed === 0) kernels.copy(at + LENGTH_BYTES, source + done, size);
    writeLength(memory.bytes, at, packed || size);
    at += LENGTH_BYTES + (packed || size);
  }
  return memory.bytes.slice(target, at);
}

function decode(kernels: Kernels, bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined): Uint8Array {
  const { cursor, length, blockBytes } = readHead(bytes, type, LARGEST_RATIO);
  if (blockBytes === 0 && length > 0) throw new HyperslabError("invalid-data", "LZ4 blocks of no bytes");
  const source = stage(kernels, bytes);
  const target = kernels.memory.allocate(length);
  for (let done = 0; done < length; ) {
    const size = Math.min(blockBytes, length - done);
    const stored = cursor.u32();
    const from = source + cursor.offset;
    const block = cursor.bytes(stored);
    if (stored === size) bring(kernels, block, target + done);
    else checkBlock(kernels.lz4Decode(from, stored, target + done, size), size);
    done += size;
  }
  checkEnd(cursor);
  const decoded = out ?? allocate(length);
  deliver(kernels, target, length, decoded, 0);
  return decoded;
}
