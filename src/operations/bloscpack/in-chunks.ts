/** What is copied, if it is a Bloscpack array: in chunks as Zarr has them, moved as they are where that is possible. */

import { toPlain } from "../../bytes/json-make.ts";
import type { Group } from "../../dataset/group.ts";
import { NdArray } from "../../dataset/nd-array.ts";
import type { TargetLayout } from "../copy-layout.ts";
import { framesView, isPacked, zarrCodecs } from "./frames-view.ts";

export interface ChunkedSource {
  readonly root: Group | NdArray;
  readonly layout: TargetLayout;
}

/** Anything else is given back as it is. */
export function inChunks(root: Group | NdArray, layout: TargetLayout): ChunkedSource {
  if (!(root instanceof NdArray) || !isPacked(root)) return { root, layout };
  const { chunks, codecs } = layout;
  const cut = framesView(root);
  if (cut !== undefined) return { root: cut, layout };
  const own = zarrCodecs(root.node).filter(({ name }) => name === "blosc");
  const given = own.map(({ name, configuration }) => ({ name, configuration: Object(toPlain(configuration)) }));
  return { root, layout: { ...layout, chunks: chunks ?? "auto", codecs: codecs ?? given } };
}
