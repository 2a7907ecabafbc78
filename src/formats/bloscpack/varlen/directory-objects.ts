/**
 * The directory flavour: `index.blp` (a header without offsets, and metadata) and files `0.blp`, `1.blp`, ... of
 * `superchunk` objects each, every one a whole file of the monolithic flavour. While the index tells no number of
 * objects (-1), files may be missing and their objects are empty ones.
 */

import { HEADER_BYTES } from "../../../bytes/blosc/file-header.ts";
import { jsonNull } from "../../../bytes/json/make.ts";
import type { ByteSource } from "../../../bytes/source/byte-source.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { chunkShapeAt, chunksAlong } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { storeSource } from "../../documents/chunk-access.ts";
import { joinPath } from "../../documents/node-path.ts";
import type { ChunkAccess } from "../../format.ts";
import { formatLimits } from "../../limits.ts";
import type { NoteList } from "../../notes.ts";
import { checkSameShape } from "./file-objects.ts";
import { arrayOfObjects, checkShape, DEFAULT_CHOICE, type ObjectsPlan } from "./object-array.ts";
import { indexFile, uniformFile } from "./object-file.ts";
import { type ObjectHeader, parseIndexHeader } from "./object-header.ts";
import { describeObjects, parseObjectMetadata, printObjectMetadata } from "./object-metadata.ts";

export const INDEX_NAME = "index.blp";
const FILE_NAME = /^(?:0|[1-9]\d*)\.blp$/;

export interface OpenDirectory {
  readonly node: ArrayNode;
  readonly header: ObjectHeader;
  readonly superchunk: number;
  /** Files that were set while the index told no number; all of them: the number can be told. */
  readonly written: Set<number>;
}

export function indexKey(path: string): string {
  return joinPath(path, INDEX_NAME);
}

export function superchunkKey(path: string, index: number): string {
  return joinPath(path, `${index}.blp`);
}

/** Opens the directory at a path; `undefined` if it has no index. */
export async function openObjectDirectory(
  store: Store,
  path: string,
  notes: NoteList,
  options: StoreOptions = {},
): Promise<OpenDirectory | undefined> {
  const key = indexKey(path);
  const { signal } = options;
  const first = await store.get(key, { range: { offset: 0, length: formatLimits.indexBytes.value }, signal });
  if (first === undefined) return undefined;
  try {
    const header = parseIndexHeader(first);
    if (header === undefined) return undefined;
    const end = HEADER_BYTES + header.metadataSize;
    const isLong = formatLimits.indexBytes.isExceededBy(end);
    const whole = isLong ? await store.get(key, { range: { offset: 0, length: end }, signal }) : first;
    const text = (whole ?? first).subarray(HEADER_BYTES, end);
    if (text.byteLength < header.metadataSize || !header.metadata) {
      const what = `the index is truncated: it ends at byte ${HEADER_BYTES + text.byteLength}, in its metadata`;
      throw new HyperslabError("invalid-data", what);
    }
    const described = describeObjects(parseObjectMetadata(text, HEADER_BYTES), notes);
    const { superchunk, shape: told } = described;
    if (superchunk === undefined || told?.length !== 1) {
      const what = `the metadata at byte ${HEADER_BYTES} must tell "superchunk" and a "shape" of one length`;
      throw new HyperslabError("invalid-data", what);
    }
    const shape = header.chunkCount === undefined ? told : checkShape(told, header.chunkCount, {});
    if (header.chunkCount === undefined) {
      notes.addNote({ key, message: "not all objects were written: those of missing files are empty" });
    }
    const choice = { ...DEFAULT_CHOICE, checksum: header.checksum };
    const node = arrayOfObjects(path, described, shape, choice, superchunk);
    return { node, header, superchunk, written: new Set() };
  } catch (error) {
    throw atPlace(error, { location: store.location, key });
  }
}

/** `changed` is told when the index is another one. */
export function objectDirectoryAccess(
  store: Store,
  array: ArrayNode,
  opened: () => OpenDirectory | undefined,
  changed: () => Promise<unknown>,
): ChunkAccess {
  const keyOf = (coords: readonly number[]): string => superchunkKey(array.path, coords[0] ?? 0);
  const put = async (index: number, bytes: Uint8Array, options?: StoreOptions): Promise<void> => {
    await store.set?.(superchunkKey(array.path, index), bytes, options);
    const directory = opened();
    if (directory === undefined || directory.header.chunkCount !== undefined) return;
    if (directory.written.add(index).size < chunksAlong(array.grid[0]!)) return;
    await writeIndex(store, directory.node, directory.superchunk, directory.header.checksum, array.shape[0], options);
    await changed();
  };
  return {
    key: keyOf,
    source: ([index = 0]) => superchunkSource(store, array, index, opened()?.header.chunkCount !== undefined),
    ...(store.set !== undefined && {
      set: ([index = 0], bytes, options) => put(index, bytes, options),
      delete: ([index = 0], options) => {
        const checksum = opened()?.header.checksum ?? DEFAULT_CHOICE.checksum;
        return put(
          index,
          uniformFile(chunkShapeAt(array.grid, [index])[0] ?? 0, emptyObject(array), checksum),
          options,
        );
      },
    }),
  };
}

/** What an empty element is stored as. */
function emptyObject({ dataType }: ArrayNode): Uint8Array {
  return dataType.kind === "object" ? encodeUtf8(jsonNull().type) : new Uint8Array(0);
}

/** Once the index tells how many objects there are, no file may be missing. */
function superchunkSource(store: Store, array: ArrayNode, index: number, complete: boolean): ByteSource {
  const key = superchunkKey(array.path, index);
  const source = storeSource(store, key);
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
  checksum: ObjectHeader["checksum"],
  count: number | undefined,
  options?: StoreOptions,
): Promise<void> {
  await store.set?.(indexKey(node.path), indexFile(count, printObjectMetadata(node, superchunk), checksum), options);
}

/** Makes the index, or gives it other metadata. */
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
  checkSameShape(store, node, old.node);
  const { header } = old;
  return writeIndex(store, node, old.superchunk, header.checksum, header.chunkCount, options);
}

/** Deletes the index first: what is left behind then is no directory of objects. */
export async function deleteObjectDirectory(store: Store, path: string, options?: StoreOptions): Promise<void> {
  await store.delete?.(indexKey(path), options);
  const listing = await store.listDirectory?.(path, options);
  for (const key of listing?.keys ?? []) {
    const name = key.slice(key.lastIndexOf("/") + 1);
    if (FILE_NAME.test(name)) await store.delete?.(joinPath(path, name), options);
  }
}
