/**
 * Chunks of foreign files that the codecs of their array cannot read in place: those to which not all codecs were
 * applied, those whose elements point to values elsewhere, and those that are assembled from others. The store returns
 * them as the array's codecs would have encoded them.
 */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { allocate } from "../../codecs/pipeline/allocate.ts";
import { driveMemory } from "../../codecs/pipeline/drive.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { HyperslabError } from "../../errors.ts";
import { splitChunkKey } from "../../formats/virtual/pending-lookup.ts";
import { codecKind } from "../../model/codec-catalogue/catalogue.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import { firstChunkShape } from "../../model/grid/chunk-grid.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import type { ArrayNode } from "../../model/node.ts";
import { wholeSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { AssembledArray } from "../../model/virtual/assembled-array.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { GetOptions, Store } from "../../stores/store.ts";
import { assembleChunk } from "./assembled-chunk.ts";
import { withComputedValues } from "./computed-values.ts";
import { elementConverter } from "./convert-elements.ts";

export function withDerivedChunks(store: Store, dataset: VirtualDataset): Store {
  const { pending, masks, indirect, assembled, sources, nodes } = dataset;
  if (masks === undefined && indirect === undefined && assembled === undefined) return store;
  const get = async (key: string, given?: GetOptions): Promise<Uint8Array | undefined> => {
    const place = splitChunkKey(key);
    if (place === undefined) return store.get(key, given);
    const { path, coords } = place;
    const whole = assembled?.get(path);
    const array = nodes.get(path) ?? sources?.get(path);
    if (whole !== undefined && array?.kind === "array") {
      const derived = await encodeChunk(array, await assembledChunk(array, whole, coords, given));
      const { start, end } = resolveRange(given?.range, derived.byteLength);
      return derived.subarray(start, end);
    }
    const pointing = indirect?.get(path);
    const chunks = pending?.get(path);
    if (pointing === undefined && chunks === undefined && masks?.has(key) !== true) return store.get(key, given);
    // The mask of a chunk is known as soon as the chunk is found, before any of its bytes are read.
    if (chunks?.isLoaded === false && (await chunks.find(coords)) === undefined) return undefined;
    const mask = masks?.get(key) ?? 0;
    if (mask === 0 && pointing === undefined) return store.get(key, given);
    const raw = await store.get(key, { signal: given?.signal });
    if (raw === undefined) return undefined;
    const node = pointing?.pointers ?? array;
    if (node?.kind !== "array") throw new TypeError(`${path} is not an array`);
    const elements = await decodeChunk(node, mask, raw);
    const derived = pointing === undefined ? await encodeChunk(node, elements) : await pointing.resolve(elements.bytes);
    const { start, end } = resolveRange(given?.range, derived.byteLength);
    return derived.subarray(start, end);
  };
  const assembledChunk = async (
    node: ArrayNode,
    whole: AssembledArray,
    coords: readonly number[],
    given: GetOptions | undefined,
  ): Promise<FixedChunk> => {
    const { dataType } = node;
    if (!isFixedSize(dataType)) throw new TypeError("elements of foreign files have a fixed size");
    const shape = firstChunkShape(node.grid);
    // The key of a scalar's only chunk has coordinates.
    const bytes = await assembleChunk(node, whole, coords.slice(0, shape.length), shape, async (source) => {
      const keyOf = chunkKeys(source.path);
      if (!isFixedSize(source.dataType)) throw new TypeError("elements of foreign files have a fixed size");
      const convert = await elementConverter(source.dataType, dataType, node.path);
      return {
        convert,
        chunk: async (at) => {
          const key = keyOf(at);
          const raw = await get(decodeUtf8(key.bytes.subarray(key.from, key.to)), { signal: given?.signal });
          return raw && convert((await decodeChunk(source, 0, raw)).bytes);
        },
      };
    });
    return { dataType, shape, layout: contiguous(shape), bytes };
  };
  return withComputedValues(store, get, (key) => {
    const path = splitChunkKey(key)?.path ?? key;
    return masks?.has(key) === true || indirect?.has(path) === true || assembled?.has(path) === true;
  });
}

export async function decodeChunk(node: ArrayNode, mask: number, raw: Uint8Array): Promise<FixedChunk> {
  let number = 0;
  const codecs = node.codecs.filter(({ name }) => {
    if (codecKind(name) !== "bytes-to-bytes") return true;
    number += 1;
    return (mask & (1 << (number - 1))) === 0;
  });
  const pipeline = await pipelineOf({ ...node, codecs });
  const { shape } = pipeline.type;
  const { dataType } = node;
  if (!isFixedSize(dataType)) throw new TypeError("elements of foreign files have a fixed size");
  const length = shape.reduce((product, count) => product * count, dataType.itemSize);
  const chunk: FixedChunk = { dataType, shape, layout: contiguous(shape), bytes: allocate(length) };
  driveMemory(pipeline.decode(wholeSelection(shape), chunk), raw);
  return chunk;
}

export async function encodeChunk(node: ArrayNode, chunk: FixedChunk): Promise<Uint8Array> {
  const bytes = (await pipelineOf(node)).encode(chunk);
  if (bytes !== undefined) return bytes;
  throw new HyperslabError("unsupported", "a chunk that is stored without some codecs cannot be encoded", {
    node: node.path,
  });
}

function pipelineOf({ codecs, dataType, fillValue, grid }: ArrayNode): Promise<Pipeline> {
  return bindPipeline(codecs, {
    dataType,
    shape: firstChunkShape(grid),
    fillValue: fillValue ?? zeroElement(dataType),
  });
}
