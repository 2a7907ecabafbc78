/** The smallest blocks of a chunk that decode by themselves. */
import { jsonView } from "../../bytes/json/view.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ArrayNode } from "../../model/node.ts";
import { innerChunkShape, untransposed } from "../tree/codec-chain.ts";

/** Undefined: chunks decode as a whole. */
export function blockShapeOf(node: ArrayNode): readonly number[] | undefined {
  return innerChunkShape(node.codecs) ?? packedRows(node);
}

/**
 * A Bloscpack file is one chunk to the engine, of elements in C order behind transposes, that is cut by bytes: a block is
 * a stretch of about so many bytes along the axis where a chunk of the file ends.
 */
function packedRows({ codecs, shape, dataType }: ArrayNode): readonly number[] | undefined {
  const file = codecs.at(-1);
  const chunkBytes = file?.name === "bloscpack" ? jsonView(file.configuration).get("chunk_size") : undefined;
  if (chunkBytes === undefined || chunkBytes.isNull()) return undefined;
  const before = codecs.slice(0, -1);
  const stored = before.reduce<readonly number[]>(transposed, shape);
  const block = stored.map(() => 1);
  let room = chunkBytes.integer(0) / (dataType.itemSize ?? 1);
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
