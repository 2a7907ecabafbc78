/** The values of a page or of a dictionary, by position. Decoded on demand. */
import type { ParquetType } from "hyparquet";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import type { ErrorPlace } from "../errors.ts";
import { areDifferences } from "./differences.ts";
import { guarded, invalid, unsupported } from "./invalid.ts";

export interface Values {
  readonly count: number;
  /** True if each is a string or bytes. */
  readonly isBytes: boolean;
  /** The approximate memory they take, in bytes. */
  readonly byteLength: number;
  bytes(at: number): Uint8Array;
  /** Exact up to 2^53, beyond that at least as large. */
  integer(at: number): number;
}

const NO_BYTES = new Uint8Array(0);

/** Bytes of the shortest value. */
const SHORTEST = new Map<ParquetType, number>([
  ["INT64", 8],
  ["INT32", 4],
  ["BYTE_ARRAY", 4],
]);

/** Consecutive values: integers, or bytes with a u32 length before each. */
export function plainValues(bytes: Uint8Array, type: ParquetType, count: number, place: ErrorPlace): Values {
  const shortest = SHORTEST.get(type);
  if (shortest === undefined) throw unsupported(`has a column of the type ${type}, which is not supported here`, place);
  if (!(count >= 0 && count * shortest <= bytes.byteLength)) {
    throw invalid(`has ${bytes.byteLength} bytes for ${count} values of the type ${type}`, place);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === "BYTE_ARRAY") return byteValues(bytes, view, count, place);
  return integerValues(count, shortest * count, (at) =>
    type === "INT32" ? view.getInt32(4 * at, true) : wideInteger(view, 8 * at),
  );
}

/** The halves are read without creating a bigint. */
function wideInteger(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

function integerValues(count: number, byteLength: number, integer: (at: number) => number): Values {
  return { count, isBytes: false, byteLength, bytes: () => NO_BYTES, integer };
}

function byteValues(bytes: Uint8Array, view: DataView, count: number, place: ErrorPlace): Values {
  let starts: Uint32Array | undefined;
  return {
    count,
    isBytes: true,
    byteLength: bytes.byteLength + 4 * count,
    bytes: (at) => {
      starts ??= startsOf(view, count, place);
      return bytes.subarray(starts[at]!, starts[at]! + view.getUint32(starts[at]! - 4, true));
    },
    integer: () => Number.NaN,
  };
}

function startsOf(view: DataView, count: number, place: ErrorPlace): Uint32Array {
  const starts = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    starts[index] = at + 4;
    at = at + 4 <= view.byteLength ? at + 4 + view.getUint32(at, true) : Number.POSITIVE_INFINITY;
    if (at > view.byteLength) throw invalid("has values that end past their page", place);
  }
  return starts;
}

/** Integers as differences in blocks. */
export function differenceValues(bytes: Uint8Array, type: ParquetType, count: number, place: ErrorPlace): Values {
  if (type !== "INT64") throw unsupported(`encodes ${type} by differences, which is not supported here`, place);
  const values = new BigInt64Array(count);
  if (count > 0) {
    if (!areDifferences(bytes, 0, bytes.byteLength)) throw invalid("has differences in blocks of size 0", place);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    guarded("has differences that cannot be decoded", place, () =>
      deltaBinaryUnpack({ view, offset: 0 }, count, values),
    );
  }
  const view = new DataView(values.buffer);
  return integerValues(count, values.byteLength, (at) => wideInteger(view, 8 * at));
}
