/**
 * What tree-aware groups record about the nodes below them: their children and the dimensions they declare. Pure data:
 * each function returns the groups that a change has to write, in an order that never exposes a half-made node.
 */
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChildName, Dimension, GroupNode, Node, SharedDimension } from "../../model/node.ts";
import type { PathState } from "./consolidated-blocks.ts";
import type { Ancestors, Dialect, TreeAware } from "./dialect.ts";
import { parseAncestors, type Tree } from "./node-documents.ts";
import { ancestorsOf, isWithin, nameOf, parentPath } from "./node-path.ts";

/** A node with what its ancestors must record about it. */
export interface LinkedNode {
  /** The node to write. Each of its dimensions has a group; a group keeps its list of children. */
  readonly node: Node;
  /** Groups that declare new dimensions; written before the node. */
  readonly before: readonly GroupNode[];
  /** New groups, and the one that lists them or the node; written after the node, deepest first. */
  readonly after: readonly GroupNode[];
  /** All groups above the node after the change. */
  readonly above: Ancestors;
}

type States = ReadonlyMap<string, PathState>;

export function linkNode(tree: Tree, wanted: Node, states: States): LinkedNode {
  const groups = new Map(groupsIn(tree, ancestorsOf(wanted.path), states).map((group) => [group.path, group]));
  const before: GroupNode[] = [];
  let node = wanted;
  const parent = parentPath(wanted.path);
  if (wanted.kind === "group") {
    const [present] = parseAncestors(tree, new Map([[wanted.path, states.get(wanted.path)!.documents]]));
    const dimensions = wanted.dimensions ?? present?.dimensions ?? [];
    const { children: _, ...group } = wanted;
    const list = present === undefined ? [] : present.children;
    node = { ...group, dimensions, ...(list && { children: list }) };
  } else if (parent !== undefined) {
    const homed = homeDimensions(wanted, [...groups.values()], tree.dialect.treeAware!);
    node = homed.node;
    if (homed.added.length > 0) {
      const group = groups.get(parent)!;
      groups.set(parent, { ...group, dimensions: [...(group.dimensions ?? []), ...homed.added] });
      // A new group becomes visible only after the node.
      if (isThere(states, parent)) before.push(groups.get(parent)!);
    }
  }
  const after = listNode(groups, node.path, node.kind, states);
  return { node, before, after, above: [...groups.values()] };
}

/** Adds a node to the lists of the groups above it, and returns those that have to be written, deepest first. */
function listNode(
  groups: Map<string, GroupNode>,
  path: string,
  kind: Node["kind"],
  states: States,
): readonly GroupNode[] {
  const changed: GroupNode[] = [];
  let child: ChildName = { name: nameOf(path), kind };
  for (const above of ancestorsOf(path).toReversed()) {
    const group = groups.get(above)!;
    const { children } = group;
    // The children of a group without a list are found in the store.
    const isListed = children === undefined || children.some(({ name }) => name === child.name);
    if (!isListed) groups.set(above, { ...group, children: [...children, child] });
    if (!isListed || !isThere(states, above)) changed.push(groups.get(above)!);
    child = { name: nameOf(above), kind: "group" };
  }
  return changed;
}

/** The parent without the node; undefined if it does not list it. */
export function unlinkNode(tree: Tree, path: string, states: States): GroupNode | undefined {
  const parent = groupsIn(tree, ancestorsOf(path), states).at(-1);
  if (parent?.children?.some(({ name }) => name === nameOf(path)) !== true) return undefined;
  return { ...parent, children: parent.children.filter(({ name }) => name !== nameOf(path)) };
}

/** The groups to write after a node was moved, deepest first. Within one group, the node keeps its position in the list. */
export function relinkNode(tree: Tree, from: string, to: string, states: States): readonly GroupNode[] {
  const kind = states.get(from)!.kind!;
  const parent = groupsIn(tree, ancestorsOf(from), states).at(-1)!;
  if (parent.path === parentPath(to)) {
    const moved = (child: ChildName): ChildName => (child.name === nameOf(from) ? { name: nameOf(to), kind } : child);
    return [{ ...parent, children: (parent.children ?? []).map(moved) }];
  }
  const groups = new Map(groupsIn(tree, ancestorsOf(to), states).map((group) => [group.path, group]));
  // The list was changed before the move.
  const unlinked = unlinkNode(tree, from, states);
  if (unlinked !== undefined && groups.has(unlinked.path)) groups.set(unlinked.path, unlinked);
  return listNode(groups, to, kind, states);
}

