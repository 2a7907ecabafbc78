/** The new shape of an array after a resize or an append. */
import { HyperslabError } from "../../errors.ts";
import { resizeGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";

/** The node with another shape, given as all lengths, or as some lengths by dimension name. */
export function resized(node: ArrayNode, wanted: readonly number[] | Readonly<Record<string, number>>): ArrayNode {
  const shape = isShape(wanted) ? [...wanted] : node.shape.map((length) => length);
  if (!isShape(wanted)) for (const [name, length] of Object.entries(wanted)) shape[axisOf(node, name)] = length;
  if (shape.length !== node.shape.length || shape.some((length) => !Number.isSafeInteger(length) || length < 0)) {
    throw new HyperslabError("invalid-request", `[${shape.join(", ")}] is not a valid shape for this array`, {
      hint: `Give ${node.shape.length} lengths from 0 up.`,
    });
  }
  return { ...node, shape, grid: resizeGrid(node.grid, shape) };
}

function isShape(wanted: readonly number[] | Readonly<Record<string, number>>): wanted is readonly number[] {
  return Array.isArray(wanted);
}

/** The axis of a dimension, given by its name or number. */
export function axisOf(node: ArrayNode, dimension: string | number): number {
  const names = node.dimensions.map(({ name }) => name);
  const axis = typeof dimension === "number" ? dimension : names.indexOf(dimension);
  if (Number.isInteger(axis) && axis >= 0 && axis < node.shape.length) return axis;
  throw new HyperslabError("invalid-request", `the array has no dimension ${JSON.stringify(dimension)}`, {
    hint: `Its dimensions are ${names.map((name, i) => name ?? String(i)).join(", ") || "none"}.`,
  });
}

/** The length an append adds: from the value's shape, or from its number of values. */
export function addedLength(node: ArrayNode, axis: number, value: unknown): number {
  const perStep = node.shape.reduce((product, length, i) => (i === axis ? product : product * length), 1);
  if (typeof value === "object" && value !== null && "shape" in value && Array.isArray(value.shape)) {
    const length: unknown = value.shape[axis];
    if (value.shape.length === node.shape.length && typeof length === "number") return length;
  } else if (Array.isArray(value) && axis === 0) {
    return value.length;
  } else if (ArrayBuffer.isView(value) && "length" in value && typeof value.length === "number") {
    const parts = node.dataType.kind === "complex" ? 2 : node.dataType.kind === "raw" ? node.dataType.itemSize : 1;
    const added = value.length / parts / perStep;
    if (Number.isInteger(added)) return added;
  }
  throw new HyperslabError(
    "invalid-request",
    `cannot determine how many steps along dimension ${axis} these values are`,
    {
      hint: "Give values with a shape of the array's rank: { data, shape }.",
    },
  );
}
