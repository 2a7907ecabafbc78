/** An array's values in a form that other tools take, as a stream of bytes in bounded memory. */
import type { NdArray } from "../../dataset/nd-array.ts";
import type { TransferOptions } from "../../dataset/options.ts";
import { progressMeter } from "../../dataset/progress.ts";
import { HyperslabError } from "../../errors.ts";
import type { Selection } from "../../model/selection.ts";
import { asSelection, selectionBlocks } from "./blocks.ts";
import { csvHeader, csvRows } from "./csv.ts";
import { npyHeader } from "./npy.ts";

/** `npy`: NumPy. `csv`: one row an element. `raw`: little-endian elements in C order. */
export const EXPORT_FORMATS = ["npy", "csv", "raw"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions extends TransferOptions {
  readonly format: ExportFormat;
  readonly selection?: Selection | undefined;
  readonly missing?: "fill" | "error" | undefined;
}

export async function* exportArray(array: NdArray, options: ExportOptions): AsyncGenerator<Uint8Array> {
  const { format, signal, concurrency, missing } = options;
  if (format !== "csv" && array.dataType.itemSize === undefined) {
    throw new HyperslabError("unsupported", `${array.dtype} has no fixed size and no ${format} form`, {
      hint: "Export it as csv.",
    });
  }
  const { shape, dims, blocks } = selectionBlocks(array, options.selection);
  const encoder = new TextEncoder();
  if (format === "npy") yield npyHeader(array.dataType, shape);
  if (format === "csv") yield encoder.encode(csvHeader(dims, array.dataType));
  const all = [...blocks];
  const meter = progressMeter("export", all.length, options.onProgress);
  for (const { indices, first } of all) {
    const selection = asSelection(indices);
    const read = { signal, concurrency, missing };
    if (array.dataType.itemSize !== undefined) {
      const slab = await array.read(selection, { ...read, as: "bytes" });
      yield format === "csv" ? encoder.encode(csvRows(slab, first, shape)) : slab.data;
      meter.step(slab.data.byteLength);
    } else {
      const slab = await array.read(selection, read);
      yield encoder.encode(csvRows(slab, first, shape));
      meter.step(0);
    }
  }
  meter.end();
}
