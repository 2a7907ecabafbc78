/**
 * Frames that were compressed with a dictionary (RFC 8878, 5). Intended for many short texts with one dictionary, such
 * as the locations in a manifest of Icechunk: its tables are read once.
 *
 *     magic 37 a4 30 ec, id(4), Huffman tree, tables of offsets, match lengths and literal lengths, 3 last offsets (4
 *     each), content
 *
 * Bytes without the magic are only content.
 */
import { HyperslabError } from "../../../../errors.ts";
import { newBlockState } from "./decode-block.ts";
import { decodeFrame, type FrameDictionary } from "./decode-frames.ts";
import type { Output } from "./frame-decoder.ts";
import { readTree } from "./huffman-tree.ts";
import { readDictionaryTables } from "./sequence-tables.ts";

const MAGIC = 0xec30a437;

/** Decodes all frames of `bytes` to new bytes, at most `maxLength`. */
export type DictionaryDecoder = (bytes: Uint8Array, maxLength: number) => Uint8Array;

/** A decoder for one dictionary; a broken one is `invalid-data`. */
export function dictionaryDecoder(dictionary: Uint8Array): DictionaryDecoder {
  const { content, ...begin } = readDictionary(dictionary);
  /** The content precedes the output, so that matches reach it. A single one serves all calls: nothing is copied per text. */
  let bytes: Uint8Array = content.slice();
  return (source, maxLength) => {
    const output: Output = { bytes, length: content.byteLength, limit: content.byteLength + maxLength };
    for (let at = 0; at < source.byteLength || at === 0; ) at = decodeFrame(source, at, output, begin);
    // It may have grown.
    bytes = output.bytes;
    return output.bytes.slice(content.byteLength, output.length);
  };
}

function readDictionary(bytes: Uint8Array): FrameDictionary & { readonly content: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== MAGIC) {
    const begin = (start: number): ReturnType<FrameDictionary["begin"]> => ({ ...newBlockState(start), reach: 0 });
    return { id: 0, content: bytes, begin };
  }
  const tree = readTree(bytes, 8, bytes.byteLength);
  const { tables, end } = readDictionaryTables(bytes, tree.end);
  const content = bytes.subarray(Math.min(end + 12, bytes.byteLength));
  if (end + 12 > bytes.byteLength) throw bad("ends before its content");
  const repeats = [0, 4, 8].map((at) => view.getUint32(end + at, true));
  const [first = 0, second = 0, third = 0] = repeats;
  if (repeats.some((offset) => offset === 0 || offset > content.byteLength))
    throw bad("has offsets beyond its content");
  return {
    id: view.getUint32(4, true),
    content,
    begin: (frameStart) => ({ frameStart, reach: 0, repeats: [first, second, third], tree: tree.tree, tables }),
  };
}

function bad(problem: string): HyperslabError {
  return new HyperslabError("invalid-data", `the Zstandard dictionary ${problem}`);
}
