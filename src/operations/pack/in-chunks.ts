/** What is copied, if it is a Bloscpack array: in chunks as Zarr has them, moved as they are where that is possible. */

import { toPlain } from "../../bytes/json/make.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import type { ChunksInput } from "../../dataset/tree/auto-chunks.ts";
import type { CodecInput } from "../../dataset/tree/codec-chain.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { longestChunk } from "../../model/grid/chunk-grid.ts";
import type { TargetLayout } from "../copy/plan/layout.ts";
import { framesView, isPacked, objectCodecs, zarrCodecs } from "./frames-view.ts";

export interface ChunkedSource {
  readonly root: Group | NdArray;
  readonly layout: TargetLayout;
}

/** Anything else is given back as it is. Codecs of Bloscpack files are for no other format. */
export function inChunks(root: Group | NdArray, layout: TargetLayout): ChunkedSource {
  if (!(root instanceof NdArray) || root.hierarchy.format !== "bloscpack") return { root, layout };
  if (!isPacked(root)) return { root, layout: withOwn(layout, objectChunks(root), objectCodecs(root.node)) };
  const cut = framesView(root);
  if (cut !== undefined) return { root: cut, layout };
  const own = zarrCodecs(root.node).filter(({ name }) => name === "blosc");
  return { root, layout: withOwn(layout, "auto", own) };
}

/** As many objects a chunk as a file of the directory has; of a single file as many as are good for reading. */
function objectChunks({ node, gridShape }: NdArray): ChunksInput {
  const [dimension] = node.grid;
  if (dimension === undefined || gridShape.every((count) => count <= 1)) return "auto";
  return [longestChunk(dimension)];
}

function withOwn(layout: TargetLayout, ownChunks: ChunksInput, ownCodecs: ReturnType<typeof zarrCodecs>): TargetLayout {
  const given = ownCodecs.map(
    ({ name, configuration }): CodecInput => ({ name, configuration: Object(toPlain(configuration)) }),
  );
  return { ...layout, chunks: layout.chunks ?? ownChunks, codecs: layout.codecs ?? given };
}
