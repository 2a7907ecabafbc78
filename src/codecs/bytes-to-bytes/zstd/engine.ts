/** What the codec needs of a Zstandard implementation. Node's own is the fastest; elsewhere there is our kernel. */

import type { BytesType } from "../../codec.ts";
import { loadZstd } from "../../kernels/zstd-kernel.ts";
import { kernelZstd } from "./kernel-zstd.ts";
import { nodeZstd } from "./node-zstd.ts";

export interface ZstdEngine {
  /** All frames of `bytes`, one after another. */
  decompress(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  /** One frame that states its content size; it may lie in `out` if that has room for it. */
  compress(bytes: Uint8Array, level: number, checksum: boolean, out?: Uint8Array): Uint8Array;
  /** Does decoding write to `out`? */
  readonly writesOut: boolean;
}

/** The best engine of this platform. */
export async function zstdEngine(): Promise<ZstdEngine> {
  return nodeZstd() ?? wasmZstdEngine();
}

/** The WebAssembly engine, or TypeScript where WebAssembly is missing or forbidden. */
export async function wasmZstdEngine(): Promise<ZstdEngine> {
  return kernelZstd(await loadZstd());
}

/** The TypeScript engine, whatever the platform has. */
export async function plainZstdEngine(): Promise<ZstdEngine> {
  return kernelZstd(await loadZstd({ plain: true }));
}
