/** Attributes whose values the target's format cannot hold, such as empty lists in NCZarr: a copy loses them, with the format's own reason. */
import { NdArray } from "../../../dataset/array/nd-array.ts";
import { Group } from "../../../dataset/tree/group.ts";
import { isHyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import type { Attributes } from "../../../model/node.ts";

export interface RecordedNode<T extends Group | NdArray> {
  /** The node with the attributes that the target can hold. */
  readonly node: T;
  /** One sentence per attribute that it cannot hold. */
  readonly lost: readonly string[];
}

export function recordedGroup(group: Group, target: Hierarchy): RecordedNode<Group> {
  const { attributes, lost } = recorded(group, target);
  return { node: lost.length === 0 ? group : new Group(group.hierarchy, { ...group.node, attributes }), lost };
}

export function recordedArray(array: NdArray, target: Hierarchy): RecordedNode<NdArray> {
  const { attributes, lost } = recorded(array, target);
  return { node: lost.length === 0 ? array : new NdArray(array.hierarchy, { ...array.node, attributes }), lost };
}

interface Recorded {
  readonly attributes: Attributes;
  readonly lost: readonly string[];
}

function recorded({ path, hierarchy, node: { attributes } }: Group | NdArray, target: Hierarchy): Recorded {
  const isSame = hierarchy.format === target.format && hierarchy.dialect === target.dialect;
  const all = { attributes, lost: [] };
  if (isSame || attributes.size === 0 || refusal(attributes, target) === undefined) return all;
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

/** Why the format refuses a group with these attributes; undefined if it takes it. */
function refusal(attributes: Attributes, target: Hierarchy): string | undefined {
  try {
    target.normalize?.({ kind: "group", path: "", attributes });
    return undefined;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return error.what;
  }
}
