/**
 * Coordinate variables: one-dimensional arrays with the name of their dimension. The search starts beside the array,
 * then goes to the groups above it, up to the group that declares the dimension, if the format has such declarations.
 */
import type { LabelledArray } from "../../dataset/array/label-selection.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import { HyperslabError } from "../../errors.ts";

export interface FindOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The coordinate variable of a dimension; undefined if there is none. One of the wrong length is refused. */
export async function findCoordinate(
  { hierarchy, node }: LabelledArray,
  axis: number,
  { signal }: FindOptions = {},
): Promise<NdArray | undefined> {
  const { name, group: declared } = node.dimensions[axis] ?? { name: undefined };
  // An array that is the whole hierarchy has no neighbours.
  if (name === undefined || name === "" || node.path === "") return undefined;
  for (const group of groupsAbove(node.path)) {
    const path = group === "" ? name : `${group}/${name}`;
    const found = await hierarchy.readNode(path, { signal });
    if (found?.kind === "array") {
      if (found.shape.length !== 1 || found.dimensions[0]?.name !== name) return undefined;
      checkLength(found, node, axis, hierarchy.store.location);
      return new NdArray(hierarchy, found);
    }
    if (group === declared) return undefined;
  }
  return undefined;
}

/** The group of an array, and those above it, inner ones first. */
function* groupsAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) yield path.slice(0, end);
  yield "";
}

function checkLength(
  coordinate: LabelledArray["node"],
  node: LabelledArray["node"],
  axis: number,
  location: string,
): void {
  const [length] = coordinate.shape;
  if (length === node.shape[axis]) return;
  throw new HyperslabError(
    "invalid-data",
    `the coordinate /${coordinate.path} has ${length} values, but the dimension has length ${node.shape[axis]} in /${node.path}`,
    { location, node: coordinate.path, hint: "Select by indices, which do not need the coordinate." },
  );
}
