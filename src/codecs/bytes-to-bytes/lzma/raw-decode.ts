/** LZMA without a container (Python's FORMAT_RAW), and with the header of the old `.lzma` files (FORMAT_ALONE). */
import { ByteCursor } from "../../../bytes/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, type GrowingBuffer, growingBuffer, tooLong } from "../growing-buffer.ts";
import { addDelta, type FilterChain } from "./filters.ts";
import { type Dictionary, decodeEndMark, decodePackets } from "./lzma-decode.ts";
import { decodeLzma2 } from "./lzma2-decode.ts";
import { type LzmaProperties, lzmaModel, propertiesOf } from "./model.ts";
import { RangeDecoder } from "./range-decoder.ts";

export function decodeRaw(bytes: Uint8Array, chain: FilterChain, type: BytesType, out?: Uint8Array): Uint8Array {
  const buffer = growingBuffer(type, out);
  const end =
    chain.compressor === "lzma2"
      ? decodeLzma2(bytes, 0, buffer, chain.dictionarySize)
      : decodeLzma1(bytes, 0, buffer, chain.properties, chain.dictionarySize, undefined);
  checkEnd(bytes, end);
  for (const distance of chain.deltas.toReversed()) addDelta(buffer.bytes.subarray(0, buffer.length), distance);
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

/** A byte of properties, the dictionary's size (uint32), the decoded length (uint64, all ones if unknown). */
export function decodeAlone(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const buffer = growingBuffer(type, out);
  const cursor = new ByteCursor(bytes);
  const properties = propertiesOf(cursor.u8());
  if (properties === undefined) throw new HyperslabError("invalid-data", "LZMA: no header of a .lzma file");
  const dictionarySize = Math.max(cursor.u32(), 4096);
  const size = cursor.u64();
  const length = size === 2n ** 64n - 1n ? undefined : Number(size);
  if (length !== undefined && length > buffer.limit) throw tooLong(buffer.limit);
  checkEnd(bytes, decodeLzma1(bytes, cursor.offset, buffer, properties, dictionarySize, length));
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

/** Decodes to the end mark or, where the length is known, to that length, behind which the mark may stand. */
function decodeLzma1(
  bytes: Uint8Array,
  start: number,
  buffer: GrowingBuffer,
  properties: LzmaProperties,
  size: number,
  length: number | undefined,
): number {
  const dictionary: Dictionary = { buffer, start: 0, size };
  const model = lzmaModel(properties);
  const range = new RangeDecoder(bytes, start, bytes.byteLength);
  const marked = decodePackets(range, model, dictionary, length ?? buffer.limit);
  if (marked && length !== undefined && buffer.length !== length) {
    throw new HyperslabError("invalid-data", `LZMA: ${buffer.length} bytes, expected ${length}`);
  }
  range.settle();
  const isDone = marked || (length !== undefined && range.isFinished && range.offset === bytes.byteLength);
  if (!isDone) {
    if (!decodeEndMark(range, model, buffer.length)) throw tooLong(length ?? buffer.limit);
    range.settle();
  }
  if (!range.isFinished) throw new HyperslabError("invalid-data", "LZMA: data that does not end as it should");
  return range.offset;
}

function checkEnd(bytes: Uint8Array, end: number): void {
  if (end === bytes.byteLength) return;
  throw new HyperslabError("invalid-data", `LZMA: ${bytes.byteLength - end} bytes follow the end`);
}
