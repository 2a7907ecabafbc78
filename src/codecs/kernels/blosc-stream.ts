/** One compressed stream of a Blosc frame, of either generation, decoded into kernel memory. */
import type { BloscFormat } from "../../bytes/blosc/frame-header.ts";
import { HyperslabError } from "../../errors.ts";
import type { StreamDecoders } from "./blosc-decode.ts";
import type { Kernels } from "./kernels.ts";
import { stage } from "./staged.ts";

/** Formats that kernels decode. */
export function kernelDecoder(kernels: Kernels, format: BloscFormat): Kernels["lz4Decode"] | undefined {
  if (format === "lz4") return kernels.lz4Decode;
  if (format === "blosclz") return kernels.blosclzDecode;
  return format === "snappy" ? kernels.snappyDecode : undefined;
}

/** Decodes a stream to exactly `size` bytes at `target`, or throws. Memory that it allocates is not released. */
export function decodeStreamTo(
  kernels: Kernels,
  decoders: StreamDecoders,
  format: BloscFormat,
  bytes: Uint8Array,
  target: number,
  size: number,
): void {
  const decode = kernelDecoder(kernels, format);
  if (decode === undefined) {
    decodeOutside(kernels, decoders, format === "zlib" ? "zlib" : "zstd", bytes, target, size);
    return;
  }
  const found = decode(stage(kernels, bytes), bytes.byteLength, target, size);
  if (found === size) return;
  const outcome = found < 0 ? "is corrupt" : `decodes to ${found} bytes, expected ${size}`;
  throw new HyperslabError("invalid-data", `a ${format} stream ${outcome}`);
}

/** Decodes a zlib or zstd stream, and copies the result to `target`. */
export function decodeOutside(
  kernels: Kernels,
  decoders: StreamDecoders,
  format: "zlib" | "zstd",
  bytes: Uint8Array,
  target: number,
  size: number,
): void {
  const within = format === "zlib" ? decoders.zlibWithin : decoders.zstdWithin;
  if (within?.(stage(kernels, bytes), bytes.byteLength, target, size) === size) return;
  const decode = decoders[format];
  if (decode === undefined) throw new HyperslabError("unsupported", `there is no ${format} decoder for Blosc`);
  const { memory } = kernels;
  const out = memory.bytes.subarray(target, target + size);
  const decoded = decode(bytes, out);
  if (decoded.byteLength !== size) {
    const what = `a ${format} stream decodes to ${decoded.byteLength} bytes, expected ${size}`;
    throw new HyperslabError("invalid-data", what);
  }
  if (decoded !== out) memory.bytes.set(decoded, target);
}
