/**
 * Nodes as the target's format can hold them. A copy loses the attributes that it cannot hold, such as empty lists in
 * NCZarr, for the reason that the format gives, and unlimited dimensions become fixed if it has none.
 */
import { NdArray } from "../../../dataset/array/nd-array.ts";
import { Group } from "../../../dataset/tree/group.ts";
import { isHyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import type { Attributes, SharedDimension } from "../../../model/node.ts";

export interface RecordedNode<T extends Group | NdArray> {
  /** The node with the attributes and dimensions that the target can hold. */
  readonly node: T;
  /** One sentence per attribute or dimension that it cannot hold. */
  readonly lost: readonly string[];
}

export function recordedGroup(group: Group, target: Hierarchy): RecordedNode<Group> {
  const { attributes, lost: fewer } = recorded(group, target);
  const { dimensions, lost: limited } = limitedIn(
    target,
    (group.node.dimensions ?? []).map((one) => ({ ...one, group: group.path })),
  );
  const lost = [...fewer, ...limited];
  const node = { ...group.node, attributes, ...(dimensions && { dimensions }) };
  return { node: lost.length === 0 ? group : new Group(group.hierarchy, node), lost };
}

interface DeclaredDimension extends SharedDimension {
  /** The path of the group that declares it. */
  readonly group: string;
}

interface LimitedDimensions {
  /** Undefined if the target can hold the dimensions unchanged. */
  readonly dimensions?: readonly SharedDimension[];
  readonly lost: readonly string[];
}

/** Old dialects of NCZarr have no unlimited dimensions. A copy fixes them at their present length. */
function limitedIn(target: Hierarchy, dimensions: readonly DeclaredDimension[]): LimitedDimensions {
  const shared = dimensions.map(({ group: _, ...dimension }) => dimension);
  const limited = shared.map((dimension) => ({ ...dimension, unlimited: false }));
  const isKept = (given: readonly SharedDimension[]): boolean => refusal(new Map(), target, given) === undefined;
  const unlimited = dimensions.filter((dimension) => dimension.unlimited);
  if (unlimited.length === 0 || isKept(shared) || !isKept(limited)) return { lost: [] };
  const lost = unlimited.map(
    ({ group, name }) => `/${group === "" ? "" : `${group}/`}${name}: the dimension is unlimited`,
  );
  return { dimensions: limited, lost };
}

/** `groups` are the paths of the groups that are copied. Losses of the dimensions that they declare are listed there. */
export function recordedArray(array: NdArray, target: Hierarchy, groups: ReadonlySet<string>): RecordedNode<NdArray> {
  const { attributes, lost: fewer } = recorded(array, target);
  const { node } = array;
  const own = node.dimensions.flatMap(({ name = "_", group, unlimited = false }, axis) =>
    group !== undefined && groups.has(group)
      ? []
      : [{ name, group: group ?? "", length: node.shape[axis]!, unlimited }],
  );
  const { dimensions: limited, lost: lengths } = limitedIn(target, own);
  const lost = [...fewer, ...lengths];
  const dimensions = limited && node.dimensions.map((dimension) => ({ ...dimension, unlimited: false }));
  const kept = { ...node, attributes, ...(dimensions && { dimensions }) };
  return { node: lost.length === 0 ? array : new NdArray(array.hierarchy, kept), lost };
}

interface Recorded {
  readonly attributes: Attributes;
  readonly lost: readonly string[];
}

function recorded({ path, hierarchy, node: { attributes } }: Group | NdArray, target: Hierarchy): Recorded {
  // Copies within a format that is no longer written keep its documents.
  const isKept = target.historic === true && hierarchy.format === target.format;
  const all = { attributes, lost: [] };
  if (isKept || attributes.size === 0 || refusal(attributes, target) === undefined) return all;
  // A format without groups refuses them whatever their attributes are, and those of arrays when the array is planned.
  if (refusal(new Map(), target) !== undefined) return all;
  const reasons = Array.from(attributes, (attribute) => ({
    attribute,
    reason: refusal(new Map([attribute]), target),
  }));
  return {
    attributes: new Map(reasons.flatMap(({ attribute, reason }) => (reason === undefined ? [attribute] : []))),
    lost: reasons.flatMap(({ reason }) => (reason === undefined ? [] : [`/${path}: ${reason}`])),
  };
}

/** Why the format refuses a group with these attributes and dimensions; undefined if it takes it. */
function refusal(
  attributes: Attributes,
  target: Hierarchy,
  dimensions?: readonly SharedDimension[],
): string | undefined {
  try {
    target.normalize?.({ kind: "group", path: "", attributes, ...(dimensions && { dimensions }) });
    return undefined;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return error.what;
  }
}
