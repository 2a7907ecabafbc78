/** Reads a single element of an array. */
import { HyperslabError } from "../../errors.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { elementToScalar } from "../../model/values/typed-data.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { byIndices, type LabelSelection } from "./label-selection.ts";
import { type ReadOptions, readSlab } from "./read-slab.ts";

/** Kinds whose elements span several entries of their container; decoding does not change them. */
const COMPOSITE: ReadonlySet<string> = new Set(["complex", "struct", "raw"]);

export async function readItem(
  handle: ArrayHandle,
  given: Selection | LabelSelection,
  options: ReadOptions,
): Promise<unknown> {
  const { dataType, shape, dimensions } = handle.node;
  const { decode = false, ...read } = options;
  const index = await byIndices(given, handle, options);
  const names = dimensions.map((dimension) => dimension.name);
  const { resultShape } = normalizeSelection(index, shape, names);
  if (resultShape.length > 0) {
    throw new HyperslabError("invalid-request", `item() selects one element, not shape [${resultShape.join(", ")}]`, {
      hint: "Use read() for more than one element.",
    });
  }
  if (decode !== false && !COMPOSITE.has(dataType.kind)) {
    const { readDecoded } = await import("./decoding.ts");
    return firstOf((await readDecoded(handle, index, read, decode === true ? {} : decode, undefined)).data);
  }
  if (dataType.itemSize === undefined) return firstOf((await readSlab(handle, index, read)).data);
  const { data } = await readSlab(handle, index, read, "bytes");
  return data instanceof Uint8Array ? elementToScalar(dataType, data) : undefined;
}

function firstOf(data: ArrayLike<unknown>): unknown {
  return data[0];
}
