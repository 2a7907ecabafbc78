/** Bytes to LZMA2 chunks (layout: lzma2-decode.ts), and to one LZMA stream with an end mark. */
import { ByteWriter } from "../../../bytes/source/byte-writer.ts";
import type { FilterChain } from "./filters.ts";
import { LzmaEncoder } from "./lzma-encode.ts";
import { type LzmaModel, lzmaModel, propertiesByte, resetModel } from "./model.ts";
import { RangeEncoder } from "./range-encoder.ts";

const MAX_UNPACKED = 2 ** 21;
const MAX_PACKED = 2 ** 16;
/** No packet takes more bytes. */
const PACKET_ROOM = 32;

/** Positions to try for a match, by preset. */
function depthOf(effort: number): number {
  return 4 << Math.min(effort, 7);
}

export function encodeLzma1(bytes: Uint8Array, chain: FilterChain): Uint8Array {
  const range = new RangeEncoder();
  const encoder = encoderFor(bytes, chain, lzmaModel(chain.properties));
  while (encoder.offset < bytes.byteLength) encoder.packet(range, bytes.byteLength - encoder.offset);
  encoder.endMark(range);
  return range.finish();
}

function encoderFor(bytes: Uint8Array, { dictionarySize, effort }: FilterChain, model: LzmaModel): LzmaEncoder {
  return new LzmaEncoder(bytes, model, dictionarySize, depthOf(effort));
}

export function encodeLzma2(bytes: Uint8Array, chain: FilterChain): Uint8Array {
  const writer = new ByteWriter({ endian: "big", capacity: 1024 });
  const model = lzmaModel(chain.properties);
  const encoder = encoderFor(bytes, chain, model);
  /** What the next packed chunk must reset: 3 all, 2 state and properties, 1 state, 0 nothing. */
  let reset = 3;
  while (encoder.offset < bytes.byteLength) {
    const start = encoder.offset;
    const packed = packChunk(encoder, Math.min(start + MAX_UNPACKED, bytes.byteLength));
    const length = encoder.offset - start;
    if (packed.byteLength >= length) {
      storeChunks(writer, bytes.subarray(start, encoder.offset), reset === 3);
      reset = reset >= 2 ? 2 : 1;
      resetModel(model);
      continue;
    }
    writer.u8(0x80 | (reset << 5) | ((length - 1) >>> 16));
    writer.u16((length - 1) & 0xffff);
    writer.u16(packed.byteLength - 1);
    if (reset >= 2) writer.u8(propertiesByte(chain.properties));
    writer.bytes(packed);
    reset = 0;
  }
  writer.u8(0);
  return writer.finish().slice();
}

function packChunk(encoder: LzmaEncoder, end: number): Uint8Array {
  const range = new RangeEncoder();
  while (encoder.offset < end && range.size + PACKET_ROOM <= MAX_PACKED) encoder.packet(range, end - encoder.offset);
  return range.finish();
}

function storeChunks(writer: ByteWriter, bytes: Uint8Array, isFirst: boolean): void {
  for (let at = 0; at < bytes.byteLength; at += MAX_PACKED) {
    const part = bytes.subarray(at, at + MAX_PACKED);
    writer.u8(isFirst && at === 0 ? 1 : 2);
    writer.u16(part.byteLength - 1);
    writer.bytes(part);
  }
}
