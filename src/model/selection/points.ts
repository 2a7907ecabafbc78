/** Selecting single elements: point k of the selection is element k of the result, which has one dimension. */
import { HyperslabError } from "../../errors.ts";
import { isNumericView, resolveIndex } from "./item.ts";

/** Single elements. Created by `points` and `maskPoints`. */
export interface PointSelection {
  /** Identifies a point selection. */
  readonly kind: "points";
  /** One list per point, with one index per dimension. */
  readonly points: readonly (readonly (number | bigint)[])[];
}

/** These points: `points([[0, 1], [2, 3]])` selects two elements of an array of two dimensions. */
export function points(list: readonly (number | bigint | ArrayLike<number | bigint>)[]): PointSelection {
  const single = (point: unknown): point is number | bigint => typeof point === "number" || typeof point === "bigint";
  const isPoint = (point: unknown): boolean => single(point) || Array.isArray(point) || isNumericView(point);
  if (!Array.isArray(list) || !list.every(isPoint)) {
    throw new HyperslabError("invalid-request", "points must be a list of lists: points([[0, 1], [2, 3]])");
  }
  return { kind: "points", points: Array.from(list, (point) => (single(point) ? [point] : Array.from(point))) };
}

/** The points where a mask is true (or not 0). Mask and points are in C order. */
export function maskPoints(mask: ArrayLike<boolean | number>, shape: readonly number[]): PointSelection {
  const count = shape.reduce((product, length) => product * length, 1);
  if (mask.length !== count) {
    const what = `the mask has ${mask.length} values, which does not fit the shape [${shape.join(", ")}]`;
    throw new HyperslabError("invalid-request", what);
  }
  const found: number[][] = [];
  for (let offset = 0; offset < count; offset++) {
    if (mask[offset] !== false && mask[offset] !== 0) found.push(unravel(offset, shape));
  }
  return { kind: "points", points: found };
}

function unravel(offset: number, shape: readonly number[]): number[] {
  const point = new Array<number>(shape.length);
  let rest = offset;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    point[axis] = rest % shape[axis]!;
    rest = (rest - point[axis]!) / shape[axis]!;
  }
  return point;
}

export function isPointSelection(selection: unknown): selection is PointSelection {
  return (
    typeof selection === "object" &&
    selection !== null &&
    "kind" in selection &&
    selection.kind === "points" &&
    "points" in selection &&
    Array.isArray(selection.points)
  );
}

/** The points with checked indices, all counted from the start. */
export function normalizePoints(
  selection: PointSelection,
  shape: readonly number[],
  dimNames: readonly (string | null | undefined)[] = [],
): readonly (readonly number[])[] {
  const dimensions = shape.map((length, position) => ({ position, length, name: dimNames[position] ?? undefined }));
  return selection.points.map((point, k) => {
    if (point.length !== shape.length) {
      const what = `point ${k} has ${point.length} indices, but the array has ${shape.length} dimensions`;
      throw new HyperslabError("invalid-request", what);
    }
    return dimensions.map((dimension) => resolveIndex(point[dimension.position]!, dimension));
  });
}
