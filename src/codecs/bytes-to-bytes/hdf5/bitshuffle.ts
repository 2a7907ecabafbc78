/**
 * `hdf5.bitshuffle`: HDF5's filter 32008. Blocks of elements, a multiple of 8, are bit-shuffled separately; up to 7
 * elements at the end are left unchanged. `cname` "lz4" and "zstd" compress each block (framing: blocks.ts); "none"
 * stores only the shuffled blocks, and then `blocksize`, the elements per block, must be known: 0 is the filter's own
 * choice. `elementsize` defaults to the array's.
 *
 * After a codec whose output has any length, the bytes need not be whole elements. HDF5 stores such chunks without this
 * filter and records that in the chunk index. So that they can be read like other chunks, the bytes after the last whole
 * element are left unchanged too.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { encoderSetting } from "../../configuration.ts";
import { BIT_TILE, type Kernels, loadKernels, TABLE_BYTES } from "../../kernels/kernels.ts";
import { deliver, stage, within } from "../../kernels/staged.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { type ZstdEngine, zstdEngine } from "../zstd/engine.ts";
import { checkBlock, checkEnd, HEAD_BYTES, LENGTH_BYTES, readHead, writeHead, writeLength } from "./blocks.ts";

const COMPRESSORS = ["none", "lz4", "zstd"] as const;

export interface Hdf5BitshuffleConfiguration {
  readonly elementSize: number | undefined;
  readonly blockElements: number;
  readonly compressor: (typeof COMPRESSORS)[number];
  readonly level: number;
}

/** A block has about this many bytes, and at least this many elements. */
const TARGET_BYTES = 8192;
const LEAST_ELEMENTS = 128;
const LARGEST_RATIO = { lz4: 255, zstd: 2 ** 16 };

export const hdf5Bitshuffle: BytesToBytesCodec<Hdf5BitshuffleConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["elementsize", "blocksize", "cname", "clevel", "id"]);
    const blockElements = configuration.get("blocksize")?.integer(0, 2 ** 24) ?? 0;
    if (blockElements % 8 !== 0) {
      configuration.required("blocksize").fail(`blocks of ${blockElements} elements, which is not a multiple of 8`);
    }
    return {
      elementSize: configuration.get("elementsize")?.integer(1, 2 ** 16),
      blockElements,
      compressor: configuration.get("cname")?.oneOf(COMPRESSORS) ?? "lz4",
      level: encoderSetting(configuration, "clevel", -131072, 22) ?? 3,
    };
  },
  bind: async ({ elementSize: given, blockElements, compressor, level }, type) => {
    const kernels = await loadKernels();
    const size = given ?? type.elementSize;
    const shuffling: Shuffling = {
      kernels,
      size,
      block: blockElements === 0 ? defaultBlock(size) : blockElements,
      zstd: compressor === "zstd" ? await zstdEngine() : undefined,
      level,
    };
    const { encode, decode } = compressor === "none" ? { encode: shuffleOnly, decode: unshuffleOnly } : PACKED;
    return {
      encodedLength: compressor === "none" ? type.length : undefined,
      writesOut: true,
      encode: (bytes) => {
        checkWhole(type, bytes.byteLength, size, "invalid-request");
        return within(kernels, () => encode(shuffling, bytes));
      },
      decode: (bytes, out) => within(kernels, () => decode(shuffling, bytes, type, out)),
    };
  },
};

interface Shuffling {
  readonly kernels: Kernels;
  /** Of an element. */
  readonly size: number;
  readonly block: number;
  readonly zstd: ZstdEngine | undefined;
  readonly level: number;
}

function defaultBlock(size: number): number {
  const elements = Math.floor(TARGET_BYTES / size);
  return Math.max(elements - (elements % 8), LEAST_ELEMENTS);
}

/** Calls `visit` per block with its start and number of elements; returns the total number of bytes in the blocks. */
function eachBlock(length: number, { size, block }: Shuffling, visit: (at: number, elements: number) => void): number {
  const whole = 8 * Math.floor(length / size / 8);
  for (let first = 0; first < whole; first += block) visit(first * size, Math.min(block, whole - first));
  return whole * size;
}

function shuffleOnly(shuffling: Shuffling, bytes: Uint8Array): Uint8Array {
  const { kernels, size } = shuffling;
  const source = stage(kernels, bytes);
  const target = kernels.memory.allocate(bytes.byteLength);
  const scratch = kernels.memory.allocate(BIT_TILE * size);
  const done = eachBlock(bytes.byteLength, shuffling, (at, elements) =>
    kernels.bitshuffle(size, source + at, target + at, elements / 8, elements, scratch),
  );
  kernels.copy(target + done, source + done, bytes.byteLength - done);
  return kernels.memory.bytes.slice(target, target + bytes.byteLength);
}

