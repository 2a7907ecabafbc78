/** Linear bytes to the part of a Bloscpack file behind its metadata: offsets, and chunks with their checksums. */

import { HEADER_BYTES } from "../../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { BloscpackConfiguration } from "./configuration.ts";
import type { FrameCodec } from "./frames.ts";

const OFFSET_BYTES = 8;
/** An offset that is not known. */
const UNKNOWN = -1n;

/** The file with zeros where header and metadata go. */
export function encodeFile(codec: FrameCodec, configuration: BloscpackConfiguration, bytes: Uint8Array): Uint8Array {
  const { chunkSize = bytes.byteLength, chunkCount, dataStart } = configuration;
  const file = allocate(longestFile(configuration, bytes.byteLength));
  const offsets = new Float64Array(chunkCount);
  let end = dataStart;
  for (let i = 0; i < chunkCount; i++) {
    const piece = bytes.subarray(i * chunkSize, Math.min((i + 1) * chunkSize, bytes.byteLength));
    const frame = codec.encode(piece, configuration, file.subarray(end));
    if (frame.buffer !== file.buffer) file.set(frame, end);
    offsets[i] = end;
    end += frame.byteLength;
  }
  writeTable(configuration, offsets, file);
  return file.subarray(0, end);
}

/** No file of so many decoded bytes is longer: a frame that would be is stored as it is. */
export function longestFile({ chunkCount, dataStart, checksum }: BloscpackConfiguration, length: number): number {
  return dataStart + length + chunkCount * (HEADER_BYTES + checksumSize(checksum));
}

/** Writes the offsets; the room for more of them is filled with unknown ones. */
export function writeTable(
  { tableAt, dataStart }: BloscpackConfiguration,
  offsets: Float64Array,
  file: Uint8Array,
): void {
  const table = new DataView(file.buffer, file.byteOffset + tableAt, dataStart - tableAt);
  for (let i = 0; (i + 1) * OFFSET_BYTES <= table.byteLength; i++) {
    table.setBigInt64(i * OFFSET_BYTES, i < offsets.length ? BigInt(offsets[i]!) : UNKNOWN, true);
  }
}
