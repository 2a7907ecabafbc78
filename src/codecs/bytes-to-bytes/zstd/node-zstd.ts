/**
 * Zstandard by Node's zlib (22.15 and later). It accepts a truncated frame as complete and stops after the first frame,
 * so frames are located and their lengths verified here.
 */
import { HyperslabError } from "../../../errors.ts";
import { checkDecoded, finished, type GrowingBuffer, growingBuffer, makeRoom, tooLong } from "../../growing-buffer.ts";
import type { ZstdEngine } from "./engine.ts";
import { findFrames, MAX_BLOCK, type ZstdFrame } from "./frame.ts";

interface NodeZstd {
  readonly constants: object;
  zstdCompressSync?(
    bytes: Uint8Array,
    options: { readonly pledgedSrcSize: number; readonly params: Readonly<Record<number, number>> },
  ): Uint8Array;
  zstdDecompressSync?(
    bytes: Uint8Array,
    options: {
      readonly maxOutputLength: number;
      readonly chunkSize: number;
      readonly params: Readonly<Record<number, number>>;
    },
  ): Uint8Array;
}

/** Parameters of libzstd, by the numbers its interface fixes. */
const COMPRESSION_LEVEL = 100;
const CHECKSUM_FLAG = 201;
const WINDOW_LOG_MAX = 100;

/** Memory is bounded by the output, which is decoded whole, so any window is acceptable. */
const LARGEST_WINDOW_LOG = 31;
const LEAST_CHUNK = 64;

/** `decodeOld` decodes files with frames of zstd 0.7, which Node's library does not support. */
export function nodeZstd(decodeOld: ZstdEngine["decompress"]): ZstdEngine | undefined {
  const zlib: NodeZstd | undefined = globalThis.process?.getBuiltinModule?.("node:zlib");
  const compress = zlib?.zstdCompressSync;
  const decompress = zlib?.zstdDecompressSync;
  if (compress === undefined || decompress === undefined) return undefined;
  return {
    writesOut: false,
    compress: (bytes, level, checksum) =>
      plain(
        compress(bytes, {
          pledgedSrcSize: bytes.byteLength,
          params: { [COMPRESSION_LEVEL]: level, [CHECKSUM_FLAG]: checksum ? 1 : 0 },
        }),
      ),
    decompress: (bytes, type, out) => {
      const frames = findFrames(bytes);
      if (frames.some((frame) => frame.old)) return decodeOld(bytes, type, out);
      const [only] = frames;
      if (only !== undefined && frames.length === 1) {
        const decoded = decodeFrame(decompress, bytes, only, type.length ?? type.maxLength);
        checkDecoded(type, decoded.byteLength);
        return decoded;
      }
      const output = growingBuffer(type);
      for (const frame of frames) append(output, decodeFrame(decompress, bytes, frame, output.limit - output.length));
      checkDecoded(type, output.length);
      return finished(output);
    },
  };
}

function append(output: GrowingBuffer, bytes: Uint8Array): void {
  makeRoom(output, bytes.byteLength);
  output.bytes.set(bytes, output.length);
  output.length += bytes.byteLength;
}

function decodeFrame(
  decompress: NonNullable<NodeZstd["zstdDecompressSync"]>,
  bytes: Uint8Array,
  frame: ZstdFrame,
  limit: number,
): Uint8Array {
  const { contentSize } = frame;
  if (contentSize !== undefined && contentSize > limit) throw tooLong(limit);
  const expected = contentSize ?? limit;
  let decoded: Uint8Array;
  try {
    decoded = decompress(bytes.subarray(frame.start, frame.end), {
      maxOutputLength: Math.max(1, expected),
      chunkSize: Math.max(LEAST_CHUNK, contentSize ?? MAX_BLOCK),
      params: { [WINDOW_LOG_MAX]: LARGEST_WINDOW_LOG },
    });
  } catch (error) {
    throw explain(error, expected);
  }
  if (contentSize !== undefined && decoded.byteLength !== contentSize) {
    const what = `the frame decoded to ${decoded.byteLength} bytes, its header says ${contentSize}`;
    throw new HyperslabError("invalid-data", what);
  }
  return plain(decoded);
}

function explain(error: unknown, limit: number): unknown {
  if (!(error instanceof Error)) return error;
  if ("code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return tooLong(limit);
  return new HyperslabError("invalid-data", `the compressed data is corrupt: ${error.message}`, { cause: error });
}

/** Node's Buffer behaves differently when sliced, so none leaves this file. */
function plain(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
