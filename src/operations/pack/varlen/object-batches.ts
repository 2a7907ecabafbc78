/** The objects of an array in order, in batches of a few megabytes. */
import { arrayHandle, objectsAsBytes } from "../../../dataset/array/array-handle.ts";
import type { NdArray } from "../../../dataset/array/nd-array.ts";
import { readRegion } from "../../../dataset/engine/read-region.ts";
import { type OnProgress, progressMeter } from "../../../dataset/transfer.ts";
import { isHyperslabError } from "../../../errors.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import { chunkOf } from "../../../model/lattice/copy.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import { operationLimits } from "../../limits.ts";

/** A batch is at most this many times as long as the previous one, because the sizes of the next objects are unknown. */
const GROWTH = 8;
/** A JSON value takes about this many bytes. */
const VALUE_BYTES = 256;

export interface ObjectBatch {
  /** The number of the first one. */
  readonly first: number;
  /** Undefined items are lost. */
  readonly items: readonly (Item | undefined)[];
}

export interface ObjectBatchesOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** If true, return the bytes of the objects, whatever they represent. */
  readonly raw?: boolean | undefined;
  /** Receives objects that cannot be read; without it the first of them ends everything. */
  readonly lose?: ((object: number, reason: string) => void) | undefined;
}

/** All objects of a list of them. */
export async function* objectBatches(array: NdArray, options: ObjectBatchesOptions): AsyncGenerator<ObjectBatch> {
  const { shape } = array;
  const handle = (options.raw === true ? objectsAsBytes(array) : undefined) ?? arrayHandle(array.hierarchy, array.node);
  const { dataType } = handle.node;
  const { signal, lose } = options;
  const [total = 0] = shape;
  if (isFixedSize(dataType)) return;
  const read = async (start: number, count: number): Promise<Item[]> => {
    const items = new Array<Item>(count);
    const target = chunkOf(dataType, [count], items);
    await readRegion(handle, [{ kind: "range", start, step: 1, count }], target, { signal });
    return items;
  };
  const readEach = async (start: number, count: number): Promise<(Item | undefined)[]> => {
    const items: (Item | undefined)[] = [];
    for (let object = start; object < start + count; object++) {
      const [item] = await read(object, 1).catch((error: unknown) => {
        if (lose === undefined || !isDamage(error)) throw error;
        lose(object, error.what);
        return [];
      });
      items.push(item);
    }
    return items;
  };
  const meter = progressMeter("unpack", total, options.onProgress);
  let count = 1;
  for (let first = 0; first < total; ) {
    const asked = Math.min(count, total - first);
    const items = await read(first, asked).catch((error: unknown) => {
      if (lose === undefined || !isDamage(error)) throw error;
      return readEach(first, asked);
    });
    yield { first, items };
    for (let i = 0; i < asked; i++) meter.step(0);
    first += asked;
    const each = items.reduce((sum, item) => sum + sizeOf(item), 0) / asked;
    count = Math.min(operationLimits.batchObjects.cap(GROWTH * asked), operationLimits.batchObjectBytes.holds(each));
  }
  meter.end();
}

/** Damage of the objects themselves, not a failure to reach them. */
function isDamage(error: unknown): error is Error & { readonly what: string } {
  return isHyperslabError(error) && ["invalid-data", "not-found", "unsupported"].includes(error.code);
}

function sizeOf(item: Item | undefined): number {
  if (item instanceof Uint8Array) return item.byteLength;
  return typeof item === "string" ? item.length : VALUE_BYTES;
}
