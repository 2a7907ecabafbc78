/** A source over bytes in memory that notes every read. */
import { type ByteRange, formatRange } from "../../src/bytes/source/byte-range.ts";
import { type ByteSource, memorySource } from "../../src/bytes/source/byte-source.ts";

export interface CountingSource extends ByteSource {
  /** `whole`, or the range as HTTP spells it. Taking them starts anew. */
  takeReads(): string[];
}

export function countingSource(object: Uint8Array | undefined): CountingSource {
  let reads: string[] = [];
  const source = object === undefined ? { read: async () => undefined } : memorySource(object);
  return {
    read: async (range?: ByteRange) => {
      reads.push(range === undefined ? "whole" : formatRange(range));
      return source.read(range);
    },
    takeReads: () => {
      const taken = reads;
      reads = [];
      return taken;
    },
  };
}
