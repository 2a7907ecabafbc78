/** What the arrays of one file are created with. Everything but `file`, `url`, `heap` and `pathOf` is shared by all files. */
import type { ArrayNode } from "../../model/node.ts";
import type { AssembledArray } from "../../model/virtual/assembled-array.ts";
import type { IndirectArray, PendingChunks } from "../../model/virtual/pending-chunks.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { StoredExtent } from "../../model/virtual/stored-extent.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { Hdf5File } from "./structures/file.ts";
import type { GlobalHeap } from "./structures/global-heap.ts";

export interface SharedContext {
  readonly references: ReferenceSet;
  readonly pending: Map<string, PendingChunks>;
  readonly masks: Map<string, number>;
  readonly indirect: Map<string, IndirectArray>;
  readonly assembled: Map<string, AssembledArray>;
  /** The arrays that assembled ones consist of, by a separate path, once they are open. */
  readonly sources: Map<string, ArrayNode>;
  readonly extents: Map<string, StoredExtent>;
  readonly notes: VirtualNote[];
}

export interface ArrayContext extends SharedContext {
  readonly file: Hdf5File;
  /** The file, as named in references. */
  readonly url: string;
  readonly heap: GlobalHeap;
  /** The path of an object, by its address. */
  pathOf(address: number): string | undefined;
  /**
   * Creates an array from the dataset of a file, under this path, or fails. An undefined file means the same one.
   * `depth` counts nested virtual datasets.
   */
  source(file: string | undefined, dataset: string, path: string, depth: number): Promise<ArrayNode>;
  /** The shape of the dataset of a file; undefined if it is certain that there is none. */
  shapeOf(file: string | undefined, dataset: string): Promise<readonly number[] | undefined>;
}
