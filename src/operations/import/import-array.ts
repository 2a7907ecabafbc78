/** Values from a .npy, CSV or raw file into an array, block by block in bounded memory. */

import { checkChoice, hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { byIndices, type LabelSelection } from "../../dataset/array/label-selection.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { PlaceOptions } from "../../dataset/open/creation-target.ts";
import { openArray } from "../../dataset/open/open.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { create } from "../../dataset/tree/create.ts";
import type { CreateArrayOptions } from "../../dataset/tree/create-node.ts";
import { HyperslabError } from "../../errors.ts";
import { type NpyHeader, readNpyHeader } from "../../formats/npy/header.ts";
import type { DataTypeInput } from "../../model/data-types/data-type.ts";
import { selectionShape } from "../../model/selection/axis-selection.ts";
import { type NormalizedSelection, normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { ASSUMED_ITEM_BYTES, asSelection, cut } from "../export/blocks.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../export/export-format.ts";
import { operationLimits } from "../limits.ts";
import { IMPORT } from "../option-names.ts";
import { type ByteFeed, byteFeed, type ImportInput, takeAll } from "./byte-feed.ts";
import { countCsv, csvStream } from "./csv-values.ts";
import { checkTypes, elementStream, rawType, type ValueStream } from "./value-stream.ts";

/** Options of `importArray`. */
export interface ImportOptions extends TransferOptions {
  /** The form of the input: `npy`, `csv`, or `raw` (little-endian elements of the array's type in C order). */
  readonly format: ExportFormat;
  /** The part of the array to write; all of it if omitted. */
  readonly selection?: Selection | LabelSelection | undefined;
  /** Make the array longer along this dimension and write there. */
  readonly append?: string | number | undefined;
  /** Create the array first. A .npy file gives shape and data type; other forms need both here. */
  readonly create?: NewArray | undefined;
  /** How the store of an address is reached. */
  readonly store?: PlaceOptions["store"];
}

/** A new array: as `create` takes it, but shape and type may come from the file. */
type NewArray = Omit<CreateArrayOptions, "shape" | "dtype"> &
  Omit<PlaceOptions, "store"> & {
    readonly shape?: readonly number[] | undefined;
    readonly dtype?: DataTypeInput | undefined;
  };

/** What `importArray` did. */
export interface ImportReport {
  /** The form of the input. */
  readonly format: ExportFormat;
  /** The shape that was written. */
  readonly shape: readonly number[];
  /** The array's shape afterwards. */
  readonly arrayShape: readonly number[];
  /** How many elements were written. */
  readonly elements: number;
}

/** Writes the values of `input` to an array or a selection of it, or appends them. */
export async function importArray(
  target: AddressInput,
  input: ImportInput,
  options: ImportOptions,
): Promise<ImportReport> {
  if (hasUnknown(options, IMPORT)) return refuseUnknown("importArray", options, IMPORT);
  const { format, selection, append } = options;
  checkChoice("the form of an import", format, EXPORT_FORMATS);
  if (append !== undefined && (selection !== undefined || options.create !== undefined)) {
    throw new HyperslabError("invalid-request", "append excludes a selection and create");
  }
  const feed = byteFeed(input);
  try {
    const header = format === "npy" ? await readNpyHeader(feed) : undefined;
    const array = await targetArray(target, header, options);
    if (append !== undefined) return await appendValues(array, feed, header, append, options);
    const region = normalizeSelection(await byIndices(selection, array, options), array.shape, array.dims);
    return await writeValues(array, feed, header, region, options);
  } finally {
    await feed.close();
  }
}

async function targetArray(
  target: AddressInput,
  header: NpyHeader | undefined,
  options: ImportOptions,
): Promise<NdArray> {
  const { create: made, store, signal } = options;
  if (made === undefined) return target instanceof NdArray ? target : openArray(target, { store, signal });
  const { shape = header?.shape, dtype = header?.dataType } = made;
  if (shape === undefined || dtype === undefined) {
    throw new HyperslabError("invalid-request", "a CSV or raw file does not give the shape and type of a new array", {
      hint: "Give both: create: { shape, dtype } (--shape, --dtype).",
    });
  }
  return create(target, { ...made, shape, dtype, store, signal });
}

async function writeValues(
  array: NdArray,
  feed: ByteFeed,
  header: NpyHeader | undefined,
  region: NormalizedSelection,
  options: ImportOptions,
): Promise<ImportReport> {
  const counts = selectionShape(region.axes);
  if (header !== undefined) {
    checkTypes(header.dataType, array);
    const { shape } = header;
    if (!sameShape(shape, region.resultShape) && !sameShape(shape, counts)) throw wrongShape(shape, region.resultShape);
  }
  const values = valuesOf(array, feed, header, region, options.format);
  const backwards = header?.order === "F";
  const inFileOrder = <T>(list: readonly T[]): readonly T[] => (backwards ? [...list].reverse() : list);
  const { itemSize: itemBytes = ASSUMED_ITEM_BYTES } = array.dataType;
  const chunks = inFileOrder(array.chunks ?? array.shape.map(() => 1));
  const blocks = [
    ...cut(inFileOrder(region.axes), 0, { itemBytes, chunks, blockBytes: operationLimits.exportBlockBytes }),
  ];
  const { signal, concurrency, workers } = options;
  const meter = progressMeter("write", blocks.length, options.onProgress);
  for (const { indices, count } of blocks) {
    signal?.throwIfAborted();
    const data = await values.next(count);
    const block = inFileOrder(indices);
    const shape = selectionShape(block);
    const stride = backwards ? fortranStride(shape) : undefined;
    await array.write(asSelection(block), { data, shape, ...(stride && { stride }) }, { signal, concurrency, workers });
    meter.step(count * (array.dataType.itemSize ?? 0));
  }
  await values.end();
  meter.end();
  const elements = counts.reduce((product, length) => product * length, 1);
  return { format: options.format, shape: region.resultShape, arrayShape: array.shape, elements };
}

function valuesOf(
  array: NdArray,
  feed: ByteFeed,
  header: NpyHeader | undefined,
  region: NormalizedSelection,
  format: ExportFormat,
): ValueStream {
  if (header !== undefined) return elementStream(feed, header);
  if (format === "csv") return csvStream(feed, array, region);
  return elementStream(feed, { dataType: rawType(array), endian: "little" });
}

/** Grows the array, then writes. If writing fails, the old length is restored. */
async function appendValues(
  array: NdArray,
  feed: ByteFeed,
  header: NpyHeader | undefined,
  dimension: string | number,
  options: ImportOptions,
): Promise<ImportReport> {
  const axis = array.axis(dimension);
  const before = array.shape;
  const step = before.map((length, i) => (i === axis ? 1 : length));
  if (header !== undefined) checkTypes(header.dataType, array);
  const whole = header === undefined ? await wholeInput(array, step, feed, options.format) : undefined;
  const steps = header === undefined ? undefined : stepsOf(header, axis, step);
  const added = whole?.added ?? steps?.shape[axis] ?? 0;
  const region = (): NormalizedSelection =>
    normalizeSelection(
      before.map((length, i) => (i === axis ? { start: length } : null)),
      array.shape,
      array.dims,
    );
  await array.resize(before.map((length, i) => (i === axis ? length + added : length)));
  try {
    return await writeValues(array, whole?.feed ?? feed, steps, region(), options);
  } catch (error) {
    await array.resize(before);
    throw error;
  }
}

/** The header of a file of steps. A file with one dimension fewer is a single step. */
function stepsOf(header: NpyHeader, axis: number, step: readonly number[]): NpyHeader {
  const given = header.shape;
  const shape = given.length === step.length - 1 ? [...given.slice(0, axis), 1, ...given.slice(axis)] : given;
  const fits = shape.length === step.length && shape.every((length, i) => i === axis || length === step[i]);
  if (!fits) throw wrongShape(given, step);
  return { ...header, shape };
}

/** A file without a header is read whole to count its steps. */
async function wholeInput(
  array: NdArray,
  step: readonly number[],
  feed: ByteFeed,
  format: ExportFormat,
): Promise<{ readonly added: number; readonly feed: ByteFeed }> {
  const bytes = await takeAll(feed);
  const elements =
    format === "raw" ? bytes.byteLength / rawType(array).itemSize : await countCsv(byteFeed(bytes), array);
  const perStep = step.reduce((product, length) => product * length, 1);
  const added = elements / perStep;
  if (Number.isInteger(added)) return { added, feed: byteFeed(bytes) };
  throw new HyperslabError("invalid-data", `the file holds ${elements} elements, not a multiple of ${perStep}`, {
    hint: `One step of the array has the shape [${step.join(", ")}].`,
  });
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((length, axis) => length === b[axis]);
}

function wrongShape(given: readonly number[], wanted: readonly number[]): HyperslabError {
  return new HyperslabError(
    "invalid-request",
    `the file has the shape [${given.join(", ")}], which does not fit [${wanted.join(", ")}]`,
    { hint: "Select a part of the array that has the shape of the file." },
  );
}

/** Strides of elements whose first dimension varies fastest. */
function fortranStride(shape: readonly number[]): readonly number[] {
  let stride = 1;
  return shape.map((length) => {
    const own = stride;
    stride *= length;
    return own;
  });
}
