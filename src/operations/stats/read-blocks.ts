/**
 * The elements of a selection, block by block, reading the next block while one is counted. If nearly all chunks are
 * known to be absent, those are not read: their elements are counted by number.
 */
import type { ArrayHandle } from "../../dataset/array/array-handle.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import { type ProgressMeter, progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkShapeOf, chunkSpan, gridShape } from "../../model/grid/chunk-grid.ts";
import { planChunks } from "../../model/grid/chunk-plan.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { type AxisSelection, axisRange, selectionCount, selectionShape } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { cut } from "../export/blocks.ts";
import { operationLimits } from "../limits.ts";
import { type ChunkPresence, numbering } from "./chunk-presence.ts";
import type { Reducer } from "./summary.ts";

/** If at most one in this many chunks is stored, they are read one by one. */
const SPARSE_SHARE = 4;

/** The blocks to read, and the number of elements outside them, in absent chunks. */
export interface PlannedBlocks {
  readonly blocks: readonly (readonly AxisSelection[])[];
  readonly outside: number;
}

export function plannedBlocks(
  { handle, stored }: ChunkPresence,
  axes: readonly AxisSelection[],
  isWhole: boolean,
): PlannedBlocks {
  const { grid, dataType } = handle.node;
  const { stepCount } = planChunks(grid, axes);
  const sizes = {
    itemBytes: dataType.itemSize ?? 1,
    chunks: chunkShapeOf(grid) ?? grid.map(() => 1),
    blockBytes: operationLimits.exportBlockBytes,
  };
  if (stored === undefined || stored.size * SPARSE_SHARE > stepCount) {
    return { blocks: [...cut(axes, 0, sizes)].map(({ indices }) => indices), outside: 0 };
  }
  const parts = isWhole ? wholeChunks(grid, stored) : storedParts(grid, axes, stored);
  const blocks = [...parts].flatMap((part) => [...cut(part, 0, sizes)].map(({ indices }) => indices));
  const inside = blocks.reduce((sum, block) => sum + selectionCount(block), 0);
  return { blocks, outside: selectionCount(axes) - inside };
}

/** The regions of these chunks, in C order. */
function* wholeChunks(grid: ChunkGrid, stored: ReadonlySet<number>): Generator<readonly AxisSelection[]> {
  const lengths = gridShape(grid);
  for (const number of [...stored].sort((a, b) => a - b)) {
    const coords: number[] = [];
    for (let axis = lengths.length - 1, rest = number; axis >= 0; axis--) {
      coords.unshift(rest % lengths[axis]!);
      rest = Math.floor(rest / lengths[axis]!);
    }
    yield coords.map((at, axis) => {
      const { start, length } = chunkSpan(grid[axis]!, at);
      return axisRange(start, length);
    });
  }
}

/** The selected parts of the stored chunks. */
function* storedParts(
  grid: ChunkGrid,
  axes: readonly AxisSelection[],
  stored: ReadonlySet<number>,
): Generator<readonly AxisSelection[]> {
  const numberOf = numbering(grid);
  for (const { coords, source } of planChunks(grid, axes)) {
    if (!stored.has(numberOf(coords))) continue;
    yield source.map((part, axis): AxisSelection => {
      const { start } = chunkSpan(grid[axis]!, coords[axis]!);
      if (part.kind === "list") return { kind: "list", indices: part.indices.map((index) => index + start) };
      return { ...part, start: part.start + start };
    });
  }
}

/** Passes all elements to a reducer. */
export async function reduceBlocks(
  handle: ArrayHandle,
  { blocks, outside }: PlannedBlocks,
  reducer: Reducer,
  options: TransferOptions & { readonly phase: string },
): Promise<void> {
  const { signal, concurrency, workers } = options;
  const { dataType } = handle.node;
  if (!isFixedSize(dataType)) throw new HyperslabError("unsupported", `${dataType.name} has no fixed size`);
  const meter: ProgressMeter = progressMeter(options.phase, blocks.length, options.onProgress);
  const memory = [new Uint8Array(0), new Uint8Array(0)];
  const read = async (index: number): Promise<Uint8Array> => {
    const block = blocks[index]!;
    const bytes = roomFor(memory, index % 2, selectionCount(block) * dataType.itemSize);
    const shape = selectionShape(block);
    const target = { dataType, shape, layout: contiguous(shape), bytes };
    await readRegion(handle, block, target, { signal, concurrency, workers });
    return bytes;
  };
  let next = blocks.length > 0 ? read(0) : undefined;
  for (let index = 0; next !== undefined; index++) {
    const bytes: Uint8Array = await next;
    next = index + 1 < blocks.length ? read(index + 1) : undefined;
    // If it fails, that is reported when its turn comes.
    next?.catch(() => {});
    signal?.throwIfAborted();
    reducer.add(bytes);
    meter.step(bytes.byteLength);
  }
  if (outside > 0) reducer.repeat(fillBytes(handle, dataType), outside);
  meter.end();
}

function fillBytes({ node }: ArrayHandle, dataType: FixedDataType): Uint8Array {
  const element = node.fillValue ?? zeroElement(dataType);
  return element instanceof Uint8Array ? element : new Uint8Array(dataType.itemSize);
}

/** Alternates between two memories, because fresh memory would be zeroed first. Workers write to shared memory directly. */
function roomFor(memory: Uint8Array[], place: number, size: number): Uint8Array {
  if (memory[place]!.byteLength < size) {
    const hasShared = typeof SharedArrayBuffer === "function";
    memory[place] = new Uint8Array(hasShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
  }
  return memory[place]!.subarray(0, size);
}
