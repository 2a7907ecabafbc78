/** Where the decoder of values is. The library's index fills the slot, and the first decoded read loads what is in it. */
import type { ValueDecoder } from "./decoding.ts";

const slot: { load: (() => Promise<ValueDecoder>) | undefined } = { load: undefined };

/** Says how to load the decoder. */
export function provideDecoder(load: () => Promise<ValueDecoder>): void {
  slot.load = load;
}

export async function loadDecoder(): Promise<ValueDecoder | undefined> {
  return slot.load?.();
}
