/** Changes a node's documents: reads, changes and writes them while no other program changes the hierarchy. */
import { atPlace, HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { ArrayNode, GroupNode, Node } from "../../model/node.ts";
import type { TransferOptions } from "../transfer.ts";
import { exclusively } from "./exclusively.ts";

/** Changes a node. A new length of a shared dimension also changes the other arrays that use it. */
export function updateNode(
  hierarchy: Hierarchy,
  node: ArrayNode,
  change: (node: ArrayNode) => ArrayNode,
  options?: TransferOptions,
): Promise<ArrayNode>;
export function updateNode(
  hierarchy: Hierarchy,
  node: GroupNode,
  change: (node: GroupNode) => GroupNode,
): Promise<GroupNode>;
export function updateNode<N extends Node>(
  hierarchy: Hierarchy,
  node: N,
  change: (node: N) => N,
  options: TransferOptions = {},
): Promise<Node> {
  const { store } = hierarchy;
  return exclusively(hierarchy, node.path, undefined, async (lock) => {
    try {
      const current: Node | undefined = await hierarchy.readNode(node.path, { fresh: true });
      if (current === undefined || current.kind !== node.kind) {
        throw new HyperslabError("not-found", `the ${node.kind} is no longer there`);
      }
      const changed = change(current as N);
      if (changed === current) return current;
      if (hierarchy.writeNode === undefined || store.set === undefined) {
        throw new HyperslabError("not-allowed", `${hierarchy.title} in this store cannot be written`);
      }
      if (hierarchy.declaresDimensions === true && current.kind === "array" && isResized(current, changed)) {
        const { resizeShared } = await import("./dimensions.ts");
        return await resizeShared(hierarchy, current, changed, options, lock);
      }
      return await hierarchy.writeNode(hierarchy.normalize?.(changed) ?? changed, { lock });
    } catch (error) {
      throw atPlace(error, { location: store.location, node: node.path });
    }
  });
}

function isResized(before: ArrayNode, after: Node): after is ArrayNode {
  return after.kind === "array" && after.shape.some((length, axis) => length !== before.shape[axis]);
}
