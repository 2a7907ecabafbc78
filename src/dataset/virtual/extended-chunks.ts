/**
 * Chunks of arrays that are longer than what their files store of them. Beyond that, a chunk at the edge consists of the
 * fill value, whatever it contains in the file.
 */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import { allocate } from "../../codecs/pipeline/allocate.ts";
import { splitChunkKey } from "../../formats/virtual/pending-lookup.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import { chunkRegion, chunksAlong, firstChunkShape } from "../../model/grid/chunk-grid.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import type { ArrayNode } from "../../model/node.ts";
import { fillBytes } from "../../model/values/fill-value.ts";
import { placeOfChunk, type StoredExtent } from "../../model/virtual/stored-extent.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { GetOptions, Store } from "../../stores/store.ts";
import { withComputedValues } from "./computed-values.ts";
import { decodeChunk, encodeChunk } from "./derived-chunks.ts";

interface FoundChunk {
  readonly node: ArrayNode;
  readonly extent: StoredExtent;
  readonly coords: readonly number[];
  readonly place: "inside" | "outside" | "edge";
}

export function withExtendedChunks(store: Store, { extents, nodes }: VirtualDataset): Store {
  if (extents === undefined || extents.size === 0) return store;
  const find = (key: string): FoundChunk | undefined => {
    const { path, coords } = splitChunkKey(key) ?? {};
    const extent = path === undefined ? undefined : extents.get(path);
    const node = path === undefined ? undefined : nodes.get(path);
    if (extent === undefined || coords === undefined || node?.kind !== "array") return undefined;
    const isChunk =
      coords.length === node.grid.length && node.grid.every((axis, at) => coords[at]! < chunksAlong(axis));
    return isChunk ? { node, extent, coords, place: placeOfChunk(extent, node.grid, coords) } : undefined;
  };
  const get = async (key: string, given?: GetOptions): Promise<Uint8Array | undefined> => {
    const found = find(key);
    if (found?.place === "outside") return undefined;
    if (found === undefined || found.place === "inside") {
      const bytes = await store.get(key, given);
      if (bytes !== undefined || found?.extent.fill === undefined) return bytes;
    }
    const raw = found.place === "inside" ? undefined : await store.get(key, { signal: given?.signal });
    if (raw === undefined && found.extent.fill === undefined) return undefined;
    const bytes = await chunkOf(found, raw);
    const { start, end } = resolveRange(given?.range, bytes.byteLength);
    return bytes.subarray(start, end);
  };
  return withComputedValues(store, get, (key) => (find(key)?.place ?? "inside") !== "inside");
}

/** The whole chunk as its array's codecs encode it. `raw` is undefined if the file does not contain it. */
async function chunkOf({ node, extent, coords }: FoundChunk, raw: Uint8Array | undefined): Promise<Uint8Array> {
  const { dataType, fillValue, grid } = node;
  const shape = firstChunkShape(grid);
  if (!isFixedSize(dataType) || !(fillValue instanceof Uint8Array)) {
    throw new TypeError("arrays with an extent have elements of a fixed size, and a fill value");
  }
  const length = shape.reduce((product, count) => product * count, dataType.itemSize);
  const bytes = allocate(length);
  fillBytes(bytes, fillValue);
  const stored = raw === undefined ? allocate(length) : (await decodeChunk(node, 0, raw)).bytes;
  if (raw === undefined && extent.fill !== undefined) fillBytes(stored, extent.fill);
  const layout = contiguous(shape);
  const counts = chunkRegion(grid, coords).map((span, axis) => {
    return Math.min(shape[axis]!, extent.shape[axis]! - span.start);
  });
  const inside = { base: 0, axes: layout.axes.map(({ stride }, axis) => ({ count: counts[axis]!, stride })) };
  copyElements(stored, inside, bytes, inside, dataType.itemSize);
  return encodeChunk(node, { dataType, shape, layout, bytes });
}
