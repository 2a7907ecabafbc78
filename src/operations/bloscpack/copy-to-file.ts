/**
 * An array of any format to a Bloscpack file, chunk after chunk in bounded memory. Chunks of the source that are Blosc
 * frames of whole rows are moved as they are; everything else is read by rows, encoded on all cores, and written.
 */

import type { ByteTarget } from "../../bytes/byte-target.ts";
import { memoryTarget } from "../../bytes/byte-target.ts";
import { computeChecksum } from "../../bytes/checksum/named-checksum.ts";
import { inOrder } from "../../bytes/in-order.ts";
import { joinBytes } from "../../bytes/join-bytes.ts";
import { jsonView } from "../../bytes/json-view.ts";
import { parseBloscHeader } from "../../codecs/kernels/blosc-header.ts";
import { BLOSC_COMPRESSORS } from "../../codecs/kernels/blosc-options.ts";
import { bindPipeline } from "../../codecs/pipeline.ts";
import { type ArrayHandle, arrayHandle } from "../../dataset/array-handle.ts";
import { type CodecInput, codecChain } from "../../dataset/codec-chain.ts";
import { makeRoom } from "../../dataset/create-node.ts";
import { type FrameOptions, frameEngine } from "../../dataset/frame-engine.ts";
import { NdArray } from "../../dataset/nd-array.ts";
import type { TransferOptions } from "../../dataset/options.ts";
import type { Place } from "../../dataset/place.ts";
import { progressMeter } from "../../dataset/progress.ts";
import { readRegion } from "../../dataset/read-region.ts";
import { HyperslabError } from "../../errors.ts";
import { DEFAULT_CHUNK_SIZE, type FilePlan, planFile } from "../../formats/bloscpack/file-plan.ts";
import { HEADER_BYTES, printHeader } from "../../formats/bloscpack/header.ts";
import { printMetadata } from "../../formats/bloscpack/metadata-section.ts";
import { OFFSET_BYTES, offsetCount, printOffsets } from "../../formats/bloscpack/offsets.ts";
import type { AxisSelection } from "../../model/axis-selection.ts";
import type { FixedChunk } from "../../model/chunk.ts";
import { filledChunk } from "../../model/chunk-fill.ts";
import { chunkShapeOf, regularGrid } from "../../model/chunk-grid.ts";
import { zeroElement } from "../../model/fill-value.ts";
import type { ArrayNode } from "../../model/node.ts";
import { operationLimits } from "../limits.ts";
import { holdsOldZstd } from "../old-zstd.ts";
import { zarrCodecs } from "./frames-view.ts";

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

export async function copyToFile(array: NdArray, place: Place, options: FileCopyOptions): Promise<FileCopyCounts> {
  const { hierarchy, path, replaced } = place;
  const moves = options.codecs === undefined && movesFrames(array.node) && !holdsOldZstd(array);
  const plan = planFile(targetNode(array.node, path, moves, options));
  await makeRoom(hierarchy, path, options, replaced);
  const key = hierarchy.store.object ?? path;
  const local = hierarchy.store.locate?.(key);
  const counts = await (local === undefined
    ? throughMemory(array, plan, hierarchy.store, key, moves, options)
    : toLocalFile(array, plan, local, moves, options));
  if (options.verify !== false) await verify(array, new NdArray(hierarchy, await reopened(place)), options);
  return counts;
}

async function reopened({ hierarchy, path }: Place): Promise<ArrayNode> {
  const node = await hierarchy.readNode(path, { fresh: true });
  if (node?.kind === "array") return node;
  throw new HyperslabError("invalid-data", "what was written is not there", { location: hierarchy.store.location });
}

async function toLocalFile(
  array: NdArray,
  plan: FilePlan,
  path: string,
  moves: boolean,
  options: FileCopyOptions,
): Promise<FileCopyCounts> {
  const { fileOutput } = await import("../../stores/file-output.ts");
  const output = await fileOutput(path, { overwrite: true });
  try {
    const counts = await writeFile(array, plan, output.target, moves, options);
    await output.finish();
    return counts;
  } catch (error) {
    await output.abandon();
    throw error;
  }
}

async function throughMemory(
  array: NdArray,
  plan: FilePlan,
  store: Place["hierarchy"]["store"],
  key: string,
  moves: boolean,
  options: FileCopyOptions,
): Promise<FileCopyCounts> {
  const memory = memoryTarget();
  const counts = await writeFile(array, plan, memory, moves, options);
  await store.set?.(key, memory.bytes(), { signal: options.signal });
  return counts;
}

/** Are the chunks of the source whole rows in Blosc frames, as this format has them? */
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
function targetNode(node: ArrayNode, path: string, moves: boolean, options: FileCopyOptions): ArrayNode {
  const { origin: _, ...rest } = node;
  const moved: ArrayNode = { ...rest, path, fillValue: undefined };
  if (moves) return moved;
  const rowBytes = node.shape.slice(1).reduce((product, length) => product * length, node.dataType.itemSize ?? 1);
  const rows = Math.max(1, Math.floor(DEFAULT_CHUNK_SIZE / Math.max(1, rowBytes)));
  const lengths = node.shape.map((length, axis) => Math.max(1, axis === 0 ? Math.min(rows, length) : length));
  return { ...moved, grid: regularGrid(node.shape, lengths), codecs: chainOf(node, options) };
}

