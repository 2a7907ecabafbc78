/**
 * Chunks that are too large to be held in memory (up to 2 GiB): their Blosc frames are encoded and decoded a few blocks
 * at a time. The checksum of such a frame is computed by reading it again, because its head is written last.
 */

import {
  type BloscHeader,
  FLAG_NOT_SPLIT,
  FLAG_STORED,
  flagsOf,
  HEADER_BYTES,
  parseBloscHead,
  writeFrameHead,
} from "../../bytes/blosc/frame-header.ts";
import { runningChecksum } from "../../bytes/checksum/digest.ts";
import { type ChecksumName, checksumSize, compareChecksum } from "../../bytes/checksum/named-checksum.ts";
import { inOrder } from "../../bytes/concurrency.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { blockSpans, joinedLength, writePartHead } from "../../codecs/array-to-bytes/bloscpack/frame-part.ts";
import { chooseBlockSize, isSplit } from "../../codecs/kernels/blosc-sizes.ts";
import {
  type FrameEngine,
  type FrameOptions,
  frameEngine,
  giveBack,
  takeBuffer,
} from "../../dataset/engine/frame-engine.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import { operationLimits } from "../limits.ts";

/** Fills `into` from `from` on; fails if there are fewer bytes. */
export type ReadPart = (from: number, into: Uint8Array) => Promise<void>;

/** Writes the frame and its checksum for a chunk of `length` bytes at `at`, and returns their length. */
export async function encodeLarge(
  read: ReadPart,
  length: number,
  target: ByteTarget,
  at: number,
  options: FrameOptions,
  transfer: TransferOptions,
): Promise<number> {
  const blockSize = chooseBlockSize({ ...options, blockSize: 0 }, length);
  const end =
    options.level === 0 ? undefined : await encodeBlocks(read, length, blockSize, target, at, options, transfer);
  if (end === undefined) await storeAll(read, length, blockSize, target, at, options, transfer.signal);
  const frameLength = end ?? HEADER_BYTES + length;
  const digest = await checksumOf(options.checksum, readerOf(target), at, frameLength);
  if (digest.byteLength > 0) await target.write(at + frameLength, [digest]);
  return frameLength + digest.byteLength;
}

/** Returns the length of the frame; undefined if it would be no shorter than its contents. */
async function encodeBlocks(
  read: ReadPart,
  length: number,
  blockSize: number,
  target: ByteTarget,
  at: number,
  options: FrameOptions,
  { signal, workers, concurrency }: TransferOptions,
): Promise<number | undefined> {
  const engine = frameEngine({ workers, concurrency });
  const blockCount = Math.ceil(length / blockSize);
  const starts = new Int32Array(blockCount);
  let end = HEADER_BYTES + 4 * blockCount;
  const groups = blockGroups(blockCount, blockSize);
  const encoded = inOrder(groups, engine.capacity, async ({ first, count }) => {
    signal?.throwIfAborted();
    const from = first * blockSize;
    const bytes = Math.min(length, from + count * blockSize) - from;
    const choice = { ...options, checksum: "None" as const, blockSize };
    return { first, count, batch: await engine.encode(choice, Float64Array.of(bytes), (into) => read(from, into)) };
  });
  for await (const { first, count, batch } of encoded) {
    const frame = batch.results[0]!;
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const table = HEADER_BYTES + 4 * count;
    for (let i = 0; i < count; i++) starts[first + i] = end + view.getInt32(HEADER_BYTES + 4 * i, true) - table;
    if (end + frame.byteLength - table > length + HEADER_BYTES) return undefined;
    await target.write(at + end, [frame.subarray(table)]);
    end += frame.byteLength - table;
    batch.release();
  }
  const head = new Uint8Array(HEADER_BYTES + 4 * blockCount);
  writeHead(head, options, length, blockSize, end, 0);
  const view = new DataView(head.buffer);
  starts.forEach((start, i) => {
    view.setInt32(HEADER_BYTES + 4 * i, start, true);
  });
  await target.write(at, [head]);
  return end;
}

function* blockGroups(
  blockCount: number,
  blockSize: number,
): Generator<{ readonly first: number; readonly count: number }> {
  const together = operationLimits.largePieceBytes.holds(blockSize);
  for (let first = 0; first < blockCount; first += together) {
    yield { first, count: Math.min(together, blockCount - first) };
  }
}

function writeHead(
  head: Uint8Array,
  { compressor, filter, typeSize }: FrameOptions,
  length: number,
  blockSize: number,
  frameLength: number,
  stored: number,
): void {
  const split = isSplit(compressor, typeSize, blockSize) ? 0 : FLAG_NOT_SPLIT;
  const flags = flagsOf(compressor, filter) | stored | split;
  writeFrameHead(head, { flags, typeSize, length, blockSize, frameLength });
}

