/**
 * What gzip, zlib and deflate-raw need from a DEFLATE implementation. Our kernel decodes into the caller's memory, at
 * least as fast as Node's zlib, which sets up an engine and a buffer per call. Node's encoder is the fastest, if
 * available.
 */
import type { Limit } from "../../../bytes/limit.ts";
import type { BytesType } from "../../codec.ts";
import { inflateWithin } from "../../kernels/inflate/within.ts";
import { loadedKernels } from "../../kernels/kernels.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import type { Within } from "./kernel-inflate.ts";
import { decodeByNode, type NodeDecodeOptions, plain } from "./node-decode.ts";

export interface DeflateEncoders {
  gzip(bytes: Uint8Array, level: number): Uint8Array;
  deflate(bytes: Uint8Array, level: number): Uint8Array;
  deflateRaw(bytes: Uint8Array, level: number): Uint8Array;
}

export interface DeflateEngine extends DeflateEncoders {
  /** All members of a gzip file; zeros may follow the last. Any other trailing data is an error. */
  gunzip(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  /** One zlib stream, without trailing data. */
  inflate(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  /** DEFLATE without a header or a checksum, without trailing data. */
  inflateRaw(bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array;
  /** True if decoding writes to `out`. */
  readonly writesOut: boolean;
}

/** The best engine of this platform. */
export async function deflateEngine(): Promise<DeflateEngine> {
  const node = nodeDeflate();
  if (node === undefined) return kernelDeflate();
  return byKernel(node, lazyLimits.inflatedBytes);
}

/** The WebAssembly engine, or TypeScript if WebAssembly is missing or forbidden. */
export async function kernelDeflate(): Promise<DeflateEngine> {
  return byKernel((await import("./portable-deflate.ts")).portableDeflate, lazyLimits.inflatedAloneBytes);
}

/** Decodes with the kernel what is not too large for it, and the rest with `other`. */
async function byKernel(other: DeflateEngine, largest: Limit): Promise<DeflateEngine> {
  const kernel = await import("./kernel-inflate.ts")
    .then((module) => module.loadKernelInflate())
    .catch(() => undefined);
  if (kernel === undefined) return other;
  const options = { largest, within: await within() };
  return {
    ...other,
    writesOut: true,
    gunzip: (bytes, type, out) => kernel.gunzip(bytes, type, out, options) ?? other.gunzip(bytes, type, out),
    inflate: (bytes, type, out) => kernel.inflate(bytes, type, out, options) ?? other.inflate(bytes, type, out),
    inflateRaw: (bytes, type, out) =>
      kernel.inflateRaw(bytes, type, out, options) ?? other.inflateRaw(bytes, type, out),
  };
}

/** The decoder in the memory of the codec kernels, if they are loaded: workers read and decode in it. */
async function within(): Promise<Within | undefined> {
  const kernels = loadedKernels();
  const inflater = kernels && (await inflateWithin(kernels));
  return kernels && inflater && { memory: kernels.memory, inflater };
}

interface NodeZlib {
  gunzipSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  inflateSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  inflateRawSync(bytes: Uint8Array, options: NodeDecodeOptions): unknown;
  gzipSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
  deflateSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
  deflateRawSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
}

/** DEFLATE by Node's zlib. */
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
