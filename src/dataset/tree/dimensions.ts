/** Dimensions that groups declare and arrays share, in formats that have them: finds, changes and resizes them. */
import { HyperslabError } from "../../errors.ts";
import type { TreeLock } from "../../formats/documents/tree-lock.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { resizeGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Dimension, GroupNode, Node, SharedDimension } from "../../model/node.ts";
import { arrayHandle } from "../array/array-handle.ts";
import { checkShrink, clearOutside } from "../array/shrink.ts";
import type { TransferOptions } from "../transfer.ts";
import { exclusively } from "./exclusively.ts";

/**
 * A length, or a length that may grow: `{ length: 3, unlimited: true }`. Omitted members stay unchanged, or are 0 and
 * false.
 */
export type DimensionInput =
  | number
  | {
      /** The length. Default: unchanged, or 0. */
      readonly length?: number;
      /** Whether it may grow. Default: unchanged, or false. */
      readonly unlimited?: boolean;
    };
/** Dimensions of a group, by name. */
export type DimensionsInput = Readonly<Record<string, DimensionInput>> | ReadonlyMap<string, DimensionInput>;

/** The dimensions with these set: an existing name keeps its position, a new one goes to the end. */
export function withDimensions(
  hierarchy: Hierarchy,
  present: readonly SharedDimension[],
  input: DimensionsInput,
): readonly SharedDimension[] {
  if (hierarchy.declaresDimensions !== true) {
    throw new HyperslabError("unsupported", `groups of ${hierarchy.title} declare no dimensions`, {
      hint: "Name the dimensions of each array with dims.",
    });
  }
  const merged = new Map(present.map((dimension) => [dimension.name, dimension]));
  const entries: Iterable<[string, DimensionInput]> = input instanceof Map ? input : Object.entries(input);
  for (const [name, given] of entries) {
    const { length, unlimited } = typeof given === "number" ? { length: given } : checkedInput(name, given);
    const before = merged.get(name);
    const wanted = length ?? before?.length ?? 0;
    if (!Number.isSafeInteger(wanted) || wanted < 0) {
      throw new HyperslabError("invalid-request", `the dimension ${name} has the length ${wanted}`, {
        hint: "Lengths are whole numbers from 0 to 2^53 - 1.",
      });
    }
    merged.set(name, { name, length: wanted, unlimited: unlimited ?? before?.unlimited ?? false });
  }
  return [...merged.values()];
}

/** Strings and lists have a `length` too, which is not what the caller means. */
function checkedInput(name: string, given: Exclude<DimensionInput, number>): Exclude<DimensionInput, number> {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  if (isObject && (given.unlimited === undefined || typeof given.unlimited === "boolean")) return given;
  throw new HyperslabError("invalid-request", `the dimension ${name} cannot be ${JSON.stringify(given)}`, {
    hint: "Give its length, or { length: 3, unlimited: true }.",
  });
}

/** A new array whose dimensions refer to those declared by groups above it; a different length is refused. */
export async function referToDimensions(
  hierarchy: Hierarchy,
  node: ArrayNode,
  signal: AbortSignal | undefined,
): Promise<ArrayNode> {
  const groups: GroupNode[] = [];
  for (let cut = node.path.lastIndexOf("/"), path = node.path; path !== ""; cut = path.lastIndexOf("/")) {
    path = cut < 0 ? "" : path.slice(0, cut);
    const group = await hierarchy.readNode(path, { signal, fresh: true });
    if (group?.kind === "group") groups.push(group);
  }
  const dimensions = node.dimensions.map((dimension, axis) => referTo(dimension, node.shape[axis]!, groups));
  return { ...node, dimensions };
}

/** `groups` are those above the array, nearest first. */
function referTo(dimension: Dimension, length: number, groups: readonly GroupNode[]): Dimension {
  for (const { path, dimensions = [] } of groups) {
    const found = dimensions.find(({ name }) => name === dimension.name);
    if (found === undefined || (dimension.group !== undefined && dimension.group !== path)) continue;
    if (found.length === length) return { name: found.name, group: path, unlimited: found.unlimited };
    throw new HyperslabError(
      "invalid-request",
      `the dimension ${found.name} of /${path} has the length ${found.length}, not ${length}`,
      { hint: "Give the array that length, resize the dimension first, or use another name." },
    );
  }
  if (dimension.group === undefined) return dimension;
  throw new HyperslabError("invalid-request", `/${dimension.group} declares no dimension ${dimension.name}`, {
    hint: "An array can use dimensions of the groups above it.",
  });
}