/** A node of a moved tree with its dimensions at their new place; refused if a dimension would no longer be visible. */
export function moveDimensions(node: Node, from: string, to: string): Node {
  if (node.kind === "group") return node;
  const dimensions = node.dimensions.map((dimension): Dimension => {
    const { group } = dimension;
    if (group === undefined) return dimension;
    if (isWithin(group, from)) return { ...dimension, group: to + group.slice(from.length) };
    if (isWithin(to, group)) return dimension;
    throw new HyperslabError(
      "invalid-request",
      `/${node.path} uses the dimension ${dimension.name} of /${group}, which is not above /${to}`,
      { node: node.path, hint: "Move the group that declares the dimension, or copy the node." },
    );
  });
  return { ...node, dimensions };
}

function isThere(states: States, path: string): boolean {
  return states.get(path)?.kind !== undefined;
}

function emptyGroup(path: string): GroupNode {
  return { kind: "group", path, attributes: new Map(), dimensions: [], children: [] };
}

/** The groups at these paths, from the root down; an empty one in place of each missing one. */
function groupsIn(tree: Tree, paths: readonly string[], states: States): Ancestors {
  const there = parseAncestors(tree, new Map(paths.map((path) => [path, states.get(path)!.documents])));
  const known = new Map(there.map((group) => [group.path, group]));
  return paths.map((path) => known.get(path) ?? emptyGroup(path));
}

/**
 * The array in a form that can be printed before its ancestors are known: dimensions without a group count as declared
 * by its own.
 */
export function withOwnDimensions({ treeAware }: Dialect, node: Node): Node {
  if (treeAware === undefined || node.kind === "group") return node;
  const group = parentPath(node.path) ?? "";
  const dimensions = node.dimensions.map((dimension, axis) => {
    return { group, ...dimension, name: dimension.name ?? treeAware.dimensionName(node.shape[axis] ?? 0) };
  });
  return { ...node, dimensions };
}

interface HomedArray {
  readonly node: ArrayNode;
  /** Dimensions that the array's own group has to declare. */
  readonly added: readonly SharedDimension[];
}

/**
 * Assigns a group to each dimension: the one that it names, if that declares it with this length, else the nearest that
 * declares one of its name and length, else the array's own. If that has the name for another length, the length is
 * appended to the name.
 */
function homeDimensions(node: ArrayNode, above: Ancestors, { dimensionName }: TreeAware): HomedArray {
  const parent = parentPath(node.path) ?? "";
  const added: SharedDimension[] = [];
  const declaredBy = (path: string): readonly SharedDimension[] => {
    const declared = above.find((group) => group.path === path)?.dimensions ?? [];
    return path === parent ? [...declared, ...added] : declared;
  };
  const nearest = (name: string): (Required<Dimension> & { length: number }) | undefined => {
    for (const { path } of above.toReversed()) {
      const found = declaredBy(path).find((dimension) => dimension.name === name);
      if (found !== undefined) return { ...found, group: path };
    }
    return undefined;
  };
  const dimensions = node.dimensions.map((dimension, axis): Dimension => {
    const length = node.shape[axis]!;
    const said = dimension.group === undefined ? [] : declaredBy(dimension.group);
    const declared = said.find((other) => other.name === dimension.name && other.length === length);
    if (declared !== undefined) return { ...dimension, unlimited: declared.unlimited };
    let name = dimension.name ?? dimensionName(length);
    for (;;) {
      const found = nearest(name);
      if (found?.length === length) return { name, group: found.group, unlimited: found.unlimited };
      if (found?.group !== parent) break;
      name += `_${length}`;
    }
    const unlimited = dimension.unlimited === true;
    added.push({ name, length, unlimited });
    return { name, group: parent, unlimited };
  });
  return { node: { ...node, dimensions }, added };
}
