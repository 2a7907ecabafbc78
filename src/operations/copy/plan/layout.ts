/** The layout that the caller of a copy requests: one request for many arrays, each with its own dimensions. */

import { closestName } from "../../../bytes/text/closest-name.ts";
import type { NdArray } from "../../../dataset/array/nd-array.ts";
import type { ChunksInput } from "../../../dataset/tree/auto-chunks.ts";
import type { CodecInput } from "../../../dataset/tree/codec-chain.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ChunkKeyEncoding } from "../../../model/node.ts";

/** Omitted members stay the same as in the source. */
export interface TargetLayout {
  /** The chunks of the target, as for `create`. */
  readonly chunks?: ChunksInput | undefined;
  /** The shards of the target, as for `create`. */
  readonly shards?: ChunksInput | undefined;
  /** The codecs of the target, as for `create`. */
  readonly codecs?: readonly CodecInput[] | undefined;
  /**
   * How chunk keys are spelled, in formats with a choice. Default: as in the source; in another format, that format's
   * default.
   */
  readonly chunkKeys?: Partial<ChunkKeyEncoding> | undefined;
}

/**
 * The part of the request that applies to each array. Lengths by name apply to arrays with such a dimension, and leave
 * coordinates in their chunks unless no other array has it.
 */
export function layoutsOf(arrays: readonly NdArray[], layout: TargetLayout): (array: NdArray) => TargetLayout {
  checkLayoutNames(arrays, layout);
  const others = arrays.filter((array) => !isCoordinate(array));
  const forArray = (array: NdArray, lengths: ChunksInput | undefined): ChunksInput | undefined => {
    if (!isByName(lengths)) return lengths;
    const stays = isCoordinate(array) && others.some(({ dims }) => dims.some((name) => name && name in lengths));
    const known = Object.entries(lengths).filter(([name]) => array.dims.includes(name));
    return stays || known.length === 0 ? undefined : Object.fromEntries(known);
  };
  const { codecs, chunkKeys, chunks, shards } = layout;
  return (array) => ({ codecs, chunkKeys, chunks: forArray(array, chunks), shards: forArray(array, shards) });
}

/** One-dimensional, with the name of its dimension. */
function isCoordinate({ shape, dims, name }: NdArray): boolean {
  return shape.length === 1 && dims[0] === name;
}

/** Refuses a dimension that no array has. */
function checkLayoutNames(arrays: readonly NdArray[], layout: TargetLayout): void {
  const dims = [...new Set(arrays.flatMap((array) => array.dims.filter((name) => name !== undefined)))];
  for (const [what, lengths] of Object.entries({ chunks: layout.chunks, shards: layout.shards })) {
    const unknown = isByName(lengths) ? Object.keys(lengths).find((name) => !dims.includes(name)) : undefined;
    if (unknown === undefined) continue;
    const near = closestName(unknown, dims);
    throw new HyperslabError("invalid-request", `${what} names the dimension "${unknown}", which no array has`, {
      hint: `${near === undefined ? "" : `Did you mean ${near}? `}Dimensions are ${dims.join(", ") || "all unnamed"}.`,
    });
  }
}

function isByName(lengths: ChunksInput | undefined): lengths is Readonly<Record<string, number>> {
  return typeof lengths === "object" && !Array.isArray(lengths);
}
