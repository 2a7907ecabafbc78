/** What every array must agree on with itself, and bounds on what a document may ask for. */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../model/node.ts";
import { placeOf } from "../documents/view-place.ts";
import { formatLimits } from "../limits.ts";

/** Refuses a type in a document whose elements are beyond reason. */
export function checkElementSize(dataType: DataType, view: JsonView): void {
  if (!formatLimits.elementBytes.isExceededBy(dataType.itemSize ?? 0)) return;
  const what = `elements of ${dataType.itemSize} bytes; at most ${formatLimits.elementBytes.value} are supported`;
  throw new HyperslabError("unsupported", what, placeOf(view));
}

/** Refuses a node that contradicts itself, before any document is made of it. */
export function checkArray({ shape, grid, dimensions }: ArrayNode): void {
  const bad = shape.find((length) => !Number.isSafeInteger(length) || length < 0);
  if (bad !== undefined) refuse(`the shape holds ${bad}; lengths are whole numbers from 0 to 2^53 - 1`);
  if (grid.length !== shape.length) {
    refuse(`chunks of ${grid.length} dimensions do not fit an array of ${shape.length}`);
  }
  if (dimensions.length !== shape.length) {
    refuse(`${dimensions.length} dimension names for an array of ${shape.length} dimensions`);
  }
  const other = grid.findIndex((dimension, axis) => dimension.extent !== shape[axis]);
  if (other >= 0)
    refuse(`the chunk grid has the length ${grid[other]!.extent} along dimension ${other}, not ${shape[other]}`);
}

function refuse(what: string): never {
  throw new HyperslabError("invalid-request", what);
}
