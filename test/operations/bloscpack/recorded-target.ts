/** A target that remembers what was done to it, and what is left of that after a crash at any moment. */
import { type ByteTarget, memoryTarget } from "../../../src/bytes/source/byte-target.ts";

export type Change =
  | { readonly kind: "write"; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly size: number }
  | { readonly kind: "sync" };

export interface RecordedTarget {
  readonly target: ByteTarget;
  readonly changes: readonly Change[];
  bytes(): Uint8Array;
}

export function recordedTarget(initial?: Uint8Array): RecordedTarget {
  const memory = memoryTarget(initial);
  const changes: Change[] = [];
  const target: ByteTarget = {
    ...memory,
    write: async (offset, parts, options) => {
      let at = offset;
      for (const part of parts) {
        if (part.byteLength > 0) changes.push({ kind: "write", offset: at, bytes: part.slice() });
        at += part.byteLength;
      }
      await memory.write(offset, parts, options);
    },
    truncate: async (size) => {
      changes.push({ kind: "truncate", size });
      await memory.truncate(size);
    },
    sync: async () => {
      changes.push({ kind: "sync" });
    },
  };
  return { target, changes, bytes: () => memory.bytes() };
}

/** Where a change can be cut short: before it, and in a write between blocks, which are written wholly or not at all. */
export function tornPoints(change: Change | undefined): readonly number[] {
  const points = [0];
  if (change?.kind !== "write") return points;
  for (let at = 0; at < change.bytes.byteLength; at++)
    if ((change.offset + at) % BLOCK === 0 && at > 0) points.push(at);
  return points;
}

/** The process was killed: the first `count` changes were made, the next one up to a byte. */
export async function afterKill(
  initial: Uint8Array,
  changes: readonly Change[],
  count: number,
  torn = 0,
): Promise<Uint8Array> {
  const memory = memoryTarget(initial);
  for (const change of changes.slice(0, count)) await apply(memory, change);
  const next = changes[count];
  if (next?.kind === "write" && torn > 0) await memory.write(next.offset, [next.bytes.subarray(0, torn)]);
  return memory.bytes();
}

/**
 * The power went: what was synced is there; of later changes any may be missing, and of a write any block of 4096 bytes.
 * `keeps` decides.
 */
export async function afterPowerCut(
  initial: Uint8Array,
  changes: readonly Change[],
  count: number,
  keeps: () => boolean,
): Promise<Uint8Array> {
  const memory = memoryTarget(initial);
  const done = changes.slice(0, count);
  const synced = done.findLastIndex(({ kind }) => kind === "sync");
  for (const [index, change] of done.entries()) {
    if (index <= synced) await apply(memory, change);
    else if (change.kind !== "write") {
      if (keeps()) await apply(memory, change);
    } else {
      for (const block of blocksOf(change.offset, change.bytes)) if (keeps()) await apply(memory, block);
    }
  }
  return memory.bytes();
}

const BLOCK = 4096;

function* blocksOf(offset: number, bytes: Uint8Array): Generator<Change> {
  for (let at = offset; at < offset + bytes.byteLength; ) {
    const next = Math.min((Math.floor(at / BLOCK) + 1) * BLOCK, offset + bytes.byteLength);
    yield { kind: "write", offset: at, bytes: bytes.subarray(at - offset, next - offset) };
    at = next;
  }
}

async function apply(memory: ByteTarget, change: Change): Promise<void> {
  if (change.kind === "write") await memory.write(change.offset, [change.bytes]);
  else if (change.kind === "truncate") await memory.truncate(change.size);
}
