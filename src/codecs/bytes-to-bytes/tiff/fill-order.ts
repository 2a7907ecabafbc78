/** `tiff.fill-order`: reverses the bits of each byte (FillOrder 2). */
import type { BytesToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
});

export const fillOrder: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only([]);
    return undefined;
  },
  bind: (_, type) => ({ encodedLength: type.length, encode: reverse, decode: reverse }),
};

function reverse(bytes: Uint8Array): Uint8Array {
  const reversed = allocate(bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at++) reversed[at] = REVERSED[bytes[at]!]!;
  return reversed;
}
