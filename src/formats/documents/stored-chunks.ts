/** Which chunks are stored, from a listing of keys: their number counts, not that of the positions in the grid. */
import type { Store, StoreOptions } from "../../stores/store.ts";
import type { StoredChunk } from "../format.ts";

export async function* storedChunks(
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

/** The folder that all chunks lie in: what the keys of two chunks have in common. */
function folderOf(rank: number, keyOf: (coords: readonly number[]) => string): string {
  const first = keyOf(new Array<number>(rank).fill(0));
  const other = keyOf(new Array<number>(rank).fill(1));
  let same = 0;
  while (same < first.length && first[same] === other[same]) same += 1;
  return first.slice(0, Math.max(0, first.lastIndexOf("/", same - (rank === 0 ? 1 : 0))));
}

/** The chunk whose key this is: those numbers in it of which the key can be made again. */
function coordsIn(
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
