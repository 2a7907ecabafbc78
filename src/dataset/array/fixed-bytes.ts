/** The bytes of elements of a fixed size, which a read gives together; those of others it gives one by one. */
import { HyperslabError } from "../../errors.ts";

export function fixedBytes(data: Uint8Array | readonly Uint8Array[]): Uint8Array {
  if (data instanceof Uint8Array) return data;
  throw new HyperslabError("invalid-request", "these elements have no fixed size");
}
