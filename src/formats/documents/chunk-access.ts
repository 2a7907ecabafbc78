/** Chunks that are one store value each. */
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import { holdOf, isLending } from "../../stores/direct-reads.ts";
import { cacheName, lockName, objectSource, type Store, type StoreOptions, valuePlace } from "../../stores/store.ts";
import type { ChunkAccess, ChunkFacts, ChunkFile, ChunkFiles, StoredChunk } from "../format.ts";
import { joinPath, nameOf, parentPath } from "./node-path.ts";

/** Access to chunks of `rank` coordinates by key. Methods that the store does not support are missing. */
export function storeChunkAccess(
  store: Store,
  rank: number,
  keyOf: (coords: readonly number[]) => string,
): ChunkAccess {
  const { directory, location } = store;
  const hold = holdOf(store);
  const file = (coords: readonly number[]): ChunkFile => ({ directory: directory!, location, key: keyOf(coords) });
  return {
    ...storeFacts(store, keyOf),
    source: (coords) => objectSource(store, keyOf(coords), { lends: isLending(store), directory: "error", hold }),
    ...(store.set === undefined ? {} : { set: (coords, bytes, options) => store.set!(keyOf(coords), bytes, options) }),
    ...(store.delete === undefined ? {} : { delete: (coords, options) => store.delete!(keyOf(coords), options) }),
    ...(store.list === undefined ? {} : { stored: (options) => storedChunks(store, rank, keyOf, options) }),
    ...(directory === undefined ? {} : { files: async () => ({ file, readOnly: false }) }),
    ...(store.localRanges && { files: (wanted) => rangesAsFiles(store, keyOf, wanted) }),
  };
}

async function rangesAsFiles(
  store: Store,
  keyOf: (coords: readonly number[]) => string,
  wanted: (() => Iterable<readonly number[]>) | undefined,
): Promise<ChunkFiles | undefined> {
  const find = await store.localRanges?.(wanted && (() => keysOf(wanted(), keyOf)));
  if (find === undefined) return undefined;
  const file = (coords: readonly number[]): ChunkFile | undefined => {
    const found = find(keyOf(coords));
    if (found === undefined) return undefined;
    const path = found.path.replaceAll("\\", "/");
    const part = { offset: found.offset, length: found.length };
    const { version } = found;
    return { directory: parentPath(path) || ".", location: store.location, key: nameOf(path), part, version };
  };
  return { file, readOnly: true, partial: true };
}

function* keysOf(chunks: Iterable<readonly number[]>, keyOf: (coords: readonly number[]) => string): Generator<string> {
  for (const coords of chunks) yield keyOf(coords);
}

/** What is known of chunks that are values of one store. */
export function storeFacts(store: Store, keyOf: (coords: readonly number[]) => string): ChunkFacts {
  const { location, concurrency } = store;
  return {
    location,
    concurrency,
    key: keyOf,
    place: (coords) => valuePlace(store, keyOf(coords)),
    lockName: (coords) => lockName(store, keyOf(coords)),
    cacheName: (coords) => cacheName(store, keyOf(coords)),
  };
}

/** The stored chunks, from a listing of keys: the cost depends on their number, not on the number of positions in the grid. */
async function* storedChunks(
  store: Store,
  rank: number,
  keyOf: (coords: readonly number[]) => string,
  options: StoreOptions | undefined,
): AsyncGenerator<StoredChunk> {
  const folder = folderOf(rank, keyOf);
  for await (const { key, size } of store.list!(folder, options)) {
    const coords = coordsIn(key, folder.length, rank, keyOf);
    if (coords !== undefined) yield { coords, key, ...(size === undefined ? {} : { size }) };
  }
}

/** The folder that contains all chunks: the common part of the keys of two chunks. */
function folderOf(rank: number, keyOf: (coords: readonly number[]) => string): string {
  const first = keyOf(new Array<number>(rank).fill(0));
  const other = keyOf(new Array<number>(rank).fill(1));
  let same = 0;
  while (same < first.length && first[same] === other[same]) same += 1;
  return first.slice(0, Math.max(0, first.lastIndexOf("/", same - (rank === 0 ? 1 : 0))));
}

/** The chunk with this key: the numbers in it from which the key can be rebuilt. */
export function coordsIn(
  key: string,
  from: number,
  rank: number,
  keyOf: (coords: readonly number[]) => string,
): readonly number[] | undefined {
  const numbers = (key.slice(from).match(/[0-9]+/g) ?? []).map(Number);
  for (let start = 0; start + rank <= numbers.length || start === 0; start++) {
    const coords = numbers.slice(start, start + rank);
    if (coords.length === rank && keyOf(coords) === key) return coords;
  }
  return undefined;
}

// Chunk keys: the array's path, followed by a tail that the array's encoding derives from the chunk's coordinates.

/** Access to the chunks below an array's path, or below another one. */
export function chunksBelow(
  store: Store,
  { shape, path, chunkKeys }: ArrayNode,
  encoding: ChunkKeyEncoding = chunkKeys,
  base: string = path,
): ChunkAccess {
  return storeChunkAccess(store, shape.length, (coords) => joinPath(base, chunkTail(encoding, coords)));
}

/** `c/1/23`, `c.1.23`, `1.23`; a scalar's only chunk is `c` or `0`. */
export function chunkTail(encoding: ChunkKeyEncoding, coords: readonly number[]): string {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  const indices = coords.join(separator);
  if (kind === "v2") return `${prefix}${coords.length === 0 ? "0" : indices}${suffix}`;
  return `${prefix}c${coords.length === 0 ? "" : separator}${indices}${suffix}`;
}

/** Refuses a prefix or suffix that does not give valid store keys. */
export function checkChunkTail(encoding: ChunkKeyEncoding): void {
  const names = chunkTail(encoding, [0, 0]).split("/");
  if (!names.some((name) => name === "" || name === "." || name === ".." || name.includes("\0"))) return;
  throw new HyperslabError(
    "invalid-request",
    `chunk keys like ${JSON.stringify(names.join("/"))} are not valid store keys`,
    {
      hint: 'A prefix or suffix may hold slashes between names only, as in "data/" and ".bin".',
    },
  );
}
