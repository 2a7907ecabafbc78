/** DEFLATE by Node's zlib. */
import type { DeflateEngine } from "./engine.ts";
import { decodeByNode, type NodeDecodeOptions, plain } from "./node-decode.ts";

interface NodeZlib {
  gunzipSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  inflateSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  inflateRawSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  gzipSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
  deflateSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
  deflateRawSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
}

export function nodeDeflate(): DeflateEngine | undefined {
  const zlib: NodeZlib | undefined = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib === undefined) return undefined;
  return {
    writesOut: false,
    gunzip: (bytes, type) => decodeByNode(bytes, type, (options) => zlib.gunzipSync(bytes, options), isZero),
    inflate: (bytes, type) => decodeByNode(bytes, type, (options) => zlib.inflateSync(bytes, options)),
    inflateRaw: (bytes, type) => decodeByNode(bytes, type, (options) => zlib.inflateRawSync(bytes, options)),
    gzip: (bytes, level) => plain(zlib.gzipSync(bytes, { level })),
    deflate: (bytes, level) => plain(zlib.deflateSync(bytes, { level })),
    deflateRaw: (bytes, level) => plain(zlib.deflateRawSync(bytes, { level })),
  };
}

function isZero(byte: number): boolean {
  return byte === 0;
}
