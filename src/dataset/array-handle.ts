/** What reading and writing need of an open array: its node, where its chunks lie, and its codec pipeline. */
import type { Pipeline } from "../codecs/codec.ts";
import { bindPipeline } from "../codecs/pipeline.ts";
import { atPlace } from "../errors.ts";
import type { ChunkAccess, Hierarchy } from "../formats/format.ts";
import { zeroElement } from "../model/fill-value.ts";
import type { ArrayNode } from "../model/node.ts";
import { type ObjectMemos, objectMemos } from "./object-memos.ts";

export interface ArrayHandle {
  readonly hierarchy: Hierarchy;
  readonly node: ArrayNode;
  readonly access: ChunkAccess;
  readonly memos: ObjectMemos;
  /** The pipeline for chunks of this shape, bound once. */
  pipelineFor(shape: readonly number[]): Promise<Pipeline>;
}

export function arrayHandle(hierarchy: Hierarchy, node: ArrayNode): ArrayHandle {
  const bound = new Map<string, Promise<Pipeline>>();
  const fillValue = node.fillValue ?? zeroElement(node.dataType);
  return {
    hierarchy,
    node,
    access: hierarchy.chunks(node),
    memos: objectMemos(),
    pipelineFor: (shape) => {
      const name = shape.join();
      const known = bound.get(name);
      if (known !== undefined) return known;
      const pipeline = bindPipeline(node.codecs, { dataType: node.dataType, shape, fillValue }).catch((error) => {
        throw atPlace(error, { location: hierarchy.store.location, node: node.path });
      });
      bound.set(name, pipeline);
      return pipeline;
    },
  };
}
