/** `numcodecs.bz2`: bzip2, one stream or several. `level` 1 to 9 is the block size in 100 kB. */
import type { BytesToBytesCodec } from "../../codec.ts";
import { encoderSetting } from "../../configuration.ts";
import { bunzip2 } from "./decode.ts";
import { bzip2 } from "./encode.ts";

export interface Bz2Configuration {
  readonly level: number;
}

export const bz2: BytesToBytesCodec<Bz2Configuration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["level", "id"]);
    return { level: encoderSetting(configuration, "level", 1, 9) ?? 1 };
  },
  bind: ({ level }, type) => ({
    encodedLength: undefined,
    writesOut: true,
    encode: (bytes) => bzip2(bytes, level),
    decode: (bytes, out) => bunzip2(bytes, type, out),
  }),
};
