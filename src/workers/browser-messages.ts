/**
 * What a page and its workers say to each other. Stores in browsers are asynchronous, so the page fetches and the worker
 * decodes: the page sends a chunk's first bytes with the task, the worker asks for more while its decoder does (a shard's
 * index leads to its chunks), and the decoded elements come back. Encoding is the other way round: elements go, bytes come
 * back, and the page stores them. Buffers travel, nothing is copied. Node says the same for stores that are no directories.
 */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { Coalesce } from "../codecs/pipeline/fetch-plan.ts";
import type { Lattice } from "../model/lattice/lattice.ts";
import type { AxisSelection } from "../model/selection/axis-selection.ts";
import { workerLimits } from "./limits.ts";
import type { ErrorMessage, PipelineMessage } from "./messages.ts";

/** The page plans the first reads and the worker the others; both must plan alike. */
export const COALESCE: Coalesce = { gap: 0, cap: workerLimits.mergedReadBytes };

export type Fetched = readonly (Uint8Array | undefined)[];

export interface DecodeTask {
  readonly kind: "decode";
  readonly id: number;
  readonly pipelineId: number;
  /** Sent the first time that a worker meets the pipeline. */
  readonly pipeline?: PipelineMessage;
  /** What is taken of the chunk, and its shape. */
  readonly selection: readonly AxisSelection[];
  readonly counts: readonly number[];
  /** What the page remembers of the object and the decoder has asked for. */
  readonly memo: readonly (readonly [string, Uint8Array])[];
  /** What the decoder asks for first. */
  readonly fetched: Fetched;
  /** Memory for the elements in C order; given back with the answer. Absent: `shared` is. */
  readonly buffer?: ArrayBuffer;
  /** The caller's own shared memory, written to directly, and where the elements lie in it. */
  readonly shared?: { readonly bytes: Uint8Array; readonly layout: Lattice };
}

/** A whole chunk to encode. */
export interface EncodeTask {
  readonly kind: "encode";
  readonly id: number;
  readonly pipelineId: number;
  readonly pipeline?: PipelineMessage;
  /** Answer without bytes for a chunk of nothing but the fill value. */
  readonly dropFill: boolean;
  /** Begins with the elements of the chunk in C order; given back with the answer. */
  readonly buffer: ArrayBuffer;
}

export type ChunkTask = DecodeTask | EncodeTask;

export interface MoreBytes {
  readonly kind: "bytes";
  readonly id: number;
  readonly fetched: Fetched;
}

/** Nobody waits for this task any more. */
export interface Cancel {
  readonly kind: "cancel";
  readonly id: number;
}

export type ToWorker = ChunkTask | MoreBytes | Cancel;

export interface Ready {
  readonly kind: "ready";
}

export interface MoreReads {
  readonly kind: "reads";
  readonly id: number;
  readonly reads: readonly (ByteRange | undefined)[];
}

export interface Done {
  readonly kind: "done";
  readonly id: number;
  /** False: the chunk is absent. */
  readonly found: boolean;
  readonly buffer?: ArrayBuffer;
  /** What the decoder wants remembered of the object. */
  readonly remembered: readonly (readonly [string, Uint8Array])[];
}

export interface Encoded {
  readonly kind: "encoded";
  readonly id: number;
  /** Absent: there is nothing to store. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly buffer: ArrayBuffer;
}

export interface Failed {
  readonly kind: "failed";
  readonly id: number;
  readonly error: ErrorMessage;
}

/** What a worker may say of a task. */
export type TaskReply = MoreReads | Done | Encoded | Failed;

export type FromWorker = Ready | TaskReply;
