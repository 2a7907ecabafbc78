/**
 * A dataset whose chunks are parts of other files: nodes, and a reference per chunk. Scanners create it from foreign
 * files; it is read like any other dataset, or saved as a reference set.
 */
import type { NetcdfAttribute, NetcdfKind } from "../netcdf/dataset.ts";
import type { ArrayNode, Node } from "../node.ts";
import type { AssembledArray } from "./assembled-array.ts";
import type { IndirectArray, PendingChunks, SpacedChunks } from "./pending-chunks.ts";
import type { ReferenceSet } from "./reference-set.ts";
import type { StoredExtent } from "./stored-extent.ts";
import type { UserArray } from "./user-array.ts";

/** The URL, in references, of the file that was scanned. */
export const OWN_FILE = "";

export interface VirtualDataset {
  /** By path; each group before its contents, in definition order. The root always exists. */
  readonly nodes: ReadonlyMap<string, Node>;
  /**
   * Where chunks lie, by key: `path/1.0`, or `path/0` for a scalar; see `chunkKeys`. A chunk without a reference reads
   * as the fill value, so scanners only leave out chunks that the file proves absent.
   */
  readonly references: ReferenceSet;
  /** Bytes that precede the referenced ones, by key: what a codec must know about this one chunk. */
  readonly prefixes?: ReadonlyMap<string, Uint8Array>;
  /** Arrays whose references are not in the set yet, by path. They must be loaded before all references are used. */
  readonly pending?: ReadonlyMap<string, PendingChunks>;
  /** Arrays with a chunk per index along the first dimension, at equal distances in the file itself, by path. */
  readonly spaced?: ReadonlyMap<string, SpacedChunks>;
  /** By key: bit n is set if the array's nth bytes->bytes codec was not applied to this chunk. */
  readonly masks?: ReadonlyMap<string, number>;
  /** Arrays whose elements point to values elsewhere, by path. */
  readonly indirect?: ReadonlyMap<string, IndirectArray>;
  /**
   * Arrays that are assembled from parts of others, by path. Those others are not nodes; they are in `sources` once
   * they are open.
   */
  readonly assembled?: ReadonlyMap<string, AssembledArray>;
  readonly sources?: ReadonlyMap<string, ArrayNode>;
  /** Arrays of which the file stores only a part, and not as the fill value, by path. */
  readonly extents?: ReadonlyMap<string, StoredExtent>;
  /**
   * Arrays about which netCDF-4 knows more than the model, by path: those of types that groups define, even if no array
   * of the model can hold them, and those of strings, some of which are NIL.
   */
  readonly userArrays?: ReadonlyMap<string, UserArray>;
  /** What people call the file, where the title of its format says too little: `netCDF-4 (HDF5)`. */
  readonly title?: string | undefined;
  /** Present if netCDF can read the file. */
  readonly netcdfKind?: NetcdfKind;
  /** How arrays are stored in that file and, under the path "", what it is: the special attributes of `ncdump -s`. */
  readonly special?: ReadonlyMap<string, readonly NetcdfAttribute[]>;
  /** Irregularities that were accepted, and content that could not be represented. */
  readonly notes: readonly VirtualNote[];
}

/** Something about a scanned file that its user should know. */
export interface VirtualNote {
  /** The path of the node that it is about; the root is "". */
  readonly path: string;
  readonly message: string;
  /** True if the file contains something here that the dataset does not. */
  readonly isLoss?: boolean;
}
