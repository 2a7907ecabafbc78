/**
 * Decompresses entries: deflate (method 8) by Node's zlib, a decoder provided by the caller, or the platform's
 * DecompressionStream, which needs two streams per entry; Zstandard (method 93, initially 20) by Node's zlib from 22.15
 * on, or a decoder provided by the caller. The size is known from the directory. An entry that does not decode to
 * exactly that size is refused.
 */
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";

/** Decodes a Zstandard frame that holds `size` bytes. */
export type ZstdDecoder = (bytes: Uint8Array, size: number) => Uint8Array | Promise<Uint8Array>;

/** Decodes a raw DEFLATE stream that holds exactly `size` bytes. */
export type InflateDecoder = (bytes: Uint8Array, size: number) => Uint8Array | Promise<Uint8Array>;

export interface DecompressOptions {
  /** Used outside Node. */
  readonly inflate?: InflateDecoder | undefined;
  readonly zstd?: ZstdDecoder | undefined;
  /** An entry that claims to hold more is refused. */
  readonly maxDecodedBytes: number;
}

const DEFLATED = 8;
const ZSTD = 93;
const FIRST_ZSTD = 20;

/** No deflate stream holds more than this many times its own length (a match of 258 bytes in 2 bits). */
const LARGEST_DEFLATE_RATIO = 1032;
/** Node does not accept smaller chunks. */
const LEAST_CHUNK = 64;

const METHOD_NAMES: Readonly<Record<number, string>> = {
  1: "shrink",
  6: "implode",
  9: "deflate64",
  12: "bzip2",
  14: "LZMA",
  95: "xz",
  96: "JPEG",
  97: "WavPack",
  98: "PPMd",
  99: "AES encryption",
};

/** Fails with `unsupported` unless entries of this method can be read. */
export function checkMethod(method: number, options: DecompressOptions): void {
  if (method === DEFLATED) return;
  if (method !== ZSTD && method !== FIRST_ZSTD) {
    const name = METHOD_NAMES[method] ?? `method ${method}`;
    throw new HyperslabError("unsupported", `the entry is packed with ${name}, which cannot be read`, {
      hint: "Pack the archive again, stored or deflated: zip -0 or zip -6.",
    });
  }
  if (options.zstd !== undefined || nodeZlib()?.zstdDecompressSync !== undefined) return;
  throw new HyperslabError("unsupported", "the entry is packed with Zstandard, which this platform cannot read", {
    hint: "Pass the option zstd, or use Node 22.15 or later.",
  });
}

/** The bytes of a compressed entry: exactly `size` of them. */
export async function decompress(
  method: number,
  bytes: Uint8Array,
  size: number,
  options: DecompressOptions,
): Promise<Uint8Array> {
  if (size > options.maxDecodedBytes || (method === DEFLATED && size > bytes.byteLength * LARGEST_DEFLATE_RATIO)) {
    const limit = Math.min(options.maxDecodedBytes, bytes.byteLength * LARGEST_DEFLATE_RATIO);
    throw new HyperslabError("invalid-data", `the entry claims to hold ${size} bytes, more than the possible ${limit}`);
  }
  const decoded =
    method === DEFLATED ? await inflate(bytes, size, options.inflate) : await decodeZstd(bytes, size, options.zstd);
  if (decoded.byteLength === size) return decoded;
  throw new HyperslabError("invalid-data", `the entry holds ${decoded.byteLength} bytes, but its header says ${size}`);
}

interface ZlibOptions {
  readonly chunkSize: number;
  readonly maxOutputLength: number;
  readonly info: true;
}

/** The part of Node's zlib that we use; with `info` it also returns the engine, which its types omit. */
interface NodeZlib {
  inflateRawSync(bytes: Uint8Array, options: ZlibOptions): unknown;
  inflateRaw(bytes: Uint8Array, options: ZlibOptions, done: (error: Error | null, result: unknown) => void): void;
  zstdDecompressSync?(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array;
}

function nodeZlib(): NodeZlib | undefined {
  return globalThis.process?.getBuiltinModule?.("node:zlib");
}

async function inflate(bytes: Uint8Array, size: number, decoder: InflateDecoder = inflateStream): Promise<Uint8Array> {
  const zlib = nodeZlib();
  try {
    return zlib === undefined ? await decoder(bytes, size) : await inflateNode(zlib, bytes, size);
  } catch (error) {
    throw corrupt(error);
  }
}

async function inflateNode(zlib: NodeZlib, bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const options: ZlibOptions = {
    chunkSize: Math.max(LEAST_CHUNK, size),
    maxOutputLength: Math.max(1, size),
    info: true,
  };
  const result = !storeLimits.synchronousInflateBytes.isExceededBy(size)
    ? zlib.inflateRawSync(bytes, options)
    : await new Promise<unknown>((resolve, reject) => {
        zlib.inflateRaw(bytes, options, (error, value) => (error === null ? resolve(value) : reject(error)));
      });
  if (!isInflated(result))
    throw new HyperslabError("unsupported", "this runtime's zlib does not report how much input it used");
  const unused = bytes.byteLength - result.engine.bytesWritten;
  if (unused > 0) throw new HyperslabError("invalid-data", `${unused} bytes follow the end of the compressed data`);
  return plain(result.buffer);
}

function isInflated(
  result: unknown,
): result is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "buffer" in result && "engine" in result;
}

/** Outside Node. Stops as soon as the output is too long. */
export async function inflateStream(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const inflated = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const out = new Uint8Array(size);
  const reader = inflated.getReader();
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (length + next.value.byteLength > size) {
      await reader.cancel();
      throw new HyperslabError("invalid-data", `the entry holds more than the ${size} bytes that its header says`);
    }
    out.set(next.value, length);
    length += next.value.byteLength;
  }
  return out.subarray(0, length);
}

async function decodeZstd(bytes: Uint8Array, size: number, decoder: ZstdDecoder | undefined): Promise<Uint8Array> {
  try {
    if (decoder !== undefined) return await decoder(bytes, size);
    const decoded = nodeZlib()?.zstdDecompressSync?.(bytes, { maxOutputLength: Math.max(1, size) });
    if (decoded !== undefined) return plain(decoded);
  } catch (error) {
    throw corrupt(error);
  }
  throw new HyperslabError("unsupported", "the entry is packed with Zstandard, which this platform cannot read");
}

function corrupt(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === "HyperslabError") return error;
  const tooLong = "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
  const why = tooLong ? "it holds more than its header says" : error.message;
  return new HyperslabError("invalid-data", `the compressed entry is corrupt: ${why}`, { cause: error });
}

/** Node's Buffer behaves differently when sliced, so none leaves this file. */
function plain(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
