/**
 * Reads neighbouring parts of one object that are requested at about the same time as one. The result is split again;
 * every caller gets its own bytes, and one caller's abort never cancels another's read.
 */

import { afterThisTurn } from "../../bytes/concurrency.ts";
import { type Bound, boundValue, isBeyond } from "../../bytes/limit.ts";
import { HyperslabError } from "../../errors.ts";
import { checkRange, cutRange } from "../byte-request.ts";
import { storeLimits } from "../limits.ts";
import { checkVersion } from "../object-version.ts";
import { sharedRead } from "../shared-read.ts";
import type { GetOptions, ObjectVersion, Store } from "../store.ts";
import { checkKey } from "../store-key.ts";
import { wrapRequests } from "./wrap-requests.ts";

/** How neighbouring reads of one value are merged. */
export interface CoalescingOptions {
  /** Parts at most this many bytes apart are read together, including the bytes in between; default 64 KiB. */
  readonly gap?: number | undefined;
  /** The longest merged read; default 1 MiB. Longer ones would leave too few for the available connections. */
  readonly cap?: number | undefined;
  /** Milliseconds to wait for neighbours; default 0, which merges those of the same turn of the event loop. */
  readonly window?: number | undefined;
}

interface Part {
  readonly offset: number;
  readonly length: number;
  readonly options: GetOptions;
  resolve(bytes: Uint8Array | undefined | Promise<Uint8Array | undefined>): void;
  reject(error: unknown): void;
}

interface Merged {
  readonly offset: number;
  length: number;
  readonly parts: Part[];
}

/** The same store, with exactly its capabilities. */
export function withCoalescing(store: Store, options: CoalescingOptions = {}): Store {
  const { gap = storeLimits.mergedGapBytes, cap = storeLimits.mergedReadBytes, window = 0 } = options;
  for (const number of [gap, cap, window]) {
    if (!(boundValue(number) >= 0))
      throw new HyperslabError("invalid-request", `gap, cap and window are 0 or more, not ${number}`);
  }
  const waiting = new Map<string, Part[]>();
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    const objects = [...waiting];
    waiting.clear();
    for (const [key, parts] of objects) {
      for (const merged of mergeParts(parts.filter(isWanted), gap, cap)) readMerged(store, key, merged);
    }
  };
  const wrapped = wrapRequests(
    store,
    (_, __, request) => request(),
    (prefix, given) => store.list?.(prefix, given) ?? nothing(),
  );
  return {
    ...wrapped,
    get: (key, given = {}) => {
      const { range } = given;
      if (range === undefined || "suffix" in range || range.length === undefined) return store.get(key, given);
      const { offset, length } = range;
      if (length === 0 || isBeyond(length + 1, cap)) return store.get(key, given);
      return new Promise((resolve, reject) => {
        given.signal?.throwIfAborted();
        checkKey(key);
        checkRange(range, { location: store.location, key });
        const part: Part = { offset, length, options: given, resolve, reject };
        const others = waiting.get(key);
        if (others === undefined) waiting.set(key, [part]);
        else others.push(part);
        if (scheduled) return;
        scheduled = true;
        if (window === 0) afterThisTurn(flush);
        else setTimeout(flush, window);
      });
    },
  };
}

/** Requests that were aborted while waiting are rejected, and nothing is read for them. */
function isWanted({ options: { signal }, reject }: Part): boolean {
  if (signal?.aborted === true) reject(signal.reason);
  return signal?.aborted !== true;
}

function mergeParts(parts: Part[], gap: Bound, cap: Bound): Merged[] {
  const merged: Merged[] = [];
  let last: Merged | undefined;
  for (const part of parts.sort((a, b) => a.offset - b.offset)) {
    const end = part.offset + part.length;
    const length = last === undefined ? 0 : Math.max(last.length, end - last.offset);
    const apart = last === undefined ? 0 : part.offset - last.offset - last.length;
    if (last !== undefined && !isBeyond(apart, gap) && !isBeyond(length, cap)) {
      last.length = length;
      last.parts.push(part);
    } else {
      merged.push((last = { offset: part.offset, length: part.length, parts: [part] }));
    }
  }
  return merged;
}

function readMerged(store: Store, key: string, { offset, length, parts }: Merged): void {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    store.get(key, first.options).then(first.resolve, first.reject);
    return;
  }
  const version: ObjectVersion = {};
  const range = { offset, length };
  const read = sharedRead((signal) => store.get(key, { range, signal, version }));
  for (const part of parts) {
    const own = async (): Promise<Uint8Array | undefined> => {
      const bytes = await read.join(part.options.signal);
      if (bytes === undefined) return undefined;
      checkVersion(part.options.version, version.validator, { location: store.location, key });
      return cutRange(bytes, { offset: part.offset - offset, length: part.length });
    };
    part.resolve(own());
  }
}

async function* nothing(): AsyncGenerator<never> {}
