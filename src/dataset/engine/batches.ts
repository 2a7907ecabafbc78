/**
 * Groups chunk steps into batches for workers: large enough to pay for the message, small enough that buffers stay
 * small and every worker has something to do. Small chunks share a batch; a large shard is split between its inner
 * chunks.
 */

import { jsonView } from "../../bytes/json/view.ts";
import type { Limit } from "../../bytes/limit.ts";
import { findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type AxisSelection, axisCount, selectionCount } from "../../model/selection/axis-selection.ts";
import type { Pool } from "../../workers/pool/pool.ts";
import type { Box } from "../../workers/task/columns.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../transfer.ts";
import { innerChunkShape, untransposed } from "../tree/codec-chain.ts";
import { codecSpecs, type NamedCodec } from "../tree/codec-names.ts";

export interface Batch {
  /** Shape of the chunks; all are alike. */
  readonly shape: readonly number[];
  readonly steps: readonly ChunkStep[];
  /** Whether the batch contains pieces of chunks, with other steps reading the rest. */
  readonly cut: boolean;
  /** Pieces that are followed by another piece of the same chunk. */
  readonly followed: ReadonlySet<ChunkStep>;
}

/** `blockShape`: the smallest block that decodes on its own; steps are cut between such blocks if they are large. */
export function* batches(
  steps: Iterable<ChunkStep>,
  itemSize: number,
  blockShape: readonly number[] | undefined,
): Generator<Batch> {
  let held: ChunkStep[] = [];
  let bytes = 0;
  let row = 0;
  let rowSteps = 0;
  let cut = false;
  let followed = new Set<ChunkStep>();
  for (const whole of steps) {
    const pieces = cutStep(whole, itemSize, blockShape);
    for (const step of pieces) {
      const weight = decodedBytes(step, itemSize, blockShape);
      const first = held[0];
      // Whole rows of chunks, or part of a single row, are contiguous in the result.
      const turned = first !== undefined && lastStart(step) <= lastStart(held[held.length - 1]!);
      const room = turned ? Math.max(weight, row) : weight;
      const count = held.length + (turned ? Math.max(1, rowSteps) : 1);
      const isFull =
        datasetLimits.batchBytes.isExceededBy(bytes + room) || datasetLimits.batchSteps.isExceededBy(count);
      const fits = !isFull && !(turned && lastStart(first) !== 0);
      if (first !== undefined && (!fits || !sameShape(first.shape, step.shape))) {
        yield { shape: first.shape, steps: held, cut, followed };
        held = [];
        bytes = 0;
        cut = false;
        followed = new Set();
      }
      cut ||= pieces.length > 1;
      if (step !== pieces.at(-1)) followed.add(step);
      row = turned ? weight : row + weight;
      rowSteps = turned ? 1 : rowSteps + 1;
      held.push(step);
      bytes += weight;
    }
  }
  if (held.length > 0) yield { shape: held[0]!.shape, steps: held, cut, followed };
}

/** Where a step begins along the last axis of the selection. */
function lastStart({ target }: ChunkStep): number {
  const axis = target[target.length - 1];
  return axis?.kind === "range" ? axis.start : 0;
}

/** Bytes that must be decoded for a step: whole blocks, however little of them is selected. */
function decodedBytes(step: ChunkStep, itemSize: number, blockShape: readonly number[] = step.shape): number {
  return step.source.reduce(
    (product, axis, i) => product * blocksAlong(axis, blockShape[i]!) * blockShape[i]!,
    itemSize,
  );
}

/** Blocks that a selection touches along one axis; for lists and wide steps at most one per index. */
function blocksAlong(axis: AxisSelection, length: number): number {
  if (axis.kind === "list" || axis.count === 0) return axisCount(axis);
  const last = axis.start + (axis.count - 1) * axis.step;
  const touched = Math.abs(Math.floor(last / length) - Math.floor(axis.start / length)) + 1;
  return Math.min(touched, axis.count);
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.every((length, axis) => length === b[axis]);
}

/** The step, or pieces of it along the first dimension that has more than one block. */
function cutStep(step: ChunkStep, itemSize: number, blockShape: readonly number[] | undefined): readonly ChunkStep[] {
  if (blockShape === undefined) return [step];
  const bytes = decodedBytes(step, itemSize, blockShape);
  if (!datasetLimits.batchBytes.isExceededBy(bytes)) return [step];
  const axis = step.source.findIndex((along, i) => isPlain(along) && blocksAlong(along, blockShape[i]!) > 1);
  const along = step.source[axis];
  if (along === undefined || along.kind !== "range") return [step];
  const layerBytes = bytes / blocksAlong(along, blockShape[axis]!);
  const length = Math.max(1, Math.floor(datasetLimits.batchBytes.value / layerBytes)) * blockShape[axis]!;
  const pieces: ChunkStep[] = [];
  for (let at = along.start; at < along.start + along.count; ) {
    const end = Math.min((Math.floor(at / length) + 1) * length, along.start + along.count);
    pieces.push({
      ...step,
      source: replaced(step.source, axis, at - along.start, end - at),
      target: replaced(step.target, axis, at - along.start, end - at),
      whole: false,
    });
    at = end;
  }
  return pieces.flatMap((piece) => cutStep(piece, itemSize, blockShape));
}

function isPlain(axis: AxisSelection): boolean {
  return axis.kind === "range" && axis.step === 1;
}

/** The selection with `count` entries from `first` on along one axis. */
function replaced(
  selection: readonly AxisSelection[],
  axis: number,
  first: number,
  count: number,
): readonly AxisSelection[] {
  return selection.map((along, i): AxisSelection => {
    if (i !== axis) return along;
    if (along.kind === "list") return { kind: "list", indices: along.indices.slice(first, first + count) };
    return { kind: "range", start: along.start + first * along.step, step: along.step, count };
  });
}

