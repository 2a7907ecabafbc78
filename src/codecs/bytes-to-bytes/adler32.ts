/** `numcodecs.adler32`: the bytes with their Adler-32 before them, or after them with `location: "end"`. */
import { adler32 } from "../../bytes/checksum/adler32.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { checksumBy, kernelsFor, overPieces } from "../kernels/checksum-by-kernel.ts";
import { bindChecksum, type ChecksumLocation } from "./checksum.ts";

export interface Adler32Configuration {
  readonly location: ChecksumLocation;
}

export const adler32Codec: BytesToBytesCodec<Adler32Configuration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["location", "id"]);
    const location = configuration.get("location");
    return { location: location === undefined || location.isNull() ? "start" : location.oneOf(["start", "end"]) };
  },
  bind: async ({ location }, type) => {
    const checksum = checksumBy(await kernelsFor(type.length), adler32, (kernels, bytes) =>
      overPieces(kernels, bytes, 1, kernels.adler32),
    );
    return bindChecksum(checksum, location, type);
  },
};
