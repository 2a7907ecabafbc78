/**
 * `tiff.packbits`: Apple's PackBits. A byte n from 0 to 127: the n + 1 bytes that follow; from -127 to -1: the next
 * byte, 1 - n times; -128: nothing. Decoding only.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { checkDecoded, finished, growingBuffer, makeRoom } from "../../growing-buffer.ts";
import { readOnly } from "./read-only.ts";

export const packbits: BytesToBytesCodec<undefined> = readOnly("TIFF's PackBits", decode);

function decode(bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined): Uint8Array {
  const buffer = growingBuffer(type, out);
  for (let at = 0; at < bytes.byteLength; ) {
    // Padding after the last run.
    if (type.length !== undefined && buffer.length === type.length) break;
    const head = bytes[at++]!;
    if (head === 128) continue;
    const isRun = head > 128;
    const count = isRun ? 257 - head : head + 1;
    if (at + (isRun ? 1 : count) > bytes.byteLength) {
      throw new HyperslabError("invalid-data", `the PackBits stream ends in a run at byte ${at - 1}`);
    }
    makeRoom(buffer, count);
    const { length } = buffer;
    if (isRun) buffer.bytes.fill(bytes[at]!, length, length + count);
    else buffer.bytes.set(bytes.subarray(at, at + count), length);
    buffer.length += count;
    at += isRun ? 1 : count;
  }
  checkDecoded(type, buffer.length);
  return finished(buffer);
}
