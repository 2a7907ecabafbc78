/** Where the values of datasets lie: in the file, chunk by chunk, or in other files. */
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { PendingChunks } from "../../model/virtual/pending-chunks.ts";
import type { ArrayContext } from "./array-context.ts";
import type { ChunkIndex } from "./chunk-index/chunk-index.ts";
import { openIndex } from "./chunk-index/open-index.ts";
import { addressFrom } from "./files.ts";
import type { ExternalPart } from "./messages/external-files.ts";
import type { ChunkedLayout } from "./messages/layout.ts";
import type { Hdf5Dataset } from "./objects.ts";

export interface Placed {
  readonly shape: readonly number[];
  readonly chunkShape: readonly number[];
  readonly elementSize: number;
}

export function addReferences(context: ArrayContext, object: Hdf5Dataset, path: string, placed: Placed): void {
  const { file, references } = context;
  const { layout } = object;
  const { shape, chunkShape, elementSize } = placed;
  const count = shape.reduce((product, length) => product * length, elementSize);
  if (count === 0) return;
  const keyOf = chunkKeys(path);
  if (layout.class === "compact") {
    if (layout.data.byteLength < count) {
      throw file.failure(`/${path} needs ${count} bytes, but ${layout.data.byteLength} are stored`, object.address);
    }
    references.table.addInline(keyOf(shape.map(() => 0)), layout.data.slice(0, count));
  } else if (object.external !== undefined) {
    addExternal(context, object.external, path, { ...placed, count });
  } else if (layout.class === "contiguous" && layout.address !== undefined) {
    if (layout.size !== undefined && layout.size < count) {
      throw file.failure(`/${path} needs ${count} bytes, but ${layout.size} are stored`, object.address);
    }
    const url = references.table.url(context.url);
    const length = chunkShape.reduce((product, part) => product * part, elementSize);
    const start = file.facts.base + layout.address;
    const coords = shape.map(() => 0);
    for (let at = 0; at < count; at += length) {
      references.table.addRange(keyOf(coords), url, start + at, length);
      if (coords.length > 0) coords[0]! += 1;
    }
  } else if (layout.class === "chunked" && layout.address !== undefined) {
    // Array types, however deeply nested, add dimensions that chunks never cut.
    const extra = shape.length - object.space.shape.length;
    context.pending.set(path, pendingChunks(context, object, layout, { address: layout.address, path, extra }));
  }
}

function pendingChunks(
  { file, url: target, references, masks }: ArrayContext,
  object: Hdf5Dataset,
  layout: ChunkedLayout,
  { address, path, extra }: { readonly address: number; readonly path: string; readonly extra: number },
): PendingChunks {
  const { shape, most } = object.space;
  const { chunkShape } = layout;
  const along = (lengths: readonly number[]): number[] =>
    lengths.map((length, axis) => Math.ceil(length / chunkShape[axis]!));
  const isFiltered = object.filters.length > 0;
  const chunkBytes = chunkShape.reduce((product, length) => product * length, layout.elementSize);
  const isPartial = (coords: readonly number[]): boolean =>
    coords.some((coord, axis) => (coord + 1) * chunkShape[axis]! > shape[axis]!);
  const counts = along(shape);
  let index: ChunkIndex | undefined;
  const opened = (): ChunkIndex => {
    index ??= openIndex({ file, layout, address, counts, mostCounts: along(most), isFiltered, chunkBytes }, isPartial);
    return index;
  };
  // There are up to 32 filters, and `1 << 32` is 1.
  const every = 2 ** object.filters.length - 1;
  const padding = new Array<number>(extra).fill(0);
  const keepMask = (coords: readonly number[], mask: number): number => {
    const left = mask & every;
    if (left !== 0) masks.set(`${path}/${[...coords, ...padding].join(".")}`, left);
    return left;
  };
  const state = { isLoaded: false };
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const keyOf = chunkKeys(path);
    const url = references.table.url(target);
    await opened().each((coords, chunk) => {
      const key = keyOf(extra === 0 ? coords : [...coords, ...padding]);
      references.table.addRange(key, url, file.facts.base + chunk.address, chunk.size);
      keepMask(coords, chunk.mask);
    });
    state.isLoaded = true;
  };
  return {
    get isLoaded() {
      return state.isLoaded;
    },
    load: () => {
      loading ??= load();
      return loading;
    },
    find: async (coords) => {
      const own = coords.slice(0, shape.length);
      // Nothing is stored beyond the dataset's own extent: netCDF's unlimited dimensions may be longer.
      if (own.some((coord, axis) => coord >= counts[axis]!)) return undefined;
      const chunk = await opened().find(own);
      if (chunk === undefined) return undefined;
      const reference = {
        kind: "range",
        url: target,
        offset: file.facts.base + chunk.address,
        length: chunk.size,
      } as const;
      return { reference, mask: keepMask(own, chunk.mask) };
    },
  };
}

/** Chunks of whole rows, none of which spans two files: see `externalRows`. */
function addExternal(
  { file, url: own, references }: ArrayContext,
  parts: readonly ExternalPart[],
  path: string,
  { shape, chunkShape, elementSize, count }: Placed & { readonly count: number },
): void {
  const keyOf = chunkKeys(path);
  const length = chunkShape.reduce((product, each) => product * each, elementSize);
  const coords = shape.map(() => 0);
  let [part, start] = [0, 0];
  for (let at = 0; at < count; at += length) {
    while (part < parts.length && at >= start + parts[part]!.size) start += parts[part++]!.size;
    const found = parts[part];
    if (found === undefined) {
      throw file.failure(`/${path} needs ${count} bytes, but its external files have ${start}`, 0);
    }
    references.table.addRange(
      keyOf(coords),
      references.table.url(addressFrom(own, found.name)),
      found.offset + at - start,
      length,
    );
    if (coords.length > 0) coords[0]! += 1;
  }
}
