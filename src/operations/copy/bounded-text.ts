/**
 * Text at a target whose groups declare dimensions, as in netCDF. Such a format (NCZarr) stores every string of an
 * array in the same number of bytes, padded with NULs. Other strings are converted to these while they are copied, and
 * again when the copy is verified.
 */

import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import { codecChain } from "../../dataset/tree/codec-chain.ts";
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { findCodec } from "../../model/codec-catalogue/catalogue.ts";
import { type DataType, parseDataType } from "../../model/data-types/data-type.ts";
import { type Chunk, filledChunk } from "../../model/grid/chunk.ts";
import { firstChunkShape, regularGrid } from "../../model/grid/chunk-grid.ts";
import { planChunks } from "../../model/grid/chunk-plan.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { DEFAULT_TEXT_BYTES, encodeNetcdfText } from "../../model/netcdf/text.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type AxisSelection, selectionShape } from "../../model/selection/axis-selection.ts";
import { elementToScalar } from "../../model/values/element.ts";
import { type FillValue, zeroElement } from "../../model/values/fill-value.ts";
import { innerCodecs } from "./plan/target-node.ts";
import { chunkSelection, inSource } from "./units.ts";

/** Returns whether the array holds strings that this target stores in a fixed number of bytes. */
export function needsBoundedText({ node }: NdArray, target: Hierarchy): boolean {
  return target.declaresDimensions === true && isText(node.dataType);
}

function isText({ kind }: DataType): boolean {
  return kind === "string" || kind === "fixed-utf32";
}

/** Returns whether arrays of the first type may be copied to arrays of the second. */
export function becomesBoundedText(source: DataType, { dataType, netcdfType }: ArrayNode): boolean {
  return isText(source) && dataType.kind === "fixed-bytes" && netcdfType === "string";
}

/**
 * The array with strings that all take as many bytes as the longest, and no fewer than netCDF-C gives them. All strings
 * are read for that, chunk by chunk.
 */
export async function withBoundedText(
  array: NdArray,
  copied: NdArray,
  part: readonly AxisSelection[] | undefined,
  signal: AbortSignal | undefined,
): Promise<NdArray> {
  const { origin: _, ...node } = copied.node;
  const { dataType: source, fillValue, codecs } = node;
  const fill = fillValue === undefined ? undefined : textOf(source, fillValue);
  const longest = await longestText(arrayHandle(array.hierarchy, array.node), copied.node, part, signal);
  const dataType = parseDataType(`S${Math.max(longest, byteLength(fill ?? ""), DEFAULT_TEXT_BYTES)}`);
  const inner = innerCodecs(codecs);
  return new NdArray(copied.hierarchy, {
    ...node,
    dataType,
    netcdfType: "string",
    fillValue: fill === undefined ? undefined : padded(fill, dataType.itemSize ?? 0),
    ...(inner !== codecs && { grid: regularGrid(node.shape, copied.chunks ?? firstChunkShape(node.grid)) }),
    codecs: [...codecChain([], dataType), ...inner.filter(({ name }) => findCodec(name)?.kind === "bytes-to-bytes")],
  });
}

/** Bytes of the longest string in the copied part. */
async function longestText(
  source: ArrayHandle,
  { grid, shape }: ArrayNode,
  part: readonly AxisSelection[] | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { dataType } = source.node;
  const whole = shape.map((count): AxisSelection => ({ kind: "range", start: 0, step: 1, count }));
  let longest = 0;
  for (const { coords } of planChunks(grid, whole)) {
    const selection = chunkSelection(grid, coords);
    const chunk = filledChunk(dataType, selectionShape(selection), zeroElement(dataType));
    await readRegion(source, inSource({ part }, selection), chunk, { signal, workers: false, zeroed: true });
    for (const text of textsOf(chunk)) longest = Math.max(longest, byteLength(text));
  }
  return longest;
}

/** The chunk in the data type of the target. Unchanged unless it holds text that the target stores in a fixed number of bytes. */
export function inTypeOf({ node }: ArrayHandle, chunk: Chunk): Chunk {
  const { dataType } = node;
  if (dataType.kind !== "fixed-bytes" || !isText(chunk.dataType)) return chunk;
  const { shape } = chunk;
  const bytes = new Uint8Array(shape.reduce((product, length) => product * length, dataType.itemSize));
  let at = 0;
  for (const text of textsOf(chunk)) {
    bytes.set(padded(text, dataType.itemSize), at);
    at += dataType.itemSize;
  }
  return { dataType, shape, layout: contiguous(shape), bytes };
}

/** The texts of a contiguous chunk, in row order. */
function* textsOf({ dataType, bytes, items }: Chunk): Generator<string> {
  for (const item of items ?? []) yield textOf(dataType, item);
  const size = dataType.itemSize ?? 0;
  for (let at = 0; bytes !== undefined && at < bytes.byteLength; at += size) {
    yield textOf(dataType, bytes.subarray(at, at + size));
  }
}

function textOf(dataType: DataType, element: FillValue): string {
  const text = typeof element === "string" ? element : elementToScalar(dataType, element);
  if (typeof text === "string") return text;
  throw new HyperslabError("invalid-data", `an element of ${dataType.name} is not text`);
}

function byteLength(text: string): number {
  return encodeNetcdfText(text).byteLength;
}

function padded(text: string, size: number): Uint8Array {
  const encoded = encodeNetcdfText(text);
  if (encoded.byteLength > size) {
    throw new HyperslabError("invalid-data", `a string of ${encoded.byteLength} bytes does not fit into ${size}`, {
      hint: "The source has changed since the copy was planned. Copy it again.",
    });
  }
  if (encoded.at(-1) === 0) {
    throw new HyperslabError("unsupported", "a string ends in NUL, which the target treats as padding", {
      hint: "Copy to Zarr v3 or v2, whose strings may hold any character.",
    });
  }
  const bytes = new Uint8Array(size);
  bytes.set(encoded);
  return bytes;
}
