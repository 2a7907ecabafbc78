/** What the codec needs of a Zstandard implementation. Node's own is the fastest; elsewhere there is a WebAssembly one. */
import type { BytesType } from "../../codec.ts";
import { nodeZstd } from "./node-zstd.ts";

export interface ZstdEngine {
  /** All frames of `bytes`, one after another. */
  decompress(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  /** One frame that states its content size. */
  compress(bytes: Uint8Array, level: number, checksum: boolean): Uint8Array;
  /** Does decoding write to `out`? */
  readonly writesOut: boolean;
}

let portable: Promise<ZstdEngine> | undefined;

/** The best engine of this platform. */
export async function zstdEngine(): Promise<ZstdEngine> {
  return nodeZstd() ?? wasmZstdEngine();
}

/** The WebAssembly engine, loaded once. */
export function wasmZstdEngine(): Promise<ZstdEngine> {
  portable ??= import("./wasm-zstd.ts").then(({ loadWasmZstd }) => loadWasmZstd());
  return portable;
}
