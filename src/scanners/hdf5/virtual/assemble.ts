/** Virtual datasets as arrays that are put together of their sources. What cannot be is refused with the source's name. */
import type { DataType } from "../../../model/data-types/data-type.ts";
import { describeDataType } from "../../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { type AssembledPart, type IndexRuns, runsLength } from "../../../model/virtual/assembled-array.ts";
import type { ArrayContext } from "../array-context.ts";
import type { Hdf5Dataset } from "../objects.ts";
import { parseMappings, type VirtualMapping } from "./mappings.ts";
import type { Selection } from "./selection.ts";

export interface Assembled {
  readonly parts: readonly AssembledPart[];
  readonly chunkShape: readonly number[];
}

/** Virtual datasets in virtual datasets. */
const MOST_DEPTH = 8;
/** A chunk has at most this many bytes: it is made whole, whatever part of it is wanted. */
const MOST_CHUNK_BYTES = 2 ** 22;

/** A reason: its values cannot be read. */
export async function assemble(
  context: ArrayContext,
  object: Hdf5Dataset,
  path: string,
  dataType: DataType,
  depth: number,
): Promise<Assembled | string> {
  const { layout, space } = object;
  if (layout.class !== "virtual" || dataType.itemSize === undefined) return "a virtual dataset of this kind";
  if (depth > MOST_DEPTH) return `virtual datasets refer to virtual datasets more than ${MOST_DEPTH} times`;
  const { file, heap } = context;
  const none = { parts: [], chunkShape: chunkShapeOf(space.shape, [], dataType.itemSize) };
  if (layout.address === undefined) return none;
  const mappings = parseMappings(file, await heap.at(layout.address, layout.index), layout.address);
  const parts: AssembledPart[] = [];
  const nodes = new Map<string, ArrayNode>();
  for (const mapping of mappings) {
    const name = `${mapping.dataset} in ${mapping.file ?? "this file"}`;
    let node = nodes.get(name);
    if (node === undefined) {
      // No name of HDF5 has a NUL, so that no path of the file is like this one.
      const made = await context.source(mapping.file, mapping.dataset, `${path}\0${nodes.size}`, depth + 1);
      if (typeof made === "string") return `its source ${name} cannot be read: ${made}`;
      if (describeDataType(made.dataType) !== describeDataType(dataType)) {
        return `its source ${name} is ${describeDataType(made.dataType)}, not ${describeDataType(dataType)}`;
      }
      node = made;
      nodes.set(name, node);
    }
    const part = partOf(mapping, node, space.shape);
    if (typeof part === "string") return `${part} of its source ${name}`;
    parts.push(part);
  }
  return { parts, chunkShape: chunkShapeOf(space.shape, parts[0]?.target ?? [], dataType.itemSize) };
}

function partOf(mapping: VirtualMapping, node: ArrayNode, shape: readonly number[]): AssembledPart | string {
  const target = runsOf(mapping.target, shape);
  const from = runsOf(mapping.source, node.shape);
  if (typeof target === "string") return target;
  if (typeof from === "string") return from;
  const lengths = (axes: readonly IndexRuns[]): string =>
    axes
      .map(runsLength)
      .filter((length) => length !== 1)
      .join(" x ");
  if (lengths(target) !== lengths(from)) return `${lengths(target)} elements are mapped to ${lengths(from)}`;
  return { source: node.path, target, from };
}

function runsOf(selection: Selection, shape: readonly number[]): readonly IndexRuns[] | string {
  if (selection === "all") return shape.map((length) => [{ start: 0, length }]);
  if ("reason" in selection) return selection.reason;
  if (selection.length !== shape.length) return `${selection.length} dimensions are selected of ${shape.length}`;
  const isInside = selection.every((runs, axis) => {
    const last = runs.at(-1);
    return last === undefined || last.start + last.length <= shape[axis]!;
  });
  return isInside ? selection : `elements are selected that are not in [${shape.join(", ")}]`;
}

/** As the first source lies in the array, so that a chunk is mostly of one source; no longer than allowed. */
function chunkShapeOf(shape: readonly number[], first: readonly IndexRuns[], itemSize: number): readonly number[] {
  const chunk = shape.map((length, axis) => Math.max(1, Math.min(length, first[axis]?.[0]?.length ?? length)));
  for (let axis = 0; axis < chunk.length; axis++) {
    const bytes = chunk.reduce((product, length) => product * length, itemSize);
    if (bytes <= MOST_CHUNK_BYTES) break;
    chunk[axis] = Math.max(1, Math.floor(chunk[axis]! / Math.ceil(bytes / MOST_CHUNK_BYTES)));
  }
  return chunk;
}
