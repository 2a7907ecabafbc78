/** An array's values in a form that other tools read, as a stream of bytes in bounded memory. */

import { checkChoice, hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { DecodeOptions } from "../../dataset/array/decoding.ts";
import { fixedBytes } from "../../dataset/array/fixed-bytes.ts";
import { byIndices, type LabelSelection } from "../../dataset/array/label-selection.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { ReadOptions } from "../../dataset/array/read-slab.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import { describeDataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { typedToBytes } from "../../model/values/typed-data.ts";
import { forbiddenCount } from "../../stores/forbidden-watch.ts";
import { operationLimits } from "../limits.ts";
import { EXPORT } from "../option-names.ts";
import { asSelection, selectionBlocks } from "./blocks.ts";
import { csvTable } from "./csv.ts";
import { readCsvBlock } from "./csv-values.ts";
import { decodesValues } from "./decodes-values.ts";
import { EXPORT_FORMATS, type ExportFormat } from "./export-format.ts";
import { npyHeader } from "./npy.ts";
import { npyType } from "./npy-type.ts";

/** Options of `exportArray`. */
export interface ExportOptions extends TransferOptions {
  /** The format to write. */
  readonly format: ExportFormat;
  /** The part to export; the whole array if omitted. */
  readonly selection?: Selection | LabelSelection | undefined;
  /** How an absent chunk is treated: as its fill value (default), or as a `not-found` error. */
  readonly missing?: "fill" | "error" | undefined;
  /**
   * For csv: write indices in the columns of dimensions, and a column `value` with stored values. By default labels if
   * there are coordinates, and values as the attributes of the array interpret them.
   */
  readonly indices?: boolean | undefined;
  /** For csv: one column per label of the last dimension, instead of one row per value. */
  readonly wide?: boolean | undefined;
  /**
   * For csv: true writes values as the CF conventions interpret them, times as ISO strings; false, stored values. By
   * default they are decoded if the attributes of the array give its numbers a meaning, and `indices` is not set.
   * `valid` and `flags` as in a decoded read.
   */
  readonly decode?: boolean | Pick<DecodeOptions, "valid" | "flags"> | undefined;
}

const DECODE = { valid: 0, flags: 0 } as const;

/** What `exportArray` wrote. */
export interface ExportReport {
  /** The format that was written. */
  readonly format: ExportFormat;
  /** The type of the exported elements; .npy files hold strings as `U<longest>` and small floats as float32. */
  readonly dtype: string;
  /** The shape of the selection. */
  readonly shape: readonly number[];
  /** Bytes that were written. */
  readonly bytes: number;
  /** Keys that the server forbids, and that were treated as absent: their chunks were exported as fill values. */
  readonly forbidden: number;
}

/** The stream's bytes; its return value reports what was exported. */
export async function* exportArray(
  array: NdArray,
  options: ExportOptions,
): AsyncGenerator<Uint8Array, ExportReport, undefined> {
  if (hasUnknown(options, EXPORT)) await refuseUnknown("exportArray", options, EXPORT);
  const forbidden = forbiddenCount(array.hierarchy.store);
  try {
    const report = yield* exportBlocks(array, options);
    return { ...report, forbidden: forbidden.keys };
  } finally {
    forbidden.stop();
  }
}

async function* exportBlocks(
  array: NdArray,
  options: ExportOptions,
): AsyncGenerator<Uint8Array, Omit<ExportReport, "forbidden">, undefined> {
  const { format, signal, concurrency, missing, workers } = options;
  checkChoice("the form of an export", format, EXPORT_FORMATS);
  if (typeof options.decode === "object" && hasUnknown(options.decode, DECODE)) {
    await refuseUnknown("decode", options.decode, DECODE);
  }
  const misplaced =
    format === "csv"
      ? undefined
      : (["indices", "wide", "decode"] as const).find((name) => (options[name] ?? false) !== false);
  if (misplaced !== undefined) {
    throw new HyperslabError("invalid-request", `${misplaced} is for csv, not for ${format}`);
  }
  const selection = await byIndices(options.selection, array, options);
  const read: ReadOptions = { signal, concurrency, missing, workers, decode: false };
  const { shape, blocks } = selectionBlocks(
    array,
    selection,
    format === "csv" ? operationLimits.textBlockBytes : operationLimits.exportBlockBytes,
  );
  const target = format === "npy" ? await npyType(array, selection, read) : array.dataType;
  const encoder = new TextEncoder();
  const table = format === "csv" ? await csvTable(array, selection, options) : undefined;
  const head = table === undefined ? undefined : encoder.encode(table.header);
  const first = format === "npy" && isFixedSize(target) ? npyHeader(target, shape) : head;
  const { decode } = options;
  const decodes = decodesValues(array, options) ? (typeof decode === "object" ? decode : {}) : undefined;
  let bytes = 0;
  const counted = (part: Uint8Array): Uint8Array => {
    bytes += part.byteLength;
    return part;
  };
  const all = [...blocks];
  const meter = progressMeter("export", all.length, options.onProgress);
  if (first !== undefined) yield counted(first);
  for (const block of all) {
    const part = asSelection(block.indices);
    if (table === undefined) yield counted(await elementBytes(array, part, fixedTarget(array, target, format), read));
    else {
      for (const text of table.rows(await readCsvBlock(array, part, block.first, { ...read, decodes }))) {
        signal?.throwIfAborted();
        yield counted(encoder.encode(text));
      }
    }
    meter.step(block.count * (array.dataType.itemSize ?? 0));
  }
  meter.end();
  return { format, dtype: describeDataType(target), shape, bytes };
}

function fixedTarget(array: NdArray, target: NdArray["dataType"], format: ExportFormat): FixedDataType {
  if (isFixedSize(target)) return target;
  throw new HyperslabError("unsupported", `${array.dtype} has no fixed size and no ${format} form`, {
    hint: "Export it as csv.",
  });
}

async function elementBytes(
  array: NdArray,
  selection: Selection,
  target: FixedDataType,
  read: ReadOptions,
): Promise<Uint8Array> {
  if (target === array.dataType) return fixedBytes((await array.read(selection, { ...read, as: "bytes" })).data);
  return typedToBytes(target, (await array.read(selection, read)).data);
}
