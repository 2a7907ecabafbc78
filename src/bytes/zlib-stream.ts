/**
 * Short zlib streams (RFC 1950) inside files: by Node's zlib if there is one, otherwise by the platform's streams, which
 * choose the level themselves. Chunks of arrays go through the codecs instead.
 */
import { HyperslabError } from "../errors.ts";

/** Decodes a stream whose content has a known length; any other length is `invalid-data`. */
export async function inflateZlib(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  let found: Uint8Array;
  try {
    found = await inflate(bytes, length);
  } catch (cause) {
    throw new HyperslabError("invalid-data", `the zlib stream is corrupt, or holds more than ${length} bytes`, {
      cause,
    });
  }
  if (found.byteLength === length) return found;
  throw new HyperslabError("invalid-data", `the zlib stream holds ${found.byteLength} bytes, expected ${length}`);
}

async function inflate(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib !== undefined) return new Uint8Array(zlib.inflateSync(bytes, { maxOutputLength: length + 1 }));
  return collect(new DecompressionStream("deflate"), bytes, length + 1);
}

/** Encodes a stream; `level` is 0 to 9 if the platform takes one. */
export async function deflateZlib(bytes: Uint8Array, level: number): Promise<Uint8Array> {
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib !== undefined) return new Uint8Array(zlib.deflateSync(bytes, { level }));
  return collect(new CompressionStream("deflate"), bytes, Number.POSITIVE_INFINITY);
}

/** The output of a stream, which must be shorter than `most` bytes. */
async function collect(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  bytes: Uint8Array,
  most: number,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // A failure shows when the other end is read.
  writer
    .write(bytes.slice())
    .then(() => writer.close())
    .catch(() => {});
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < most) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  if (length >= most) {
    void reader.cancel().catch(() => {});
    throw new Error("more than expected");
  }
  const all = new Uint8Array(length);
  for (let at = 0, i = 0; i < parts.length; at += parts[i]!.byteLength, i++) all.set(parts[i]!, at);
  return all;
}
