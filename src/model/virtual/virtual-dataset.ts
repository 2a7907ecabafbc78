/**
 * A dataset whose chunks are parts of other files: nodes, and a reference per chunk. Scanners make it of foreign files; it is
 * read like any other dataset, or saved as a set of references.
 */
import type { NetcdfAttribute, NetcdfKind } from "../netcdf/dataset.ts";
import type { ArrayNode, Node } from "../node.ts";
import type { AssembledArray } from "./assembled-array.ts";
import type { IndirectArray, PendingChunks } from "./pending-chunks.ts";
import type { ReferenceSet } from "./reference-set.ts";
import type { UserArray } from "./user-array.ts";

/** The URL, in references, of the file that was scanned. */
export const OWN_FILE = "";

export interface VirtualDataset {
  /** By path; each group before what it holds, in definition order. The root is always there. */
  readonly nodes: ReadonlyMap<string, Node>;
  /**
   * Where chunks lie, by key: `path/1.0`, or `path/0` of a scalar; see `chunkKeys`. A chunk without a reference reads as the
   * fill value, so that scanners leave out only those that the file proves to be absent.
   */
  readonly references: ReferenceSet;
  /** Bytes that come before the referenced ones, by key: what a codec has to know about this one chunk. */
  readonly prefixes?: ReadonlyMap<string, Uint8Array>;
  /** Arrays whose references are not in the set yet, by path. Who wants them all loads them first. */
  readonly pending?: ReadonlyMap<string, PendingChunks>;
  /** By key: bit n says that the array's nth bytes->bytes codec was not applied to this chunk. */
  readonly masks?: ReadonlyMap<string, number>;
  /** Arrays whose elements point to values elsewhere, by path. */
  readonly indirect?: ReadonlyMap<string, IndirectArray>;
  /** Arrays that are put together of parts of others, by path. Those others are not nodes, and in `sources` once they are open. */
  readonly assembled?: ReadonlyMap<string, AssembledArray>;
  readonly sources?: ReadonlyMap<string, ArrayNode>;
  /**
   * Arrays of which netCDF-4 knows more than the model, by path: those of types that groups define, also if no array of the
   * model can hold them, and those of strings, some of which are NIL.
   */
  readonly userArrays?: ReadonlyMap<string, UserArray>;
  /** What people call the file, where the title of its format says too little: `netCDF-4 (HDF5)`. */
  readonly title?: string | undefined;
  /** Present if netCDF can read the file. */
  readonly netcdfKind?: NetcdfKind;
  /** How arrays are stored in that file, and by path "" what it is: the special attributes of `ncdump -s`. */
  readonly special?: ReadonlyMap<string, readonly NetcdfAttribute[]>;
  /** What was odd but accepted, and what could not be represented. */
  readonly notes: readonly VirtualNote[];
}

/** Something about a scanned file that its user should know. */
export interface VirtualNote {
  /** The path of the node that it is about; the root is "". */
  readonly path: string;
  readonly message: string;
  /** True: the file holds something here that the dataset does not. */
  readonly isLoss?: boolean;
}
