/**
 * `reshape`: the same elements, in the same C order, in another shape. Each entry of `shape` is a length, the list of
 * input axes that an output axis stands for, or -1 (once) for the remaining length.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { copyItems } from "../../model/lattice/copy.ts";
import { contiguous, latticeCount } from "../../model/lattice/lattice.ts";
import type { Item } from "../../model/values/fill-value.ts";
import type { ArrayToArrayCodec, BoundArrayToArray, ChunkType } from "../codec.ts";
import { denseChunk, elementsInOrder } from "../pipeline/chunk-elements.ts";

type Entry = number | readonly number[];

export interface ReshapeConfiguration {
  readonly shape: readonly Entry[];
}

export const reshape: ArrayToArrayCodec<ReshapeConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["shape"]);
    const shape = configuration.required("shape");
    const entries = shape.items().map(parseEntry);
    if (entries.filter((entry) => entry === -1).length > 1) shape.fail("-1 occurs more than once");
    const axes = entries.flatMap((entry) => (typeof entry === "number" ? [] : entry));
    if (axes.some((axis, index) => index > 0 && axis <= axes[index - 1]!)) {
      shape.fail(`the input axes ${axes.join(", ")} are not in increasing order`);
    }
    return { shape: entries };
  },
  bind: ({ shape }, input) => bindReshape(input, outputShape(shape, input.shape)),
};

function parseEntry(view: JsonView): Entry {
  if (view.node.type === "array") return view.items().map((item) => item.integer(0));
  const length = view.integer(-1);
  return length === 0 ? view.fail("expected a length of at least 1, a list of axes, or -1") : length;
}

function outputShape(entries: readonly Entry[], input: readonly number[]): readonly number[] {
  const total = product(input);
  const known = entries.map((entry) => (typeof entry === "number" ? entry : axesLength(entry, input)));
  const rest = total / product(known.filter((length) => length !== -1));
  const shape = known.map((length) => (length === -1 ? rest : length));
  if (product(shape) !== total || shape.some((length) => !Number.isInteger(length))) {
    const what = `a chunk of shape [${input.join(", ")}] cannot be given the shape [${known.join(", ")}]`;
    throw new HyperslabError("invalid-data", what);
  }
  entries.forEach((entry, axis) => {
    if (typeof entry !== "number" && entry.length > 0) checkAxis(entry, axis, shape, input);
  });
  return shape;
}

function axesLength(axes: readonly number[], input: readonly number[]): number {
  return axes.reduce((length, axis) => {
    const along = input[axis];
    if (along !== undefined) return length * along;
    throw new HyperslabError("invalid-data", `input axis ${axis} is named, but the chunk has ${input.length} axes`);
  }, 1);
}

/** The axes before and after the named ones must match those before and after the output axis. */
function checkAxis(axes: readonly number[], axis: number, shape: readonly number[], input: readonly number[]): void {
  const before = product(shape.slice(0, axis)) === product(input.slice(0, axes[0]!));
  const after = product(shape.slice(axis + 1)) === product(input.slice(axes.at(-1)! + 1));
  if (before && after) return;
  const what = `output axis ${axis} is not made of the input axes ${axes.join(", ")}`;
  throw new HyperslabError("invalid-data", what);
}

function product(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total * length, 1);
}

/** Binds a codec that changes only the shape. */
function bindReshape(input: ChunkType, shape: readonly number[]): BoundArrayToArray {
  return {
    output: { ...input, shape },
    encode: (chunk) => reshaped(chunk, shape),
    decode: (chunk) => reshaped(chunk, input.shape),
  };
}

function reshaped(chunk: Chunk, shape: readonly number[]): Chunk {
  if (chunk.items === undefined) return denseChunk(chunk.dataType, shape, elementsInOrder(chunk));
  const items = new Array<Item>(latticeCount(chunk.layout));
  copyItems(chunk.items, chunk.layout, items, contiguous(chunk.shape));
  return { dataType: chunk.dataType, shape, layout: contiguous(shape), items };
}

/** `zarrs.squeeze`: axes of length 1 are dropped; a chunk of nothing else keeps one. */
export const squeeze: ArrayToArrayCodec<undefined> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only([]);
    return undefined;
  },
  bind: (_, input) => {
    const long = input.shape.filter((length) => length !== 1);
    return bindReshape(input, long.length === 0 ? [1] : long);
  },
};
