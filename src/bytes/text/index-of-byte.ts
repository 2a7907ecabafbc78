/** Finds a byte. Node's own search takes a fifth of the time of that of typed arrays. */

/** Pages may have a partial `Buffer` that is not Node's. */
const isNode = typeof globalThis.Buffer?.allocUnsafeSlow === "function";

/** The first position of a byte at or after `from`; -1 if there is none. */
export function indexOfByte(bytes: Uint8Array, byte: number, from = 0): number {
  if (!isNode) return bytes.indexOf(byte, from);
  return globalThis.Buffer.prototype.indexOf.call(bytes, byte, from);
}