/** Sets dimensions of a group. Every array that uses one whose length changes is resized. */
export function setDimensions(
  hierarchy: Hierarchy,
  path: string,
  input: DimensionsInput,
  options: TransferOptions,
): Promise<GroupNode> {
  return changeGroup(hierarchy, path, options, async (group, lock) => {
    const present = group.dimensions ?? [];
    const dimensions = withDimensions(hierarchy, present, input);
    const changed = dimensions.filter((dimension) => !present.includes(dimension));
    const known = changed.filter(({ name }) => present.some((dimension) => dimension.name === name));
    const targets = new Map([[path, new Map(known.map(({ name, length }) => [name, length]))]]);
    const users = known.length === 0 ? [] : await usersOf(hierarchy, targets, options);
    return resizeUsers(hierarchy, users, targets, options, lock, () => {
      return write(hierarchy, { ...group, dimensions }, options, lock);
    });
  });
}

/** Renames a dimension in its group and in every array that uses it. */
export function renameDimension(
  hierarchy: Hierarchy,
  path: string,
  from: string,
  to: string,
  options: TransferOptions,
): Promise<GroupNode> {
  return changeGroup(hierarchy, path, options, async (group, lock) => {
    const present = group.dimensions ?? [];
    requireDimension(present, from);
    if (present.some(({ name }) => name === to)) {
      throw new HyperslabError("exists", `the group declares a dimension ${to} already`);
    }
    const users = await usersOf(hierarchy, new Map([[path, new Map([[from, 0]])]]), options);
    const renamed = (dimension: Dimension): Dimension =>
      dimension.group === path && dimension.name === from ? { ...dimension, name: to } : dimension;
    // Both names stay declared while arrays change from one to the other.
    const both = present.flatMap((dimension) =>
      dimension.name === from ? [{ ...dimension, name: to }, dimension] : [dimension],
    );
    if (users.length > 0) await write(hierarchy, { ...group, dimensions: both }, options, lock);
    for (const user of users) {
      await write(hierarchy, { ...user, dimensions: user.dimensions.map(renamed) }, options, lock);
    }
    const current = users.length === 0 ? group : await readGroup(hierarchy, path, options);
    return write(hierarchy, { ...current, dimensions: both.filter(({ name }) => name !== from) }, options, lock);
  });
}

/** Deletes dimensions that no array uses. */
export function deleteDimensions(
  hierarchy: Hierarchy,
  path: string,
  names: readonly string[],
  options: TransferOptions,
): Promise<GroupNode> {
  return changeGroup(hierarchy, path, options, async (group, lock) => {
    for (const name of names) requireDimension(group.dimensions ?? [], name);
    const targets = new Map([[path, new Map(names.map((name) => [name, 0]))]]);
    const [user] = await usersOf(hierarchy, targets, options);
    if (user !== undefined) {
      throw new HyperslabError("invalid-request", `the array /${user.path} uses a dimension that is to be deleted`, {
        hint: "Delete the arrays that use it first.",
      });
    }
    const dimensions = (group.dimensions ?? []).filter(({ name }) => !names.includes(name));
    return write(hierarchy, { ...group, dimensions }, options, lock);
  });
}

/**
 * Records the new shape of an array, along with the lengths of shared dimensions and of every other array that uses
 * them.
 */
export async function resizeShared(
  hierarchy: Hierarchy,
  before: ArrayNode,
  after: ArrayNode,
  options: TransferOptions,
  lock: TreeLock | undefined,
): Promise<ArrayNode> {
  const targets = newLengths(before, after);
  const others = (await usersOf(hierarchy, targets, options)).filter(({ path }) => path !== after.path);
  await resizeUsers(hierarchy, others, targets, options, lock, async () => {
    for (const [path, lengths] of targets) {
      const group = await readGroup(hierarchy, path, options);
      const dimensions = (group.dimensions ?? []).map((dimension) => {
        return { ...dimension, length: lengths.get(dimension.name) ?? dimension.length };
      });
      await write(hierarchy, { ...group, dimensions }, options, lock);
    }
  });
  // The array comes last, so that after a failure the same call repeats everything.
  return write(hierarchy, withLengths(after, targets), options, lock);
}

