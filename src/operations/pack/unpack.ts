/**
 * `unpack`: turns a Bloscpack file of any version back into the original file, like `blpk decompress`. Every checksum
 * is verified. Chunks are decoded on all cores and written in place, in bounded memory. `salvage` recovers what is
 * possible from a damaged file: lost chunks are filled with zeros.
 */

import { OFFSET_BYTES } from "../../bytes/blosc/chunk-table.ts";
import { FRAME_LENGTH_AT, HEADER_BYTES } from "../../bytes/blosc/frame-header.ts";
import { inOrder } from "../../bytes/concurrency.ts";
import { toPlain } from "../../bytes/json/make.ts";
import type { JsonNode, PlainJson } from "../../bytes/json/node.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { inChunk } from "../../codecs/array-to-bytes/bloscpack/read-chunk.ts";
import { type FrameEngine, frameEngine } from "../../dataset/engine/frame-engine.ts";
import { type ProgressMeter, progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { decodedSize, type FileLayout, readBytesLayout } from "../../formats/bloscpack/file-layout.ts";
import { recoveringSource } from "../../formats/bloscpack/undo-record.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { operationLimits } from "../limits.ts";
import { UNPACK } from "../option-names.ts";
import { decodeLarge, readerOf } from "./large-chunks.ts";
import { type OpenInput, type OpenOutput, openOutput, openPacked } from "./places.ts";
import { salvagedChunks } from "./salvaged-chunks.ts";
import { type StoredChunk, storedChunks } from "./stored-chunks.ts";
import { batchesAtOnce, forBytes } from "./write-chunks.ts";

/** Options of `unpack`. */
export interface UnpackOptions extends TransferOptions {
  /** Replace the output if it exists. */
  readonly overwrite?: boolean | undefined;
  /** Recover what is possible, and report what is lost. */
  readonly salvage?: boolean | undefined;
  /** How the store of a URL is reached. */
  readonly store?: StoreSettings | undefined;
}

/** A chunk that could not be read. */
export interface LostChunk {
  /** Its index. */
  readonly chunk: number;
  /** Where it lies in the packed file; -1 if that is not known. */
  readonly offset: number;
  /** The first byte of the unpacked file that it covered. */
  readonly start: number;
  /** The number of bytes of the unpacked file that it covered. */
  readonly length: number;
  /** Why it could not be read. */
  readonly reason: string;
}

/** What `unpack` did. */
export interface UnpackReport {
  /** Length of the packed file. */
  readonly bytesIn: number;
  /** Bytes that were written. */
  readonly bytesOut: number;
  /** The number of chunks. */
  readonly chunks: number;
  /** Chunks that could not be read, if `salvage` is set. */
  readonly lost: readonly LostChunk[];
  /** Why the metadata of a damaged file could not be read. */
  readonly lostMetadata?: string;
  /** The metadata of the file; omitted if it has none. */
  readonly metadata?: PlainJson;
  /** The same, keeping the spelling of every number. */
  readonly metadataTree?: JsonNode;
}

/** Unpacks `input` into `output`, which must not exist unless `overwrite` is set. */
export async function unpack(
  input: string | ByteSource,
  output: string | ByteTarget,
  options: UnpackOptions = {},
): Promise<UnpackReport> {
  if (hasUnknown(options, UNPACK)) return refuseUnknown("unpack", options, UNPACK);
  const packed = await openPacked(input, options.store);
  try {
    const lenient = options.salvage === true;
    const layout = await readBytesLayout(packed.source, { signal: options.signal, lenient });
    const plain = await openOutput(output, options);
    try {
      const report = await writeChunks(packed, layout, plain, options);
      await plain.finish();
      const { metadata, lostMetadata } = layout;
      return {
        ...report,
        ...(lostMetadata !== undefined && { lostMetadata }),
        ...(metadata && { metadata: toPlain(metadata.document.root), metadataTree: metadata.document.root }),
      };
    } catch (error) {
      await plain.abandon();
      throw error;
    }
  } catch (error) {
    throw atPlace(error, { location: packed.location });
  } finally {
    await packed.close();
  }
}

interface Unpacking {
  readonly packed: OpenInput;
  readonly source: ByteSource;
  readonly fileSize: number;
  readonly layout: FileLayout;
  readonly target: ByteTarget;
  readonly outputPath: string | undefined;
  readonly engine: FrameEngine;
  readonly meter: ProgressMeter;
  readonly options: UnpackOptions;
  lose(chunk: StoredChunk, error: unknown): void;
}

async function writeChunks(
  packed: OpenInput,
  layout: FileLayout,
  { target, path }: OpenOutput,
  options: UnpackOptions,
): Promise<Omit<UnpackReport, "metadata" | "metadataTree" | "lostMetadata">> {
  const lost: LostChunk[] = [];
  const meter = progressMeter("unpack", layout.header.chunkCount ?? 0, options.onProgress);
  const unpacking: Unpacking = {
    packed,
    source: recoveringSource(packed.source, layout),
    fileSize: await packed.size(),
    layout,
    target,
    outputPath: path,
    engine: frameEngine(forBytes(options, decodedSize(layout.header) ?? Number.POSITIVE_INFINITY)),
    meter,
    options,
    lose: (chunk, error) => {
      const { index, offset, start, length } = chunk;
      const failure = offset < 0 ? error : inChunk(error, chunk);
      if (options.salvage !== true || !isHyperslabError(failure)) throw failure;
      lost.push({ chunk: index, offset, start, length, reason: failure.what });
    },
  };
  const { chunkSize = 0 } = layout.header;
  const limit = batchesAtOnce(unpacking.engine.capacity, operationLimits.largeChunkBytes.cap(chunkSize));
  let bytesOut = 0;
  let chunks = 0;
  await target.truncate(0);
  const decoded = inOrder(batchesOf(unpacking), limit, (batch) => decodeBatch(unpacking, batch));
  for await (const { batch, write } of decoded) {
    await write();
    for (const { start, length } of batch) {
      bytesOut = Math.max(bytesOut, start + length);
      chunks += 1;
      meter.step(length);
    }
  }
  await target.truncate(bytesOut);
  meter.end();
  return { bytesIn: unpacking.fileSize, bytesOut, chunks, lost: lost.sort((a, b) => a.chunk - b.chunk) };
}

/** Small chunks together; large ones alone. A damaged file without offsets ends where it cannot be followed. */
async function* batchesOf(unpacking: Unpacking): AsyncGenerator<readonly StoredChunk[]> {
  const { source, layout, fileSize, options, lose } = unpacking;
  const salvaged = options.salvage === true;
  const { signal } = options;
  const chunks = salvaged ? salvagedChunks(source, layout, fileSize, signal) : storedChunks(source, layout, signal);
  let held: StoredChunk[] = [];
  let bytes = 0;
  let next = { index: 0, start: 0 };
  try {
    for await (const chunk of chunks) {
      next = { index: chunk.index + 1, start: chunk.start + chunk.length };
      if (held.length > 0 && operationLimits.unpackedBatchBytes.isExceededBy(bytes + chunk.length)) {
        yield held;
        held = [];
        bytes = 0;
      }
      held.push(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    lose({ ...next, offset: -1, room: 0, length: 0, last: true }, error);
  }
  if (held.length > 0) yield held;
}

interface DecodedBatch {
  readonly batch: readonly StoredChunk[];
  write(): Promise<void>;
}

async function decodeBatch(unpacking: Unpacking, batch: readonly StoredChunk[]): Promise<DecodedBatch> {
  const { layout, engine, options, target, lose, packed, fileSize } = unpacking;
  options.signal?.throwIfAborted();
  const [only, another] = batch;
  if (only !== undefined && another === undefined && operationLimits.largeChunkBytes.isExceededBy(only.length))
    return { batch, write: () => writeLarge(unpacking, only) };
  // The last chunk may have to be read from elsewhere: see recoveringSource.
  const last = batch.at(-1)?.last === true ? await readLast(unpacking, batch.at(-1)!) : undefined;
  const lengths = Float64Array.from(batch, (chunk) => {
    if (chunk.last) return last?.byteLength ?? 0;
    return chunk.offset < 0 ? 0 : Math.min(chunk.room, Math.max(0, fileSize - chunk.offset));
  });
  const expected = Float64Array.from(batch, ({ length }) => length);
  const runs = runsOf(batch, lengths);
  const fill = async (into: Uint8Array): Promise<void> => {
    let at = 0;
    for (const { first, bytes } of runs) {
      await packed.readInto(first.offset, into.subarray(at, at + bytes));
      at += bytes;
    }
    if (last !== undefined) into.set(last, at);
  };
  // The worker that decodes a contiguous range of a local file also reads it.
  const [run, next] = runs;
  const inFile = run !== undefined && next === undefined && batch.at(-1)?.last !== true && packed.path !== undefined;
  const { checksum } = layout.header;
  const input = inFile ? { path: packed.path ?? "", offset: run.first.offset } : fill;
  const path = unpacking.outputPath;
  const output = path === undefined ? undefined : { path, offsets: Float64Array.from(batch, ({ start }) => start) };
  const result = await engine.decode(checksum, lengths, expected, input, output);
  return {
    batch,
    write: async () => {
      for (const { step, error } of result.failures) {
        const chunk = batch[step]!;
        lose(chunk, isNowhere(unpacking, chunk) ? nowhere(unpacking, chunk) : error);
      }
      if (output === undefined) {
        for (const [step, bytes] of result.results.entries()) {
          if (bytes.byteLength > 0) await target.write(batch[step]!.start, [bytes]);
        }
      }
      result.release();
    },
  };
}

/** Returns whether its offset is outside the file. */
function isNowhere({ fileSize }: Unpacking, { offset }: StoredChunk): boolean {
  return offset < 0 || offset >= fileSize;
}

function nowhere({ layout, fileSize }: Unpacking, { index, offset }: StoredChunk): HyperslabError {
  const where = `at byte ${layout.table.tableAt + OFFSET_BYTES * index}`;
  const beyond = `its offset ${offset}, ${where}, lies beyond the end of the file of ${fileSize} bytes`;
  const what = `chunk ${index}: ${offset < 0 ? `its offset, ${where}, is unknown` : beyond}`;
  return new HyperslabError("invalid-data", what, { chunk: [index] });
}

async function readLast(
  { source, options }: Unpacking,
  { offset, room }: StoredChunk,
): Promise<Uint8Array | undefined> {
  if (offset < 0) return undefined;
  return source.read({ offset, length: room }, { signal: options.signal });
}

/** Adjacent chunks in the file are read at once, except for the very last chunk. */
function runsOf(
  batch: readonly StoredChunk[],
  lengths: Float64Array,
): readonly { readonly first: StoredChunk; readonly bytes: number }[] {
  const runs: { first: StoredChunk; bytes: number }[] = [];
  batch.forEach((chunk, step) => {
    const length = lengths[step]!;
    const run = runs.at(-1);
    if (chunk.last || length === 0) return;
    if (run !== undefined && run.first.offset + run.bytes === chunk.offset) run.bytes += length;
    else runs.push({ first: chunk, bytes: length });
  });
  return runs;
}

async function writeLarge(unpacking: Unpacking, chunk: StoredChunk): Promise<void> {
  const { packed, source, fileSize, layout, target, options, lose } = unpacking;
  const put = (from: number, bytes: Uint8Array): Promise<void> => target.write(chunk.start + from, [bytes]);
  try {
    if (isNowhere(unpacking, chunk)) throw nowhere(unpacking, chunk);
    const read = (await isInPlace(packed, chunk)) ? packed.readInto : readerOf({ read: source.read });
    const room = Math.min(chunk.room, fileSize - chunk.offset);
    await decodeLarge(read, chunk.offset, room, chunk.length, layout.header.checksum, put, options);
  } catch (error) {
    lose(chunk, error);
  }
}

/** The last chunk may have to be read from elsewhere: its frame then has a different length (see recoveringSource). */
async function isInPlace(packed: OpenInput, { offset, length, last }: StoredChunk): Promise<boolean> {
  if (!last) return true;
  const head = new Uint8Array(HEADER_BYTES);
  await packed.readInto(offset, head);
  return new DataView(head.buffer).getUint32(FRAME_LENGTH_AT, true) === length;
}
