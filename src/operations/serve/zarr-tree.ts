/**
 * A dataset of any format as a plain Zarr tree. Documents are those of `zarr-spelling.ts`, as of opening. Chunks whose
 * bytes are valid Zarr are passed on; others are decoded, re-encoded, and kept for a while, because clients request
 * parts of them.
 */
import { readRegion } from "../../dataset/engine/read-region.ts";
import { writeRegion } from "../../dataset/engine/write-region.ts";
import { coordsIn } from "../../formats/documents/chunk-access.ts";
import { filledChunk } from "../../model/grid/chunk.ts";
import { gridShape } from "../../model/grid/chunk-grid.ts";
import { selectionShape } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { DirectoryListing } from "../../stores/store.ts";
import { chunkSelection } from "../copy/units.ts";
import { contentValidator } from "./content-validator.ts";
import { encodedChunks } from "./encoded-chunks.ts";
import type { NameRules } from "./served-names.ts";
import { bytesValue, type ServedTree, type ServedValue, type TreeRequest } from "./served-tree.ts";
import { sessionOf, sourceValue } from "./source-value.ts";
import type { SpelledArray, SpelledDataset } from "./zarr-spelling.ts";

export async function zarrTree(
  { documents, arrays }: SpelledDataset,
  location: string,
  names: NameRules,
  close: () => Promise<void>,
): Promise<ServedTree> {
  const texts = new Map<string, ServedValue>();
  for await (const { key } of documents.list!("")) {
    const bytes = await documents.get(key);
    if (bytes !== undefined) texts.set(key, bytesValue(bytes, await contentValidator(bytes)));
  }
  const encoded = encodedChunks();

  const chunk = async (key: string, request?: TreeRequest): Promise<ServedValue | undefined> => {
    const found = arrayOf(arrays, key);
    const coords = found && coordsOf(found, key);
    if (found === undefined || coords === undefined) return undefined;
    if (!found.passes) return encoded.get(key, () => encodedChunk(found, coords));
    const { access } = found.source;
    const facts = { place: access.place(coords), session: sessionOf(access.cacheName(coords)) };
    const value = await sourceValue(access.source(coords), facts, request);
    return value === undefined && found.writesAbsent ? encoded.get(key, () => encodedChunk(found, coords)) : value;
  };
  return {
    location,
    value: async (key, request) => {
      names.check(key);
      return texts.get(key) ?? chunk(key, request);
    },
    list: async (prefix) => {
      if (!names.reaches(prefix)) return undefined;
      const listing = level(texts.keys(), prefix);
      return listing && names.shown(prefix, listing);
    },
    close,
  };
}

/** The array that contains a key: the one with the longest path. */
function arrayOf(arrays: SpelledDataset["arrays"], key: string): SpelledArray | undefined {
  for (let end = key.lastIndexOf("/"); end > 0; end = key.lastIndexOf("/", end - 1)) {
    const array = arrays.get(key.slice(0, end));
    if (array !== undefined) return array;
  }
  return arrays.get("");
}

/** The chunk with this key; undefined if it lies outside the array. */
function coordsOf({ target: { node, access } }: SpelledArray, key: string): readonly number[] | undefined {
  const coords = coordsIn(key, node.path.length, node.shape.length, (of) => access.key(of));
  const counts = gridShape(node.grid);
  return coords?.every((index, axis) => index < counts[axis]!) === true ? coords : undefined;
}

/** The bytes of a chunk in the codecs of the target; undefined if it holds only the fill value. */
async function encodedChunk(
  { source, target, writesAbsent }: SpelledArray,
  coords: readonly number[],
): Promise<Uint8Array | undefined> {
  const { node, access, hierarchy } = target;
  const selection = chunkSelection(node.grid, coords);
  const values = filledChunk(node.dataType, selectionShape(selection), zeroElement(node.dataType));
  await readRegion(source, selection, values, { zeroed: true });
  await writeRegion(target, selection, values, { workers: false, keepEmptyChunks: writesAbsent });
  const key = access.key(coords);
  const bytes = await hierarchy.store.get(key);
  await hierarchy.store.delete?.(key);
  return bytes;
}

/** Documents and nodes directly below a prefix. Chunks are not listed, because there may be too many. */
function level(keys: Iterable<string>, prefix: string): DirectoryListing | undefined {
  const start = prefix === "" ? 0 : prefix.length + 1;
  const files: string[] = [];
  const prefixes = new Set<string>();
  for (const key of keys) {
    if (prefix !== "" && !key.startsWith(`${prefix}/`)) continue;
    const slash = key.indexOf("/", start);
    if (slash < 0) files.push(key.slice(start));
    else prefixes.add(key.slice(start, slash));
  }
  return files.length + prefixes.size === 0 ? undefined : { keys: files.sort(), prefixes: [...prefixes].sort() };
}
