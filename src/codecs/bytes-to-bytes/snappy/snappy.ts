/**
 * `snappy`: one Snappy block, or with `framed` its framing format, whose chunks have checksums (framing:
 * snappy/frames.ts). Decoding accepts either: no block can begin like a framed stream.
 */
import type { BytesToBytesCodec } from "../../codec.ts";
import { type Kernels, loadKernels } from "../../kernels/kernels.ts";
import { within } from "../../kernels/staged.ts";
import { decodeBlock, encodeBlock } from "./block.ts";
import { decodeChunks, encodeChunks, isFramed } from "./frames.ts";

export interface SnappyConfiguration {
  readonly framed: boolean;
}

export const snappy: BytesToBytesCodec<SnappyConfiguration> = snappyBy(loadKernels);

/** The codec over given kernels. */
export function snappyBy(load: () => Promise<Kernels>): BytesToBytesCodec<SnappyConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse: (configuration) => {
      configuration.only(["framed", "id"]);
      return { framed: configuration.get("framed")?.boolean() ?? false };
    },
    bind: async ({ framed }, type) => {
      const kernels = await load();
      const encode = framed ? encodeChunks : encodeBlock;
      return {
        encodedLength: undefined,
        writesOut: true,
        encode: (bytes) => within(kernels, () => encode(kernels, bytes)),
        decode: (bytes, out) =>
          within(kernels, () => (isFramed(bytes) ? decodeChunks : decodeBlock)(kernels, bytes, type, out)),
      };
    },
  };
}
