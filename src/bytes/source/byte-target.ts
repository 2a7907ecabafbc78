/**
 * A byte object that can be written in place: a file, or memory. Writing past the end leaves a gap that reads as zeros.
 * A crash may cut a `write` short at any byte, but a part within one block of 4096 bytes is written completely or not at
 * all; the same holds for `truncate`.
 */

import { byteLimits } from "../limits.ts";
import { type ByteRange, resolveRange } from "./byte-range.ts";
import type { ByteSource, ReadOptions } from "./byte-source.ts";

/** Bytes that can be read and written in place, such as a file. */
export interface ByteTarget extends ByteSource {
  /** The length; `undefined` if the object does not exist yet. */
  size(options?: ReadOptions): Promise<number | undefined>;
  /** Writes the parts in sequence from `offset` on. They must not change until this resolves. */
  write(offset: number, parts: readonly Uint8Array[], options?: ReadOptions): Promise<void>;
  /** Cuts the bytes off after `size`. */
  truncate(size: number): Promise<void>;
  /** Removes the file. Without this method, `truncate` is used. */
  remove?(): Promise<void>;
  /** Fills the caller's memory from `offset` on and returns how many bytes there were. Without it, `read` is used. */
  readInto?(offset: number, into: Uint8Array): Promise<number>;
  /** Resolves when everything written would survive a power cut. */
  sync?(): Promise<void>;
  /** Takes the exclusive right to write, or fails with `not-allowed`. */
  lock?(): Promise<void>;
  /** Gives up the right taken by `lock`. */
  unlock?(): Promise<void>;
  /** A text that differs after every change by any program. */
  stamp?(): string | Promise<string>;
  /** Closes the file; the next use opens it again. */
  close?(): Promise<void>;
}

/** Bytes in memory that grow as they are written. */
export interface MemoryTarget extends ByteTarget {
  /** A copy of all bytes. */
  bytes(): Uint8Array;
}

/** A target in memory, for archives and packed files that never touch a disk. */
export function memoryTarget(initial?: Uint8Array): MemoryTarget {
  const blocks = new Map<number, Uint8Array>();
  const size = byteLimits.memoryBlockBytes.value;
  let length = 0;

  /** Calls `run` for each part of `[start, end)` that lies in one block. */
  const eachBlock = (start: number, end: number, run: (block: number, from: number, to: number) => void): void => {
    for (let at = start; at < end; ) {
      const block = Math.floor(at / size);
      const next = Math.min(end, (block + 1) * size);
      run(block, at, next);
      at = next;
    }
  };

  const put = (offset: number, bytes: Uint8Array): void => {
    eachBlock(offset, offset + bytes.byteLength, (block, from, to) => {
      let stored = blocks.get(block);
      if (stored === undefined) blocks.set(block, (stored = new Uint8Array(size)));
      stored.set(bytes.subarray(from - offset, to - offset), from - block * size);
    });
    length = Math.max(length, offset + bytes.byteLength);
  };

  const cut = (range?: ByteRange): Uint8Array => {
    const { start, end } = resolveRange(range, length);
    const bytes = new Uint8Array(Math.max(0, end - start));
    eachBlock(start, end, (block, from, to) => {
      const stored = blocks.get(block);
      if (stored !== undefined) bytes.set(stored.subarray(from - block * size, to - block * size), from - start);
    });
    return bytes;
  };

  if (initial !== undefined) put(0, initial);
  return {
    fresh: true,
    read: async (range) => cut(range),
    size: async () => length,
    write: async (offset, parts) => {
      for (let at = offset, i = 0; i < parts.length; at += parts[i]!.byteLength, i++) put(at, parts[i]!);
    },
    truncate: async (end) => {
      if (end < length) {
        for (const block of blocks.keys()) if (block * size >= end) blocks.delete(block);
        blocks.get(Math.floor(end / size))?.fill(0, end % size);
      }
      length = end;
    },
    bytes: () => cut(),
  };
}
