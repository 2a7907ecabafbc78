/**
 * Reused memory for values that are read, looked at and forgotten. Fresh memory is slow: the system has to find and clear
 * every page, and the garbage collector has to free it.
 */
import { byteLimits } from "../limits.ts";

/** Memory that a caller lends for the result of a read. */
export interface ByteRoom {
  /** Memory of this length with arbitrary content, or undefined if it is too long to be worth keeping. */
  take(length: number): Uint8Array | undefined;
  /** Returns memory that is no longer used. Bytes that are not from this room are ignored. */
  give(bytes: Uint8Array): void;
}

/** Pages may have a partial `Buffer` that is not Node's. */
const isNode = typeof globalThis.Buffer?.allocUnsafeSlow === "function";

export function byteRoom(): ByteRoom {
  /** Unused buffers by size, a power of two. */
  const free = new Map<number, ArrayBufferLike[]>();
  /** Weak, so that buffers that are never returned (a read failed) are collected. */
  const lent = new WeakSet<ArrayBufferLike>();
  let kept = 0;
  return {
    take: (length) => {
      if (byteLimits.longestRoomBytes.isExceededBy(length)) return undefined;
      const size = sizeFor(length);
      const known = free.get(size)?.pop();
      if (known !== undefined) kept -= size;
      const buffer = known ?? allocated(size);
      lent.add(buffer);
      return new Uint8Array(buffer, 0, length);
    },
    give: ({ buffer }) => {
      if (!lent.delete(buffer) || byteLimits.keptRoomBytes.isExceededBy(kept + buffer.byteLength)) return;
      kept += buffer.byteLength;
      const others = free.get(buffer.byteLength);
      if (others === undefined) free.set(buffer.byteLength, [buffer]);
      else others.push(buffer);
    },
  };
}

/** The room that all reads share. */
export const sharedRoom: ByteRoom = byteRoom();

function sizeFor(length: number): number {
  let size = byteLimits.shortestRoomBytes.value;
  const needed = byteLimits.shortestRoomBytes.atLeast(length);
  while (size < needed) size *= 2;
  return size;
}

function allocated(size: number): ArrayBufferLike {
  return isNode ? globalThis.Buffer.allocUnsafeSlow(size).buffer : new ArrayBuffer(size);
}
