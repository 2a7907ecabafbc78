/** The bytes of fixed-size elements, which are read all together; variable-length ones are read one by one. */
import { HyperslabError } from "../../errors.ts";

export function fixedBytes(data: Uint8Array | readonly Uint8Array[]): Uint8Array {
  if (data instanceof Uint8Array) return data;
  throw new HyperslabError("invalid-request", "these elements have no fixed size");
}
