/**
 * The documents of a node taken along to another place of a format that nobody else writes any more, so that a copy of
 * them is spelled as they are: members that nobody here knows, `3.0` for an integer, an order that has no effect.
 */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { Group } from "../../dataset/tree/group.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { NodeOrigin } from "../../model/node.ts";

/** The node's documents by their keys at `path`; undefined where the copy is to be spelled anew. */
export function movedOrigin(
  { node, hierarchy }: Group | NdArray,
  target: Hierarchy,
  path: string,
): NodeOrigin | undefined {
  if (node.origin === undefined || target.historic !== true || hierarchy.format !== target.format) return undefined;
  const tails = Array.from(node.origin.documents, ([key, document]) => {
    return [node.path === "" ? key : key.slice(node.path.length + 1), document] as const;
  });
  return { documents: new Map(tails.map(([tail, document]) => [path === "" ? tail : `${path}/${tail}`, document])) };
}
