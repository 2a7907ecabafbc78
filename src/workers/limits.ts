/** The limits of this room; see bytes/limit.ts. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "fileGapBytes"
  | "freshBytes"
  | "freshPieceBytes"
  | "spareBytes"
  | "mergedReadBytes"
  | "pageWorkers"
  | "rememberedBytes";

export const workerLimits: Readonly<Record<Name, Limit>> = defineLimits("workers", {
  /** Reading this many unneeded bytes of a file costs less than another system call. */
  fileGapBytes: [4 * KIB, 16],
  /** Below this the page faults of fresh memory take less time than touching it ahead. */
  freshBytes: [32 * MIB, 256],
  /** Fresh memory is touched in pieces of this length. */
  freshPieceBytes: [4 * MIB, 64],
  /** Buffers that came back from workers and are kept for the next chunks. */
  spareBytes: [32 * MIB, KIB],
  /** The longest merged read of a page's workers. */
  mergedReadBytes: [16 * MIB, 128],
  /** More workers decode faster than a page can fetch. */
  pageWorkers: [8, 2],
  /** What each thread remembers of the files that it has read: the indexes of some hundred shards. */
  rememberedBytes: [4 * MIB, 64],
});
