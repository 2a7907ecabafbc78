/** Selecting element by element: point k of the selection is element k of the result, which has one dimension. */
import { HyperslabError } from "../../errors.ts";
import { resolveIndex } from "./item.ts";

/** Single elements. Made by `points` and `maskPoints`. */
export interface PointSelection {
  /** Marks the selection as points. */
  readonly kind: "points";
  /** One list a point, with one index a dimension. */
  readonly points: readonly (readonly (number | bigint)[])[];
}

/** These points: `points([[0, 1], [2, 3]])` selects two elements of an array of two dimensions. */
export function points(list: readonly (number | bigint | ArrayLike<number | bigint>)[]): PointSelection {
  const single = (point: unknown): point is number | bigint => typeof point === "number" || typeof point === "bigint";
  if (!Array.isArray(list) || list.some((point) => !single(point) && !isList(point))) {
    throw new HyperslabError("invalid-request", "points are given as a list of lists: points([[0, 1], [2, 3]])");
  }
  return { kind: "points", points: Array.from(list, (point) => (single(point) ? [point] : Array.from(point))) };
}

function areLists(values: unknown): boolean {
  return Array.isArray(values) && values.every(isList);
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Points given by dimension: `pointColumns([[0, 2], [1, 3]])` is `points([[0, 1], [2, 3]])`. */
export function pointColumns(columns: readonly ArrayLike<number | bigint>[]): PointSelection {
  if (!areLists(columns)) {
    throw new HyperslabError("invalid-request", "columns of points are lists, one a dimension");
  }
  const count = columns[0]?.length ?? 0;
  if (columns.some((column) => column.length !== count)) {
    const lengths = columns.map((column) => column.length).join(", ");
    throw new HyperslabError("invalid-request", `columns of points differ in length: ${lengths}`);
  }
  return { kind: "points", points: Array.from({ length: count }, (_, k) => columns.map((column) => column[k]!)) };
}

/** The points where a mask, given in C order, is true (or not 0), in C order. */
export function maskPoints(mask: ArrayLike<boolean | number>, shape: readonly number[]): PointSelection {
  const count = shape.reduce((product, length) => product * length, 1);
  if (mask.length !== count) {
    const what = `a mask of ${mask.length} values does not fit the shape [${shape.join(", ")}]`;
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

/** The points with every index checked and counted from the start. */
export function normalizePoints(
  selection: PointSelection,
  shape: readonly number[],
  dimNames: readonly (string | null | undefined)[] = [],
): readonly (readonly number[])[] {
  const dimensions = shape.map((length, position) => ({ position, length, name: dimNames[position] ?? undefined }));
  return selection.points.map((point, k) => {
    if (point.length !== shape.length) {
      const what = `point ${k} has ${point.length} indices, the array ${shape.length} dimensions`;
      throw new HyperslabError("invalid-request", what);
    }
    return dimensions.map((dimension) => resolveIndex(point[dimension.position]!, dimension));
  });
}
