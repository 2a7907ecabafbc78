/**
 * One task for all workers, in Node and in pages: plain data that says what to do (a codec chain bound to a chunk type,
 * or Blosc frames), where its input comes from and where its output goes. A worker that needs more bytes requests them
 * from the caller. Each task has one buffer, which travels with it and comes back with the answer.
 */
import type { BloscCompressor, BloscFilter } from "../../bytes/blosc/options.ts";
import type { ChecksumName } from "../../bytes/checksum/named-checksum.ts";
import { ownMember } from "../../bytes/own-member.ts";
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { Coalesce } from "../../codecs/pipeline/fetch-plan.ts";
import {
  type ErrorCode,
  type ErrorPlace,
  HyperslabError,
  isHyperslabError,
  type RequestFailure,
} from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { Lattice } from "../../model/lattice/lattice.ts";
import { workerLimits } from "../limits.ts";
import type { FileColumns, StepColumns } from "./columns.ts";

/** A codec chain and the chunk type that it is bound to. */
export interface PipelineMessage {
  readonly id: number;
  readonly codecs: readonly CodecSpec[];
  readonly dataType: DataType;
  readonly shape: readonly number[];
  readonly fillValue: Uint8Array;
}

/** Chunks, or parts of chunks, through a pipeline. */
export interface ChunkWork {
  /** The pipeline; or its number, for a worker that already received it. */
  readonly pipeline: PipelineMessage | number;
  readonly steps: StepColumns;
  /**
   * Decoding from files: true if the answer must give the version of each step's file, because other tasks read other
   * parts of it.
   */
  readonly versions?: boolean;
  /** Encoding: 1 if the step covers all of its chunk that lies inside the array, so that no old value survives. */
  readonly whole?: Uint8Array;
  /** Encoding: if true, a chunk of nothing but the fill value is deleted, or answered without bytes. */
  readonly dropFill?: boolean;
}

/** How Blosc frames are made, and the checksum after each of them. */
export interface FrameOptions {
  readonly compressor: BloscCompressor;
  readonly level: number;
  readonly filter: BloscFilter;
  readonly typeSize: number;
  readonly checksum: ChecksumName;
  /** The block size. With it, a frame is never stored as incompressible. By default, c-blosc's rules apply. */
  readonly blockSize?: number;
}

/** Turns pieces of bytes into Blosc frames with a checksum after each, or back. Pieces and results are consecutive. */
export interface FrameWork {
  readonly frames: FrameOptions;
  /** Bytes of each piece. */
  readonly lengths: Float64Array;
  /** Decoding: the length that each frame must decode to. */
  readonly decoded: Float64Array;
}

/** Bytes that were fetched for a decoder; undefined if the object is absent. */
export type Fetched = readonly (Uint8Array | undefined)[];

/** What is remembered of an object, by name. */
export type Remembered = readonly (readonly [string, Uint8Array])[];

/** The start of the task's buffer. */
interface InBuffer {
  readonly kind: "buffer";
}

export type ChunkInput =
  /** Encoding: the elements. */
  | InBuffer
  /** Decoding: the files of the steps. */
  | { readonly kind: "files"; readonly files: FileColumns }
  /** Decoding: what the decoder needs first, and what the caller remembers of the object. More is requested from the caller. */
  | { readonly kind: "caller"; readonly fetched: Fetched; readonly memo: Remembered };

export type ChunkOutput =
  /** Decoding: the elements, in the task's buffer or lent by the worker. Encoding: the answer has the bytes. */
  | InBuffer
  /** Encoding: the files of the steps are replaced. */
  | { readonly kind: "files"; readonly files: FileColumns }
  /** Decoding: the caller's own memory, and where the elements of each step lie in it. */
  | { readonly kind: "shared"; readonly bytes: Uint8Array; readonly layouts: readonly Lattice[] };

/** The pieces lie at this offset of a file. */
export type FrameInput = InBuffer | { readonly kind: "file"; readonly path: string; readonly offset: number };

/** Each result is written to its offset in an existing file. */
export type FrameOutput = InBuffer | { readonly kind: "file"; readonly path: string; readonly offsets: Float64Array };

interface TaskOf<Work, Input, Output> {
  readonly kind: "decode" | "encode";
  readonly id: number;
  readonly work: Work;
  readonly input: Input;
  readonly output: Output;
  readonly buffer: ArrayBuffer;
  /** Slots of earlier answers that have been copied meanwhile, and may be reused. */
  readonly released?: readonly number[];
}

export type ChunkTask = TaskOf<ChunkWork, ChunkInput, ChunkOutput>;
export type FrameTask = TaskOf<FrameWork, FrameInput, FrameOutput>;
export type Task = ChunkTask | FrameTask;

export function isFrameTask(task: Task): task is FrameTask {
  return "frames" in task.work;
}

