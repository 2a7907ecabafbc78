/** Encodes whole files: linear bytes to the part of a file after its metadata, and objects to a file of them. */
import { OFFSET_BYTES, printOffsets } from "../../../bytes/blosc/chunk-table.ts";
import { FILE_HEADER_BYTES, objectHeader, printHeader } from "../../../bytes/blosc/file-header.ts";
import { HEADER_BYTES, LARGEST_BUFFER } from "../../../bytes/blosc/frame-header.ts";
import type { ChunkOptions } from "../../../bytes/blosc/options.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import { ByteWriter } from "../../../bytes/source/byte-writer.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import type { FramedObject } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { BloscpackConfiguration, ObjectsConfiguration } from "./configuration.ts";
import type { FrameCodec } from "./frames.ts";

/** The file with zeros in place of header and metadata. */
export function encodeFile(codec: FrameCodec, configuration: BloscpackConfiguration, bytes: Uint8Array): Uint8Array {
  const { chunkSize = bytes.byteLength, chunkCount } = configuration;
  const file = assembleFile(configuration, bytes.byteLength);
  for (let i = 0; i < chunkCount; i++) {
    const piece = bytes.subarray(i * chunkSize, Math.min((i + 1) * chunkSize, bytes.byteLength));
    const frame = codec.encode(piece, configuration, file.room());
    file.add(frame, [frame.byteLength]);
  }
  return file.finish();
}

interface AssembledFile extends ReturnType<FramedObject["assemble"]> {
  /** Where the next frame may be encoded. */
  room(): Uint8Array;
}

/** Assembles a file from the frames of `length` bytes. */
export function assembleFile(
  { tableAt, dataStart, chunkCount, checksum }: BloscpackConfiguration,
  length: number,
): AssembledFile {
  // A frame that would be longer than its bytes is stored uncompressed.
  const file = allocate(dataStart + length + chunkCount * (HEADER_BYTES + checksumSize(checksum)));
  const offsets: number[] = [];
  let end = dataStart;
  return {
    room: () => file.subarray(end),
    add: (frames, lengths) => {
      if (frames.buffer !== file.buffer) file.set(frames, end);
      for (const each of lengths) {
        offsets.push(end);
        end += each;
      }
    },
    finish: () => {
      file.set(printOffsets(offsets, (dataStart - tableAt) / OFFSET_BYTES - offsets.length), tableAt);
      return file.subarray(0, end);
    },
  };
}

/** The chunk of one object: its frame, followed by the checksum. */
export function encodeObject(frames: FrameCodec, options: ChunkOptions, bytes: Uint8Array, index: number): Uint8Array {
  if (bytes.byteLength > LARGEST_BUFFER) {
    const what = `object ${index} has ${bytes.byteLength} bytes, a Blosc frame holds at most ${LARGEST_BUFFER}`;
    throw new HyperslabError("unsupported", what);
  }
  const { checksum, compressor, level, filter } = options;
  return frames.encode(bytes, { checksum, compressor, level, filter, typeSize: 1 });
}

export function encodeObjects(
  frames: FrameCodec,
  configuration: ObjectsConfiguration,
  objects: readonly Uint8Array[],
): Uint8Array {
  const { metadata, reserve, checksum } = configuration;
  const text = metadata === undefined ? new Uint8Array(0) : encodeUtf8(metadata);
  const chunks = objects.map((bytes, index) => encodeObject(frames, configuration, bytes, index));
  return objectFile(checksum, chunks, text, reserve);
}

/** The file of objects with these chunks. */
export function objectFile(
  checksum: ChunkOptions["checksum"],
  chunks: readonly Uint8Array[],
  metadata: Uint8Array = new Uint8Array(0),
  reserve = 0,
): Uint8Array {
  const start = FILE_HEADER_BYTES + metadata.byteLength + OFFSET_BYTES * (chunks.length + reserve);
  let end = start;
  const offsets = chunks.map(({ byteLength }) => (end += byteLength) - byteLength);
  const file = new ByteWriter({ capacity: end });
  file.bytes(printHeader(objectHeader(checksum, chunks.length, metadata.byteLength)));
  file.bytes(metadata);
  file.bytes(printOffsets(offsets, reserve));
  for (const chunk of chunks) file.bytes(chunk);
  return file.finish();
}
