/** `numcodecs.fletcher32`: the bytes followed by their Fletcher-32, as HDF5's filter of that name writes it. */
import { fletcher32 } from "../../bytes/checksum/fletcher32.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { bindChecksum } from "./checksum.ts";

export const fletcher32Codec: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["id"]);
    return undefined;
  },
  bind: (_, type) => bindChecksum(fletcher32, "end", type),
};