/** Adjacent steps of a batch, which together form a box of the selection. */
export interface TiledBox {
  /** The box in the selection. */
  readonly region: readonly AxisSelection[];
  readonly box: Box;
}

/**
 * The box that the steps tile; undefined if they form none. Steps never overlap, so comparing element counts suffices.
 */
export function tiledBox(steps: readonly ChunkStep[]): TiledBox | undefined {
  const rank = steps[0]?.target.length ?? 0;
  const first = new Array<number>(rank).fill(Number.POSITIVE_INFINITY);
  const end = new Array<number>(rank).fill(0);
  const starts = new Float64Array(steps.length * rank);
  let count = 0;
  for (const [index, { target }] of steps.entries()) {
    for (const [axis, along] of target.entries()) {
      if (along.kind !== "range" || along.step !== 1) return undefined;
      first[axis] = Math.min(first[axis]!, along.start);
      end[axis] = Math.max(end[axis]!, along.start + along.count);
      starts[index * rank + axis] = along.start;
    }
    count += selectionCount(target);
  }
  const shape = first.map((start, axis) => end[axis]! - start);
  if (shape.reduce((product, length) => product * length, 1) !== count) return undefined;
  for (let i = 0; i < starts.length; i++) starts[i]! -= first[i % rank]!;
  const region = shape.map((length, axis): AxisSelection => {
    return { kind: "range", start: first[axis]!, step: 1, count: length };
  });
  return { region, box: { shape, starts } };
}

// The smallest blocks of a chunk that can be decoded on their own.

/** Returns undefined if chunks decode only as a whole. */
export function blockShapeOf(node: ArrayNode): readonly number[] | undefined {
  return innerChunkShape(node.codecs) ?? pieceShape(node);
}

/** A block covers roughly one of the pieces that the codec cuts the transposed elements into. */
function pieceShape({ codecs, shape, dataType }: ArrayNode): readonly number[] | undefined {
  const { pieceBytes } = codecs.at(-1) ?? {};
  if (pieceBytes === undefined) return undefined;
  const before = codecs.slice(0, -1);
  const stored = before.reduce<readonly number[]>(transposed, shape);
  const block = stored.map(() => 1);
  let room = pieceBytes / (dataType.itemSize ?? 1);
  for (let axis = stored.length - 1; axis >= 0 && room > 1; axis--) {
    block[axis] = Math.max(1, Math.min(stored[axis]!, Math.ceil(room)));
    room /= Math.max(1, stored[axis]!);
  }
  return before.reverse().reduce<readonly number[]>(untransposed, block);
}

/** `after[i] = before[order[i]]`. */
function transposed(shape: readonly number[], { name, configuration }: CodecSpec): readonly number[] {
  const order = configuration.members.get("order");
  if (name !== "transpose" || order?.type !== "array") return shape;
  return jsonView(order)
    .items()
    .map((axis) => shape[axis.integer(0)]!);
}

/** Decides when workers are worth using. docs/performance.md has the measurements. */
export type Work = "decode" | "encode";

/** Returns whether decoding or encoding this many bytes is enough work for workers. */
export function isWorthWorkers({ running }: Pick<Pool, "running">, bytes: number): boolean {
  return (running ? datasetLimits.workerBytes : datasetLimits.startedWorkerBytes).isReachedBy(bytes);
}

/**
 * Returns whether at least this many bytes are decoded or encoded for a plan over local files, which workers read or write
 * themselves. Nothing starts before the answer, so only as many steps are added up as it takes; the others are estimated.
 */
export function weighsAtLeast(node: ArrayNode, plan: ChunkPlan, itemSize: number, least: Limit): boolean {
  const blockShape = blockShapeOf(node);
  let bytes = 0;
  let count = 0;
  for (const step of plan) {
    bytes += decodedBytes(step, itemSize, blockShape);
    if (least.isReachedBy(bytes)) return true;
    if (datasetLimits.weighedSteps.isReachedBy(++count)) return least.isReachedBy((bytes / count) * plan.stepCount);
  }
  return least.isReachedBy(bytes);
}

/** Tells page workers from Node threads, because handing over single chunks costs differently. */
export function isPage(): boolean {
  return typeof Worker === "function";
}

/**
 * Returns whether the codecs are slow enough that handing over single chunks, which this thread fetches or stores, pays
 * off.
 */
export function isWorthHandingOver(codecs: readonly CodecSpec[], work: Work, { workers }: TransferOptions): boolean {
  if (workers === true) return true;
  if (!isPage()) return codecSpecs(codecs).some((codec) => costOf(codec, work) === "heavy");
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  return (
    datasetLimits.pageCores.isReachedBy(cores) && codecSpecs(codecs).some((codec) => costOf(codec, work) !== "trivial")
  );
}

/** Returns whether a chunk, in a call that uses workers, is worth a message of its own. */
export function isWorthMessage(step: ChunkStep, itemSize: number, blockShape?: readonly number[]): boolean {
  return datasetLimits.workerChunkBytes.isReachedBy(decodedBytes(step, itemSize, blockShape));
}

/**
 * From the codec catalogue. Heavy codecs take longer than a round trip to a Node thread; trivial ones only move bytes.
 */
function costOf({ name, configuration }: NamedCodec, work: Work): "trivial" | "light" | "heavy" {
  const cost = findCodec(name)?.cost ?? "light";
  if (typeof cost === "string") return cost;
  const value = configuration?.type === "object" ? configuration.members.get(cost.member) : undefined;
  return value?.type === "string" && cost[work].includes(value.value) ? "heavy" : "light";
}
