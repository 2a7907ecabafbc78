/**
 * Manifests: where chunks lie. One manifest lists those of some arrays, each in ascending order of their coordinates,
 * which is checked once and then searched. A reference is parsed when it is requested.
 */
import type { FlatBuffer } from "../../bytes/flatbuffers/flat-buffer.ts";
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import type { MetadataFile } from "./metadata-file.ts";
import { NODE_ID_BYTES, OBJECT_ID_BYTES, printId } from "./object-id.ts";

const MANIFEST = { id: 0, arrays: 1, dictionary: 2, compression: 3 } as const;
const ARRAY = { node: 0, references: 1 } as const;
const REFERENCE = {
  index: 0,
  inline: 1,
  offset: 2,
  length: 3,
  chunk: 4,
  location: 5,
  etag: 6,
  modified: 7,
  compressed: 8,
} as const;

/** Locations are compressed with Zstandard, using the manifest's dictionary. */
const WITH_DICTIONARY = 1;
/** The longest compressed location that Icechunk itself accepts. */
const LONGEST_LOCATION = 1024;

/** Where the bytes of a chunk lie. */
export type ChunkReference =
  | { readonly kind: "inline"; readonly bytes: Uint8Array }
  | { readonly kind: "native"; readonly id: string; readonly offset: number; readonly length: number }
  | VirtualReference;

export interface VirtualReference {
  readonly kind: "virtual";
  /** As stored: a URL, or `vcc://container/path`. */
  readonly location: string;
  readonly offset: number;
  readonly length: number;
  /** The version of the referenced file, if recorded. */
  readonly etag?: string | undefined;
  /** The file must not have changed after this time, in seconds since 1970. */
  readonly modified?: number | undefined;
}

/** Decodes frames that were compressed with a dictionary. */
export type DictionaryDecoder = (bytes: Uint8Array, maxLength: number) => Uint8Array;

/** Creates such a decoder; a broken dictionary is `invalid-data`. */
export type ZstdDictionary = (dictionary: Uint8Array) => Promise<DictionaryDecoder>;

/** The references of one array in one manifest. */
export interface ArrayReferences {
  readonly count: number;
  find(coords: readonly number[]): ChunkReference | undefined;
  coordsAt(index: number): readonly number[];
  at(index: number): ChunkReference;
}

export interface Manifest {
  /** In all arrays. */
  readonly references: number;
  /** Of the content, plus what is kept besides. */
  readonly byteLength: number;
  /** Returns undefined if the manifest has no chunks of this node. Fails if they are not in order, or not of this rank. */
  array(node: string, rank: number): ArrayReferences | undefined;
}

export async function readManifest(
  { content }: MetadataFile,
  id: string,
  makeDecoder: ZstdDictionary | undefined,
): Promise<Manifest> {
  const root = content.root();
  const own = content.struct(root, MANIFEST.id, OBJECT_ID_BYTES);
  if (own === undefined || printId(own) !== id) throw content.bad(root, `a manifest with another id than ${id}`);
  const dictionary = content.bytes(root, MANIFEST.dictionary);
  const isUsed = content.uint8(root, MANIFEST.compression, WITH_DICTIONARY) === WITH_DICTIONARY;
  const decode = isUsed && dictionary !== undefined ? await makeDecoder?.(dictionary) : undefined;
  const arrays = content.elements(root, MANIFEST.arrays, 4);
  const places = new Map<string, number>();
  let references = 0;
  for (let i = 0; i < arrays.count; i++) {
    const at = content.tableIn(arrays, i);
    const node = content.struct(at, ARRAY.node, NODE_ID_BYTES);
    if (node === undefined || places.has(printId(node))) throw content.bad(at, "an array without an id, or twice,");
    places.set(printId(node), at);
    references += content.elements(at, ARRAY.references, 4).count;
  }
  const made = new Map<string, ArrayReferences>();
  return {
    references,
    byteLength: content.byteLength + references * 16,
    array: (node, rank) => {
      const at = places.get(node);
      if (at === undefined) return undefined;
      const known = made.get(node) ?? arrayReferences(content, at, rank, decode);
      made.set(node, known);
      return known;
    },
  };
}

function arrayReferences(
  content: FlatBuffer,
  array: number,
  rank: number,
  decode: DictionaryDecoder | undefined,
): ArrayReferences {
  const vector = content.elements(array, ARRAY.references, 4);
  const { count } = vector;
  const coords = new Uint32Array(count * rank);
  const places = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const at = content.tableIn(vector, i);
    const index = content.vector(at, REFERENCE.index, 4);
    if (index === undefined || index.count !== rank) {
      throw content.bad(at, `a chunk with ${index?.count ?? "no"} coordinates of an array of ${rank} dimensions`);
    }
    for (let k = 0; k < rank; k++) coords[i * rank + k] = content.uint32In(index, k);
    places[i] = at;
    if (i > 0 && compare(coords, (i - 1) * rank, coords, i * rank, rank) >= 0) {
      throw content.bad(at, `chunk ${i} of ${count} is not in order, or is there twice,`);
    }
  }
  const at = (index: number): ChunkReference => readReference(content, places[index]!, decode);
  return {
    count,
    at,
    coordsAt: (index) => Array.from(coords.subarray(index * rank, (index + 1) * rank)),
    find: (wanted) => {
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(coords, middle * rank, wanted, 0, rank) < 0) low = middle + 1;
        else high = middle;
      }
      return low < count && compare(coords, low * rank, wanted, 0, rank) === 0 ? at(low) : undefined;
    },
  };
}

/** Negative, zero or positive, according to the first coordinate that differs. */
function compare(a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number, rank: number): number {
  for (let d = 0; d < rank; d++) {
    const difference = a[i + d]! - b[k + d]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function readReference(content: FlatBuffer, at: number, decode: DictionaryDecoder | undefined): ChunkReference {
  const inline = content.bytes(at, REFERENCE.inline);
  const chunk = content.struct(at, REFERENCE.chunk, OBJECT_ID_BYTES);
  const location = content.has(at, REFERENCE.location) || content.has(at, REFERENCE.compressed);
  if ([inline !== undefined, chunk !== undefined, location].filter(Boolean).length !== 1) {
    throw content.bad(at, "a chunk that is not exactly one of inline, native and virtual");
  }
  if (inline !== undefined) return { kind: "inline", bytes: inline };
  const offset = content.uint64(at, REFERENCE.offset);
  const length = content.uint64(at, REFERENCE.length);
  if (!Number.isSafeInteger(offset + length)) throw content.bad(at, `a chunk from byte ${offset} with ${length} bytes`);
  if (chunk !== undefined) return { kind: "native", id: printId(chunk), offset, length };
  const modified = content.uint32(at, REFERENCE.modified);
  return {
    kind: "virtual",
    location: readLocation(content, at, decode),
    offset,
    length,
    etag: content.text(at, REFERENCE.etag),
    modified: modified === 0 ? undefined : modified,
  };
}

function readLocation(content: FlatBuffer, at: number, decode: DictionaryDecoder | undefined): string {
  const compressed = content.bytes(at, REFERENCE.compressed);
  if (compressed === undefined) return content.text(at, REFERENCE.location)!;
  if (decode === undefined) throw content.bad(at, "a compressed location without a dictionary");
  const text = textIfUtf8(decode(compressed, LONGEST_LOCATION));
  if (text === undefined) throw content.bad(at, "a compressed location that is not UTF-8");
  return text;
}
