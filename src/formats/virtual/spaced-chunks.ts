/**
 * Small chunks at equal distances in a file, such as the records of netCDF-3. Many of them are read as one span of the file
 * and gathered into one larger chunk. A span has a key of its own, `path/0-99`, which no listing shows.
 */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import type { ArrayNode } from "../../model/node.ts";
import { axisBounds, axisCount } from "../../model/selection/axis-selection.ts";
import type { SpacedChunks } from "../../model/virtual/pending-chunks.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import type { Store } from "../../stores/store.ts";
import { storeChunkAccess } from "../documents/chunk-access.ts";
import { joinPath } from "../documents/node-path.ts";
import type { ChunkAccess } from "../format.ts";
import { formatLimits } from "../limits.ts";
import type { ReferenceLookup } from "./reference-lookup.ts";

const SPAN_KEY = /^(.*)\/(\d+)-(\d+)$/s;

/** The same lookup, which also finds spans. */
export function spacedLookup(lookup: ReferenceLookup, spaced: ReadonlyMap<string, SpacedChunks>): ReferenceLookup {
  return {
    ...lookup,
    find: (key, options) => {
      const [, path = "", from, to] = SPAN_KEY.exec(key) ?? [];
      const chunks = spaced.get(path);
      if (chunks === undefined || from === undefined) return lookup.find(key, options);
      const { offset, length, step } = chunks;
      const span = (Number(to) - Number(from)) * step + length;
      return { kind: "range", url: OWN_FILE, offset: offset + Number(from) * step, length: span };
    },
  };
}

/** Larger chunks, for selections of chunks that are close together. */
export function largerChunks(store: Store, { path, grid }: ArrayNode, spaced: SpacedChunks): ChunkAccess["larger"] {
  const { length, step, count } = spaced;
  const together = formatLimits.spanBytes.holds(step);
  if (length === 0 || together < 2) return undefined;
  const endOf = (from: number): number => Math.min(count, from + together);
  // Workers read each chunk from one range of a file; a gathered chunk consists of many.
  const { files: _, ...known } = storeChunkAccess(store, grid.length, ([at = 0]) => {
    return joinPath(path, `${at * together}-${endOf(at * together) - 1}`);
  });
  const access: ChunkAccess = {
    ...known,
    place: (coords) => ({
      ...known.place(coords),
      chunk: coords.map((at, axis) => (axis === 0 ? at * together : at)),
    }),
    source: (coords) => {
      const from = coords[0]! * together;
      return gathered(known.source(coords), spaced, endOf(from) - from, together);
    },
  };
  const larger = { grid: [{ kind: "fixed" as const, extent: count, size: together }, ...grid.slice(1)], access };
  return ([along]) => {
    const bounds = along && axisBounds(along);
    if (bounds === undefined || bounds.min === bounds.max || bounds.max >= count) return undefined;
    const apart = (step * (bounds.max - bounds.min)) / (axisCount(along!) - 1);
    return formatLimits.spacedBytes.isExceededBy(apart) ? undefined : larger;
  };
}

/**
 * The values of the `stored` chunks in a span, as one chunk with room for `count`. The rest overhangs the array and is
 * filled with zeros.
 */
function gathered(span: ByteSource, { length, step }: SpacedChunks, stored: number, count: number): ByteSource {
  const unit = [4, 2].find((bytes) => length % bytes === 0 && step % bytes === 0) ?? 1;
  return {
    ...(span.version && { version: span.version }),
    ...(span.validator && { validator: span.validator }),
    read: async (range, options) => {
      const { start, end } = resolveRange(range, count * length);
      const first = Math.floor(start / length);
      const last = Math.ceil(end / length);
      const here = Math.min(last, stored) - first;
      const wanted = { offset: first * step, length: (here - 1) * step + length };
      const bytes = await span.read(wanted, { signal: options?.signal });
      if (bytes === undefined) return undefined;
      const values = new Uint8Array((last - first) * length);
      const from = [
        { count: here, stride: step / unit },
        { count: length / unit, stride: 1 },
      ];
      copyElements(bytes, { base: 0, axes: from }, values, contiguous([here, length / unit]), unit);
      return values.subarray(start - first * length, end - first * length);
    },
  };
}
