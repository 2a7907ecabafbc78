/** zlib streams (RFC 1950) inside the memory of the codec kernels: header, raw DEFLATE, Adler-32 (4, big-endian). */
import { inflateWithin } from "./inflate-within.ts";
import type { Kernels } from "./kernels.ts";

/** Decodes a stream and nothing after it; gives the decoded length, or a negative number for whatever is wrong. */
export type ZlibWithin = (source: number, length: number, target: number, targetLength: number) => number;

const HEADER = 2;
const TRAILER = 4;
const BROKEN = -1;

/** The decoder for these kernels; undefined where they are no WebAssembly. Not inside an operation. */
export async function zlibWithin(kernels: Kernels): Promise<ZlibWithin | undefined> {
  const inflater = await inflateWithin(kernels);
  if (inflater === undefined) return undefined;
  const { memory } = kernels;
  return (source, length, target, targetLength) => {
    const { bytes } = memory;
    const header = (bytes[source]! << 8) | bytes[source + 1]!;
    // Method 8, a window of at most 32 KiB, no dictionary.
    if (length < HEADER + TRAILER || (header & 0x8f20) !== 0x0800 || header % 31 !== 0) return BROKEN;
    const inside = length - HEADER - TRAILER;
    const found = inflater.inflate(source + HEADER, inside, target, targetLength);
    if (found < 0 || inflater.used() !== inside) return BROKEN;
    const at = source + length - TRAILER;
    const stored = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
    return stored === inflater.adler32(target, found) ? found : BROKEN;
  };
}
