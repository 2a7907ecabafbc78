/**
 * Compression of bytes by codecs of the catalogue, for formats and files that know nothing about codecs. The defaults
 * apply.
 */
import { jsonObject } from "../../bytes/json/make.ts";
import { jsonView } from "../../bytes/json/view.ts";
import type { BoundBytesToBytes, BytesType } from "../../codecs/codec.ts";
import { codecEntry } from "../../codecs/registry.ts";
import { HyperslabError } from "../../errors.ts";

/** Decompresses to exactly `length` bytes; any other length is refused. */
export async function decompress(codec: string, bytes: Uint8Array, length: number): Promise<Uint8Array> {
  return (await bound(codec, { length, elementSize: 1, maxLength: length })).decode(bytes);
}

/** Returns a function that compresses bytes of any length. */
export async function compressor(codec: string): Promise<(bytes: Uint8Array) => Uint8Array> {
  const { encode } = await bound(codec, { length: undefined, elementSize: 1, maxLength: 2 ** 31 - 1 });
  return encode;
}

async function bound(name: string, type: BytesType): Promise<BoundBytesToBytes> {
  const codec = await codecEntry(name).load();
  if (codec.kind === "bytes-to-bytes") return codec.bind(codec.parse(jsonView(jsonObject([]))), type);
  throw new HyperslabError("unsupported", `the codec ${name} does not compress bytes`, { codec: name });
}
