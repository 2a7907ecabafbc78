/**
 * `crc32c`: the bytes followed by their CRC-32C as a little-endian uint32. `location: "start"` (numcodecs) puts it in
 * front instead. The checksum is verified on every decode.
 */
import { crc32c } from "../../bytes/checksum/crc32c.ts";
import { HyperslabError } from "../../errors.ts";
import { allocate } from "../allocate.ts";
import type { BytesToBytesCodec } from "../codec.ts";

const CHECKSUM_BYTES = 4;

export interface Crc32cConfiguration {
  readonly location: "start" | "end";
}

export const crc32cCodec: BytesToBytesCodec<Crc32cConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["location", "id"]);
    return { location: configuration.get("location")?.oneOf(["start", "end"]) ?? "end" };
  },
  bind: ({ location }, { length }) => ({
    encodedLength: length === undefined ? undefined : length + CHECKSUM_BYTES,
    encode: (bytes) => {
      const encoded = allocate(bytes.byteLength + CHECKSUM_BYTES);
      const [data, checksum] = location === "start" ? [CHECKSUM_BYTES, 0] : [0, bytes.byteLength];
      encoded.set(bytes, data);
      new DataView(encoded.buffer).setUint32(checksum, crc32c(bytes), true);
      return encoded;
    },
    decode: (bytes) => {
      const size = bytes.byteLength - CHECKSUM_BYTES;
      if (size < 0 || (length !== undefined && size !== length)) {
        const expected = length === undefined ? `at least ${CHECKSUM_BYTES}` : length + CHECKSUM_BYTES;
        throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, expected ${expected}`);
      }
      const [data, checksum] = location === "start" ? [CHECKSUM_BYTES, 0] : [0, size];
      const decoded = bytes.subarray(data, data + size);
      const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(checksum, true);
      const computed = crc32c(decoded);
      if (stored !== computed) {
        const what = `checksum mismatch: stored ${hexadecimal(stored)}, computed ${hexadecimal(computed)}`;
        throw new HyperslabError("invalid-data", what);
      }
      return decoded;
    },
  }),
};

function hexadecimal(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
