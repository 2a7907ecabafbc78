/** Bytes->bytes codecs that only decode: parts of file formats that are only read. */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";

export function readOnly(
  title: string,
  decode: (bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined) => Uint8Array,
): BytesToBytesCodec<undefined> {
  return {
    kind: "bytes-to-bytes",
    parse: (configuration) => {
      configuration.only([]);
      return undefined;
    },
    bind: (_, type) => ({
      encodedLength: undefined,
      writesOut: true,
      encode: () => {
        throw new HyperslabError("unsupported", `${title} is read, not written`);
      },
      decode: (bytes, out) => decode(bytes, type, out),
    }),
  };
}
