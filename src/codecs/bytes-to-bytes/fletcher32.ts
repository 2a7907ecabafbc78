/** `numcodecs.fletcher32`: the bytes followed by their Fletcher-32, as HDF5's filter of that name writes it. */
import { fletcher32 } from "../../bytes/checksum/fletcher32.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { checksumBy, kernelsFor, overPiecesWithState } from "../kernels/checksum-by-kernel.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { bindChecksum } from "./checksum.ts";

export const fletcher32Codec: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["id"]);
    return undefined;
  },
  bind: async (_, type) => bindChecksum(checksumBy(await kernelsFor(type.length), fletcher32, byKernel), "end", type),
};

function byKernel(kernels: Kernels, bytes: Uint8Array): number {
  const [first, second] = overPiecesWithState(kernels, bytes, [0, 0], kernels.fletcher32).map(fold);
  return ((second! << 16) | first!) >>> 0;
}

function fold(sum: number): number {
  return (sum & 0xffff) + (sum >>> 16);
}
