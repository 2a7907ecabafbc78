/** `numcodecs.base64`: the bytes as Base64 text. Anything but its one canonical spelling is refused. */
import { decodeBase64Letters, encodeBase64Letters } from "../../bytes/text/base64.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { parseNothing } from "../configuration.ts";
import { checkDecoded, tooLong } from "../growing-buffer.ts";

export const base64: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: parseNothing,
  bind: (_, type) => ({
    encodedLength: type.length === undefined ? undefined : 4 * Math.ceil(type.length / 3),
    encode: encodeBase64Letters,
    decode: (bytes) => {
      const limit = type.length ?? type.maxLength;
      if (bytes.byteLength > 4 * Math.ceil(limit / 3)) throw tooLong(limit);
      const decoded = decodeBase64Letters(bytes);
      checkDecoded(type, decoded.byteLength);
      return decoded;
    },
  }),
};
