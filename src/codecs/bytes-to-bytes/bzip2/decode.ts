/**
 * bzip2 streams: "BZh", a digit (block size in 100 kB), blocks, an end mark, the CRC of all, padding to a whole byte.
 * Several streams may follow one another. Each block is 48 bits of magic, its CRC and a bit that encoders no longer
 * set; its bytes are runs: after four equal bytes comes the number of further repetitions.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, type GrowingBuffer, growingBuffer, makeRoom } from "../../growing-buffer.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { BitReader } from "./bits.ts";
import { blockCrc, combineCrc } from "./block-crc.ts";
import { type BlockMemory, decodeBlock } from "./decode-block.ts";

/** Digits of pi and of its square root, as 24-bit halves. */
const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;

export function bunzip2(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const buffer = growingBuffer(type, out);
  let at = 0;
  do at = decodeStream(bytes, at, buffer);
  while (at < bytes.byteLength);
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

function decodeStream(bytes: Uint8Array, start: number, buffer: GrowingBuffer): number {
  const level = (bytes[start + 3] ?? 0) - 0x30;
  if (bytes[start] !== 0x42 || bytes[start + 1] !== 0x5a || bytes[start + 2] !== 0x68 || level < 1 || level > 9) {
    throw new HyperslabError("invalid-data", `no bzip2 stream starts at byte ${start}`);
  }
  const reader = new BitReader(bytes, start + 4);
  let memory: BlockMemory | undefined;
  let crc = 0;
  for (;;) {
    const high = reader.read(24);
    const low = reader.read(24);
    const stored = reader.read32();
    if (high === END_MAGIC[0] && low === END_MAGIC[1]) {
      const end = reader.byteOffset();
      if (stored !== crc) throw mismatch("stream", stored, crc);
      return end;
    }
    if (high !== BLOCK_MAGIC[0] || low !== BLOCK_MAGIC[1]) {
      throw new HyperslabError("invalid-data", "bzip2: neither a block nor the end of the stream");
    }
    memory ??= { links: new Uint32Array(allocate(4 * blockLimit(level, buffer)).buffer) };
    const from = buffer.length;
    expandBlock(reader, memory, buffer);
    reader.byteOffset();
    const computed = blockCrc(buffer.bytes, from, buffer.length);
    if (stored !== computed) throw mismatch("block", stored, computed);
    crc = combineCrc(crc, computed);
  }
}

/** A block has at most five bytes per four that it may decode to, and no more than its stream declares. */
function blockLimit(level: number, buffer: GrowingBuffer): number {
  return Math.min(100_000 * level, Math.ceil((buffer.limit - buffer.length) * 1.25) + 1);
}

function expandBlock(reader: BitReader, memory: BlockMemory, buffer: GrowingBuffer): void {
  if (reader.read(1) === 1)
    throw new HyperslabError("unsupported", "bzip2: a randomised block of a version before 0.9.5");
  const { length, start } = decodeBlock(reader, memory);
  const { links } = memory;
  let at = start;
  let previous = -1;
  let equal = 0;
  for (let i = 0; i < length; i++) {
    const link = links[at]!;
    const byte = link & 0xff;
    at = link >>> 8;
    if (equal === 4) {
      makeRoom(buffer, byte);
      buffer.bytes.fill(previous, buffer.length, buffer.length + byte);
      buffer.length += byte;
      equal = 0;
      previous = -1;
      continue;
    }
    equal = byte === previous ? equal + 1 : 1;
    previous = byte;
    if (buffer.length === buffer.bytes.byteLength) makeRoom(buffer, 1);
    buffer.bytes[buffer.length++] = byte;
  }
}

function mismatch(what: string, stored: number, computed: number): HyperslabError {
  const [found, expected] = [computed, stored].map((crc) => `0x${crc.toString(16).padStart(8, "0")}`);
  return new HyperslabError("invalid-data", `bzip2: checksum of a ${what}: stored ${expected}, computed ${found}`);
}
