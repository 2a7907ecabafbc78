/**
 * Contiguous values as chunks of whole rows, so that workers share a read and a copy needs little memory. All chunks
 * have the same length, so other formats can take them over.
 */
import { scannerLimits } from "../limits.ts";
import type { ExternalPart } from "./messages/external-files.ts";

/** How much smaller a chunk may be, so that all have the same length. */
const LEAST_PART = 1 / 8;

/** The number of rows per chunk; all of them if no number divides them well. */
export function rowsPerChunk(shape: readonly number[], elementSize: number, inner: readonly number[] = []): number {
  const { rowChunkBytes } = scannerLimits;
  const rows = shape[0] ?? 1;
  const own = shape.length - inner.length;
  const rowBytes = shape.slice(1, own).reduce((product, length) => product * length, elementSize);
  if (own < 1 || !rowChunkBytes.isExceededBy(rows * rowBytes) || rowBytes === 0) return rows;
  const most = rowChunkBytes.holds(rowBytes);
  const least = rowChunkBytes.value * LEAST_PART;
  for (let count = most; count >= 1 && (count * rowBytes >= least || count === most); count--) {
    if (rows % count === 0) return count;
  }
  return rows;
}

/** The same for values in several files, with no chunk spanning two. `cut` if even a row spans two. */
export function externalRows(
  shape: readonly number[],
  elementSize: number,
  inner: readonly number[],
  parts: readonly ExternalPart[],
): number | "cut" {
  const own = shape.length - inner.length;
  const rows = own < 1 ? 1 : shape[0]!;
  const rowBytes = shape.slice(1, Math.max(1, own)).reduce((product, length) => product * length, elementSize);
  let [common, end] = [rows, 0];
  for (const { size } of parts) {
    end += size;
    if (!(end < rows * rowBytes)) break;
    if (end % rowBytes !== 0) return "cut";
    common = greatestCommonDivisor(common, end / rowBytes);
  }
  return common === rows
    ? rowsPerChunk(shape, elementSize, inner)
    : rowsPerChunk([common, ...shape.slice(1)], elementSize, inner);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/**
 * The most references of a dataset without chunks of its own: 2 TiB in chunks of 1 MiB. Lengths in a damaged file
 * cannot request more.
 */
export const MOST_ROW_CHUNKS: number = 2 ** 21;

export function hasTooManyChunks(rows: number, rowsPerChunk: number): boolean {
  return Math.ceil(rows / Math.max(1, rowsPerChunk)) > MOST_ROW_CHUNKS;
}
