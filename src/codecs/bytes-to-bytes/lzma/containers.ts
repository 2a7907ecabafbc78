/** Writes xz files of one block (layout: xz-decode.ts), `.lzma` files, and raw streams. */

import { ByteWriter } from "../../../bytes/source/byte-writer.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { DELTA_ID, type FilterChain, LZMA2_ID, subtractDelta } from "./filters.ts";
import { crc32Bytes, type IntegrityCheck } from "./integrity.ts";
import { encodeLzma1, encodeLzma2 } from "./lzma2-encode.ts";
import { propertiesByte } from "./model.ts";

export function encodeRaw(bytes: Uint8Array, chain: FilterChain): Uint8Array {
  const filtered = chain.deltas.reduce(subtractDelta, bytes);
  return chain.compressor === "lzma2" ? encodeLzma2(filtered, chain) : encodeLzma1(filtered, chain);
}

/** A dictionary no larger than the data, because readers have to allocate it. */
function fitted(chain: FilterChain, length: number): FilterChain {
  const needed = 2 ** Math.max(12, Math.ceil(Math.log2(length + 1)));
  return needed < chain.dictionarySize ? { ...chain, dictionarySize: needed } : chain;
}

/** The length is recorded as unknown, as in liblzma: the end mark terminates the data. */
export function encodeAlone(bytes: Uint8Array, given: FilterChain): Uint8Array {
  const chain = fitted(given, bytes.byteLength);
  const writer = new ByteWriter();
  writer.u8(propertiesByte(chain.properties));
  writer.u32(chain.dictionarySize);
  writer.u64(2n ** 64n - 1n);
  writer.bytes(encodeLzma1(bytes, chain));
  return writer.finish().slice();
}

export function encodeXz(
  bytes: Uint8Array,
  given: FilterChain,
  checkNumber: number,
  check: IntegrityCheck,
): Uint8Array {
  const chain = fitted(given, bytes.byteLength);
  const flags = Uint8Array.of(0, checkNumber);
  const writer = new ByteWriter();
  writer.bytes(Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00));
  writer.bytes(flags);
  writer.bytes(crc32Bytes(flags));
  const start = writer.length;
  const records: number[] = [];
  if (bytes.byteLength > 0) {
    writer.bytes(blockHeader(chain));
    writer.bytes(encodeRaw(bytes, chain));
    records.push(writer.length - start + check.size, bytes.byteLength);
    writer.zeros(-writer.length & 3);
    writer.bytes(check.compute(bytes));
  }
  const index = indexOf(records);
  writer.bytes(index);
  const footer = new ByteWriter();
  footer.u32(index.byteLength / 4 - 1);
  footer.bytes(flags);
  writer.bytes(crc32Bytes(footer.finish()));
  writer.bytes(footer.finish());
  writer.bytes(Uint8Array.of(0x59, 0x5a));
  return writer.finish().slice();
}

function blockHeader(chain: FilterChain): Uint8Array {
  const fields = new ByteWriter();
  fields.u8(0);
  fields.u8(chain.deltas.length);
  for (const distance of chain.deltas) fields.bytes(Uint8Array.of(DELTA_ID, 1, distance - 1));
  fields.bytes(Uint8Array.of(LZMA2_ID, 1, dictionaryCode(chain.dictionarySize)));
  fields.zeros(-fields.length & 3);
  const header = fields.finish().slice();
  header[0] = header.byteLength / 4;
  return joinBytes([header, crc32Bytes(header)]);
}

/** The code of the smallest size that is large enough. */
function dictionaryCode(size: number): number {
  let code = 0;
  while (code < 40 && (2 | (code & 1)) * 2 ** ((code >>> 1) + 11) < size) code++;
  return code;
}

function indexOf(records: readonly number[]): Uint8Array {
  const fields = new ByteWriter();
  fields.u8(0);
  putVariable(fields, records.length / 2);
  for (const size of records) putVariable(fields, size);
  fields.zeros(-fields.length & 3);
  const index = fields.finish().slice();
  return joinBytes([index, crc32Bytes(index)]);
}

function putVariable(writer: ByteWriter, value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) writer.u8(0x80 | (rest & 0x7f));
  writer.u8(rest);
}
