/**
 * A Bloscpack array as Zarr would have it: where chunks end with rows, each is a chunk of its own, and its Blosc frame can
 * be moved as it is. The last one, which is shorter in a Bloscpack file, is filled up with zeros and encoded anew.
 */

import { LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { locateChunks } from "../../codecs/array-to-bytes/bloscpack/chunk-places.ts";
import { type BloscpackConfiguration, parseBloscpack } from "../../codecs/array-to-bytes/bloscpack/configuration.ts";
import { loadFrameCodec } from "../../codecs/array-to-bytes/bloscpack/frames.ts";
import { inChunk } from "../../codecs/array-to-bytes/bloscpack/read-bytes.ts";
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { arrayHandle } from "../../dataset/array/array-handle.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import { HyperslabError } from "../../errors.ts";
import { rowChunks } from "../../formats/bloscpack/row-chunks.ts";
import type { ChunkAccess, Hierarchy } from "../../formats/format.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { filledChunk } from "../../model/grid/chunk-fill.ts";
import { chunkRegion } from "../../model/grid/chunk-grid.ts";
import { selectChunk } from "../../model/lattice/copy.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type AxisSelection, wholeSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";

/** Is this array one of a Bloscpack file with elements of fixed size? */
export function isPacked({ hierarchy, node }: NdArray): boolean {
  return hierarchy.format === "bloscpack" && node.codecs.at(-1)?.name === "bloscpack";
}

/** The codecs of Zarr that mean what the file's chunks are. */
export function zarrCodecs({ codecs }: ArrayNode): readonly CodecSpec[] {
  const view = jsonView(codecs.at(-1)!.configuration);
  const endian = view.get("endian");
  const bytes: CodecSpec = {
    name: "bytes",
    configuration: jsonObject(endian === undefined ? [] : [["endian", endian.node]]),
  };
  return [...codecs.slice(0, -1), bytes, { name: "blosc", configuration: bloscConfiguration(view) }];
}

/** What objects are compressed with, each by itself, for chunks of many of them. */
export function objectCodecs({ codecs }: ArrayNode): readonly CodecSpec[] {
  const view = jsonView(codecs.at(-1)!.configuration);
  return [{ name: "blosc", configuration: bloscConfiguration(view) }];
}

function bloscConfiguration(view: JsonView): JsonObject {
  return jsonObject([
    // Objects have no elements.
    ["typesize", view.get("typesize")?.node ?? fromPlain(1)],
    ["cname", view.required("cname").node],
    ["clevel", view.required("clevel").node],
    ["shuffle", view.required("shuffle").node],
    ["blocksize", fromPlain(0)],
  ]);
}

/** The array in chunks; undefined if its chunks do not end with rows. */
export function framesView(array: NdArray): NdArray | undefined {
  const { node } = array;
  const configuration = parseBloscpack(jsonView(node.codecs.at(-1)!.configuration));
  const rows = rowChunks(node, configuration.chunkSize);
  if (rows === undefined) return undefined;
  const { axis, grid } = rows;
  const cut: ArrayNode = { ...node, grid, codecs: zarrCodecs(node) };
  const hierarchy: Hierarchy = {
    format: array.hierarchy.format,
    title: array.hierarchy.title,
    store: array.hierarchy.store,
    consolidated: false,
    notes: array.hierarchy.notes,
    readNode: async () => cut,
    listChildren: async () => [],
    chunks: () => frameAccess(array, cut, axis, configuration),
  };
  return new NdArray(hierarchy, cut);
}

function frameAccess(array: NdArray, cut: ArrayNode, axis: number, configuration: BloscpackConfiguration): ChunkAccess {
  const file = array.hierarchy.chunks(array.node);
  const origin = array.node.shape.map(() => 0);
  const { checksum, chunkSize: length = 0 } = configuration;

  const frame = async (index: number, signal: AbortSignal | undefined): Promise<Uint8Array> => {
    const source = file.source(origin);
    const [begin, end] = [length * index, length * (index + 1)];
    const places = await driveAsync(locateChunks(configuration, end, begin, end), source, { signal });
    const place = places?.[0];
    if (place === undefined) throw new HyperslabError("invalid-data", "the file was there, and is gone");
    const most = length + LEAST_FRAME_BYTES + checksumSize(checksum);
    const stored = await source.read({ offset: place.offset, length: Math.min(most, place.room ?? most) }, { signal });
    const codec = await loadFrameCodec();
    try {
      return codec.check(stored ?? new Uint8Array(0), checksum, length).slice();
    } catch (error) {
      throw inChunk(error, place);
    }
  };
  const padded = async (coords: readonly number[], signal: AbortSignal | undefined): Promise<Uint8Array> => {
    const type = { dataType: cut.dataType, shape: cut.grid.map((d) => (d.kind === "fixed" ? d.size : 1)) };
    const chunk = filledChunk(type.dataType, type.shape, zeroElement(type.dataType));
    const region = chunkRegion(cut.grid, coords);
    const selection = region.map(
      ({ start, length: count }): AxisSelection => ({ kind: "range", start, step: 1, count }),
    );
    const inside = selectChunk(chunk, wholeSelection(region.map(({ length: count }) => count)));
    await readRegion(arrayHandle(array.hierarchy, array.node), selection, inside, { signal, zeroed: true });
    const pipeline = await bindPipeline(cut.codecs, { ...type, fillValue: zeroElement(cut.dataType) });
    return pipeline.encode(chunk) ?? new Uint8Array(0);
  };
  return {
    key: (coords) => `chunk ${coords[axis]}`,
    source: (coords): ByteSource => ({
      read: async (range, options) => {
        const index = coords[axis]!;
        const bytes = await (isFull(cut, axis, index)
          ? frame(index, options?.signal)
          : padded(coords, options?.signal));
        const { start, end } = resolveRange(range, bytes.byteLength);
        return bytes.subarray(start, end);
      },
    }),
  };
}

/** Does the chunk end with the array or before it? */
function isFull({ grid, shape }: ArrayNode, axis: number, index: number): boolean {
  const dimension = grid[axis]!;
  return dimension.kind === "fixed" && (index + 1) * dimension.size <= shape[axis]!;
}
