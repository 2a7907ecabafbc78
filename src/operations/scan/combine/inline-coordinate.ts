/** The values of a joined dimension, stored with the references themselves: reading them accesses no file. */
import { jsonObject, jsonString } from "../../../bytes/json/make.ts";
import { regularGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, Node } from "../../../model/node.ts";
import { typedToBytes } from "../../../model/values/typed-to-bytes.ts";
import { chunkKeys } from "../../../model/virtual/chunk-key.ts";
import type { VirtualDataset } from "../../../model/virtual/virtual-dataset.ts";

export interface InlineArray {
  readonly node: ArrayNode;
  readonly bytes: Uint8Array;
}

/**
 * The coordinate of all files: described like the first one, with these values. A value that does not fit its type is
 * refused.
 */
export function coordinateArray(node: ArrayNode, values: ArrayLike<unknown>): InlineArray {
  const { length } = values;
  const bytes = typedToBytes(node.dataType, values);
  const endian = { name: "bytes", configuration: jsonObject([["endian", jsonString("little")]]) };
  const grid = regularGrid([length], [Math.max(1, length)]);
  return { node: { ...node, shape: [length], grid, codecs: [endian] }, bytes };
}

/** The dataset with the array in its place; a new array comes first. */
export function withCoordinate(dataset: VirtualDataset, { node, bytes }: InlineArray): VirtualDataset {
  const isThere = dataset.nodes.has(node.path);
  const nodes = new Map<string, Node>();
  for (const [path, other] of dataset.nodes) {
    nodes.set(path, path === node.path ? node : other);
    if (path === "" && !isThere) nodes.set(node.path, node);
  }
  const { table } = dataset.references;
  if (bytes.byteLength > 0) table.addInline(chunkKeys(node.path)([0]), bytes);
  return { ...dataset, nodes };
}
