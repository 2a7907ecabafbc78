/** What gzip, zlib and deflate-raw need of a DEFLATE implementation. Node's own is the fastest; elsewhere there is a portable one. */
import type { BytesType } from "../../codec.ts";
import { nodeDeflate } from "./node-deflate.ts";

export interface DeflateEngine {
  /** All members of a gzip file; zeros may follow the last. Anything else that follows is an error. */
  gunzip(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  gzip(bytes: Uint8Array, level: number): Uint8Array;
  /** One zlib stream, and nothing after it. */
  inflate(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  deflate(bytes: Uint8Array, level: number): Uint8Array;
  /** DEFLATE without a header or a checksum, and nothing after it. */
  inflateRaw(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  deflateRaw(bytes: Uint8Array, level: number): Uint8Array;
  /** Does decoding write to `out`? */
  readonly writesOut: boolean;
}

/** The best engine of this platform. */
export async function deflateEngine(): Promise<DeflateEngine> {
  return nodeDeflate() ?? (await import("./portable-deflate.ts")).portableDeflate;
}