function unshuffleOnly(shuffling: Shuffling, bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const { kernels, size } = shuffling;
  const length = bytes.byteLength;
  if (type.length !== undefined && length !== type.length) {
    throw new HyperslabError("invalid-data", `${length} bytes are stored, expected ${type.length}`);
  }
  checkWhole(type, length, size, "invalid-data");
  const source = stage(kernels, bytes);
  const target = kernels.memory.allocate(length);
  const scratch = kernels.memory.allocate(BIT_TILE * size);
  const done = eachBlock(length, shuffling, (at, elements) =>
    kernels.bitunshuffle(size, source + at, elements / 8, target + at, elements, scratch),
  );
  kernels.copy(target + done, source + done, length - done);
  const decoded = out ?? allocate(length);
  deliver(kernels, target, length, decoded, 0);
  return decoded;
}

const PACKED = { encode: pack, decode: unpack };

function pack(shuffling: Shuffling, bytes: Uint8Array): Uint8Array {
  const { kernels, size, block, zstd, level } = shuffling;
  const { memory } = kernels;
  const length = bytes.byteLength;
  const source = stage(kernels, bytes);
  const most = room(block * size);
  const blocks = Math.ceil(length / size / block);
  const target = memory.allocate(HEAD_BYTES + blocks * (LENGTH_BYTES + most) + 8 * size);
  const shuffled = memory.allocate(block * size);
  const scratch = memory.allocate(BIT_TILE * size);
  const table = memory.allocate(TABLE_BYTES);
  writeHead(memory.bytes, target, length, block * size);
  let to = target + HEAD_BYTES;
  const done = eachBlock(length, shuffling, (at, elements) => {
    kernels.bitshuffle(size, source + at, shuffled, elements / 8, elements, scratch);
    let packed: number;
    if (zstd === undefined) packed = kernels.lz4Encode(shuffled, elements * size, to + LENGTH_BYTES, most, 1, table);
    else {
      const frame = zstd.compress(memory.bytes.slice(shuffled, shuffled + elements * size), level, false);
      memory.bytes.set(frame, to + LENGTH_BYTES);
      packed = frame.byteLength;
    }
    writeLength(memory.bytes, to, packed);
    to += LENGTH_BYTES + packed;
  });
  kernels.copy(to, source + done, length - done);
  return memory.bytes.slice(target, to + length - done);
}

/** The most bytes that a block can be encoded to. */
function room(length: number): number {
  return length + Math.ceil(length / 128) + 64;
}

function unpack(shuffling: Shuffling, bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const { kernels, size, zstd } = shuffling;
  const { memory } = kernels;
  const { cursor, length, blockBytes } = readHead(bytes, type, LARGEST_RATIO[zstd === undefined ? "lz4" : "zstd"]);
  checkWhole(type, length, size, "invalid-data");
  const block = blockBytes === 0 ? defaultBlock(size) : blockBytes / size;
  if (block % 8 !== 0) throw new HyperslabError("invalid-data", `blocks of ${blockBytes} bytes, ${size} an element`);
  const source = stage(kernels, bytes);
  const target = memory.allocate(length);
  const shuffled = memory.allocate(Math.min(block * size, length));
  const scratch = memory.allocate(BIT_TILE * size);
  const done = eachBlock(length, { ...shuffling, block }, (at, elements) => {
    const stored = cursor.u32();
    const from = source + cursor.offset;
    const packed = cursor.bytes(stored);
    const expected = elements * size;
    if (zstd === undefined) checkBlock(kernels.lz4Decode(from, stored, shuffled, expected), expected);
    else {
      const decoded = zstd.decompress(packed, { length: expected, elementSize: 1, maxLength: expected });
      memory.bytes.set(decoded, shuffled);
    }
    kernels.bitunshuffle(size, shuffled, elements / 8, target + at, elements, scratch);
  });
  memory.bytes.set(cursor.bytes(length - done), target + done);
  checkEnd(cursor);
  const decoded = out ?? allocate(length);
  deliver(kernels, target, length, decoded, 0);
  return decoded;
}

function checkWhole(type: BytesType, length: number, size: number, code: "invalid-data" | "invalid-request"): void {
  if (type.length === undefined || length % size === 0) return;
  throw new HyperslabError(code, `${length} bytes are not a whole number of elements of ${size} bytes`);
}
