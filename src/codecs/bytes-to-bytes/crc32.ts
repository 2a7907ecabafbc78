/** `numcodecs.crc32`: the bytes with their CRC-32 before them, or after them with `location: "end"`. */
import { crc32 } from "../../bytes/checksum/crc32.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { bindChecksum, type ChecksumLocation } from "./checksum.ts";

export interface Crc32Configuration {
  readonly location: ChecksumLocation;
}

export const crc32Codec: BytesToBytesCodec<Crc32Configuration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["location", "id"]);
    const location = configuration.get("location");
    return { location: location === undefined || location.isNull() ? "start" : location.oneOf(["start", "end"]) };
  },
  bind: ({ location }, type) => bindChecksum(crc32, location, type),
};
