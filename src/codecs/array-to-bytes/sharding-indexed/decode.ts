/**
 * Reads a shard. The whole shard is one read. A part of it takes the index, then every required inner chunk, requested
 * at once; a cached index saves the first of the two.
 */
import { type ByteRange, resolveRange } from "../../../bytes/source/byte-range.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import { type Chunk, fillChunk } from "../../../model/grid/chunk.ts";
import { type ChunkPlan, type ChunkStep, planChunks } from "../../../model/grid/chunk-plan.ts";
import { selectChunk } from "../../../model/lattice/copy.ts";
import type { AxisSelection } from "../../../model/selection/axis-selection.ts";
import type { ObjectMemo, Reads } from "../../codec.ts";
import { driveMemory, together } from "../../pipeline/drive.ts";
import {
  type ChunkPlace,
  chunkNumber,
  decodeIndex,
  ENTRY_BYTES,
  indexOf,
  placeOf,
  type Shard,
  type ShardIndex,
} from "./shard.ts";

const INDEX = "index";

/** Decodes `selection` of a shard into `target`. Returns false if there is no shard. */
export function* decodeShard(
  shard: Shard,
  selection: readonly AxisSelection[],
  target: Chunk,
  memo: ObjectMemo | undefined,
): Reads<boolean> {
  const plan = planChunks(shard.grid, selection);
  let index = rememberedIndex(shard, memo);
  if (index === undefined) {
    const whole = wantsWhole(shard, plan);
    const [found] = yield [whole ? undefined : indexRange(shard)];
    if (found === undefined) return false;
    index = whole ? indexOf(shard, found) : decodeIndex(shard, found, undefined);
    memo?.set(INDEX, index.entries);
    if (whole) {
      decodeSteps(shard, index, plan, target, found);
      return true;
    }
  }
  yield* together(readSteps(shard, index, plan, target, memo));
  return true;
}

/** Decodes from a shard in memory. */
export function decodeObject(
  shard: Shard,
  selection: readonly AxisSelection[],
  target: Chunk,
  object: Uint8Array,
): void {
  decodeSteps(shard, indexOf(shard, object), planChunks(shard.grid, selection), target, object);
}

/** Seven chunks in eight: one read with a few extra bytes beats two sequential reads. */
function wantsWhole(shard: Shard, plan: ChunkPlan): boolean {
  return plan.stepCount * 8 >= shard.chunkCount * 7;
}

function indexRange(shard: Shard): ByteRange {
  const { indexLength, indexLocation } = shard;
  return indexLocation === "start" ? { offset: 0, length: indexLength } : { suffix: indexLength };
}

function rememberedIndex(shard: Shard, memo: ObjectMemo | undefined): ShardIndex | undefined {
  const entries = memo?.get(INDEX);
  if (entries?.byteLength !== shard.chunkCount * ENTRY_BYTES) return undefined;
  return { entries, size: undefined };
}

function decodeSteps(shard: Shard, index: ShardIndex, plan: ChunkPlan, target: Chunk, object: Uint8Array): void {
  for (const step of plan) {
    const view = selectChunk(target, step.target);
    const place = placeOf(shard, index, chunkNumber(shard, step.coords));
    if (place === undefined) fillChunk(view, shard.type.fillValue);
    else {
      const chunk = object.subarray(place.offset, place.offset + place.length);
      atInnerChunk(step, () => driveMemory(shard.inner.decode(step.source, view), chunk));
    }
  }
}

/** One decoder per stored inner chunk; the others are filled. */
function* readSteps(
  shard: Shard,
  index: ShardIndex,
  plan: ChunkPlan,
  target: Chunk,
  memo: ObjectMemo | undefined,
): Generator<Reads<void>> {
  for (const step of plan) {
    const view = selectChunk(target, step.target);
    const place = placeOf(shard, index, chunkNumber(shard, step.coords));
    if (place === undefined) fillChunk(view, shard.type.fillValue);
    else yield readWithin(place, step, shard.inner.decode(step.source, view, innerMemo(memo, step.coords)));
  }
}

/** An inner chunk's cached data is kept under its coordinates: a nested shard has an index too. */
function innerMemo(memo: ObjectMemo | undefined, coords: readonly number[]): ObjectMemo | undefined {
  if (memo === undefined) return undefined;
  const prefix = `${coords.join(".")}/`;
  return {
    get: (name) => memo.get(prefix + name),
    set: (name, value) => memo.set(prefix + name, value),
    ...(memo.wants === undefined ? {} : { wants: (name, length) => memo.wants!(prefix + name, length) }),
  };
}

/** Runs the decoder of an inner chunk on its part of the shard. */
function* readWithin(place: ChunkPlace, step: ChunkStep, reads: Reads<boolean>): Reads<void> {
  let next = atInnerChunk(step, () => reads.next());
  while (next.done !== true) {
    const wanted = next.value.map((range) => {
      const { start, end } = resolveRange(range, place.length);
      return { offset: place.offset + start, length: end - start };
    });
    const answers = (yield wanted.filter(({ length }) => length > 0)).values();
    next = atInnerChunk(step, () => {
      const nothing = new Uint8Array(0);
      return reads.next(wanted.map((range) => (range.length === 0 ? nothing : checkRead(answers.next().value, range))));
    });
  }
}

function checkRead(bytes: Uint8Array | undefined, wanted: ChunkPlace): Uint8Array {
  if (bytes?.byteLength === wanted.length) return bytes;
  if (bytes === undefined) {
    const request = { kind: "changed", transient: false };
    throw new HyperslabError("invalid-data", "the shard was removed while it was read", { request });
  }
  const end = wanted.offset + bytes.byteLength;
  const what = `the shard ends at byte ${end}, expected ${wanted.offset + wanted.length} at least`;
  throw new HyperslabError("invalid-data", what);
}

/** Errors name the inner chunk. */
function atInnerChunk<T>(step: ChunkStep, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const what = `inner chunk ${step.coords.join(".") || "0-d"}: ${error.what}`;
    const { hint, cause, place, code, request } = error;
    const more = { ...(hint !== undefined && { hint }), ...(request && { request }) };
    throw new HyperslabError(code, what, { ...place, ...more, cause });
  }
}
