/** One Snappy block; kernels/snappy-decode.ts explains the format. */
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, tooLong } from "../../growing-buffer.ts";
import { type Kernels, TABLE_BYTES } from "../../kernels/kernels.ts";
import { deliver, stage } from "../../kernels/staged.ts";
import { allocate } from "../../pipeline/allocate.ts";

/** Three bytes represent at most 64. */
const LARGEST_RATIO = 64 / 3;
/** The most that Snappy's own encoder adds to incompressible data. */
const bound = (length: number) => 32 + length + Math.ceil(length / 6);

export function encodeBlock(kernels: Kernels, bytes: Uint8Array): Uint8Array {
  const { byteLength } = bytes;
  const source = stage(kernels, bytes);
  const target = kernels.memory.allocate(bound(byteLength));
  const table = kernels.memory.allocate(TABLE_BYTES);
  const size = kernels.snappyEncode(source, byteLength, target, bound(byteLength), 1, table);
  return kernels.memory.bytes.slice(target, target + size);
}

export function decodeBlock(
  kernels: Kernels,
  bytes: Uint8Array,
  type: BytesType,
  out: Uint8Array | undefined,
): Uint8Array {
  const length = announcedLength(bytes);
  checkDecoded(type, length);
  if (type.length === undefined && length > type.maxLength) throw tooLong(type.maxLength);
  if (length > bytes.byteLength * LARGEST_RATIO) {
    throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes of Snappy cannot decode to ${length} bytes`);
  }
  const source = stage(kernels, bytes);
  const target = kernels.memory.allocate(length);
  if (kernels.snappyDecode(source, bytes.byteLength, target, length) !== length) {
    throw new HyperslabError("invalid-data", `the Snappy block of ${length} bytes is corrupt`);
  }
  const decoded = out ?? allocate(length);
  deliver(kernels, target, length, decoded, 0);
  return decoded;
}

/** The length that a block begins with: groups of seven bits, the lowest first; less than 2^32. */
export function announcedLength(bytes: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined)
      throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are too few for Snappy`);
    length += (byte & 127) * 128 ** at;
    if (byte < 128 && length < 2 ** 32) return length;
  }
  throw new HyperslabError("invalid-data", "the Snappy block does not begin with a length");
}
