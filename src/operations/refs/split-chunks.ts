/**
 * Chunks of different lengths for formats with one chunk shape per array: uncompressed chunks are cut into pieces of the
 * greatest length that divides all of them. Each piece is a range of the same file.
 */
import { HyperslabError } from "../../errors.ts";
import { chunkCount } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import { operationLimits } from "../limits.ts";
import { bytesPerRow } from "../scan/combine/array-role.ts";

export interface SplitArray {
  readonly node: ArrayNode;
  /** The pieces of a chunk, by their coordinates. */
  pieces(coords: ArrayLike<number>, reference: Reference): Generator<readonly [number[], Reference]>;
}

/** Returns undefined if the chunks have one shape already. */
export function splitChunks(node: ArrayNode): SplitArray | undefined {
  const { path, grid } = node;
  const axis = grid.findIndex(({ kind }) => kind === "varying");
  const dimension = grid[axis];
  if (dimension?.kind !== "varying") return undefined;
  const { extent, sizes, starts } = dimension;
  const rowBytes = bytesPerRow(node, axis);
  if (rowBytes === undefined) throw notCut(node, sizes);
  const size = sizes.reduce(greatestDivisor);
  const count = Math.ceil(extent / size);
  const own = grid.map((other, at) => (at === axis ? ({ kind: "fixed", extent, size } as const) : other));
  const pieces = chunkCount(own);
  if (operationLimits.splitChunks.isExceededBy(pieces)) {
    throw notCut(node, sizes, `they would have to be cut into ${pieces} pieces`);
  }
  return {
    node: { ...node, grid: own },
    *pieces(coords, reference) {
      const chunk = coords[axis]!;
      const bytes = sizes[chunk]! * rowBytes;
      const found = lengthOf(reference);
      if (found !== undefined && found !== bytes) {
        throw new HyperslabError("invalid-data", `a chunk has ${found} bytes, and its elements take ${bytes}`, {
          node: path,
        });
      }
      const first = starts[chunk]! / size;
      const length = size * rowBytes;
      for (let at = first; at < Math.min(starts[chunk + 1]! / size, count); at++) {
        const start = (at - first) * length;
        yield [Array.from(coords, (coord, index) => (index === axis ? at : coord)), piece(reference, start, length)];
      }
    },
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function lengthOf(reference: Reference): number | undefined {
  if (reference.kind === "inline") return reference.bytes.byteLength;
  return reference.kind === "range" ? reference.length : undefined;
}

function piece(reference: Reference, start: number, length: number): Reference {
  if (reference.kind === "inline") return { kind: "inline", bytes: reference.bytes.subarray(start, start + length) };
  const { url } = reference;
  return { kind: "range", url, offset: (reference.kind === "range" ? reference.offset : 0) + start, length };
}

const SHOWN = 4;

function notCut({ path }: ArrayNode, sizes: readonly number[], why = "their bytes cannot be cut"): HyperslabError {
  const list = `${sizes.slice(0, SHOWN).join(", ")}${sizes.length > SHOWN ? ", ..." : ""}`;
  return new HyperslabError(
    "unsupported",
    `chunks have the lengths ${list}. Zarr v2 has one length for all, and ${why}`,
    {
      node: path,
      hint: 'Save the set as Zarr v3 (format: "zarr3", --format zarr3), which only Hyperslab reads, or copy the data to Zarr instead.',
    },
  );
}