/** The answer to a request for bytes. */
export interface MoreBytes {
  readonly kind: "bytes";
  readonly id: number;
  readonly fetched: Fetched;
}

/** The caller no longer needs this task. It is still answered, so that its buffer comes back. */
export interface Cancel {
  readonly kind: "cancel";
  readonly id: number;
}

export type ToWorker = Task | MoreBytes | Cancel;

/** The worker has started. */
export interface Ready {
  readonly kind: "ready";
}

/** A decoder needs these bytes of the object. */
export interface Question {
  readonly kind: "question";
  readonly id: number;
  readonly reads: readonly (ByteRange | undefined)[];
}

export interface Answer {
  readonly kind: "answer";
  readonly id: number;
  readonly buffer: ArrayBuffer;
  /** Memory of fetched bytes that are no longer needed. */
  readonly spent?: readonly ArrayBuffer[];
  /** Decoding: where the elements lie if they are not in the buffer. */
  readonly lent?: Lent;
  /** Decoding, if requested: the version of each step's file, "" if it is absent, undefined if it is unknown. */
  readonly versions?: readonly (string | undefined)[];
  /** Decoding: which steps found their chunk. Encoding: which left one. */
  readonly found: readonly boolean[];
  /** Encoding to the buffer: the bytes of each step; undefined if there is nothing to store. */
  readonly encoded?: readonly (Uint8Array<ArrayBuffer> | undefined)[];
  /** What the decoder wants to have remembered of the object. */
  readonly remembered?: Remembered;
  readonly frames?: FrameResults;
  readonly error?: StepError;
}

export type FromWorker = Ready | Question | Answer;

/** Where the result lies in the worker's own memory. It stays there until the slot is released. */
export interface Lent {
  readonly memory: SharedArrayBuffer;
  readonly offset: number;
  readonly slot: number;
}

export interface FrameResults {
  /** Bytes of each; 0 if it failed. */
  readonly lengths: Float64Array;
  readonly failures: readonly StepError[];
}

export interface StepError {
  readonly message: ErrorMessage;
  /** Index of the step that failed. */
  readonly step: number;
}

interface ErrorMessage {
  /** Undefined if it is not one of our own errors. */
  readonly code?: ErrorCode;
  /** For any other error, its class, and its stack in the worker. */
  readonly name?: string;
  readonly stack?: string;
  readonly what: string;
  readonly place: ErrorPlace;
  readonly hint?: string;
  readonly request?: RequestFailure;
  readonly cause?: ErrorMessage;
}

/** The caller plans the first reads of a decoder and the worker the others, so both must plan alike. */
export const COALESCE: Coalesce = { gap: 0, cap: workerLimits.mergedReadBytes };

// Errors cross from a worker by value: class, code, message, place, hint, and the chain of causes.

/** A chain of causes is truncated here, because it may be cyclic. */
const MOST_CAUSES = 8;

/** Built-in classes, which are recreated; any other error keeps its name. */
const CLASSES: Readonly<Record<string, new (message: string, options: ErrorOptions) => Error>> = {
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
};

export function toErrorMessage(error: unknown): ErrorMessage {
  return messageOf(error, MOST_CAUSES);
}

function messageOf(error: unknown, left: number): ErrorMessage {
  if (!(error instanceof Error)) return { what: String(error), place: {} };
  const cause = error.cause === undefined || left === 0 ? {} : { cause: messageOf(error.cause, left - 1) };
  if (isHyperslabError(error)) {
    const { code, what, place, hint, request } = error;
    return { code, what, place, ...(hint !== undefined && { hint }), ...(request && { request }), ...cause };
  }
  // Only the worker knows where it happened; for a cause, the error before it has the stack.
  const { name, message, stack } = error;
  return { name, what: message, place: {}, ...(left === MOST_CAUSES && stack && { stack }), ...cause };
}

export function fromErrorMessage(message: ErrorMessage): Error {
  const error = errorOf(message);
  if (message.code === undefined) error.stack = `in a worker: ${message.stack ?? message.what}`;
  return error;
}

function errorOf({ name = "Error", code, what, place, hint, request, cause: inner }: ErrorMessage): Error {
  const cause = inner === undefined ? {} : { cause: errorOf(inner) };
  if (code !== undefined) {
    return new HyperslabError(code, what, {
      ...place,
      ...(hint !== undefined && { hint }),
      ...(request && { request }),
      ...cause,
    });
  }
  const error = new (ownMember(CLASSES, name) ?? Error)(what, cause);
  if (error.name !== name) Object.defineProperty(error, "name", { value: name, configurable: true });
  return error;
}

/** The error that came with an answer. */
export function failureOf(answer: Answer): { readonly error: Error; readonly step: number } | undefined {
  if (answer.error === undefined) return undefined;
  return { error: fromErrorMessage(answer.error.message), step: answer.error.step };
}
