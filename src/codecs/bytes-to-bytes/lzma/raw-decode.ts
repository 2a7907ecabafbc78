/** LZMA without a container (Python's FORMAT_RAW), and with the header of the old `.lzma` files (FORMAT_ALONE). */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, type GrowingBuffer, tooLong } from "../../growing-buffer.ts";
import { addDelta, type FilterChain } from "./filters.ts";
import { decodeLzma2 } from "./lzma2-decode.ts";
import type { MachineOver } from "./machine.ts";
import { type LzmaProperties, propertiesOf } from "./model.ts";

export function decodeRaw(
  bytes: Uint8Array,
  chain: FilterChain,
  type: BytesType,
  buffer: GrowingBuffer,
  machine: MachineOver,
): Uint8Array {
  const end =
    chain.compressor === "lzma2"
      ? decodeLzma2(bytes, 0, buffer, chain.dictionarySize, machine)
      : decodeLzma1(bytes, 0, buffer, chain.properties, chain.dictionarySize, undefined, machine);
  checkEnd(bytes, end);
  for (const distance of chain.deltas.toReversed()) addDelta(buffer.bytes.subarray(0, buffer.length), distance);
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

/** A byte of properties, the dictionary's size (uint32), the decoded length (uint64, all ones if unknown). */
export function decodeAlone(
  bytes: Uint8Array,
  type: BytesType,
  buffer: GrowingBuffer,
  machine: MachineOver,
): Uint8Array {
  const cursor = new ByteCursor(bytes);
  const properties = propertiesOf(cursor.u8());
  if (properties === undefined) throw new HyperslabError("invalid-data", "LZMA: no header of a .lzma file");
  const dictionarySize = Math.max(cursor.u32(), 4096);
  const size = cursor.u64();
  const length = size === 2n ** 64n - 1n ? undefined : Number(size);
  if (length !== undefined && length > buffer.limit) throw tooLong(buffer.limit);
  checkEnd(bytes, decodeLzma1(bytes, cursor.offset, buffer, properties, dictionarySize, length, machine));
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

/** Decodes to the end mark or, if the length is known, to that length, which the mark may follow. */
function decodeLzma1(
  bytes: Uint8Array,
  start: number,
  buffer: GrowingBuffer,
  properties: LzmaProperties,
  size: number,
  length: number | undefined,
  machineOver: MachineOver,
): number {
  const machine = machineOver(bytes, buffer);
  machine.initialize(properties);
  machine.start(start, bytes.byteLength);
  const marked = machine.packets(0, size, length ?? buffer.limit);
  if (marked && length !== undefined && buffer.length !== length) {
    throw new HyperslabError("invalid-data", `LZMA: ${buffer.length} bytes, expected ${length}`);
  }
  machine.settle();
  const isDone = marked || (length !== undefined && machine.isFinished && machine.offset === bytes.byteLength);
  if (!isDone) {
    if (!machine.endMark(buffer.length)) throw tooLong(length ?? buffer.limit);
    machine.settle();
  }
  if (!machine.isFinished) throw new HyperslabError("invalid-data", "LZMA: data that does not end as it should");
  return machine.offset;
}

function checkEnd(bytes: Uint8Array, end: number): void {
  if (end === bytes.byteLength) return;
  throw new HyperslabError("invalid-data", `LZMA: ${bytes.byteLength - end} bytes follow the end`);
}
