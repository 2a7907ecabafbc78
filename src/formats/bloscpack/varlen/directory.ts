/**
 * A directory of files of objects: `index.blp` (a header without offsets, and metadata) and files `0.blp`, `1.blp`, ... of
 * `superchunk` objects each, each a complete file. While the index does not give the number of objects (-1), files may be
 * missing, and their objects are empty.
 */
import { OFFSET_BYTES, printOffsets } from "../../../bytes/blosc/chunk-table.ts";
import {
  FILE_HEADER_BYTES,
  type ObjectHeader,
  objectHeader,
  parseIndexHeader,
  printHeader,
} from "../../../bytes/blosc/file-header.ts";
import { storedFrame } from "../../../bytes/blosc/frame-header.ts";
import { DEFAULT_CHUNKS } from "../../../bytes/blosc/options.ts";
import { computeChecksum } from "../../../bytes/checksum/digest.ts";
import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { jsonNull } from "../../../bytes/json/make.ts";
import type { JsonDocument } from "../../../bytes/json/parse.ts";
import type { ByteSource } from "../../../bytes/source/byte-source.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { chunkShapeAt, chunksAlong } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { storeFacts } from "../../documents/chunk-access.ts";
import { joinPath } from "../../documents/node-path.ts";
import type { ChunkAccess } from "../../format.ts";
import { formatLimits } from "../../limits.ts";
import type { NoteList, Notes } from "../../notes.ts";
import { readObjectText } from "../file-layout.ts";
import { fileSource } from "../open-file.ts";
import { checkShape, type ObjectsPlan, objectsNode } from "./object-array.ts";
import {
  describeObjects,
  type ObjectsDescription,
  parseObjectMetadata,
  printObjectMetadata,
} from "./object-metadata.ts";

const INDEX_NAME = "index.blp";
const FILE_NAME = /^(?:0|[1-9]\d*)\.blp$/;

export function indexKey(path: string): string {
  return joinPath(path, INDEX_NAME);
}

export function superchunkKey(path: string, index: number): string {
  return joinPath(path, `${index}.blp`);
}

/** What the index of a directory says. */
export interface ObjectsIndex {
  readonly header: ObjectHeader;
  readonly text: Uint8Array;
  readonly document: JsonDocument;
  readonly described: ObjectsDescription;
  readonly shape: readonly number[];
  readonly superchunk: number;
}

/** Reads the index of the directory at a path; `undefined` if it has none. */
export async function readIndex(
  store: Store,
  path: string,
  notes: Notes,
  { signal }: StoreOptions = {},
): Promise<ObjectsIndex | undefined> {
  const key = indexKey(path);
  const first = await store.get(key, { range: { offset: 0, length: formatLimits.indexBytes.value }, signal });
  if (first === undefined) return undefined;
  try {
    const header = parseIndexHeader(first);
    if (header === undefined) return undefined;
    const text = await readObjectText(async (length) => {
      const end = FILE_HEADER_BYTES + length;
      const isLong = formatLimits.indexBytes.isExceededBy(end);
      const whole = isLong ? await store.get(key, { range: { offset: 0, length: end }, signal }) : first;
      return (whole ?? first).subarray(FILE_HEADER_BYTES, end);
    }, header.metadataSize);
    const document = parseObjectMetadata(text, FILE_HEADER_BYTES);
    const described = describeObjects(document, notes);
    const { superchunk, shape: told } = described;
    if (superchunk === undefined || told?.length !== 1) {
      const what = `the metadata at byte ${FILE_HEADER_BYTES} must have "superchunk" and a "shape" of one length`;
      throw new HyperslabError("invalid-data", what);
    }
    const shape = header.chunkCount === undefined ? told : checkShape(told, header.chunkCount);
    return { header, text, document, described, shape, superchunk };
  } catch (error) {
    throw atPlace(error, { location: store.location, key });
  }
}

/** The index; `count` is unknown while files may be missing. */
export function indexFile(count: number | undefined, metadata: string, checksum: ChecksumName): Uint8Array {
  const text = encodeUtf8(metadata);
  return joinBytes([printHeader(objectHeader(checksum, count, text.byteLength, false)), text]);
}

export interface OpenDirectory {
  readonly node: ArrayNode;
  readonly header: ObjectHeader;
  readonly superchunk: number;
  /** Files that were written while the index did not give the number; once all of them exist, it can be recorded. */
  readonly written: Set<number>;
}

