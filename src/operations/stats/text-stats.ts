/** Statistics of the strings of one array. */
import { type DecodeOptions, readDecoded } from "../../dataset/array/decoding.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { readSlab } from "../../dataset/array/read-slab.ts";
import { progressMeter } from "../../dataset/transfer.ts";
import { describeDataType } from "../../model/data-types/data-type.ts";
import { isWholeAxis } from "../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { ASSUMED_ITEM_BYTES, asSelection, cut } from "../export/blocks.ts";
import { operationLimits } from "../limits.ts";
import type { ArrayStats, ArrayStatsOptions } from "./array-stats.ts";
import { chunkPresence } from "./chunk-presence.ts";
import { TextReducer } from "./text-reducer.ts";

export async function textStats(
  array: NdArray,
  selection: Selection | undefined,
  options: ArrayStatsOptions,
): Promise<ArrayStats> {
  const { signal, concurrency, workers, decode } = options;
  const { axes, resultShape, resultAxes } = normalizeSelection(selection, array.shape, array.dims);
  const isWhole = axes.every((axis, at) => isWholeAxis(axis, array.shape[at]!));
  // The last dimension of characters is the length of the strings.
  const joins = decode !== false && array.dtype === "S1" && resultAxes.at(-1) === array.shape.length - 1;
  const presence = await chunkPresence(array, axes, isWhole, signal);
  const itemBytes = array.dataType.itemSize ?? ASSUMED_ITEM_BYTES;
  const rowBytes = joins ? itemBytes * (resultShape.at(-1) ?? 1) : itemBytes;
  const sizes = {
    itemBytes: rowBytes,
    chunks: array.chunks ?? array.shape.map(() => 1),
    blockBytes: operationLimits.textBlockBytes,
  };
  const outer = joins ? axes.slice(0, -1) : axes;
  const blocks = [...cut(outer, 0, sizes)].map(({ indices }) => (joins ? [...indices, axes.at(-1)!] : indices));
  const meter = progressMeter(`stats ${array.path}`, blocks.length, options.onProgress);
  const texts = new TextReducer();
  const read = { signal, concurrency, workers };
  for (const block of blocks) {
    const part = asSelection(block);
    const { data } =
      decode === false
        ? await readSlab(presence.handle, part, read)
        : await readDecoded(presence.handle, part, read, decode satisfies DecodeOptions, undefined);
    texts.add(data);
    meter.step(data.length * rowBytes);
  }
  meter.end();
  const { missing, count, shortest, longest, distinct } = texts.summary();
  return {
    path: array.path,
    dtype: describeDataType(array.dataType),
    valueType: "text",
    shape: joins ? resultShape.slice(0, -1) : resultShape,
    units: null,
    size: count + missing,
    count,
    missing,
    nan: 0,
    min: null,
    max: null,
    sum: null,
    mean: null,
    std: null,
    texts: { shortest: shortest ?? null, longest: longest ?? null, distinct: distinct ?? null },
    chunks: presence.counts(),
    notes: [],
  };
}
