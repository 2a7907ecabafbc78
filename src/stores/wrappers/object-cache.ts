/**
 * Bytes of objects in memory, whole or in parts, evicted least recently used first. Parts of one object are of one
 * version: a part of another version replaces them. Pure bookkeeping; requests are made elsewhere.
 */

import { type Bound, isBeyond } from "../../bytes/limit.ts";
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";

/** What is known about one object. */
export interface CachedObject {
  readonly validator: string | undefined;
  readonly absent: boolean;
  /** It is treated as absent because the server forbids it. */
  readonly forbidden: boolean;
  /** When it was last known to be valid, in milliseconds. */
  checked: number;
}

export interface ObjectCache {
  object(key: string): CachedObject | undefined;
  /** The bytes of a range, if all of them are cached; they belong to the cache. */
  find(key: string, range: ByteRange | undefined): Uint8Array | undefined;
  /**
   * Stores the result of a read; `undefined` bytes mean that the object is absent. `checked` is when it was valid, if
   * not now.
   */
  add(
    key: string,
    range: ByteRange | undefined,
    bytes: Uint8Array | undefined,
    validator: string | undefined,
    checked?: number,
    forbidden?: boolean,
  ): void;
  drop(key: string): void;
  clear(): void;
}

interface Part {
  readonly key: string;
  /** Its offset; undefined if it is the end of an object of unknown size. */
  readonly start: number | undefined;
  readonly bytes: Uint8Array;
}

interface Entry extends CachedObject {
  size: number | undefined;
  readonly parts: Set<Part>;
}

/** The approximate cost of a part besides its bytes. */
const PART_COST = 256;

export function objectCache(budget: Bound, now: () => number): ObjectCache {
  const entries = new Map<string, Entry>();
  /** All parts, the least recently used first. */
  const parts = new Set<Part>();
  let used = 0;
  const remove = (part: Part): void => {
    if (!parts.delete(part)) return;
    used -= part.bytes.byteLength + PART_COST;
    const entry = entries.get(part.key);
    entry?.parts.delete(part);
    if (entry?.parts.size === 0) entries.delete(part.key);
  };
  const drop = (key: string): void => {
    for (const part of [...(entries.get(key)?.parts ?? [])]) remove(part);
  };
  const insert = (part: Part, entry: Entry): void => {
    entry.parts.add(part);
    parts.add(part);
    used += part.bytes.byteLength + PART_COST;
    for (const oldest of parts) {
      if (!isBeyond(used, budget)) break;
      remove(oldest);
    }
  };
  return {
    object: (key) => entries.get(key),
    find: (key, range) => {
      const entry = entries.get(key);
      for (const part of entry?.parts ?? []) {
        const bytes = cutPart(part, range, entry?.size);
        if (bytes === undefined) continue;
        parts.delete(part);
        parts.add(part);
        return bytes;
      }
      return undefined;
    },
    add: (key, range, bytes, validator, checked = now(), forbidden = false) => {
      const known = entries.get(key);
      if (known !== undefined && (known.validator !== validator || known.absent !== (bytes === undefined))) drop(key);
      if (isBeyond((bytes?.byteLength ?? 0) + PART_COST, budget)) return;
      const absent = bytes === undefined;
      const made: Entry = { validator, absent, forbidden, checked: 0, size: undefined, parts: new Set() };
      const entry = entries.get(key) ?? made;
      entries.set(key, entry);
      entry.checked = Math.max(checked, entry.checked);
      const part = placePart(key, range, bytes ?? new Uint8Array(0), entry);
      for (const other of [...entry.parts]) if (covers(part, other)) remove(other);
      entries.set(key, entry);
      insert(part, entry);
    },
    drop,
    clear: () => {
      entries.clear();
      parts.clear();
      used = 0;
    },
  };
}

/** Fewer bytes than requested show where the object ends. */
function placePart(key: string, range: ByteRange | undefined, bytes: Uint8Array, entry: Entry): Part {
  const { byteLength } = bytes;
  if (range === undefined) {
    entry.size = byteLength;
    return { key, start: 0, bytes };
  }
  if ("suffix" in range) {
    if (byteLength < range.suffix) entry.size = byteLength;
    return { key, start: entry.size === undefined ? undefined : entry.size - byteLength, bytes };
  }
  const isEnd = range.length === undefined || byteLength < range.length;
  if (isEnd && byteLength > 0) entry.size = range.offset + byteLength;
  return { key, start: range.offset, bytes };
}

function cutPart(part: Part, range: ByteRange | undefined, size: number | undefined): Uint8Array | undefined {
  const { start, bytes } = part;
  if (range !== undefined && "suffix" in range && start === undefined) {
    return range.suffix <= bytes.byteLength ? bytes.subarray(bytes.byteLength - range.suffix) : undefined;
  }
  const isBounded = range !== undefined && "offset" in range && range.length !== undefined;
  if (start === undefined || (size === undefined && !isBounded)) return undefined;
  const wanted =
    size === undefined && isBounded
      ? { start: range.offset, end: range.offset + range.length }
      : resolveRange(range, size ?? 0);
  if (wanted.start < start || wanted.end > start + bytes.byteLength) return undefined;
  return bytes.subarray(wanted.start - start, wanted.end - start);
}

function covers(part: Part, other: Part): boolean {
  if (part.start === undefined || other.start === undefined) {
    return part.start === other.start && part.bytes.byteLength >= other.bytes.byteLength;
  }
  return part.start <= other.start && part.start + part.bytes.byteLength >= other.start + other.bytes.byteLength;
}