/** Opens the directory at a path; `undefined` if it has no index. */
export async function openObjectDirectory(
  store: Store,
  path: string,
  notes: NoteList,
  options: StoreOptions = {},
): Promise<OpenDirectory | undefined> {
  const index = await readIndex(store, path, notes, options);
  if (index === undefined) return undefined;
  const { header, described, shape, superchunk } = index;
  const key = indexKey(path);
  if (header.chunkCount === undefined) {
    notes.addNote({ key, message: "not all objects were written: those of missing files are empty" });
  }
  try {
    const choice = { ...DEFAULT_CHUNKS, checksum: header.checksum };
    const node = objectsNode(path, described, shape, choice, superchunk);
    return { node, header, superchunk, written: new Set() };
  } catch (error) {
    throw atPlace(error, { location: store.location, key });
  }
}

/** `changed` is called when the index was replaced. */
export function objectDirectoryAccess(
  store: Store,
  array: ArrayNode,
  opened: () => OpenDirectory | undefined,
  changed: () => Promise<unknown>,
): ChunkAccess {
  const put = async (index: number, bytes: Uint8Array, options?: StoreOptions): Promise<void> => {
    await store.set?.(superchunkKey(array.path, index), bytes, options);
    const directory = opened();
    if (directory === undefined || directory.header.chunkCount !== undefined) return;
    if (directory.written.add(index).size < chunksAlong(array.grid[0]!)) return;
    await writeIndex(store, directory.node, directory.superchunk, directory.header.checksum, array.shape[0], options);
    await changed();
  };
  return {
    ...storeFacts(store, ([index = 0]) => superchunkKey(array.path, index)),
    source: ([index = 0]) => superchunkSource(store, array, index, opened()?.header.chunkCount !== undefined),
    ...(store.set !== undefined && {
      set: ([index = 0], bytes, options) => put(index, bytes, options),
      delete: ([index = 0], options) => {
        const checksum = opened()?.header.checksum ?? DEFAULT_CHUNKS.checksum;
        return put(index, emptyObjects(array, chunkShapeAt(array.grid, [index])[0] ?? 0, checksum), options);
      },
    }),
  };
}

/** A file of `count` empty objects, without metadata. */
function emptyObjects({ dataType }: ArrayNode, count: number, checksum: ChecksumName): Uint8Array {
  const frame = storedFrame(dataType.kind === "object" ? encodeUtf8(jsonNull().type) : new Uint8Array(0));
  const chunk = joinBytes([frame, computeChecksum(checksum, frame)]);
  const start = FILE_HEADER_BYTES + OFFSET_BYTES * count;
  const chunks = new Uint8Array(count * chunk.byteLength);
  for (let i = 0; i < count; i++) chunks.set(chunk, i * chunk.byteLength);
  const offsets = Float64Array.from({ length: count }, (_, i) => start + i * chunk.byteLength);
  return joinBytes([printHeader(objectHeader(checksum, count, 0)), printOffsets(offsets), chunks]);
}

/** Once the index records the number of objects, no file may be missing. */
function superchunkSource(store: Store, array: ArrayNode, index: number, complete: boolean): ByteSource {
  const key = superchunkKey(array.path, index);
  const source = fileSource(store, key);
  if (!complete) return source;
  return {
    ...source,
    read: async (range, options) => {
      const bytes = await source.read(range, options);
      if (bytes !== undefined) return bytes;
      const what = `super-chunk ${index} of ${chunksAlong(array.grid[0]!)} is missing`;
      throw new HyperslabError("invalid-data", what, { location: store.location, key });
    },
  };
}

async function writeIndex(
  store: Store,
  node: ArrayNode,
  superchunk: number,
  checksum: ChecksumName,
  count: number | undefined,
  options?: StoreOptions,
): Promise<void> {
  await store.set?.(indexKey(node.path), indexFile(count, printObjectMetadata(node, superchunk), checksum), options);
}

/** Creates the index, or replaces its metadata. */
export async function writeObjectDirectory(
  store: Store,
  { node, choice, superchunk = 1 }: ObjectsPlan,
  old: OpenDirectory | undefined,
  options?: StoreOptions,
): Promise<void> {
  if (old === undefined) {
    // Without objects nothing can be missing.
    const count = node.shape[0] === 0 ? 0 : undefined;
    return writeIndex(store, node, superchunk, choice.checksum, count, options);
  }
  const { header } = old;
  return writeIndex(store, node, old.superchunk, header.checksum, header.chunkCount, options);
}

/** Deletes the index first, so that the rest is no longer a directory of objects. */
export async function deleteObjectDirectory(store: Store, path: string, options?: StoreOptions): Promise<void> {
  await store.delete?.(indexKey(path), options);
  const listing = await store.listDirectory?.(path, options);
  for (const key of listing?.keys ?? []) {
    const name = key.slice(key.lastIndexOf("/") + 1);
    if (FILE_NAME.test(name)) await store.delete?.(joinPath(path, name), options);
  }
}