/** Lengths by group and name. */
type Lengths = ReadonlyMap<string, ReadonlyMap<string, number>>;

function newLengths(before: ArrayNode, after: ArrayNode): Lengths {
  const targets = new Map<string, Map<string, number>>();
  after.dimensions.forEach(({ name, group }, axis) => {
    const length = after.shape[axis]!;
    if (name === undefined || group === undefined || before.shape[axis] === length) return;
    const lengths = targets.get(group) ?? new Map<string, number>();
    if ((lengths.get(name) ?? length) !== length) {
      throw new HyperslabError("invalid-request", `the dimension ${name} cannot have two lengths`);
    }
    targets.set(group, lengths.set(name, length));
  });
  return targets;
}

/** Arrays that use one of these dimensions, from their own documents. */
async function usersOf(
  hierarchy: Hierarchy,
  targets: Lengths,
  { signal }: TransferOptions,
): Promise<readonly ArrayNode[]> {
  const users = new Map<string, ArrayNode>();
  const pending = [...targets.keys()];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const child of await hierarchy.listChildren(path, { signal, fresh: true })) {
      if (child.kind === "group") pending.push(child.path);
      else if (child.dimensions.some((dimension) => lengthOf(dimension, targets) !== undefined)) {
        users.set(child.path, child);
      }
    }
  }
  return [...users.values()];
}

function lengthOf({ name, group }: Dimension, targets: Lengths): number | undefined {
  return name === undefined || group === undefined ? undefined : targets.get(group)?.get(name);
}

function withLengths(node: ArrayNode, targets: Lengths): ArrayNode {
  const shape = node.shape.map((length, axis) => lengthOf(node.dimensions[axis]!, targets) ?? length);
  return { ...node, shape, grid: resizeGrid(node.grid, shape) };
}

/** Calls `declare` to record the new lengths, then resizes these arrays and clears the parts cut off. */
async function resizeUsers<T>(
  hierarchy: Hierarchy,
  users: readonly ArrayNode[],
  targets: Lengths,
  options: TransferOptions,
  lock: TreeLock | undefined,
  declare: () => Promise<T>,
): Promise<T> {
  const other = users.filter((node) => node.shape.join() !== withLengths(node, targets).shape.join());
  const resized = other.map((node) => ({ before: arrayHandle(hierarchy, node), node: withLengths(node, targets) }));
  for (const { before, node } of resized) checkShrink(before, node.shape);
  const result = await declare();
  for (const { node } of resized) await write(hierarchy, node, options, lock);
  for (const { before, node } of resized) await clearOutside(before, node.shape, options);
  return result;
}

async function write<N extends Node>(
  hierarchy: Hierarchy,
  node: N,
  { signal }: TransferOptions,
  lock: TreeLock | undefined,
): Promise<N> {
  return (await hierarchy.writeNode!(hierarchy.normalize?.(node) ?? node, { signal, lock })) as N;
}

function changeGroup(
  hierarchy: Hierarchy,
  path: string,
  options: TransferOptions,
  change: (group: GroupNode, lock: TreeLock | undefined) => Promise<GroupNode>,
): Promise<GroupNode> {
  return exclusively(hierarchy, path, options.signal, async (lock) =>
    change(await readGroup(hierarchy, path, options), lock),
  );
}

async function readGroup(hierarchy: Hierarchy, path: string, { signal }: TransferOptions): Promise<GroupNode> {
  const group = await hierarchy.readNode(path, { signal, fresh: true });
  if (group?.kind === "group") return group;
  throw new HyperslabError("not-found", "the group is no longer there", {
    location: hierarchy.store.location,
    node: path,
  });
}

function requireDimension(present: readonly SharedDimension[], name: string): void {
  if (present.some((dimension) => dimension.name === name)) return;
  throw new HyperslabError("not-found", `the group declares no dimension ${name}`, {
    hint: `It declares ${present.map((dimension) => dimension.name).join(", ") || "none"}.`,
  });
}
