/**
 * Objects to a whole file: header, metadata, offsets (i64 each, the position of the object's chunk in the file), room
 * for more of them, chunks. A chunk is a Blosc frame of one object, with its checksum behind.
 */

import { LARGEST_BUFFER } from "../../../bytes/blosc/frame-header.ts";
import { ByteWriter } from "../../../bytes/source/byte-writer.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import { FILE_HEAD_BYTES, OFFSET_BYTES, printFileHead } from "./file-head.ts";
import type { FrameCodec } from "./frames.ts";
import type { ObjectsConfiguration } from "./varlen-configuration.ts";

export const UNKNOWN_OFFSET = -1;

/** The chunk of one object. */
export function encodeObject(
  frames: FrameCodec,
  { checksum, compressor, level, filter }: ObjectsConfiguration,
  bytes: Uint8Array,
  index: number,
): Uint8Array {
  if (bytes.byteLength > LARGEST_BUFFER) {
    const what = `object ${index} has ${bytes.byteLength} bytes, a Blosc frame holds at most ${LARGEST_BUFFER}`;
    throw new HyperslabError("unsupported", what);
  }
  return frames.encode(bytes, { checksum, compressor, level, filter, typeSize: 1 });
}

export function encodeObjects(
  frames: FrameCodec,
  configuration: ObjectsConfiguration,
  objects: readonly Uint8Array[],
): Uint8Array {
  const { metadata } = configuration;
  const text = metadata === undefined ? new Uint8Array(0) : encodeUtf8(metadata);
  const chunks = objects.map((bytes, index) => encodeObject(frames, configuration, bytes, index));
  return joinChunks(configuration, text, chunks);
}

/** The file with these chunks. */
export function joinChunks(
  { checksum, reserve }: Pick<ObjectsConfiguration, "checksum" | "reserve">,
  text: Uint8Array,
  chunks: readonly Uint8Array[],
): Uint8Array {
  const start = FILE_HEAD_BYTES + text.byteLength + OFFSET_BYTES * (chunks.length + reserve);
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, start);
  const file = new ByteWriter({ capacity: length });
  file.bytes(printFileHead({ checksum, count: chunks.length, metadataSize: text.byteLength }));
  file.bytes(text);
  let at = start;
  for (const chunk of chunks) {
    file.i64(at);
    at += chunk.byteLength;
  }
  while (file.length < start) file.i64(UNKNOWN_OFFSET);
  for (const chunk of chunks) file.bytes(chunk);
  return file.finish();
}
