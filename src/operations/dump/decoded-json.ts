/** Decoded values of an array as JSON: null for missing ones, times as ISO strings, characters joined to strings. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { PlainAttributes } from "../../dataset/tree/attributes.ts";
import { dataTypeNamed } from "../../model/data-types/data-type.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { normalizeSelection } from "../../model/selection/selection.ts";
import { floatText } from "../../model/values/float-text.ts";
import { asSelection, cut, selectionBlocks } from "../export/blocks.ts";
import { operationLimits } from "../limits.ts";
import type { TextBlock } from "../text/read-texts.ts";
import { JSON_FORM } from "../text/value-form.ts";
import type { DecodedArray, DumpDecoding } from "./decoded-array.ts";
import type { ShownArray } from "./shown-tree.ts";

export interface DecodedJson {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly dims: readonly (string | undefined)[];
  readonly attributes: PlainAttributes;
  blocks(): AsyncGenerator<TextBlock>;
}

/** Returns undefined if nothing changes the meaning of the stored values. */
export async function decodedJson(
  shown: ShownArray,
  decoding: DumpDecoding,
  signal: AbortSignal | undefined,
): Promise<DecodedJson | undefined> {
  const { array, shape, dims } = shown;
  if (array.dtype === "S1") return joinedJson(shown, signal);
  const { decodedArray } = await import("./decoded-array.ts");
  const decoded = await decodedArray(array, decoding, signal);
  if (decoded === undefined) return undefined;
  const { dtype, applied } = decoded;
  const attributes = Object.fromEntries(Object.entries(array.attributes).filter(([name]) => !applied.has(name)));
  return { dtype, shape, dims, attributes, blocks: () => decodedBlocks(shown, decoded, signal) };
}

async function* decodedBlocks(
  { array, selection }: ShownArray,
  decoded: DecodedArray,
  signal: AbortSignal | undefined,
): AsyncGenerator<TextBlock> {
  const text = wordOf(decoded);
  for (const { indices, first } of selectionBlocks(array, selection, operationLimits.textBlockBytes).blocks) {
    const values = await decoded.read(asSelection(indices), signal);
    yield { first, count: values.length, at: (index) => text(values[index]!) };
  }
}

function wordOf({ dtype, masks }: DecodedArray): (value: number | bigint | string | null) => string {
  const type = dataTypeNamed(dtype);
  const name = type?.kind === "float" ? type.name : undefined;
  return (value) => {
    if (value === null || (masks && Number.isNaN(value))) return JSON_FORM.missing;
    if (typeof value === "string") return JSON_FORM.text(value);
    if (dtype === "bool") return String(Number(value) !== 0);
    return name === undefined ? String(value) : JSON_FORM.number(floatText(name, Number(value)));
  };
}

/** Characters: the last dimension is the length of the strings, if it is there. */
function joinedJson(shown: ShownArray, signal: AbortSignal | undefined): DecodedJson | undefined {
  const { array, shape, dims, selection } = shown;
  const { axes, resultAxes } = normalizeSelection(selection, array.shape, array.dims);
  if (resultAxes.at(-1) !== array.shape.length - 1 || array.shape.length === 0) return undefined;
  return {
    dtype: "string",
    shape: shape.slice(0, -1),
    dims: dims.slice(0, -1),
    attributes: array.attributes,
    blocks: () => joinedBlocks(array, axes, signal),
  };
}

async function* joinedBlocks(
  array: NdArray,
  axes: readonly AxisSelection[],
  signal: AbortSignal | undefined,
): AsyncGenerator<TextBlock> {
  const last = axes.at(-1)!;
  const itemBytes = array.shape.at(-1) ?? 1;
  const chunks = array.chunks ?? array.shape.map(() => 1);
  const sizes = { itemBytes, chunks, blockBytes: operationLimits.textBlockBytes };
  for (const { indices, first } of cut(axes.slice(0, -1), 0, sizes)) {
    const { data } = await array.read(asSelection([...indices, last]), { signal, decode: true });
    yield { first, count: data.length, at: (index) => JSON_FORM.text(String(data[index])) };
  }
}
