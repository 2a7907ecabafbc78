/**
 * Memory that is used over and over for values that are read, looked at and forgotten: fresh memory is slow, for the system
 * has to find and to clear every page of it, and the garbage collector comes for it.
 */
import { byteLimits } from "../limits.ts";

/** Memory that a caller lends for the result of a read. */
export interface ByteRoom {
  /** So many bytes, whatever is in them. undefined: they are too many to be worth it. */
  take(length: number): Uint8Array | undefined;
  /** They are not looked at any more. Bytes that are not from here are left alone. */
  give(bytes: Uint8Array): void;
}

/** Pages may have a `Buffer` that is not Node's, and less of it. */
const isNode = typeof globalThis.Buffer?.allocUnsafeSlow === "function";

export function byteRoom(): ByteRoom {
  /** By their size, a power of two. */
  const free = new Map<number, ArrayBufferLike[]>();
  /** What nobody gives back, because a read failed, is forgotten. */
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

/** The one that all reads share. */
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
