/**
 * What goes to a worker and comes back: plain data. A buffer travels with each task and returns with its answer, so that
 * no memory is shared and none is allocated a task.
 */
import type { ErrorCode, ErrorPlace } from "../errors.ts";
import type { AxisSelection } from "../model/axis-selection.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import type { DataType } from "../model/data-type.ts";
import type { Lattice } from "../model/lattice.ts";

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

/** One chunk, or a part of it. */
export interface StepMessage {
  readonly key: string;
  /** In chunk coordinates. */
  readonly selection: readonly AxisSelection[];
  /** Shape of the selection. */
  readonly counts: readonly number[];
  /** Where its elements begin in the task's buffer, in bytes; they lie there in C order. */
  readonly offset: number;
  /** Where its elements lie in shared memory instead, if the target is shared. */
  readonly layout?: Lattice;
}

export interface ReadTask {
  readonly kind: "read";
  readonly id: number;
  readonly pipeline: PipelineMessage;
  readonly place: PlaceMessage;
  readonly steps: readonly StepMessage[];
  /** Given back with the answer. */
  readonly buffer: ArrayBuffer;
  /** The caller's own shared memory, written to directly. */
  readonly shared?: SharedArrayBuffer;
}

export interface WriteTask {
  readonly kind: "write";
  readonly id: number;
  readonly pipeline: PipelineMessage;
  readonly place: PlaceMessage;
  readonly steps: readonly (StepMessage & {
    /** The selection covers all of the chunk that lies inside the array: no old value survives. */
    readonly whole: boolean;
  })[];
  readonly buffer: ArrayBuffer;
  readonly dropFill: boolean;
}

export type Task = ReadTask | WriteTask;

export interface ErrorMessage {
  /** Absent: not one of our own errors. */
  readonly code?: ErrorCode;
  readonly what: string;
  readonly place: ErrorPlace;
  readonly hint?: string;
  readonly cause?: string;
}

export interface Answer {
  readonly id: number;
  readonly buffer: ArrayBuffer;
  /** Reading: which steps found their chunk. */
  readonly found: readonly boolean[];
  readonly error?: { readonly message: ErrorMessage /** Index of the step that failed. */; readonly step: number };
}
