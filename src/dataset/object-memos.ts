/**
 * What decoders remember about the objects of one array (shard indexes), least recently used first to go. Our own
 * writes forget the object they replace.
 */
import type { ObjectMemo } from "../codecs/codec.ts";

/** An index of 16 bytes an inner chunk: room for some four million inner chunks. */
const DEFAULT_BUDGET_BYTES = 64 * 1024 * 1024;

export interface ObjectMemos {
  of(key: string): ObjectMemo;
  forget(key: string): void;
  clear(): void;
}

export function objectMemos(budget: number = DEFAULT_BUDGET_BYTES): ObjectMemos {
  const objects = new Map<string, Map<string, Uint8Array>>();
  let used = 0;
  const forget = (key: string): void => {
    for (const value of objects.get(key)?.values() ?? []) used -= value.byteLength;
    objects.delete(key);
  };
  const remember = (key: string, name: string, value: Uint8Array): void => {
    if (value.byteLength > budget) return;
    const entries = objects.get(key) ?? new Map<string, Uint8Array>();
    used += value.byteLength - (entries.get(name)?.byteLength ?? 0);
    entries.set(name, value);
    objects.delete(key);
    objects.set(key, entries);
    for (const oldest of objects.keys()) {
      if (used <= budget || oldest === key) break;
      forget(oldest);
    }
  };
  return {
    of: (key) => ({
      get: (name) => objects.get(key)?.get(name),
      set: (name, value) => remember(key, name, value),
    }),
    forget,
    clear: () => {
      objects.clear();
      used = 0;
    },
  };
}
