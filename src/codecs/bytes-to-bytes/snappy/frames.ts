/**
 * Snappy's framing format: chunks of at most 65536 bytes each, with checksums. A chunk is u8 type, u24 length, then:
 *
 *   ff      "sNaPpY", with which a stream begins; it may be repeated
 *   00, 01  u32 masked CRC-32C of the decoded bytes, then a Snappy block, or the bytes uncompressed
 *   80..fe  ignored by decoders (fe is padding); 02..7f are errors
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, growingBuffer, makeRoom } from "../../growing-buffer.ts";
import { type Kernels, TABLE_BYTES } from "../../kernels/kernels.ts";
import { bring, stage } from "../../kernels/staged.ts";
import { announcedLength } from "./block.ts";

const BEGIN = Uint8Array.from([0xff, 6, 0, 0, ...new TextEncoder().encode("sNaPpY")]);
const LARGEST_CHUNK = 65536;
const COMPRESSED = 0;
const STORED = 1;
const IDENTIFIER = 0xff;
const LEAST_SKIPPABLE = 0x80;
const SUM_BYTES = 4;

/** Returns whether this is a framed stream, not a block. */
export function isFramed(bytes: Uint8Array): boolean {
  return bytes.byteLength >= BEGIN.byteLength && BEGIN.every((byte, at) => bytes[at] === byte);
}

export function encodeChunks(kernels: Kernels, bytes: Uint8Array): Uint8Array {
  const { memory } = kernels;
  const { byteLength } = bytes;
  const chunks = Math.ceil(byteLength / LARGEST_CHUNK);
  const source = stage(kernels, bytes);
  const target = memory.allocate(BEGIN.byteLength + chunks * (4 + SUM_BYTES) + byteLength);
  const table = memory.allocate(TABLE_BYTES);
  memory.bytes.set(BEGIN, target);
  let at = target + BEGIN.byteLength;
  for (let done = 0; done < byteLength; done += LARGEST_CHUNK) {
    const size = Math.min(LARGEST_CHUNK, byteLength - done);
    const body = at + 4 + SUM_BYTES;
    // Less room than the bytes themselves take, so bytes that do not shrink are stored.
    const packed = kernels.snappyEncode(source + done, size, body, size - 1, 1, table);
    if (packed === 0) kernels.copy(body, source + done, size);
    const length = packed || size;
    const view = new DataView(memory.bytes.buffer, at, 4 + SUM_BYTES);
    view.setUint32(0, (packed === 0 ? STORED : COMPRESSED) + (SUM_BYTES + length) * 256, true);
    view.setUint32(4, masked(kernels.crc32c(source + done, size, 0)), true);
    at = body + length;
  }
  return memory.bytes.slice(target, at);
}

export function decodeChunks(kernels: Kernels, bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const { memory } = kernels;
  const output = growingBuffer(type, out);
  const source = stage(kernels, bytes);
  const target = memory.allocate(LARGEST_CHUNK);
  const cursor = new ByteCursor(bytes);
  while (cursor.remaining > 0) {
    const word = cursor.u32();
    const kind = word & 0xff;
    const at = cursor.offset;
    const body = cursor.bytes(word >>> 8);
    if (kind === IDENTIFIER && !isFramed(bytes.subarray(at - 4)))
      cursor.fail("no Snappy stream begins", body.byteLength);
    if (kind >= LEAST_SKIPPABLE) continue;
    if (kind > STORED || body.byteLength < SUM_BYTES)
      cursor.fail(`a broken Snappy chunk of type ${kind}`, body.byteLength);
    const data = body.subarray(SUM_BYTES);
    const length = kind === STORED ? data.byteLength : announcedLength(data);
    if (length > LARGEST_CHUNK) cursor.fail(`a Snappy chunk of ${length} bytes, at most ${LARGEST_CHUNK} are allowed,`);
    makeRoom(output, length);
    if (kind === STORED) bring(kernels, data, target);
    else if (kernels.snappyDecode(source + at + SUM_BYTES, data.byteLength, target, length) !== length) {
      throw new HyperslabError("invalid-data", `the Snappy chunk at byte ${at} is corrupt`);
    }
    checkSum(
      new DataView(body.buffer, body.byteOffset).getUint32(0, true),
      masked(kernels.crc32c(target, length, 0)),
      at,
    );
    output.bytes.set(memory.bytes.subarray(target, target + length), output.length);
    output.length += length;
  }
  checkDecoded(type, output.length);
  return finished(output);
}

/** Masked, so that a checksum of data that contains checksums is not weaker. */
function masked(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

function checkSum(stored: number, computed: number, at: number): void {
  if (stored === computed) return;
  const sums = `stored 0x${stored.toString(16)}, computed 0x${computed.toString(16)}`;
  throw new HyperslabError("invalid-data", `the checksum of the Snappy chunk at byte ${at} does not match: ${sums}`);
}
