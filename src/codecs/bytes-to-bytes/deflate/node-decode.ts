/** Decoders of Node's zlib. They ignore trailing data, so the amount of input they consumed is checked here. */
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, tooLong } from "../../growing-buffer.ts";
import { lazyLimits } from "../../lazy-limits.ts";

/** With `info` the functions return a buffer and the engine that produced it, which Node's types omit. */
export interface NodeDecodeOptions {
  readonly chunkSize: number;
  readonly maxOutputLength: number;
  readonly info: true;
}

/** Node refuses smaller chunks. */
const LEAST_CHUNK = 64;

/** Runs a decoder, and checks for trailing bytes. */
export function decodeByNode(
  bytes: Uint8Array,
  type: BytesType,
  run: (options: NodeDecodeOptions) => unknown,
  mayFollow: (byte: number) => boolean = () => false,
): Uint8Array {
  const limit = type.length ?? type.maxLength;
  let result: unknown;
  try {
    // One output chunk of the right size avoids joining a list of buffers, which takes half as long again.
    const chunkSize = Math.max(LEAST_CHUNK, type.length ?? lazyLimits.unknownOutputBytes.value);
    result = run({ chunkSize, maxOutputLength: Math.max(1, limit), info: true });
  } catch (error) {
    throw explain(error, limit);
  }
  if (!isDecoded(result))
    throw new HyperslabError("unsupported", "this runtime's zlib does not report how much input it used");
  const used = result.engine.bytesWritten;
  if (!bytes.subarray(used).every(mayFollow)) {
    throw new HyperslabError("invalid-data", `${bytes.byteLength - used} bytes follow the end of the compressed data`);
  }
  checkDecoded(type, result.buffer.byteLength);
  return plain(result.buffer);
}

function isDecoded(
  result: unknown,
): result is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "buffer" in result && "engine" in result;
}

function explain(error: unknown, limit: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_BUFFER_TOO_LARGE") return tooLong(limit);
  if (code === "Z_BUF_ERROR") return new HyperslabError("invalid-data", "the compressed data is truncated");
  if (!(error instanceof Error)) return error;
  return new HyperslabError("invalid-data", `the compressed data is corrupt: ${error.message}`, { cause: error });
}

/** Node's Buffer behaves differently when sliced, so none leaves the files that call Node. */
export function plain(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