/** The source's own way of compressing with Blosc, else bloscpack's. */
function chainOf(node: ArrayNode, { codecs }: FileCopyOptions): ArrayNode["codecs"] {
  if (codecs !== undefined) return codecChain(codecs, node.dataType);
  const own = node.codecs.at(-1)?.name === "bloscpack" ? zarrCodecs(node) : node.codecs;
  const blosc = own.find(({ name }) => name === "blosc")?.configuration;
  const view = blosc && jsonView(blosc);
  const configuration = {
    cname: view?.get("cname")?.string() ?? "blosclz",
    clevel: view?.get("clevel")?.integer() ?? 7,
    shuffle: view?.get("shuffle")?.string() ?? "shuffle",
    typesize: node.dataType.itemSize ?? 1,
    blocksize: 0,
  };
  return codecChain([{ name: "blosc", configuration }], node.dataType);
}

/** How much of the file is one chunk, in rows, and how its frames are made. */
function cutOf({ node, header }: FilePlan): { readonly rows: number; readonly frames: FrameOptions } {
  const view = jsonView(node.codecs.at(-1)!.configuration);
  const rowBytes = node.shape.slice(1).reduce((product, length) => product * length, node.dataType.itemSize ?? 1);
  const shuffle = view.required("shuffle").string();
  return {
    rows: Math.max(1, Math.floor((header.chunkSize ?? 0) / Math.max(1, rowBytes))),
    frames: {
      compressor: view.required("cname").oneOf(BLOSC_COMPRESSORS),
      level: view.required("clevel").integer(0, 9),
      filter: shuffle === "noshuffle" ? "none" : shuffle === "shuffle" ? "shuffle" : "bitshuffle",
      typeSize: view.required("typesize").integer(1, 255),
      checksum: header.checksum,
    },
  };
}

async function writeFile(
  array: NdArray,
  plan: FilePlan,
  target: ByteTarget,
  moves: boolean,
  options: FileCopyOptions,
): Promise<FileCopyCounts> {
  const { header } = plan;
  const { chunkCount = 0 } = header;
  const section = await printMetadata(plan.metadata);
  const tableAt = HEADER_BYTES + section.byteLength;
  let end = tableAt + OFFSET_BYTES * offsetCount(header);
  const offsets: number[] = [];
  const counts = { passed: 0, encoded: 0, bytesWritten: 0 };
  const meter = progressMeter("copy", chunkCount, options.onProgress);
  const engine = frameEngine(options);
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
  await target.write(tableAt, [printOffsets(offsets, header.spareChunks)]);
  await target.write(0, [printHeader(header), section]);
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
      return { stored: joinBytes(frame, computeChecksum(frames.checksum, frame)), passed: true, release: () => {} };
    }
  }
  const start = index * rows;
  const count = node.shape.length === 0 ? 1 : Math.min(rows, Math.max(0, node.shape[0]! - start));
  const block = await readRows(source, start, count, signal);
  if (moves) {
    // In the byte order of the frames that are moved.
    const fillValue = zeroElement(node.dataType);
    const pipeline = await bindPipeline(array.node.codecs, { dataType: node.dataType, shape: block.shape, fillValue });
    const frame = pipeline.encode(block) ?? new Uint8Array(0);
    return { stored: joinBytes(frame, computeChecksum(frames.checksum, frame)), passed: false, release: () => {} };
  }
  const batch = await engine.encode(frames, Float64Array.of(block.bytes.byteLength), (into) => into.set(block.bytes));
  return { stored: batch.bytes, passed: false, release: batch.release };
}

/** So many rows, in C order. */
async function readRows(
  source: ArrayHandle,
  start: number,
  count: number,
  signal: AbortSignal | undefined,
): Promise<FixedChunk> {
  const { dataType, shape } = source.node;
  const selection = shape.map(
    (length, axis): AxisSelection => ({
      kind: "range",
      start: axis === 0 ? start : 0,
      step: 1,
      count: axis === 0 ? count : length,
    }),
  );
  const counts = selection.map((axis) => (axis.kind === "range" ? axis.count : 0));
  const block = filledChunk(dataType, counts, zeroElement(dataType));
  await readRegion(source, selection, block, { signal, zeroed: true });
  if (block.bytes === undefined)
    throw new HyperslabError("unsupported", `elements of ${dataType.name} have no fixed size`);
  return block;
}

async function verify(source: NdArray, target: NdArray, { signal }: FileCopyOptions): Promise<void> {
  const [from, to] = [source, target].map((array) => arrayHandle(array.hierarchy, array.node));
  const { shape, dataType } = source.node;
  const rowBytes = shape.slice(1).reduce((product, length) => product * length, dataType.itemSize ?? 1);
  const rows = operationLimits.verifiedBytes.holds(rowBytes);
  const total = shape[0] ?? 1;
  for (let start = 0; start < total; start += rows) {
    const count = Math.min(rows, total - start);
    const [a, b] = await Promise.all([from!, to!].map((handle) => readRows(handle, start, count, signal)));
    if (a!.bytes.every((byte, index) => byte === b!.bytes[index])) continue;
    throw new HyperslabError("invalid-data", "what was written does not read back as the source", {
      location: target.hierarchy.store.location,
    });
  }
}