async function storeAll(
  read: ReadPart,
  length: number,
  blockSize: number,
  target: ByteTarget,
  at: number,
  options: FrameOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const head = new Uint8Array(HEADER_BYTES);
  writeHead(head, options, length, blockSize, HEADER_BYTES + length, FLAG_STORED);
  await inPieces(length, async (from, part) => {
    signal?.throwIfAborted();
    await read(from, part);
    await target.write(at + HEADER_BYTES + from, [part]);
  });
  await target.write(at, [head]);
}

/** Processes `length` bytes in pieces, in memory that is reused for each of them. */
async function inPieces(length: number, step: (from: number, part: Uint8Array) => Promise<void>): Promise<void> {
  const piece = operationLimits.largePieceBytes.value;
  const buffer = takeBuffer(piece);
  for (let from = 0; from < length; from += piece) {
    await step(from, new Uint8Array(buffer, 0, Math.min(piece, length - from)));
  }
  giveBack(buffer);
}

async function checksumOf(name: ChecksumName, read: ReadPart, at: number, length: number): Promise<Uint8Array> {
  const checksum = runningChecksum(name);
  if (checksumSize(name) === 0) return checksum.finish();
  await inPieces(length, async (from, part) => {
    await read(at + from, part);
    checksum.update(part);
  });
  return checksum.finish();
}

/** Reads into the given memory, directly if the source supports it. */
export function readerOf(source: Pick<ByteTarget, "read" | "readInto">): ReadPart {
  return async (offset, into) => {
    if (source.readInto !== undefined) {
      const found = await source.readInto(offset, into);
      if (found < into.byteLength) throw truncated(offset + into.byteLength);
      return;
    }
    const bytes = await source.read({ offset, length: into.byteLength });
    if (bytes?.byteLength !== into.byteLength) throw truncated(offset + into.byteLength);
    into.set(bytes);
  };
}

/** Verifies the checksum of a chunk at `at`, which has `room` bytes, then yields its decoded bytes piece by piece. */
export async function decodeLarge(
  read: ReadPart,
  at: number,
  room: number,
  length: number,
  checksum: ChecksumName,
  put: (from: number, bytes: Uint8Array) => Promise<void>,
  { signal, workers, concurrency }: TransferOptions,
): Promise<void> {
  const header = parseBloscHead(await readNew(read, at, HEADER_BYTES));
  if (header.length !== length) {
    throw new HyperslabError("invalid-data", `the Blosc frame holds ${header.length} bytes, expected ${length}`);
  }
  if (header.frameLength + checksumSize(checksum) > room) throw truncated(at + header.frameLength);
  if (!header.stored && HEADER_BYTES + 4 * header.blockCount > header.frameLength) {
    throw new HyperslabError(
      "invalid-data",
      `the Blosc frame has no room for the offsets of ${header.blockCount} blocks`,
    );
  }
  if (checksum !== "None") {
    const found = await checksumOf(checksum, read, at, header.frameLength);
    const stored = await readNew(read, at + header.frameLength, checksumSize(checksum));
    compareChecksum(checksum, found, stored, "the chunk");
  }
  if (header.stored) {
    await inPieces(length, async (from, part) => {
      signal?.throwIfAborted();
      await read(at + HEADER_BYTES + from, part);
      await put(from, part);
    });
    return;
  }
  await decodeBlocks(read, at, header, put, frameEngine({ workers, concurrency }), signal);
}

async function decodeBlocks(
  read: ReadPart,
  at: number,
  header: BloscHeader,
  put: (from: number, bytes: Uint8Array) => Promise<void>,
  engine: FrameEngine,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { blockCount, blockSize, length } = header;
  const table = await readNew(read, at + HEADER_BYTES, 4 * blockCount);
  const view = new DataView(table.buffer, table.byteOffset);
  const starts = Int32Array.from({ length: blockCount }, (_, i) => view.getInt32(4 * i, true));
  const groups = blockGroups(blockCount, blockSize);
  const decoded = inOrder(groups, engine.capacity, async ({ first, count }) => {
    signal?.throwIfAborted();
    const spans = blockSpans(header, starts, first, first + count - 1);
    const lengths = spans.map((span) => span.length);
    const bytes = Math.min(length, (first + count) * blockSize) - first * blockSize;
    const fill = async (into: Uint8Array): Promise<void> => {
      const places = writePartHead(header, first, lengths, into);
      for (const [i, span] of spans.entries()) {
        await read(at + span.offset, into.subarray(places[i], places[i]! + span.length));
      }
    };
    const stored = Float64Array.of(joinedLength(lengths));
    return { first, batch: await engine.decode("None", stored, Float64Array.of(bytes), fill) };
  });
  for await (const { first, batch } of decoded) {
    const [failure] = batch.failures;
    if (failure !== undefined) throw failure.error;
    await put(first * blockSize, batch.results[0]!);
    batch.release();
  }
}

async function readNew(read: ReadPart, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  await read(offset, bytes);
  return bytes;
}

function truncated(end: number): HyperslabError {
  return new HyperslabError("invalid-data", `the chunk is truncated: the file ends before byte ${end}`);
}
