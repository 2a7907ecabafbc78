/**
 * Holds the loader of the value decoder. The library's index provides the loader, and the first decoded read runs it.
 */
import type { ValueDecoder } from "./decoding.ts";

const slot: { load: (() => Promise<ValueDecoder>) | undefined } = { load: undefined };

/** Says how to load the decoder. */
export function provideDecoder(load: () => Promise<ValueDecoder>): void {
  slot.load = load;
}

export async function loadDecoder(): Promise<ValueDecoder | undefined> {
  return slot.load?.();
}
