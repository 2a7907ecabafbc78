/**
 * Files joined along one dimension: arrays that have it are laid one after the other, chunk by chunk; all others must be the
 * same in every file. No value is read and no byte is moved: chunks stay where they are.
 */
import { jsonArray, jsonInteger, withMember } from "../../../bytes/json/make.ts";
import { jsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import { isWithin } from "../../../formats/documents/node-path.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import { chunksAlong, firstChunkShape, type GridDimension } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, GroupNode, Node } from "../../../model/node.ts";
import type { VirtualDataset, VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import { checkSameArray, differingAttributes } from "./compare-arrays.ts";
import { joinAxis } from "./joined-axis.ts";
import { mismatch, type Part } from "./part.ts";
import { ReferenceTarget } from "./reference-target.ts";

export interface ConcatenateOptions {
  /** The name of the dimension. */
  readonly dimension: string;
  /** True: files do not have it; each becomes one step of it. */
  readonly isNew: boolean;
  /** Arrays whose chunks the caller adds itself (the coordinate), with the attributes that it made equal. */
  readonly except?: ReadonlyMap<string, readonly string[]>;
}

/** The parts in the order in which they are laid. There is at least one. */
export function concatenate(parts: readonly Part[], options: ConcatenateOptions): VirtualDataset {
  const [first] = parts;
  if (first === undefined) throw new HyperslabError("invalid-request", "there are no files to combine");
  checkSameNodes(parts);
  const target = new ReferenceTarget();
  const nodes = new Map<string, Node>();
  const notes: VirtualNote[] = [...first.dataset.notes];
  for (const [path, node] of first.dataset.nodes) {
    noteAttributes(parts, path, node, notes);
    if (node.kind === "group") nodes.set(path, joinedGroup(node, parts, options));
    else nodes.set(path, joinedArray(node, parts, options, target));
  }
  const { references, prefixes } = target;
  return { nodes, references, notes, ...(prefixes.size === 0 ? {} : { prefixes }) };
}

function checkSameNodes(parts: readonly Part[]): void {
  const [first, ...others] = parts;
  for (const part of others) {
    for (const [a, b] of [[first!, part] as const, [part, first!] as const]) {
      for (const [path, { kind }] of a.dataset.nodes) {
        const found = b.dataset.nodes.get(path)?.kind;
        if (found === kind) continue;
        throw mismatch(`what is at ${path}`, path, [a, `an ${kind}`], [b, found === undefined ? "nothing" : found]);
      }
    }
  }
}

function noteAttributes(parts: readonly Part[], path: string, node: Node, notes: VirtualNote[]): void {
  const names = new Set<string>();
  for (const { dataset } of parts.slice(1)) {
    for (const name of differingAttributes(node.attributes, dataset.nodes.get(path)!.attributes)) names.add(name);
  }
  if (names.size === 0) return;
  const list = [...names].join(", ");
  notes.push({ path, message: `attributes that differ between files are those of the first: ${list}` });
}

/** Groups that declare the dimension declare its joined length. */
function joinedGroup(group: GroupNode, parts: readonly Part[], { dimension, isNew }: ConcatenateOptions): GroupNode {
  const { dimensions } = group;
  if (dimensions === undefined) return group;
  if (isNew) {
    if (group.path !== "") return group;
    return { ...group, dimensions: [{ name: dimension, length: parts.length, unlimited: false }, ...dimensions] };
  }
  const lengthOf = ({ dataset }: Part): number => {
    const node = dataset.nodes.get(group.path);
    const own = node?.kind === "group" ? node.dimensions : undefined;
    return own?.find(({ name }) => name === dimension)?.length ?? lengthIn(dataset, group.path, dimension);
  };
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  return { ...group, dimensions: dimensions.map((own) => (own.name === dimension ? { ...own, length } : own)) };
}

/** Reference sets do not declare dimensions: the arrays of the group have them. */
function lengthIn({ nodes }: VirtualDataset, group: string, dimension: string): number {
  for (const node of nodes.values()) {
    if (node.kind !== "array" || !isWithin(node.path, group)) continue;
    const axis = node.dimensions.findIndex(({ name }) => name === dimension);
    if (axis >= 0) return node.shape[axis]!;
  }
  return 0;
}

function joinedArray(
  node: ArrayNode,
  parts: readonly Part[],
  options: ConcatenateOptions,
  target: ReferenceTarget,
): ArrayNode {
  const { path } = node;
  const axis = node.dimensions.findIndex(({ name }) => name === options.dimension);
  const arrays = parts.map(({ file, dataset }) => ({ file, node: dataset.nodes.get(path) as ArrayNode }));
  const isNew = options.isNew && isJoined(node, options);
  if (options.isNew && axis >= 0) throw taken(path, options.dimension);
  const own = options.except?.get(path);
  for (const other of arrays.slice(1)) {
    checkSameArray(arrays[0]!, other, { axis: axis < 0 ? undefined : axis, except: own });
  }
  if (isNew) return stacked(node, parts, options.dimension, target);
  if (axis < 0) {
    target.addAll(parts[0]!, path, node.shape.length);
    return node;
  }
  const at = <T>(list: readonly T[], value: T): readonly T[] =>
    list.map((item, index) => (index === axis ? value : item));
  if (own !== undefined) {
    const extent = arrays.reduce((sum, { node: array }) => sum + array.shape[axis]!, 0);
    const dimension: GridDimension = { kind: "fixed", extent, size: Math.max(1, extent) };
    return { ...node, shape: at(node.shape, extent), grid: at(node.grid, dimension) };
  }
  const dimensions = arrays.map(({ file, node: array }) => ({ file, dimension: array.grid[axis]! }));
  const rowBytes = bytesPerRow(node, axis);
  const joined = joinAxis(dimensions, { path, canCut: rowBytes !== undefined });
  for (const [index, part] of parts.entries()) {
    const [start, cut] = [joined.starts[index]!, joined.cuts[index]];
    const last = chunksAlong(dimensions[index]!.dimension) - 1;
    target.addAll(part, path, node.shape.length, (coords) => {
      const length = cut !== undefined && coords[axis] === last ? cut * rowBytes! : undefined;
      return { coords: coords.with(axis, coords[axis]! + start), length };
    });
  }
  return { ...node, shape: at(node.shape, joined.dimension.extent), grid: at(node.grid, joined.dimension) };
}

/** Does an array become longer, or a stack? Of a new dimension, coordinates stay the same in every file. */
export function isJoined(
  { path, dimensions }: ArrayNode,
  { dimension, isNew }: Pick<ConcatenateOptions, "dimension" | "isNew">,
): boolean {
  if (!isNew) return dimensions.some(({ name }) => name === dimension);
  const ownName = path.slice(path.lastIndexOf("/") + 1);
  return dimensions.length !== 1 || dimensions[0]!.name !== ownName;
}

function stacked(node: ArrayNode, parts: readonly Part[], dimension: string, target: ReferenceTarget): ArrayNode {
  const rank = node.shape.length;
  for (const [index, part] of parts.entries()) {
    target.addAll(part, node.path, rank, (coords) => ({ coords: [index, ...coords] }));
  }
  const step: GridDimension = { kind: "fixed", extent: parts.length, size: 1 };
  return {
    ...node,
    shape: [parts.length, ...node.shape],
    grid: [step, ...node.grid],
    dimensions: [{ name: dimension }, ...node.dimensions],
    codecs: node.codecs.map((spec) => withLeadingAxis(spec, node.path)),
  };
}

/** Codecs that know the rank of their chunks: one of them can be told of the new axis. */
const RANKED = new Set(["reshape", "zarrs.squeeze", "sharding_indexed"]);

function withLeadingAxis(spec: CodecSpec, path: string): CodecSpec {
  if (RANKED.has(spec.name)) {
    throw new HyperslabError("unsupported", `${path} cannot be stacked: its codec ${spec.name} knows its dimensions`, {
      node: path,
      hint: "Combine along a dimension that the files have.",
    });
  }
  if (spec.name !== "transpose") return spec;
  const order = jsonView(spec.configuration)
    .required("order")
    .items()
    .map((item) => jsonInteger(item.integer() + 1));
  const configuration = withMember(spec.configuration, "order", jsonArray([jsonInteger(0), ...order]));
  return { ...spec, configuration };
}

/** The bytes of one step along the axis, if chunks are plain bytes whose steps lie one after the other. */
function bytesPerRow({ codecs, dataType, grid }: ArrayNode, axis: number): number | undefined {
  if (codecs.some(({ name }) => name !== "bytes") || !isFixedSize(dataType)) return undefined;
  const chunk = firstChunkShape(grid);
  if (chunk.slice(0, axis).some((length) => length !== 1)) return undefined;
  if (grid.some(({ kind }, at) => at > axis && kind === "varying")) return undefined;
  return chunk.slice(axis + 1).reduce((product, length) => product * length, dataType.itemSize);
}

function taken(path: string, dimension: string): HyperslabError {
  return new HyperslabError("invalid-request", `${path} has a dimension ${dimension} already`, {
    node: path,
    hint: "Choose another name for the new dimension, or combine along the one that is there.",
  });
}
