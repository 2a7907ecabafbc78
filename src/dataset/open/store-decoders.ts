/** The codecs that archives need, which stores do not know about. */
import type { StoreDecoders } from "../../stores/location/location.ts";

export const storeDecoders: StoreDecoders = {
  inflate: async (bytes, size) => {
    const { deflateEngine } = await import("../../codecs/bytes-to-bytes/deflate/engine.ts");
    return (await deflateEngine()).inflateRaw(bytes, { length: size, elementSize: 1, maxLength: size });
  },
  zstd: (bytes, size) => decodeZstd(bytes, size, size),
};

/** Decodes all frames of a Zstandard file; `length` is the decoded length, if known. */
export async function decodeZstd(bytes: Uint8Array, maxLength: number, length?: number): Promise<Uint8Array> {
  const { zstdEngine } = await import("../../codecs/bytes-to-bytes/zstd/engine.ts");
  return (await zstdEngine()).decompress(bytes, { length, elementSize: 1, maxLength });
}

/** Decodes a Zstandard file of any length, in pieces. */
export async function zstdBlocks(blocks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  return (await import("../../codecs/bytes-to-bytes/zstd/stream.ts")).zstdBlocks(blocks);
}

/** Decodes frames that were compressed with one dictionary. */
export type ZstdWithDictionary = (bytes: Uint8Array, maxLength: number) => Uint8Array;

export async function zstdDictionary(dictionary: Uint8Array): Promise<ZstdWithDictionary> {
  return (await import("../../codecs/kernels/zstd/kernel.ts")).loadZstdDictionary(dictionary);
}
