/** DEFLATE's decoder over the memory of the codec kernels, which decodes in place; raw, and wrapped as zlib streams. */

import type { Kernels } from "../kernels.ts";
import type { Inflater } from "./wasm.ts";

const made = new WeakMap<Kernels, Promise<Inflater | undefined>>();

/** The decoder for these kernels, created once; undefined if they are not WebAssembly. Not inside an operation. */
export function inflateWithin(kernels: Kernels): Promise<Inflater | undefined> {
  const known = made.get(kernels);
  if (known !== undefined) return known;
  const making = instantiate(kernels).catch(() => undefined);
  made.set(kernels, making);
  return making;
}

async function instantiate({ memory, wasm }: Kernels): Promise<Inflater | undefined> {
  if (wasm === undefined) return undefined;
  const { compileInflate, inflateFunctions, inflaterSize, makeInflater } = await import("./wasm.ts");
  const module = await compileInflate({ shared: !(wasm.buffer instanceof ArrayBuffer) });
  const functions = inflateFunctions(module, wasm);
  return makeInflater(functions, memory.reserve(inflaterSize(functions)));
}

/** Decodes a stream without trailing data; returns the decoded length, or a negative number for broken input. */
export type ZlibWithin = (source: number, length: number, target: number, targetLength: number) => number;

/** A zlib stream (RFC 1950): header, raw DEFLATE, Adler-32 (4, big-endian). */
const HEADER = 2;
const TRAILER = 4;
const BROKEN = -1;

/** The decoder for these kernels; undefined if they are not WebAssembly. Not inside an operation. */
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
