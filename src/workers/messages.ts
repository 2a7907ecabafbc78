/**
 * What goes to a worker and comes back: plain data. What is written travels in a buffer that returns with the answer, so
 * that none is allocated a task. What is read stays in the worker's memory until the main thread has copied it.
 */

import type { BloscCompressor, BloscFilter } from "../bytes/blosc/options.ts";
import type { ChecksumName } from "../bytes/checksum/named-checksum.ts";
import type { ErrorCode, ErrorPlace, RequestFailure } from "../errors.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import type { DataType } from "../model/data-types/data-type.ts";
import type { Lattice } from "../model/lattice/lattice.ts";
import type { AxisSelection } from "../model/selection/axis-selection.ts";
import type { ChunkAnswer, ChunkMessage } from "./chunk-messages.ts";

/** A codec chain and the chunk type that it is bound to. */
export interface PipelineMessage {
  readonly id: number;
  readonly codecs: readonly CodecSpec[];
  readonly dataType: DataType;
  readonly shape: readonly number[];
  readonly fillValue: Uint8Array;
}

/** Where the chunks are: files below a local directory. */
export interface PlaceMessage {
  readonly directory: string;
  readonly location: string;
}

/**
 * The steps of a task as they lie beside each other in the selection. Together they tile a box, which is the task's
 * buffer in C order: workers put the rows of many chunks in their places, and one long copy is left for the main thread.
 */
export interface Box {
  readonly shape: readonly number[];
  /** Where each step begins in the box, along each axis. */
  readonly starts: Float64Array;
}

/**
 * The chunks of a task, in columns, because a message of many small objects takes longer to pass than its chunks to
 * decode. Without a box, the elements of each step lie one after another, in C order (see step-columns.ts).
 */
export interface StepColumns {
  readonly box?: Box;
  readonly keys: readonly string[];
  readonly rank: number;
  /** What is taken of each chunk, in chunk coordinates: start, step and count of each axis of each step. */
  readonly ranges: Float64Array;
  /** In place of `ranges`, where some axis of some step is a list. */
  readonly selections?: readonly (readonly AxisSelection[])[];
}

interface TaskBase {
  readonly id: number;
  readonly pipelineId: number;
  /** Sent the first time that a worker meets the pipeline. */
  readonly pipeline?: PipelineMessage;
  readonly place: PlaceMessage;
  readonly steps: StepColumns;
  /** Given back with the answer. Reading: empty. */
  readonly buffer: ArrayBuffer;
}

export interface ReadTask extends TaskBase {
  readonly kind: "read";
  /** The caller's own shared memory, written to directly, and where each step's elements lie in it. */
  readonly shared?: { readonly memory: SharedArrayBuffer; readonly layouts: readonly Lattice[] };
  /** True: the answer tells which version of its file each step found, because other tasks read other parts of it. */
  readonly versions?: boolean;
}

export interface WriteTask extends TaskBase {
  readonly kind: "write";
  /** 1 where the selection covers all of the chunk that lies inside the array: no old value survives. */
  readonly whole: Uint8Array;
  readonly dropFill: boolean;
}

/** How Blosc frames are made, and the checksum behind each. */
export interface FrameOptions {
  readonly compressor: BloscCompressor;
  readonly level: number;
  readonly filter: BloscFilter;
  readonly typeSize: number;
  readonly checksum: ChecksumName;
  /** Cut into blocks of this size, and never given up as incompressible; absent: as c-blosc does. */
  readonly blockSize?: number;
}

/**
 * Pieces of bytes to Blosc frames with a checksum behind each, or back. The pieces lie one after another at the start of
 * the buffer, and those of the answer take their place; or either lies in a file.
 */
export interface FrameTask {
  readonly kind: "encode-frames" | "decode-frames";
  readonly id: number;
  /** No pipeline has this number. */
  readonly pipelineId: 0;
  readonly pipeline?: undefined;
  readonly options: FrameOptions;
  /** Bytes of each piece. */
  readonly lengths: Float64Array;
  /** Decoding: what each frame must decode to. */
  readonly decoded: Float64Array;
  /** The pieces are read from here, one after another, and not sent. */
  readonly input?: { readonly path: string; readonly offset: number };
  /** What comes out is written here, each result to its place, and not sent back. */
  readonly output?: { readonly path: string; readonly offsets: Float64Array };
  /** As long as `frameRoom` says. */
  readonly buffer: ArrayBuffer;
}

/** `released`: slots of earlier answers that were copied meanwhile, and may be used again. */
export type Task = (ReadTask | WriteTask | FrameTask | ChunkMessage) & { readonly released?: readonly number[] };

export interface ErrorMessage {
  /** Absent: not one of our own errors. */
  readonly code?: ErrorCode;
  /** Of one that is not, its class, and where in the worker it was made. */
  readonly name?: string;
  readonly stack?: string;
  readonly what: string;
  readonly place: ErrorPlace;
  readonly hint?: string;
  readonly request?: RequestFailure;
  readonly cause?: ErrorMessage;
}

/** Where the result of a read lies in the worker's own memory. It stays there until the slot is released. */
export interface Lent {
  readonly memory: SharedArrayBuffer;
  readonly offset: number;
  readonly slot: number;
}

export interface Answer {
  readonly id: number;
  /** Reading: the result, if it is not lent. */
  readonly buffer: ArrayBuffer;
  readonly lent?: Lent;
  /** Reading, if asked for: the version of each step's file, "" if it is absent; undefined if it cannot be told. */
  readonly versions?: readonly (string | undefined)[];
  /** Reading: which steps found their chunk. */
  readonly found: readonly boolean[];
  readonly error?: { readonly message: ErrorMessage /** Index of the step that failed. */; readonly step: number };
  readonly frames?: FrameResults;
  readonly chunk?: ChunkAnswer;
}

export interface FrameResults {
  /** Bytes of each; 0 where it failed. */
  readonly lengths: Float64Array;
  readonly failures: readonly { readonly message: ErrorMessage; readonly step: number }[];
}
