/**
 * Axes that were read, by hierarchy and path: a coordinate is read once, however many arrays and selections use it.
 * They are valid until this program writes anything, or until the hierarchy is reopened.
 */
import type { LabelledArray } from "../../dataset/array/label-selection.ts";
import { changeCount } from "../../dataset/engine/changes.ts";
import type { Axis } from "./axis.ts";
import { type FindOptions, findCoordinate } from "./find-coordinate.ts";
import { readAxis } from "./read-axis.ts";

interface Remembered {
  readonly changes: number;
  readonly axis: Promise<Axis | undefined>;
}

const remembered = new WeakMap<LabelledArray["hierarchy"], Map<string, Remembered>>();

/** The axis of a dimension; undefined if it has no coordinate. */
export async function axisOfDimension(
  array: LabelledArray,
  position: number,
  { signal }: FindOptions = {},
): Promise<Axis | undefined> {
  signal?.throwIfAborted();
  const axis = await sharedAxis(array, position);
  signal?.throwIfAborted();
  return axis;
}

/** Several callers may wait for one read, so no caller's signal aborts it. */
function sharedAxis(array: LabelledArray, position: number): Promise<Axis | undefined> {
  const { hierarchy, node } = array;
  const axes = remembered.get(hierarchy) ?? new Map<string, Remembered>();
  remembered.set(hierarchy, axes);
  const { name, group } = node.dimensions[position]!;
  const home = node.path.slice(0, Math.max(0, node.path.lastIndexOf("/")));
  const key = JSON.stringify([home, node.path === "", name, group, node.shape[position]]);
  const known = axes.get(key);
  if (known !== undefined && known.changes === changeCount()) return known.axis;
  const axis = readDimension(array, position);
  const made = { changes: changeCount(), axis };
  axes.set(key, made);
  // A failure is not cached: the next selection tries again.
  axis.catch(() => axes.get(key) === made && axes.delete(key));
  return axis;
}

async function readDimension(array: LabelledArray, position: number): Promise<Axis | undefined> {
  const coordinate = await findCoordinate(array, position);
  return coordinate === undefined ? undefined : readAxis(coordinate);
}
