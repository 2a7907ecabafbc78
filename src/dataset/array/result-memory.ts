/** The memory of a result: fresh, the caller's own (`into`), or shared between threads (`shared`). */
import { HyperslabError } from "../../errors.ts";
import { type DataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { isNumericArray, numbersFromBytes, numericNameOf } from "../../model/values/numeric-array.ts";
import { type AnyTypedData, type ConvertTarget, viewAs } from "../../model/values/typed-data.ts";

export interface MemoryOptions {
  readonly into?: ArrayBufferView<ArrayBufferLike> | undefined;
  readonly shared?: boolean | undefined;
}

export interface Target {
  readonly chunk: Chunk;
  readonly zeroed: boolean;
}

/** Memory for the elements as they are stored. */
export function allocate(
  dataType: DataType,
  shape: readonly number[],
  options: MemoryOptions,
  as: ConvertTarget | undefined,
): Target {
  if (options.shared === true) refuseShared(options, dataType, as);
  const count = shape.reduce((product, length) => product * length, 1);
  const layout = contiguous(shape);
  if (!isFixedSize(dataType)) {
    refuseInto(options, dataType);
    return { chunk: { dataType, shape, layout, items: tooLarge(count, () => new Array(count)) }, zeroed: false };
  }
  const size = count * dataType.itemSize;
  const { into } = options;
  if (into === undefined) {
    const bytes = tooLarge(size, () =>
      options.shared === true ? new Uint8Array(new SharedArrayBuffer(size)) : new Uint8Array(size),
    );
    return { chunk: { dataType, shape, layout, bytes }, zeroed: true };
  }
  if (into.byteLength !== size) {
    throw new HyperslabError("invalid-request", `into has ${into.byteLength} bytes; the selection needs ${size}`);
  }
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  return { chunk: { dataType, shape, layout, bytes }, zeroed: false };
}

function refuseInto(options: MemoryOptions, dataType: DataType): void {
  if (options.into === undefined) return;
  throw new HyperslabError("invalid-request", `${dataType.name} has no fixed size and cannot be read into a buffer`);
}

/** Refused before anything is read: where there is no such memory, or the result is none that it could hold. */
function refuseShared({ into }: MemoryOptions, dataType: DataType, as: ConvertTarget | undefined): void {
  if (into !== undefined) {
    throw new HyperslabError("invalid-request", "into and shared both say where the result goes", {
      hint: "Give into a view of a SharedArrayBuffer, or leave it out.",
    });
  }
  if (typeof SharedArrayBuffer !== "function") {
    throw new HyperslabError("unsupported", "there is no shared memory here", {
      hint: "A page has it if it is served with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
    });
  }
  if (isFixedSize(dataType) && (as === "bytes" || isNumericArray(viewAs(dataType, new Uint8Array(0), as)))) return;
  const what = as === undefined ? dataType.name : `${dataType.name} as ${as}`;
  throw new HyperslabError("invalid-request", `${what} is read to no typed array, and nothing else can be shared`);
}

/** A conversion may have made memory of its own. */
export function inSharedMemory(data: AnyTypedData): AnyTypedData {
  const name = numericNameOf(data);
  if (name === undefined || !isNumericArray(data) || data.buffer instanceof SharedArrayBuffer) return data;
  const bytes = new Uint8Array(new SharedArrayBuffer(data.byteLength));
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return numbersFromBytes(name, bytes);
}

function tooLarge<T>(size: number, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new HyperslabError("invalid-request", `the selection needs ${size} bytes, more than can be allocated`, {
      cause,
      hint: "Select less, or go through the array chunk by chunk.",
    });
  }
}
