/**
 * `crc32c`: the bytes followed by their CRC-32C as a little-endian uint32. `location: "start"` (numcodecs) puts it in
 * front instead. The checksum is verified on every decode.
 */
import { crc32c } from "../../bytes/checksum/crc32.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { checksumBy, kernelsFor, overPieces } from "../kernels/checksum-by-kernel.ts";
import { bindChecksum, type ChecksumLocation } from "./checksum.ts";

export interface Crc32cConfiguration {
  readonly location: ChecksumLocation;
}

export const crc32cCodec: BytesToBytesCodec<Crc32cConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["location", "id"]);
    return { location: configuration.get("location")?.oneOf(["start", "end"]) ?? "end" };
  },
  bind: async ({ location }, type) => {
    const checksum = checksumBy(await kernelsFor(type.length), crc32c, (kernels, bytes) =>
      overPieces(kernels, bytes, 0, kernels.crc32c),
    );
    return bindChecksum(checksum, location, type);
  },
};
