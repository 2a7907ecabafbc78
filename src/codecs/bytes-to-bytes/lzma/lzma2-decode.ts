/**
 * LZMA2: chunks, each after a control byte. 0: the end. 1, 2: stored bytes, with or without a new dictionary, after a
 * 16-bit length less one. 0x80 and above: LZMA, with bits 5-6 giving what is reset (nothing; state; state and
 * properties; all), bits 0-4 the upper bits of the unpacked length less one, of which 16 follow, then 16 bits of the
 * packed length less one. All big-endian.
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import { type GrowingBuffer, makeRoom, tooLong } from "../../growing-buffer.ts";
import type { LzmaMachine, MachineOver } from "./machine.ts";
import { propertiesOf } from "./model.ts";

interface Chunks {
  readonly cursor: ByteCursor;
  readonly buffer: GrowingBuffer;
  readonly machine: LzmaMachine;
  readonly dictionarySize: number;
  /** Where the bytes that may be referred to start. */
  dictionary: number | undefined;
  hasModel: boolean;
  /** After stored bytes the state must be reset. */
  isStale: boolean;
}

/** Decodes from `start` on and appends to the buffer; returns where the data ends. */
export function decodeLzma2(
  bytes: Uint8Array,
  start: number,
  buffer: GrowingBuffer,
  dictionarySize: number,
  machine: MachineOver,
): number {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  cursor.skip(start);
  const chunks: Chunks = {
    cursor,
    buffer,
    machine: machine(bytes, buffer),
    dictionarySize,
    dictionary: undefined,
    hasModel: false,
    isStale: true,
  };
  for (;;) {
    const control = cursor.u8();
    if (control === 0) return cursor.offset;
    if (control === 1 || control >= 0xe0) {
      chunks.dictionary = buffer.length;
      chunks.hasModel = false;
    }
    if (chunks.dictionary === undefined) throw invalid("a first chunk that needs a previous one");
    if (control >= 0x80) packedChunk(chunks, chunks.dictionary, control);
    else if (control <= 2) storedChunk(chunks);
    else throw invalid(`a chunk of the unknown kind ${control}`);
  }
}

function storedChunk(chunks: Chunks): void {
  const { cursor, buffer } = chunks;
  const length = cursor.u16() + 1;
  const stored = cursor.bytes(length);
  makeRoom(buffer, length);
  buffer.bytes.set(stored, buffer.length);
  buffer.length += length;
  chunks.isStale = true;
}

function packedChunk(chunks: Chunks, dictionary: number, control: number): void {
  const { cursor, buffer, machine, dictionarySize } = chunks;
  const length = ((control & 0x1f) << 16) + cursor.u16() + 1;
  const packed = cursor.u16() + 1;
  if (control >= 0xc0) {
    const properties = propertiesOf(cursor.u8());
    if (properties === undefined || properties.lc + properties.lp > 4)
      throw invalid("properties that LZMA2 cannot have");
    machine.initialize(properties);
    chunks.hasModel = true;
    chunks.isStale = false;
  } else if (control >= 0xa0 && chunks.hasModel) {
    machine.reset();
    chunks.isStale = false;
  }
  if (!chunks.hasModel || chunks.isStale) throw invalid("a chunk that needs a missing state");
  const end = buffer.length + length;
  if (end > buffer.limit) throw tooLong(buffer.limit);
  const start = cursor.offset;
  cursor.skip(packed);
  machine.start(start, start + packed);
  const marked = machine.packets(dictionary, dictionarySize, end);
  machine.settle();
  if (marked || machine.offset !== start + packed || !machine.isFinished) {
    throw invalid(`a chunk that does not have its declared ${packed} bytes`);
  }
}

function invalid(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `LZMA2: ${what}`);
}
