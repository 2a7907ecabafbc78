/**
 * The source of a copy to any other format. If chunks of a file of frames end at row boundaries, each becomes a chunk
 * there, and its frame is moved without decoding. The last one, which is shorter in the file, is padded with zeros and
 * re-encoded.
 */
import { HEADER_BYTES } from "../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import { toPlain } from "../../bytes/json/make.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { locateChunks } from "../../codecs/array-to-bytes/bloscpack/chunk-places.ts";
import { type BloscpackConfiguration, parseBloscpack } from "../../codecs/array-to-bytes/bloscpack/configuration.ts";
import { loadFrameCodec } from "../../codecs/array-to-bytes/bloscpack/frames.ts";
import { inChunk } from "../../codecs/array-to-bytes/bloscpack/read-chunk.ts";
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { arrayHandle } from "../../dataset/array/array-handle.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import type { CodecInput } from "../../dataset/tree/codec-chain.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import { storeFacts } from "../../formats/documents/chunk-access.ts";
import type { ChunkAccess, Hierarchy, PortableArray } from "../../formats/format.ts";
import { filledChunk } from "../../model/grid/chunk.ts";
import { chunkRegion } from "../../model/grid/chunk-grid.ts";
import { selectChunk } from "../../model/lattice/copy.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type AxisSelection, wholeSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { TargetLayout } from "../copy/plan/layout.ts";

export interface ChunkedSource {
  readonly root: Group | NdArray;
  readonly layout: TargetLayout;
}

/** An array whose storage any format can express is returned unchanged. */
export function inChunks(root: Group | NdArray, layout: TargetLayout): ChunkedSource {
  const portable = root instanceof NdArray ? root.hierarchy.portableArray?.(root.node) : undefined;
  if (!(root instanceof NdArray) || portable === undefined) return { root, layout };
  const { codecs, chunks = "auto", frames } = portable;
  if (frames !== undefined) return { root: framesView(root, { ...portable, frames }), layout };
  const compressors = codecs
    .filter(({ name }) => name === "blosc")
    .map(({ name, configuration }): CodecInput => ({ name, configuration: Object(toPlain(configuration)) }));
  return { root, layout: { ...layout, chunks: layout.chunks ?? chunks, codecs: layout.codecs ?? compressors } };
}

/** The array with its frames as chunks. */
function framesView(array: NdArray, { codecs, frames }: Required<Pick<PortableArray, "codecs" | "frames">>): NdArray {
  const { node, hierarchy } = array;
  const { axis, grid } = frames;
  const configuration = parseBloscpack(jsonView(node.codecs.at(-1)!.configuration));
  const cut: ArrayNode = { ...node, grid, codecs };
  const view: Hierarchy = {
    format: hierarchy.format,
    title: hierarchy.title,
    store: hierarchy.store,
    consolidated: false,
    notes: hierarchy.notes,
    readNode: async () => cut,
    listChildren: async () => [],
    chunks: () => frameAccess(array, cut, axis, configuration),
  };
  return new NdArray(view, cut);
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
    if (place === undefined) throw new HyperslabError("invalid-data", "the file no longer exists");
    const most = length + HEADER_BYTES + checksumSize(checksum);
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
    ...storeFacts(array.hierarchy.store, (coords) => `chunk ${coords[axis]}`),
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

/** Returns whether the chunk ends at or before the end of the array. */
function isFull({ grid, shape }: ArrayNode, axis: number, index: number): boolean {
  const dimension = grid[axis]!;
  return dimension.kind === "fixed" && (index + 1) * dimension.size <= shape[axis]!;
}
