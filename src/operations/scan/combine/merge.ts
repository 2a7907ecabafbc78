/** Datasets that hold different variables of one whole, side by side. Nodes that several of them have must be the same. */
import { openVirtual } from "../../../dataset/virtual/open-virtual.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Node, SharedDimension } from "../../../model/node.ts";
import type { VirtualDataset, VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import type { CombineOptions, OpenFiles } from "./combine.ts";
import { checkSameArray } from "./compare-arrays.ts";
import { SharedArrays } from "./identical.ts";
import type { Joined } from "./join.ts";
import { mismatch, type OpenPart } from "./part.ts";
import { ReferenceTarget } from "./reference-target.ts";

export async function mergeVariables(
  parts: readonly Joined[],
  options: CombineOptions,
  opening: OpenFiles,
): Promise<VirtualDataset> {
  const nodes = new Map<string, Node>();
  const owners = new Map<string, OpenPart>();
  const target = new ReferenceTarget();
  const notes: VirtualNote[] = [];
  for (const { virtual, files } of parts) {
    const group = openVirtual(virtual, { ...opening, location: files[0]! });
    const part: OpenPart = { file: files[0]!, dataset: virtual, group, openTarget: notAsked, isJoined: true };
    target.addTargets(part);
    for (const note of virtual.notes) notes.push(note);
    for (const [path, node] of virtual.nodes) {
      const known = nodes.get(path);
      if (known === undefined) {
        nodes.set(path, node);
        owners.set(path, part);
        if (node.kind === "array") target.addAll(part, path, node.shape.length);
        continue;
      }
      const owner = owners.get(path)!;
      nodes.set(path, merged(known, node, owner, part));
      if (node.kind !== "array") continue;
      const shared = new SharedArrays(only(owner, path), () => true, options);
      await shared.check(only(part, path));
      for (const note of shared.notes) notes.push(note);
    }
  }
  checkLengths(nodes);
  return { nodes: parentsFirst(nodes), references: target.references, notes };
}

/** Targets of joined files are opened by `OpenFiles`. */
async function notAsked(): Promise<never> {
  throw new HyperslabError("unsupported", "a combined dataset cannot open other files");
}

/** A part reduced to this node. */
function only(part: OpenPart, path: string): OpenPart {
  const { dataset } = part;
  return { ...part, dataset: { ...dataset, nodes: new Map([[path, dataset.nodes.get(path)!]]) } };
}

function merged(a: Node, b: Node, owner: OpenPart, part: OpenPart): Node {
  if (a.kind === "group" && b.kind === "group") {
    const dimensions = mergedDimensions(a.dimensions, b.dimensions, [owner, part]);
    return dimensions === undefined ? a : { ...a, dimensions };
  }
  if (a.kind !== "array" || b.kind !== "array") {
    throw mismatch(`what is at ${a.path} differs`, a.path, [owner, a.kind], [part, b.kind]);
  }
  checkSameArray({ file: owner.file, node: a }, { file: part.file, node: b });
  return a;
}

function mergedDimensions(
  a: readonly SharedDimension[] | undefined,
  b: readonly SharedDimension[] | undefined,
  [owner, part]: readonly [OpenPart, OpenPart],
): readonly SharedDimension[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const merged = [...a];
  for (const dimension of b) {
    const known = a.find(({ name }) => name === dimension.name);
    if (known === undefined) merged.push(dimension);
    else if (known.length !== dimension.length) {
      const { name } = known;
      throw mismatch(
        `the length of ${name} differs`,
        "",
        [owner, String(known.length)],
        [part, String(dimension.length)],
      );
    }
  }
  return merged;
}

/** Dimensions of the same name in one group have one length. */
function checkLengths(nodes: ReadonlyMap<string, Node>): void {
  const lengths = new Map<string, { readonly length: number; readonly path: string }>();
  for (const node of nodes.values()) {
    if (node.kind !== "array") continue;
    for (const [axis, { name, group = "" }] of node.dimensions.entries()) {
      if (name === undefined) continue;
      const known = lengths.get(`${group}\0${name}`);
      const length = node.shape[axis]!;
      if (known === undefined) lengths.set(`${group}\0${name}`, { length, path: node.path });
      else if (known.length !== length) {
        throw new HyperslabError(
          "invalid-data",
          `${name} has ${known.length} steps in ${known.path}, but ${length} in ${node.path}`,
          { node: node.path, hint: "Combine only files of the same extent." },
        );
      }
    }
  }
}

function parentsFirst(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, Node> {
  const depth = (path: string): number => (path === "" ? 0 : path.split("/").length);
  return new Map([...nodes].toSorted(([a], [b]) => depth(a) - depth(b)));
}
