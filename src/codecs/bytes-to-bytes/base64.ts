/** `numcodecs.base64`: the bytes as Base64 text. Anything but its one canonical spelling is refused. */
import { decodeBase64, encodeBase64 } from "../../bytes/base64.ts";
import { encodeUtf8 } from "../../bytes/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { checkDecoded, tooLong } from "./growing-buffer.ts";

export const base64: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["id"]);
    return undefined;
  },
  bind: (_, type) => ({
    encodedLength: type.length === undefined ? undefined : 4 * Math.ceil(type.length / 3),
    encode: (bytes) => encodeUtf8(encodeBase64(bytes)),
    decode: (bytes) => {
      const limit = type.length ?? type.maxLength;
      if (bytes.byteLength > 4 * Math.ceil(limit / 3)) throw tooLong(limit);
      if (bytes.some((byte) => byte > 127)) throw new HyperslabError("invalid-data", "not Base64: not even ASCII");
      const decoded = decodeBase64(new TextDecoder().decode(bytes.slice()));
      checkDecoded(type, decoded.byteLength);
      return decoded;
    },
  }),
};
