/** What every array node must agree on with itself before any document is made of it. */
import { HyperslabError } from "../errors.ts";
import type { ArrayNode } from "../model/node.ts";

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
