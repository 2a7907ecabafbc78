/** Codecs that put four bytes of checksum, a little-endian uint32, before or after the bytes, and verify it. */
import { HyperslabError } from "../../errors.ts";
import type { BoundBytesToBytes, BytesType } from "../codec.ts";
import { allocate } from "../pipeline/allocate.ts";

const CHECKSUM_BYTES = 4;

export type ChecksumLocation = "start" | "end";

export function bindChecksum(
  checksum: (bytes: Uint8Array) => number,
  location: ChecksumLocation,
  { length }: BytesType,
): BoundBytesToBytes {
  return {
    encodedLength: length === undefined ? undefined : length + CHECKSUM_BYTES,
    encode: (bytes) => {
      const encoded = allocate(bytes.byteLength + CHECKSUM_BYTES);
      encoded.set(bytes, location === "start" ? CHECKSUM_BYTES : 0);
      new DataView(encoded.buffer).setUint32(location === "start" ? 0 : bytes.byteLength, checksum(bytes), true);
      return encoded;
    },
    decode: (bytes) => {
      const size = bytes.byteLength - CHECKSUM_BYTES;
      if (size < 0 || (length !== undefined && size !== length)) {
        const expected = length === undefined ? `at least ${CHECKSUM_BYTES}` : length + CHECKSUM_BYTES;
        throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, expected ${expected}`);
      }
      const start = location === "start" ? CHECKSUM_BYTES : 0;
      const decoded = bytes.subarray(start, start + size);
      const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(location === "start" ? 0 : size, true);
      const computed = checksum(decoded);
      if (stored === computed) return decoded;
      const what = `checksum mismatch: stored ${hexadecimal(stored)}, computed ${hexadecimal(computed)}`;
      throw new HyperslabError("invalid-data", what);
    },
  };
}

function hexadecimal(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
