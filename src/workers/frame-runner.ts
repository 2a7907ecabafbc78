/** Executes frame tasks: what is in the task's buffer is encoded or decoded into the same buffer. */
import { checksumSize } from "../bytes/checksum/named-checksum.ts";
import { scratchBuffer } from "../codecs/allocate.ts";
import { type FrameCodec, loadFrameCodec } from "../codecs/array-to-bytes/bloscpack/frames.ts";
import { HyperslabError } from "../errors.ts";
import { toErrorMessage } from "./error-message.ts";
import type { Answer, FrameOptions, FrameResults, FrameTask } from "./messages.ts";
import type { FrameFiles } from "./task-runner.ts";

let loading: Promise<FrameCodec> | undefined;
const NOTHING = new Float64Array(0);

/** A failure of one piece leaves the others as they are. */
export async function runFrames(task: FrameTask, files?: FrameFiles): Promise<Answer> {
  loading ??= loadFrameCodec();
  const { id, buffer } = task;
  try {
    const codec = await loading;
    if (task.input !== undefined) readInput(task, task.input, files);
    const frames = task.kind === "encode-frames" ? encodeAll(codec, task) : decodeAll(codec, task);
    if (task.output !== undefined) writeOutput(task, frames, task.output, files);
    return { id, buffer, found: [], frames };
  } catch (error) {
    return { id, buffer, found: [], error: { message: toErrorMessage(error), step: 0 } };
  }
}

function readInput({ buffer, lengths }: FrameTask, input: NonNullable<FrameTask["input"]>, files?: FrameFiles): void {
  const length = lengths.reduce((sum, piece) => sum + piece, 0);
  if (files?.readInto(input.path, input.offset, new Uint8Array(buffer, 0, length)) === true) return;
  const what = `the file is truncated: it ends before byte ${input.offset + length}`;
  throw new HyperslabError("invalid-data", what, { location: input.path });
}

function writeOutput(
  { buffer }: FrameTask,
  { start, lengths }: FrameResults,
  output: NonNullable<FrameTask["output"]>,
  files?: FrameFiles,
): void {
  const parts: { offset: number; bytes: Uint8Array }[] = [];
  let at = start;
  lengths.forEach((length, step) => {
    const offset = output.offsets[step]!;
    const before = parts.at(-1);
    const bytes = new Uint8Array(buffer, at, length);
    at += length;
    if (before !== undefined && before.offset + before.bytes.byteLength === offset) {
      before.bytes = new Uint8Array(buffer, before.bytes.byteOffset, before.bytes.byteLength + length);
    } else if (length > 0) parts.push({ offset, bytes });
  });
  files?.write(output.path, parts);
}

/** Room that a buffer needs for a task. */
export function frameRoom(
  kind: FrameTask["kind"],
  { blockSize }: FrameOptions,
  lengths: Float64Array,
  decoded: Float64Array,
): number {
  const input = lengths.reduce((sum, length) => sum + length, 0);
  if (kind === "decode-frames") return aligned(input) + decoded.reduce((sum, length) => sum + length, 0);
  const blocks = blockSize === undefined ? 0 : lengths.reduce((sum, length) => sum + Math.ceil(length / blockSize), 0);
  return input + ENCODED_EXTRA * lengths.length + BLOCK_EXTRA * blocks;
}

/** Blosc's header and the longest checksum. */
const ENCODED_EXTRA = 16 + checksumSize("sha512");
/** The offset of a block, and the lengths of its streams. */
const BLOCK_EXTRA = 4 * (1 + 16);
const ALIGNMENT = 64;

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** Frames before the last one of a task are made here. */
const scratch = scratchBuffer();

/** Frames go where the pieces were: each is written behind the one before, once its piece is read. */
function encodeAll(codec: FrameCodec, { buffer, lengths, options }: FrameTask): FrameResults {
  const bytes = new Uint8Array(buffer);
  const results = new Float64Array(lengths.length);
  const pending: Uint8Array[] = [];
  let from = 0;
  let to = 0;
  lengths.forEach((length, step) => {
    const piece = bytes.subarray(from, from + length);
    from += length;
    // Before the last piece a longer frame would overwrite what was not read yet.
    const last = step === lengths.length - 1;
    const aside = pending.length > 0 || !last;
    const room = frameRoom("encode-frames", options, Float64Array.of(length), NOTHING);
    const frame = codec.encode(piece, options, aside ? scratch.take(room) : bytes.subarray(to));
    results[step] = frame.byteLength;
    if (pending.length > 0 || to + frame.byteLength > from) pending.push(aside ? frame.slice() : frame);
    else {
      if (frame.buffer !== buffer) bytes.set(frame, to);
      to += frame.byteLength;
    }
  });
  for (const frame of pending) {
    if (frame.buffer !== buffer) bytes.set(frame, to);
    to += frame.byteLength;
  }
  return { start: 0, lengths: results, failures: [] };
}

function decodeAll(codec: FrameCodec, { buffer, lengths, decoded, options }: FrameTask): FrameResults {
  const bytes = new Uint8Array(buffer);
  const failures: FrameResults["failures"][number][] = [];
  const start = aligned(lengths.reduce((sum, length) => sum + length, 0));
  const results = new Float64Array(lengths.length);
  let from = 0;
  let to = start;
  lengths.forEach((length, step) => {
    const stored = bytes.subarray(from, from + length);
    from += length;
    try {
      codec.decode(stored, options.checksum, bytes.subarray(to, to + decoded[step]!));
      results[step] = decoded[step]!;
      to += decoded[step]!;
    } catch (error) {
      failures.push({ message: toErrorMessage(error), step });
    }
  });
  return { start, lengths: results, failures };
}
