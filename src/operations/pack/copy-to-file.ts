/**
 * Copies an array of any format to a Bloscpack file, chunk after chunk in bounded memory. Chunks of the source that are
 * Blosc frames of whole rows are moved without decoding; everything else is read by rows, encoded on all cores, and
 * written.
 */

import { parseBloscHeader } from "../../bytes/blosc/frame-header.ts";
import { DEFAULT_CHUNKS, parseCompression, shuffleOf } from "../../bytes/blosc/options.ts";
import { computeChecksum } from "../../bytes/checksum/digest.ts";
import { inOrder } from "../../bytes/concurrency.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { type ByteTarget, memoryTarget } from "../../bytes/source/byte-target.ts";
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { parseBloscpack } from "../../codecs/array-to-bytes/bloscpack/configuration.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { arrayHandle } from "../../dataset/array/array-handle.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type FrameOptions, frameEngine } from "../../dataset/engine/frame-engine.ts";
import type { CreationTarget } from "../../dataset/open/creation-target.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { type CodecInput, codecChain } from "../../dataset/tree/codec-chain.ts";
import { makeRoom } from "../../dataset/tree/create-node.ts";
import { DEFAULT_CHUNK_SIZE, type FilePlan, planFile } from "../../formats/bloscpack/file-plan.ts";
import { printMetadata } from "../../formats/bloscpack/metadata-section.ts";
import { chunkShapeOf, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { placeOf, type Store } from "../../stores/store.ts";
import { holdsOldZstd } from "../copy/plan/target-node.ts";
import type { CopyVerification } from "../copy/verify.ts";
import { readRows, verifyFile, verifyTarget } from "./verify-file.ts";
import { writeFile } from "./write-chunks.ts";

export interface FileCopyOptions extends TransferOptions {
  readonly overwrite?: boolean | undefined;
  readonly verify?: boolean | undefined;
  readonly codecs?: readonly CodecInput[] | undefined;
}

export interface FileCopyCounts {
  readonly passed: number;
  readonly encoded: number;
  readonly bytesWritten: number;
}

export interface FileCopyReport extends FileCopyCounts {
  readonly verification: CopyVerification | undefined;
}

export async function copyToFile(
  array: NdArray,
  place: CreationTarget,
  options: FileCopyOptions,
): Promise<FileCopyReport> {
  const { hierarchy, path, replaced } = place;
  const moves = options.codecs === undefined && movesFrames(array.node) && !holdsOldZstd(array);
  const plan = planFile(targetNode(array, path, moves, options));
  const key = hierarchy.store.object ?? path;
  const local = localFile(hierarchy.store, key);
  // A local file is replaced when the new one is complete; until then the old one is kept.
  if (local === undefined || options.overwrite !== true || replaced !== undefined) {
    await makeRoom(hierarchy, path, options, { replaced });
  }
  return local === undefined
    ? throughMemory(array, plan, place, key, moves, options)
    : toLocalFile(array, plan, local, moves, options);
}

/** The path of a local file, whether it exists yet or not; undefined inside an archive. */
function localFile(store: Store, key: string): string | undefined {
  const [, directory] = /^file:(.*)$/s.exec(placeOf(store)) ?? [];
  return directory === undefined || store.flush !== undefined ? undefined : `${directory}/${key}`;
}

/**
 * The file appears when it is complete and, if requested, verified; until then it has another name. Only the holder of
 * its lock writes it, and removes what a killed copy left.
 */
async function toLocalFile(
  array: NdArray,
  plan: FilePlan,
  path: string,
  moves: boolean,
  options: FileCopyOptions,
): Promise<FileCopyReport> {
  const [{ fileOutput }, { lockFile }, { removeLeftoversOf }] = await Promise.all([
    import("../../stores/file/output.ts"),
    import("../../stores/file/lock.ts"),
    import("../../stores/file/remove.ts"),
  ]);
  // Creates the directory; the first write creates the file.
  const output = await fileOutput(path, { overwrite: options.overwrite === true });
  const unlock = lockFile(path, path);
  try {
    await removeLeftoversOf(path);
    try {
      const counts = await writeArray(array, plan, output.target, moves, options);
      const verification =
        options.verify === false ? undefined : await verifyTarget(array, output.target, path, options);
      options.signal?.throwIfAborted();
      await output.finish();
      return { ...counts, verification };
    } catch (error) {
      await output.abandon();
      throw error;
    }
  } finally {
    unlock();
  }
}

async function throughMemory(
  array: NdArray,
  plan: FilePlan,
  { hierarchy, path }: CreationTarget,
  key: string,
  moves: boolean,
  options: FileCopyOptions,
): Promise<FileCopyReport> {
  const memory = memoryTarget();
  const counts = await writeArray(array, plan, memory, moves, options);
  const { store } = hierarchy;
  await store.set?.(key, memory.bytes(), { signal: options.signal });
  if (options.verify === false) return { ...counts, verification: undefined };
  const node = await hierarchy.readNode(path, { fresh: true });
  return { ...counts, verification: await verifyFile(array, hierarchy, node, options) };
}

/** Returns whether the chunks of the source are whole rows in Blosc frames, as in this format. */
function movesFrames({ codecs, grid, shape, dataType }: ArrayNode): boolean {
  const names = codecs.map(({ name }) => name).join();
  const lengths = chunkShapeOf(grid);
  if (names !== "bytes,blosc" || lengths === undefined || shape.length === 0) return false;
  const view = jsonView(codecs[1]!.configuration);
  const typeSize = view.get("typesize")?.integer() ?? dataType.itemSize;
  if (typeSize !== dataType.itemSize || (view.get("blocksize")?.integer() ?? 0) !== 0) return false;
  return lengths.every((length, axis) => axis === 0 || length === shape[axis]);
}

/** The node of the target: in chunks of whole rows. */
function targetNode(array: NdArray, path: string, moves: boolean, options: FileCopyOptions): ArrayNode {
  const { node } = array;
  const { origin: _, ...rest } = node;
  const moved: ArrayNode = { ...rest, path, fillValue: undefined };
  if (moves) return moved;
  const rowBytes = node.shape.slice(1).reduce((product, length) => product * length, node.dataType.itemSize ?? 1);
  const rows = Math.max(1, Math.floor(DEFAULT_CHUNK_SIZE / Math.max(1, rowBytes)));
  const lengths = node.shape.map((length, axis) => Math.max(1, axis === 0 ? Math.min(rows, length) : length));
  return { ...moved, grid: regularGrid(node.shape, lengths), codecs: chainOf(array, options) };
}

/** The source's own Blosc settings, else bloscpack's. */
function chainOf({ hierarchy, node }: NdArray, { codecs }: FileCopyOptions): ArrayNode["codecs"] {
  if (codecs !== undefined) return codecChain(codecs, node.dataType);
  const own = hierarchy.portableArray?.(node).codecs ?? node.codecs;
  const blosc = own.find(({ name }) => name === "blosc")?.configuration;
  const { compressor, level, filter } = blosc ? parseCompression(jsonView(blosc), DEFAULT_CHUNKS) : DEFAULT_CHUNKS;
  const configuration = {
    cname: compressor,
    clevel: level,
    shuffle: shuffleOf(filter),
    typesize: node.dataType.itemSize ?? 1,
    blocksize: 0,
  };
  return codecChain([{ name: "blosc", configuration }], node.dataType);
}

/** The number of rows per chunk of the file, and how its frames are made. */
function cutOf({ node, header }: FilePlan): { readonly rows: number; readonly frames: FrameOptions } {
  const rowBytes = node.shape.slice(1).reduce((product, length) => product * length, node.dataType.itemSize ?? 1);
  const { compressor, level, filter, typeSize } = parseBloscpack(jsonView(node.codecs.at(-1)!.configuration));
  return {
    rows: Math.max(1, Math.floor((header.chunkSize ?? 0) / Math.max(1, rowBytes))),
    frames: { compressor, level, filter, typeSize, checksum: header.checksum },
  };
}

async function writeArray(
  array: NdArray,
  plan: FilePlan,
  target: ByteTarget,
  moves: boolean,
  options: FileCopyOptions,
): Promise<FileCopyCounts> {
  const { chunkCount = 0 } = plan.header;
  const counts = { passed: 0, encoded: 0, bytesWritten: 0 };
  const meter = progressMeter("write", chunkCount, options.onProgress);
  const engine = frameEngine(options);
  await writeFile(target, plan.header, await printMetadata(plan.metadata), async (start) => {
    const offsets: number[] = [];
    let end = start;
    const chunks = Array.from({ length: chunkCount }, (_, index) => index);
    const made = inOrder(chunks, engine.capacity, (index) => chunkOf(array, plan, index, moves, engine, options));
    for await (const { stored, passed, release } of made) {
      await target.write(end, [stored]);
      offsets.push(end);
      end += stored.byteLength;
      counts.bytesWritten += stored.byteLength;
      counts[passed ? "passed" : "encoded"] += 1;
      meter.step(stored.byteLength);
      release();
    }
    return { offsets, end };
  });
  meter.end();
  return counts;
}

interface MadeChunk {
  readonly stored: Uint8Array;
  readonly passed: boolean;
  release(): void;
}

async function chunkOf(
  array: NdArray,
  plan: FilePlan,
  index: number,
  moves: boolean,
  engine: ReturnType<typeof frameEngine>,
  options: FileCopyOptions,
): Promise<MadeChunk> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { rows, frames } = cutOf(plan);
  const { node, header } = plan;
  const { chunkCount = 0, chunkSize = 0, lastChunk = 0 } = header;
  const length = index === chunkCount - 1 ? lastChunk : chunkSize;
  const source = arrayHandle(array.hierarchy, array.node);
  if (moves && length === chunkSize) {
    const coords = array.node.shape.map((_, axis) => (axis === 0 ? index : 0));
    const frame = await source.access.source(coords).read(undefined, { signal });
    if (frame !== undefined && parseBloscHeader(frame).length === length) {
      return { stored: joinBytes([frame, computeChecksum(frames.checksum, frame)]), passed: true, release: () => {} };
    }
  }
  const start = index * rows;
  const count = node.shape.length === 0 ? 1 : Math.min(rows, Math.max(0, node.shape[0]! - start));
  const block = await readRows(source, start, count, { signal });
  if (moves) {
    // In the byte order of the frames that are moved.
    const fillValue = zeroElement(node.dataType);
    const pipeline = await bindPipeline(array.node.codecs, { dataType: node.dataType, shape: block.shape, fillValue });
    const frame = pipeline.encode(block) ?? new Uint8Array(0);
    return { stored: joinBytes([frame, computeChecksum(frames.checksum, frame)]), passed: false, release: () => {} };
  }
  const batch = await engine.encode(frames, Float64Array.of(block.bytes.byteLength), (into) => into.set(block.bytes));
  return { stored: batch.bytes, passed: false, release: batch.release };
}
