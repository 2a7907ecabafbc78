/** The smallest blocks of a chunk that decode by themselves. */
import { jsonView } from "../../bytes/json/view.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ArrayNode } from "../../model/node.ts";
import { innerChunkShape, untransposed } from "../tree/codec-chain.ts";

/** Undefined: chunks decode as a whole. */
export function blockShapeOf(node: ArrayNode): readonly number[] | undefined {
  return innerChunkShape(node.codecs) ?? pieceShape(node);
}

/** A block is a stretch of about one of the pieces that the codec cuts the transposed elements into. */
function pieceShape({ codecs, shape, dataType }: ArrayNode): readonly number[] | undefined {
  const { pieceBytes } = codecs.at(-1) ?? {};
  if (pieceBytes === undefined) return undefined;
  const before = codecs.slice(0, -1);
  const stored = before.reduce<readonly number[]>(transposed, shape);
  const block = stored.map(() => 1);
  let room = pieceBytes / (dataType.itemSize ?? 1);
  for (let axis = stored.length - 1; axis >= 0 && room > 1; axis--) {
    block[axis] = Math.max(1, Math.min(stored[axis]!, Math.ceil(room)));
    room /= Math.max(1, stored[axis]!);
  }
  return before.reverse().reduce<readonly number[]>(untransposed, block);
}

/** `after[i] = before[order[i]]`. */
function transposed(shape: readonly number[], { name, configuration }: CodecSpec): readonly number[] {
  const order = configuration.members.get("order");
  if (name !== "transpose" || order?.type !== "array") return shape;
  return jsonView(order)
    .items()
    .map((axis) => shape[axis.integer(0)]!);
}
