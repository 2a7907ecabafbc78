/** Blosc frames on all cores: turns pieces of bytes into frames with checksums, and back. Uses workers if available. */
import type { ChecksumName } from "../../bytes/checksum/named-checksum.ts";
import { sharedPool } from "../../workers/pool/node-threads.ts";
import { nextTaskId, type Pool } from "../../workers/pool/pool.ts";
import { giveBack, takeBuffer } from "../../workers/pool/spare-buffers.ts";
import { frameRoom, runFrames } from "../../workers/task/frames.ts";
import {
  type Answer,
  type FrameInput,
  type FrameOptions,
  type FrameTask,
  failureOf,
  fromErrorMessage,
} from "../../workers/task/messages.ts";
import type { TransferOptions } from "../transfer.ts";

export { giveBack, takeBuffer } from "../../workers/pool/spare-buffers.ts";
export type { FrameOptions } from "../../workers/task/messages.ts";

/** Results of one batch. Their memory is reused: call `release` when done with them. */
export interface FrameBatch {
  readonly results: readonly Uint8Array[];
  /** All results, one after another. */
  readonly bytes: Uint8Array;
  readonly failures: readonly { readonly step: number; readonly error: Error }[];
  release(): void;
}

/**
 * Puts the bytes of all pieces, one after another, into `into`; or names the file in which they already lie in this
 * order.
 */
export type FillPieces =
  | ((into: Uint8Array) => void | Promise<void>)
  | { readonly path: string; readonly offset: number };

/** An existing file, and where each result goes in it. */
export interface FrameOutput {
  readonly path: string;
  readonly offsets: Float64Array;
}

export interface FrameEngine {
  /** The number of batches worth having in flight at once. */
  readonly capacity: number;
  encode(options: FrameOptions, lengths: Float64Array, fill: FillPieces): Promise<FrameBatch>;
  /** If `output` is given, the results are written to it, and the batch holds none. */
  decode(
    checksum: ChecksumName,
    lengths: Float64Array,
    decoded: Float64Array,
    fill: FillPieces,
    output?: FrameOutput,
  ): Promise<FrameBatch>;
}

const NOTHING = new Float64Array(0);
const IN_BUFFER = { kind: "buffer" } as const;

/** `workers: false` does everything on this thread; `concurrency` limits the number of threads. */
export function frameEngine(options: Pick<TransferOptions, "workers" | "concurrency"> = {}): FrameEngine {
  const pool = options.workers === false ? undefined : sharedPool();
  const { concurrency = Number.POSITIVE_INFINITY } = options;
  return {
    // One more than the workers can take, so that one can be written or wait meanwhile.
    capacity: pool === undefined ? 1 : Math.max(1, Math.min(pool.capacity + 1, concurrency)),
    encode: (choice, lengths, fill) => run(pool, "encode", { frames: choice, lengths, decoded: NOTHING }, fill),
    decode: (checksum, lengths, decoded, fill, output) =>
      run(pool, "decode", { frames: { ...ANY_OPTIONS, checksum }, lengths, decoded }, fill, output),
  };
}

/** Frames say how they are decoded. */
const ANY_OPTIONS: Omit<FrameOptions, "checksum"> = { compressor: "lz4", level: 5, filter: "none", typeSize: 1 };

async function run(
  pool: Pool | undefined,
  kind: FrameTask["kind"],
  work: FrameTask["work"],
  fill: FillPieces,
  output?: FrameOutput,
): Promise<FrameBatch> {
  const input: FrameInput = typeof fill === "function" ? IN_BUFFER : { kind: "file", ...fill };
  const order: Omit<FrameTask, "buffer"> = {
    kind,
    id: nextTaskId(),
    work,
    input,
    output: output === undefined ? IN_BUFFER : { kind: "file", ...output },
  };
  const room = frameRoom(order);
  const buffer = room === 0 ? new ArrayBuffer(0) : takeBuffer(roundedUp(room));
  const length = work.lengths.reduce((sum, piece) => sum + piece, 0);
  if (typeof fill === "function") await fill(new Uint8Array(buffer, 0, length));
  const task: FrameTask = { ...order, buffer };
  if (pool === undefined) {
    const named = input.kind === "file" || output !== undefined;
    const files = named ? (await import("../../stores/file/write.ts")).fileParts : undefined;
    return batchOf(await runFrames(task, files), output !== undefined);
  }
  try {
    return batchOf(await pool.run(task), output !== undefined);
  } catch (error) {
    // Workers that failed to start took the buffer with them.
    if (!pool.broken) throw error;
    return run(undefined, kind, work, fill, output);
  }
}

/** Frames differ slightly in length, and buffers should fit the next ones too: at most a quarter is spare. */
function roundedUp(length: number): number {
  const step = 2 ** Math.max(12, Math.floor(Math.log2(Math.max(1, length))) - 2);
  return Math.ceil(length / step) * step;
}

function batchOf(answer: Answer, written: boolean): FrameBatch {
  const failure = failureOf(answer);
  if (failure !== undefined || answer.frames === undefined) throw failure?.error ?? new Error("no frames came back");
  const { lengths, failures } = answer.frames;
  const results: Uint8Array[] = [];
  let at = 0;
  for (const length of written ? [] : lengths) {
    results.push(new Uint8Array(answer.buffer, at, length));
    at += length;
  }
  return {
    results,
    bytes: new Uint8Array(answer.buffer, 0, at),
    failures: failures.map(({ step, message }) => ({ step, error: fromErrorMessage(message) })),
    release: () => giveBack(answer.buffer),
  };
}
