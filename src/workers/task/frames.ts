/**
 * Executes frame tasks. Inputs and outputs lie in kernel memory, including those written to a file: bytes on their way
 * from one file to another are copied only by the system.
 */
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import { type FrameCodec, loadFrameCodec } from "../../codecs/array-to-bytes/bloscpack/frames.ts";
import { kernelArea, settled } from "../../codecs/kernels/kernel-area.ts";
import type { Lease } from "../../codecs/pipeline/allocate.ts";
import { HyperslabError } from "../../errors.ts";
import { type Answer, type FrameOutput, type FrameResults, type FrameTask, toErrorMessage } from "./messages.ts";

/** Parts of files, for tasks that use them. */
export interface FrameFiles {
  /** Fills `into` from `offset` on; returns false if the file is shorter. */
  readInto(path: string, offset: number, into: Uint8Array): boolean;
  /** Writes the parts to their offsets in an existing file. */
  write(path: string, parts: readonly { readonly offset: number; readonly bytes: Uint8Array }[]): void;
}

let loading: Promise<FrameCodec> | undefined;
const pieceArea = kernelArea();
const resultArea = kernelArea();

/** A failure of one piece does not stop the others. */
export async function runFrames(task: FrameTask, files?: FrameFiles): Promise<Answer> {
  loading ??= loadFrameCodec();
  const { id, buffer } = task;
  try {
    const codec = await loading;
    const frames = task.kind === "encode" ? encodeAll(codec, task, files) : decodeAll(codec, task, files);
    return { kind: "answer", id, buffer, found: [], frames };
  } catch (error) {
    return { kind: "answer", id, buffer, found: [], error: { message: toErrorMessage(error), step: 0 } };
  }
}

/** The room that the buffer of a task needs: for the pieces, and for the results that replace them, except for those in files. */
export function frameRoom({ kind, work, input, output }: Omit<FrameTask, "buffer">): number {
  const { lengths, decoded } = work;
  const pieces = sum(lengths);
  if (kind === "decode") {
    return Math.max(input.kind === "buffer" ? pieces : 0, output.kind === "buffer" ? sum(decoded) : 0);
  }
  const { blockSize } = work.frames;
  const blocks = blockSize === undefined ? 0 : sum(lengths.map((length) => Math.ceil(length / blockSize)));
  return pieces + ENCODED_EXTRA * lengths.length + BLOCK_EXTRA * blocks;
}

/** Blosc's header and the longest checksum. */
const ENCODED_EXTRA = 16 + checksumSize("sha512");
/** The offset of a block, and the lengths of its streams. */
const BLOCK_EXTRA = 4 * (1 + 16);

function sum(lengths: Float64Array): number {
  return lengths.reduce((total, length) => total + length, 0);
}

/** Frames are placed in the buffer one after another, whatever the pieces were. */
function encodeAll(codec: FrameCodec, task: FrameTask, files: FrameFiles | undefined): FrameResults {
  const { lengths, frames } = task.work;
  const bytes = new Uint8Array(task.buffer);
  // A single piece may lie where its frame goes.
  const inPlace = task.input.kind === "buffer" && lengths.length === 1;
  const pieces: Lease = inPlace ? { bytes } : takePieces(task, files);
  const results = new Float64Array(lengths.length);
  let from = 0;
  let to = 0;
  lengths.forEach((length, step) => {
    const encode = (): Uint8Array =>
      codec.encode(pieces.bytes.subarray(from, from + length), frames, bytes.subarray(to));
    // Encoding in place must not be repeated, because the piece would already be overwritten.
    const frame = inPlace ? encode() : settled(encode);
    results[step] = frame.byteLength;
    from += length;
    to += frame.byteLength;
  });
  return { lengths: results, failures: [] };
}

function decodeAll(codec: FrameCodec, task: FrameTask, files: FrameFiles | undefined): FrameResults {
  const { buffer, output } = task;
  const { lengths, decoded, frames } = task.work;
  const pieces = takePieces(task, files);
  const room: Lease = output.kind === "buffer" ? { bytes: new Uint8Array(buffer) } : resultArea.lease(sum(decoded));
  const failures: FrameResults["failures"][number][] = [];
  const results = new Float64Array(lengths.length);
  let from = 0;
  let to = 0;
  lengths.forEach((length, step) => {
    const end = to + decoded[step]!;
    try {
      settled(() =>
        codec.decode(pieces.bytes.subarray(from, from + length), frames.checksum, room.bytes.subarray(to, end)),
      );
      results[step] = decoded[step]!;
      to = end;
    } catch (error) {
      failures.push({ message: toErrorMessage(error), step });
    }
    from += length;
  });
  if (output.kind === "file") writeResults(room.bytes, results, output, files);
  return { lengths: results, failures };
}

/** The pieces of a task, from its file or its buffer, in kernel memory. */
function takePieces({ buffer, work, input }: FrameTask, files: FrameFiles | undefined): Lease {
  const length = sum(work.lengths);
  const pieces = pieceArea.lease(length);
  if (input.kind === "buffer") pieces.bytes.set(new Uint8Array(buffer, 0, length));
  else if (files?.readInto(input.path, input.offset, pieces.bytes) !== true) {
    const what = `the file is truncated: it ends before byte ${input.offset + length}`;
    throw new HyperslabError("invalid-data", what, { location: input.path });
  }
  return pieces;
}

/** Results that are also adjacent in the file are written at once. */
function writeResults(
  room: Uint8Array,
  lengths: Float64Array,
  { path, offsets }: Extract<FrameOutput, { kind: "file" }>,
  files: FrameFiles | undefined,
): void {
  const parts: { offset: number; bytes: Uint8Array }[] = [];
  let from = 0;
  lengths.forEach((length, step) => {
    const offset = offsets[step]!;
    const before = parts.at(-1);
    const start = from;
    from += length;
    if (before !== undefined && before.offset + before.bytes.byteLength === offset) {
      before.bytes = room.subarray(start - before.bytes.byteLength, from);
    } else if (length > 0) parts.push({ offset, bytes: room.subarray(start, from) });
  });
  files?.write(path, parts);
}
