/** The nodes of a copy in the target: written if they are missing, refused if they differ. */
import { jsonEquals } from "../../bytes/json/make.ts";
import { exclusively } from "../../dataset/tree/exclusively.ts";
import { Group, openNode } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import { openAs } from "../../formats/detect.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { formatNamed } from "../../formats/registry.ts";
import { type DataType, describeDataType, sameDataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode, Attributes, GroupNode, Node } from "../../model/node.ts";
import { memoryStore } from "../../stores/memory.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { sameItem } from "./mismatch.ts";
import { sameCodec, sameGrid } from "./plan/target-node.ts";

/** Under one lock, because taking it per node would cost more than writing the node. */
export async function writeNodes(hierarchy: Hierarchy, nodes: readonly Node[], options: StoreOptions): Promise<void> {
  if (nodes.length === 0) return;
  await exclusively(hierarchy, nodes[0]!.path, options.signal, async (lock) => {
    for (const node of nodes) await hierarchy.writeNode?.(node, { ...options, lock });
  });
}

export interface LeftNodes {
  /** Nodes of the copy that do not exist yet. */
  readonly missing: readonly Node[];
  /** True if any of the nodes exists. */
  readonly any: boolean;
}

/** Compares the target with the nodes that the copy would write. Any other node there is refused. */
export async function checkNodes(
  hierarchy: Hierarchy,
  path: string,
  nodes: readonly Node[],
  options: StoreOptions,
): Promise<LeftNodes> {
  const found = await nodesBelow(hierarchy, path, options);
  const expected = await rehearsed(hierarchy, nodes);
  const missing: Node[] = [];
  for (const [index, node] of expected.entries()) {
    const there = found.get(node.path);
    found.delete(node.path);
    const difference = there === undefined ? undefined : differenceOf(there, node);
    if (difference !== undefined) throw refused(hierarchy, node.path, difference);
    if (there === undefined || !sameAttributes(there.attributes, node.attributes) || !sameNames(there, node)) {
      missing.push(nodes[index]!);
    }
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw refused(hierarchy, extra, "the source has no such node");
  return { missing, any: missing.length < nodes.length };
}

/** Every node at the path and below it, from its own documents. */
async function nodesBelow(hierarchy: Hierarchy, path: string, { signal }: StoreOptions): Promise<Map<string, Node>> {
  const opened = await openAs(hierarchy.format, hierarchy.store, path, { signal, consolidated: false });
  const nodes = new Map<string, Node>();
  if (opened === undefined) return nodes;
  nodes.set(path, opened.node);
  const root = openNode(opened.hierarchy, opened.node);
  if (root instanceof Group) for await (const { node } of root.walk({ signal })) nodes.set(node.path, node);
  return nodes;
}

/** The nodes as they will be read back: written to memory, and read from there. */
async function rehearsed(hierarchy: Hierarchy, nodes: readonly Node[]): Promise<readonly Node[]> {
  const format = await formatNamed(hierarchy.format);
  const stage = format.create?.(memoryStore(), { dialect: hierarchy.dialect });
  if (stage === undefined) return nodes;
  await writeNodes(stage, nodes, {});
  return Promise.all(nodes.map(async (node) => (await stage.readNode(node.path, { fresh: true })) ?? node));
}

/** Describes the first difference. Attributes that were not written yet do not count. */
function differenceOf(there: Node, wanted: Node): string | undefined {
  if (there.kind !== wanted.kind) return `there is ${there.kind === "array" ? "an array" : "a group"}`;
  if (!sameAttributes(there.attributes, wanted.attributes) && there.attributes.size > 0) return "the attributes differ";
  if (there.kind === "group" && wanted.kind === "group" && !declaresNoOther(there, wanted))
    return "the dimensions differ";
  return there.kind === "array" && wanted.kind === "array" ? arrayDifference(there, wanted) : undefined;
}

function arrayDifference(there: ArrayNode, wanted: ArrayNode): string | undefined {
  if (!sameDataType(there.dataType, wanted.dataType)) {
    return `the data type is ${describeDataType(there.dataType)}, not ${describeDataType(wanted.dataType)}`;
  }
  if (there.shape.join() !== wanted.shape.join()) return `the shape is [${there.shape}], not [${wanted.shape}]`;
  if (!sameGrid(there.grid, wanted.grid)) return "the chunk lengths differ";
  const sameCodecs =
    there.codecs.length === wanted.codecs.length &&
    there.codecs.every((codec, index) => sameCodec(codec, wanted.codecs[index]!));
  if (!sameCodecs) return "the codecs differ";
  if (!sameFill(there, wanted)) return "the fill values differ";
  // In some formats names are an attribute, so they may not be written yet.
  const isUnnamed = there.attributes.size === 0 && there.dimensions.every(({ name }) => name === undefined);
  if (!isUnnamed && !sameNames(there, wanted)) return "the dimension names differ";
  const keys = [there, wanted].map(({ chunkKeys: { kind, separator, prefix = "", suffix = "" } }) =>
    JSON.stringify([kind, separator, prefix, suffix]),
  );
  return keys[0] === keys[1] ? undefined : "the chunk keys are spelled differently";
}

/** A group may lack dimensions that the arrays below it declare once they are written. */
function declaresNoOther({ dimensions = [] }: GroupNode, wanted: GroupNode): boolean {
  const known = new Set((wanted.dimensions ?? []).map((dimension) => JSON.stringify(dimension)));
  return dimensions.every((dimension) => known.has(JSON.stringify(dimension)));
}

function sameNames(a: Node, b: Node): boolean {
  const names = (node: Node): string =>
    node.kind === "array" ? JSON.stringify(node.dimensions.map(({ name }) => name ?? null)) : "";
  return names(a) === names(b);
}

function sameFill(a: ArrayNode, b: ArrayNode): boolean {
  if (a.fillValue === undefined || b.fillValue === undefined) return a.fillValue === b.fillValue;
  return sameItem(a.fillValue, b.fillValue);
}

function sameAttributes(a: Attributes, b: Attributes): boolean {
  if (a.size !== b.size) return false;
  return Array.from(a).every(([name, { value, dataType }]) => {
    const other = b.get(name);
    return other !== undefined && jsonEquals(value, other.value) && sameType(dataType, other.dataType);
  });
}

function sameType(a: DataType | undefined, b: DataType | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameDataType(a, b);
}

function refused(hierarchy: Hierarchy, path: string, difference: string): HyperslabError {
  return new HyperslabError("exists", `the target is not what this copy would write: ${difference}`, {
    location: hierarchy.store.location,
    node: path,
    hint: "Pass the same options as before. If the source has changed, pass overwrite: true (--overwrite) instead of resume to copy everything again.",
  });
}
