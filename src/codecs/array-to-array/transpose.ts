/**
 * `transpose`: the same elements with the axes in another order: axis i of the encoded chunk is axis `order[i]` of the
 * decoded one. Nothing is copied, only the layout is permuted. Legacy orders: "C" (unchanged), "F" (axes reversed).
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { permuteLattice } from "../../model/lattice/lattice.ts";
import type { ArrayToArrayCodec, BoundArrayToArray, ChunkType } from "../codec.ts";

export interface TransposeConfiguration {
  readonly order: readonly number[] | "C" | "F";
}

export const transpose: ArrayToArrayCodec<TransposeConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["order"]);
    return { order: parseOrder(configuration.required("order")) };
  },
  bind: ({ order }, input) => bindTranspose(axisOrder(order, input.shape.length), input),
};

function parseOrder(view: JsonView): TransposeConfiguration["order"] {
  if (view.node.type === "string") return view.oneOf<"C" | "F">(["C", "F"]);
  const order = view.items().map((item) => item.integer(0));
  const permutation = new Set(order).size === order.length && order.every((axis) => axis < order.length);
  return permutation ? order : view.fail(`[${order.join(", ")}] is not an order of ${order.length} axes`);
}

function axisOrder(order: TransposeConfiguration["order"], rank: number): readonly number[] {
  if (order === "C") return Array.from({ length: rank }, (_, axis) => axis);
  if (order === "F") return Array.from({ length: rank }, (_, axis) => rank - 1 - axis);
  if (order.length === rank) return order;
  const what = `the order [${order.join(", ")}] has ${order.length} axes, but the chunk has ${rank}`;
  throw new HyperslabError("invalid-data", what);
}

function bindTranspose(order: readonly number[], input: ChunkType): BoundArrayToArray {
  const inverse = order.map((_, axis) => order.indexOf(axis));
  return {
    output: { ...input, shape: permuted(input.shape, order) },
    encode: (chunk) => permuteChunk(chunk, order),
    decode: (chunk) => permuteChunk(chunk, inverse),
    moves: {
      selection: (selection) => permuted(selection, order),
      lattice: (lattice) => permuteLattice(lattice, order),
      blockShape: (shape) => permuted(shape, inverse),
    },
  };
}

function permuted<T>(list: readonly T[], order: readonly number[]): T[] {
  return order.map((axis) => list[axis]!);
}

function permuteChunk(chunk: Chunk, order: readonly number[]): Chunk {
  return { ...chunk, shape: permuted(chunk.shape, order), layout: permuteLattice(chunk.layout, order) };
}
