/** A document in blocks, for a scanner that goes over it once: scanned bytes are dropped, the rest moves to the front. */
import { byteRoom } from "../../bytes/source/byte-room.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ZstdBlocks } from "../format.ts";
import { formatLimits } from "../limits.ts";
import { linesOf, NEEDS_MORE, type Window } from "./json-members.ts";

/** Bytes in blocks; the last is shorter, or empty. A block is valid until the next one is requested. */
export type Blocks = AsyncIterator<Uint8Array, undefined>;

/** Thrown if there is no file: checking first would cost a request. */
export const NO_FILE: HyperslabError = new HyperslabError("not-found", "the file of references does not exist");

export interface BlockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Decodes a Zstandard file, piece by piece. */
  readonly zstdBlocks?: ZstdBlocks | undefined;
}

/** The blocks of a file. A file that begins like gzip or Zstandard is decompressed, whatever its name. */
export async function* blocksOf(source: ByteSource, options: BlockOptions): AsyncGenerator<Uint8Array, undefined> {
  const stored = storedBlocks(source, options.signal);
  const { value: first } = await stored.next();
  if (first === undefined) return;
  const blocks = joined(first, stored);
  if (first[0] === 0x1f && first[1] === 0x8b) yield* inflated(blocks);
  else if (beginsLikeZstd(first)) {
    if (options.zstdBlocks === undefined)
      throw new HyperslabError("unsupported", "Zstandard files cannot be decoded here");
    yield* await options.zstdBlocks(blocks);
  } else yield* blocks;
}

/** Returns whether a file that begins like this may be a set: JSON, compressed, or empty. */
export function beginsLikeSet(bytes: Uint8Array): boolean {
  const isCompressed = (bytes[0] === 0x1f && bytes[1] === 0x8b) || beginsLikeZstd(bytes);
  return isCompressed || /^\ufeff?\s*(?:\{|$)/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}

/** With a frame, or with one that is skipped, which comes first in every file by pzstd. */
function beginsLikeZstd(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 4) return false;
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5;
}

async function* storedBlocks(source: ByteSource, signal?: AbortSignal): AsyncGenerator<Uint8Array, undefined> {
  const length = formatLimits.referenceBlockBytes.value;
  const held = await source.hold?.({ signal });
  const from = held ?? source;
  const room = from.lends === true ? byteRoom() : undefined;
  try {
    for (let offset = 0; ; ) {
      const bytes = await from.read({ offset, length }, { signal, room });
      if (bytes === undefined && offset === 0) throw NO_FILE;
      if (bytes === undefined) throw new HyperslabError("io", "the file was removed while it was read");
      if (bytes.byteLength > 0) yield bytes;
      if (bytes.byteLength < length) return;
      offset += bytes.byteLength;
      room?.give(bytes);
    }
  } finally {
    held?.close();
  }
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  yield first;
  yield* rest;
}

/**
 * By the platform's own decoder. A block is handed over when the one before it was taken: Node's decoder reads a stream
 * that is piped to it to the end, however few of its results are asked for.
 */
async function* inflated(blocks: AsyncGenerator<Uint8Array, undefined>): AsyncGenerator<Uint8Array, undefined> {
  const { readable, writable } = new DecompressionStream("gzip");
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const failures: unknown[] = [];
  const feed = async (): Promise<void> => {
    for await (const block of blocks) await writer.write(new Uint8Array(block));
    await writer.close();
  };
  // What the decoder refuses is thrown by `read` too; a file that cannot be read is not.
  const fed = feed().catch(async (error: unknown) => {
    failures.push(error);
    await writer.abort(error).catch(() => {});
  });
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        const failed = failures.find((error) => isHyperslabError(error));
        if (failed !== undefined) throw failed;
        throw new HyperslabError("invalid-data", "the file begins like gzip, but cannot be decompressed", { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
    await fed;
  }
}

export function emptyWindow(): Window {
  return {
    bytes: new Uint8Array(0),
    at: 0,
    end: 0,
    isLast: false,
    before: 0,
    linesBefore: 0,
    columnBefore: 0,
  };
}

/**
 * Calls `step` until it reports the end. A step that reaches the end of the window is repeated from its start, with
 * more bytes.
 */
export async function scanBlocks(blocks: Blocks, window: Window, step: () => boolean): Promise<void> {
  for (;;) {
    const start = window.at;
    try {
      if (step()) return;
    } catch (error) {
      if (error !== NEEDS_MORE) throw error;
      window.at = start;
      await refill(blocks, window);
    }
  }
}

async function refill(blocks: Blocks, window: Window): Promise<void> {
  const rest = window.end - window.at;
  if (formatLimits.referenceMemberBytes.isExceededBy(rest)) {
    throw new HyperslabError("unsupported", `one entry of the references has more than ${rest} bytes`, {
      hint: "Keep large values in files and refer to them.",
    });
  }
  const { lines, column } = linesOf(window, window.at);
  window.before += window.at;
  window.linesBefore += lines;
  window.columnBefore = column;
  // Reuses the same memory: fresh memory takes as long as scanning it.
  let memory = new Uint8Array(window.bytes.buffer);
  memory.copyWithin(0, window.at, window.end);
  let length = rest;
  // At least doubles the available bytes, so that a long member is not scanned again for each block.
  while (length === rest || length < 2 * rest) {
    const { value } = await blocks.next();
    if (value === undefined) {
      window.isLast = true;
      break;
    }
    if (length + value.byteLength > memory.byteLength) memory = grown(memory, length, value.byteLength);
    memory.set(value, length);
    length += value.byteLength;
  }
  window.bytes = memory.subarray(0, length);
  window.at = 0;
  window.end = length;
}

/** Memory for `more` bytes after the first `length` ones, and for the start of a member before the next block. */
function grown(memory: Uint8Array, length: number, more: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.ceil((length + more) * 1.25));
  larger.set(memory.subarray(0, length));
  return larger;
}
