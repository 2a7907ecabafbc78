/**
 * Runs decoders: they request byte ranges, and a driver provides them. The same decoder runs against an async source, a
 * synchronous reader (a worker with a file) or bytes in memory.
 */
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { Reads } from "../codec.ts";
import { codecLimits } from "../limits.ts";
import { type Coalesce, planFetches } from "./fetch-plan.ts";

export interface DriveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where bytes may lie until the decoder is done. Not for decoders that remember what they read. */
  readonly room?: ByteRoom | undefined;
  /** How far apart ranges may be to be read as one (default: they must touch), and the longest merged read. */
  readonly coalesce?: Partial<Coalesce> | undefined;
}

/** Drives a decoder over a source. The requests of one round are merged where they touch and read concurrently. */
export async function driveAsync<T>(reads: Reads<T>, source: ByteSource, options: DriveOptions = {}): Promise<T> {
  const { signal, room } = options;
  signal?.throwIfAborted();
  let step = reads.next();
  let lent: Uint8Array | undefined;
  while (step.done !== true) {
    const requests = step.value;
    let answers: readonly (Uint8Array | undefined)[];
    if (requests.length === 1) {
      // The usual case: nothing to merge, and no promise but the read's own. Only one value is taken from the room.
      answers = [await source.read(requests[0], lent === undefined ? options : { signal })];
      lent ??= room === undefined ? undefined : answers[0];
    } else {
      const coalesce: Coalesce = {
        gap: options.coalesce?.gap ?? 0,
        cap: options.coalesce?.cap ?? codecLimits.mergedReadBytes,
      };
      const plan = planFetches(requests, coalesce);
      answers = plan.answers(await Promise.all(plan.reads.map((range) => source.read(range, { signal }))));
    }
    signal?.throwIfAborted();
    step = reads.next(answers);
  }
  if (lent !== undefined) room?.give(lent);
  return step.value;
}

/** Drives a decoder with a synchronous reader of one object. */
export function driveSync<T>(reads: Reads<T>, read: (range: ByteRange | undefined) => Uint8Array | undefined): T {
  let step = reads.next();
  while (step.done !== true) step = reads.next(step.value.map(read));
  return step.value;
}

/** Drives a decoder over an object in memory; `undefined` is an absent object. */
export function driveMemory<T>(reads: Reads<T>, bytes: Uint8Array | undefined): T {
  return driveSync(reads, (range) => {
    if (bytes === undefined || range === undefined) return bytes;
    const { start, end } = resolveRange(range, bytes.byteLength);
    return bytes.subarray(start, end);
  });
}

interface Waiting<T> {
  readonly index: number;
  readonly reads: Reads<T>;
  readonly requests: readonly (ByteRange | undefined)[];
}

/** Runs decoders of one object in step, so that their next requests are made at once. */
export function* together<T>(children: Iterable<Reads<T>>): Reads<T[]> {
  const results: T[] = [];
  let waiting: Waiting<T>[] = [];
  const advance = (index: number, reads: Reads<T>, step: IteratorResult<readonly (ByteRange | undefined)[], T>) => {
    if (step.done === true) results[index] = step.value;
    else waiting.push({ index, reads, requests: step.value });
  };
  let count = 0;
  for (const reads of children) advance(count++, reads, reads.next());
  while (waiting.length > 0) {
    const round = waiting;
    waiting = [];
    const answers = yield round.flatMap(({ requests }) => requests);
    let at = 0;
    for (const { index, reads, requests } of round) {
      const own = answers.slice(at, (at += requests.length));
      advance(index, reads, reads.next(own));
    }
  }
  return results;
}
