/**
 * Chunk and shard shapes for callers that do not give them. The longest dimension is halved until a chunk holds about
 * one mebibyte: small enough for a point or a map tile, large enough that requests do not dominate.
 */
import { largest } from "../../bytes/largest.ts";
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";

const MIB = 1024 * 1024;
const TARGET_CHUNK_BYTES = MIB;
/** Inner chunks can be smaller, because a reader gets many of them in one request. */
const TARGET_INNER_BYTES = MIB / 4;
const TARGET_SHARD_BYTES = 32 * MIB;
/** Assumed size of a variable-length element. */
const ASSUMED_ITEM_BYTES = 32;

/** `"auto"`, one length for all dimensions, a length per dimension or by name, or a size such as `"16MB"`. */
export type ChunksInput = "auto" | number | readonly number[] | Readonly<Record<string, number>> | string;

export interface ChunkShapes {
  readonly chunks: readonly number[];
  readonly shards: readonly number[] | undefined;
}

/** Shapes for `chunks` and `shards` as the caller gave them. */
export function resolveChunkShapes(
  shape: readonly number[],
  dims: readonly (string | undefined)[],
  itemSize: number | undefined,
  chunks: ChunksInput | undefined,
  shards: ChunksInput | undefined,
): ChunkShapes {
  const size = itemSize ?? ASSUMED_ITEM_BYTES;
  const target = shards === undefined ? TARGET_CHUNK_BYTES : TARGET_INNER_BYTES;
  const chunkShape = resolveShape("chunks", shape, dims, size, chunks ?? "auto", target, shape);
  if (shards === undefined) return { chunks: chunkShape, shards: undefined };
  const shardShape =
    shards === "auto"
      ? growShards(shape, chunkShape, size)
      : resolveShape("shards", shape, dims, size, shards, TARGET_SHARD_BYTES, chunkShape);
  shardShape.forEach((length, axis) => {
    if (length % chunkShape[axis]! === 0) return;
    throw new HyperslabError(
      "invalid-request",
      `shard length ${length} along dimension ${axis} is not a multiple of the chunk length ${chunkShape[axis]}`,
      { hint: `Give shards that are whole multiples of the chunks ${JSON.stringify(chunkShape)}, or "auto".` },
    );
  });
  return { chunks: chunkShape, shards: shardShape };
}

function resolveShape(
  what: string,
  shape: readonly number[],
  dims: readonly (string | undefined)[],
  itemSize: number,
  input: ChunksInput,
  autoBytes: number,
  missing: readonly number[],
): readonly number[] {
  if (typeof input === "string") return halve(shape, itemSize, input === "auto" ? autoBytes : parseBytes(what, input));
  if (typeof input === "number")
    return checkLengths(
      what,
      shape.map(() => input),
      shape,
    );
  if (isList(input)) return checkLengths(what, input, shape);
  const named = shape.map((_, axis) => {
    const name = dims[axis];
    return (name === undefined ? undefined : ownMember(input, name)) ?? Math.max(1, missing[axis]!);
  });
  const unknown = Object.keys(input).filter((name) => !dims.includes(name));
  if (unknown.length > 0) {
    throw new HyperslabError("invalid-request", `${what} names the unknown dimension "${unknown[0]}"`, {
      hint: `Dimensions are ${dims.map((name) => name ?? "(unnamed)").join(", ")}.`,
    });
  }
  return checkLengths(what, named, shape);
}

function isList(input: readonly number[] | Readonly<Record<string, number>>): input is readonly number[] {
  return Array.isArray(input);
}

function checkLengths(what: string, lengths: readonly number[], shape: readonly number[]): readonly number[] {
  if (lengths.length !== shape.length) {
    throw new HyperslabError(
      "invalid-request",
      `${what} has ${lengths.length} lengths for an array of ${shape.length} dimensions`,
    );
  }
  for (const length of lengths) {
    if (!Number.isSafeInteger(length) || length < 1) {
      throw new HyperslabError("invalid-request", `${what} holds ${length}; lengths are whole numbers from 1 up`);
    }
  }
  return [...lengths];
}

/** Halves the longest dimension until the block is no larger than the target. */
function halve(shape: readonly number[], itemSize: number, targetBytes: number): readonly number[] {
  const block = shape.map((length) => Math.max(1, length));
  const bytes = (): number => block.reduce((product, length) => product * length, itemSize);
  while (bytes() > targetBytes && block.some((length) => length > 1)) {
    const longest = block.indexOf(largest(block));
    block[longest] = Math.ceil(block[longest]! / 2);
  }
  return block;
}

/** Doubles the dimension along which the shard covers the smallest share of the array, up to the target size. */
function growShards(shape: readonly number[], chunks: readonly number[], itemSize: number): readonly number[] {
  const shard = [...chunks];
  for (;;) {
    const growable = shard.map((length, axis) => (length < shape[axis]! ? shape[axis]! / length : 0));
    const axis = growable.indexOf(largest(growable, 1));
    if (axis < 0 || growable[axis]! <= 1) return shard;
    shard[axis] = Math.min(shard[axis]! * 2, Math.ceil(shape[axis]! / chunks[axis]!) * chunks[axis]!);
    const bytes = shard.reduce((product, length) => product * length, itemSize);
    if (bytes >= TARGET_SHARD_BYTES) return shard;
  }
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 1024,
  MIB,
  GIB: 1024 * MIB,
};

/** `16MB`, `512KiB`, `1 MiB`. */
function parseBytes(what: string, text: string): number {
  const match = /^\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)\s*$/.exec(text);
  const unit = match === null ? undefined : ownMember(UNITS, match[2]!.toUpperCase());
  if (match === null || unit === undefined) {
    throw new HyperslabError("invalid-request", `${what} "${text}" is neither "auto" nor a size`, {
      hint: 'Sizes look like "16MB" or "512KiB".',
    });
  }
  return Number(match[1]) * unit;
}
