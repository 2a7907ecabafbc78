/** Linear bytes to the part of a Bloscpack file behind its metadata: offsets, and chunks with their checksums. */
import { ByteWriter } from "../../../bytes/byte-writer.ts";
import { computeChecksum } from "../../../bytes/checksum/named-checksum.ts";
import { encodeBlosc, type StreamEncoders } from "../../kernels/blosc-encode.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import type { BloscpackConfiguration } from "./configuration.ts";
import { fastAdler32 } from "./read-bytes.ts";

export interface ChunkWriter {
  readonly configuration: BloscpackConfiguration;
  readonly kernels: Kernels;
  readonly encoders: StreamEncoders;
}

/** A Blosc frame and its checksum, for one chunk. */
export function encodeChunk({ configuration, kernels, encoders }: ChunkWriter, bytes: Uint8Array): Uint8Array {
  const { compressor, level, filter, typeSize, checksum } = configuration;
  const frame = encodeBlosc(kernels, bytes, { compressor, level, filter, typeSize, blockSize: 0 }, encoders);
  const digest = computeChecksum(checksum, frame, fastAdler32(kernels));
  if (digest.byteLength === 0) return frame;
  const stored = new Uint8Array(frame.byteLength + digest.byteLength);
  stored.set(frame);
  stored.set(digest, frame.byteLength);
  return stored;
}

/** The file with zeros where header and metadata go; spare offsets are unknown ones. */
export function encodeFile(writer: ChunkWriter, bytes: Uint8Array): Uint8Array {
  const { chunkSize, chunkCount, tableAt, dataStart } = writer.configuration;
  const chunks = Array.from({ length: chunkCount }, (_, i) => {
    const start = i * (chunkSize ?? bytes.byteLength);
    return encodeChunk(writer, bytes.subarray(start, Math.min(start + (chunkSize ?? 0), bytes.byteLength)));
  });
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, dataStart);
  const file = new ByteWriter({ capacity: length });
  file.zeros(tableAt);
  let at = dataStart;
  for (const chunk of chunks) {
    file.i64(at);
    at += chunk.byteLength;
  }
  while (file.length < dataStart) file.i64(-1);
  for (const chunk of chunks) file.bytes(chunk);
  return file.finish();
}
