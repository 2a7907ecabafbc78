/** Many scanned files as one dataset: put in order, checked against each other, joined along a dimension or merged. */
import { forEachBounded } from "../../../bytes/concurrency.ts";
import type { Group } from "../../../dataset/tree/group.ts";
import type { OpenVirtualOptions } from "../../../dataset/virtual/open-virtual.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { VirtualDataset, VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import { concatenate, isJoined } from "./concatenate.ts";
import { areTimes, inOrder, joinedValues, type PartCoordinate, readCoordinate } from "./coordinate.ts";
import { type CoordinateSource, coordinateValues } from "./coordinate-source.ts";
import { checkIdentical } from "./identical.ts";
import { coordinateArray, withCoordinate } from "./inline-coordinate.ts";
import { mergeVariables } from "./merge.ts";
import type { Part } from "./part.ts";
import { ReferenceTarget } from "./reference-target.ts";

/** How files become one dataset. */
export interface CombineOptions {
  /** The dimension along which arrays are joined. If no file has it, each file becomes one step of it. */
  readonly concat?: string | undefined;
  /** Where the values of that dimension come from (default: its coordinate in the files, else none). */
  readonly coordinate?: CoordinateSource | undefined;
  /** True: files hold different variables of one dataset, which are put side by side. */
  readonly merge?: boolean | undefined;
  /**
   * Arrays without the dimension must be the same in all files. `check` (the default) reads and compares those of up
   * to 4 MiB, and notes which are larger; `assume` compares their descriptions alone.
   */
  readonly identical?: "check" | "assume" | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How the files of a joined dataset are opened. */
export type OpenFiles = Pick<OpenVirtualOptions, "store" | "openOther">;

/** A part that is open for reading. */
export interface OpenPart extends Part {
  readonly group: Group;
}

export interface Combined {
  readonly virtual: VirtualDataset;
  /** In the order in which they were joined. */
  readonly files: readonly string[];
}

export async function combine(
  parts: readonly OpenPart[],
  options: CombineOptions,
  files: OpenFiles,
): Promise<Combined> {
  const { concat, merge = false } = options;
  if (merge) {
    const groups = grouped(parts);
    const joined: Combined[] = [];
    for (const group of groups) joined.push(await join(group, options));
    const virtual = await mergeVariables(
      joined.map((combined, index) => ({ ...combined, group: groups[index]![0]!.group })),
      options,
      files,
    );
    return { virtual, files: joined.flatMap(({ files }) => files) };
  }
  if (concat === undefined && parts.length > 1) {
    throw new HyperslabError("invalid-request", `${parts.length} files need a way to become one dataset`, {
      hint: 'Give the dimension to join them along, such as concat: "time" (--concat time), or merge: true (--merge).',
    });
  }
  return join(parts, options);
}

function grouped(parts: readonly OpenPart[]): readonly (readonly OpenPart[])[] {
  const groups = new Map<string, OpenPart[]>();
  for (const part of parts) {
    const group = groups.get(variablesOf(part));
    if (group === undefined) groups.set(variablesOf(part), [part]);
    else group.push(part);
  }
  return [...groups.values()];
}

/** The arrays of a file, by name: files with the same are joined, others put side by side. */
function variablesOf({ dataset }: Part): string {
  return [...dataset.nodes.values()].flatMap(({ kind, path }) => (kind === "array" ? [path] : [])).join("\n");
}

/** Coordinates that are read at once. */
const CONCURRENCY = 8;

async function join(parts: readonly OpenPart[], options: CombineOptions): Promise<Combined> {
  const { concat: dimension, signal } = options;
  if (dimension === undefined) return alone(parts);
  const isNew = !parts.some(({ dataset }) => hasDimension(dataset, dimension));
  const paths = isNew ? [] : coordinatePaths(parts[0]!.dataset, dimension);
  if (options.coordinate !== undefined || isNew || paths.length === 0) {
    return joinByOptions(parts, options, dimension, isNew);
  }
  const [path] = paths;
  const read = new Map<OpenPart, PartCoordinate<OpenPart>>();
  const readOne = async (part: OpenPart): Promise<void> => {
    const array = await part.group.openArray(path!, { signal });
    read.set(part, await readCoordinate(part, part.file, array, { signal }));
  };
  await forEachBounded(parts, CONCURRENCY, readOne, signal);
  const ordered = inOrder(parts.map((part) => read.get(part)!));
  const own = ordered.every(areTimes) ? ["units"] : [];
  const sorted = ordered.map(({ part }) => part);
  const how = { dimension, isNew, except: new Map([[path!, own]]) };
  const joined = concatenate(sorted, how);
  const notes = await checkIdentical(sorted, (node) => !isJoined(node, how), options);
  const array = coordinateArray(ordered[0]!.node, joinedValues(ordered));
  return { virtual: withNotes(withCoordinate(joined, array), notes), files: sorted.map(({ file }) => file) };
}

async function joinByOptions(
  parts: readonly OpenPart[],
  options: CombineOptions,
  dimension: string,
  isNew: boolean,
): Promise<Combined> {
  const named = await coordinateValues(parts, dimension, options.coordinate, isNew);
  const sorted = named?.parts ?? parts;
  const how = { dimension, isNew, except: new Map(named === undefined ? [] : [[dimension, []] as const]) };
  const joined = concatenate(sorted, how);
  const notes = await checkIdentical(sorted, (node) => !isJoined(node, how), options);
  const virtual = named === undefined ? joined : withCoordinate(joined, named.array);
  return { virtual: withNotes(virtual, notes), files: sorted.map(({ file }) => file) };
}

function withNotes(virtual: VirtualDataset, notes: readonly VirtualNote[]): VirtualDataset {
  return { ...virtual, notes: [...virtual.notes, ...notes] };
}

function alone(parts: readonly OpenPart[]): Combined {
  const [only] = parts;
  const target = new ReferenceTarget();
  for (const node of only!.dataset.nodes.values()) {
    if (node.kind === "array") target.addAll(only!, node.path, node.shape.length);
  }
  const { references, prefixes } = target;
  return { virtual: { ...only!.dataset, references, prefixes }, files: [only!.file] };
}

function hasDimension({ nodes }: VirtualDataset, dimension: string): boolean {
  return [...nodes.values()].some(
    (node) => node.kind === "array" && node.dimensions.some(({ name }) => name === dimension),
  );
}

/** Coordinates of the dimension: arrays of its name that have it alone. */
function coordinatePaths({ nodes }: VirtualDataset, dimension: string): readonly string[] {
  const isCoordinate = (node: ArrayNode): boolean =>
    node.dimensions.length === 1 &&
    node.dimensions[0]!.name === dimension &&
    node.path.slice(node.path.lastIndexOf("/") + 1) === dimension;
  return [...nodes.values()].flatMap((node) => (node.kind === "array" && isCoordinate(node) ? [node.path] : []));
}
