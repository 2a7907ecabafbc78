/** Linear bytes to the part of a Bloscpack file behind its metadata: offsets, and chunks with their checksums. */
import { ByteWriter } from "../../../bytes/byte-writer.ts";
import type { BloscpackConfiguration } from "./configuration.ts";
import type { FrameCodec } from "./frames.ts";

/** The file with zeros where header and metadata go; spare offsets are unknown ones. */
export function encodeFile(codec: FrameCodec, configuration: BloscpackConfiguration, bytes: Uint8Array): Uint8Array {
  const { chunkSize, chunkCount, tableAt, dataStart } = configuration;
  const chunks = Array.from({ length: chunkCount }, (_, i) => {
    const start = i * (chunkSize ?? bytes.byteLength);
    return codec.encode(bytes.subarray(start, Math.min(start + (chunkSize ?? 0), bytes.byteLength)), configuration);
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
