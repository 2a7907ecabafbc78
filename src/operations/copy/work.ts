/** What copying the chunks of an array takes and gives. */
import type { TransferOptions } from "../../dataset/open/options.ts";
import type { ProofChain, ProofState } from "./proof.ts";

/** Chunks and bytes of a copy. */
export interface CopyCounts {
  /** Chunks moved byte for byte. */
  readonly passed: number;
  /** Chunks (or shards) of the target that were encoded anew. */
  readonly encoded: number;
  /** Chunks that the source does not have, and so the target neither. */
  readonly absent: number;
  /** Chunks (or shards) that were at the target already, the same as in the source. */
  readonly kept: number;
  /** How many of these were compared with the source; of the others, versions prove that nothing has changed. */
  readonly compared: number;
  /** Stored bytes passed through, and bytes of values encoded. */
  readonly bytesWritten: number;
}

export const NO_COUNTS: CopyCounts = { passed: 0, encoded: 0, absent: 0, kept: 0, compared: 0, bytesWritten: 0 };

export function addCounts(a: CopyCounts, b: Partial<CopyCounts>): CopyCounts {
  return {
    passed: a.passed + (b.passed ?? 0),
    encoded: a.encoded + (b.encoded ?? 0),
    absent: a.absent + (b.absent ?? 0),
    kept: a.kept + (b.kept ?? 0),
    compared: a.compared + (b.compared ?? 0),
    bytesWritten: a.bytesWritten + (b.bytesWritten ?? 0),
  };
}

export interface CopyChunksOptions extends TransferOptions {
  readonly verify?: boolean | undefined;
  /** Present: what an earlier run has left is kept where it is the same. */
  readonly resume?: ArrayResume | undefined;
  /** Takes the versions of what is done. */
  readonly chain?: ProofChain | undefined;
  readonly onStep: (bytes: number) => void;
  /** Called between units. */
  readonly onUnit?: (() => Promise<void>) | undefined;
}

/** What one unit came to. */
export interface UnitOutcome {
  readonly counts: Partial<CopyCounts>;
  /** The versions of what was read and what is there now, if the stores tell them. */
  readonly version: string | undefined;
}

export interface ArrayResume {
  /** So many units from the first on are proven to be done. */
  readonly proven: number;
  readonly state: ProofState | undefined;
  /** What is in them. */
  readonly counts: Partial<CopyCounts>;
  /** Is there a value at the target? */
  has(key: string): boolean;
}
