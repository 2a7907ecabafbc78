/** Many scanned files as one dataset: sorted, checked against each other, joined along a dimension or merged. */
import type { OpenVirtualOptions } from "../../../dataset/virtual/open-virtual.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { VirtualDataset } from "../../../model/virtual/virtual-dataset.ts";
import { coordinateOfVariable } from "./coordinate.ts";
import { type CoordinateSource, coordinateOfSource } from "./coordinate-source.ts";
import { coordinatePaths, type NamedCoordinate, withOthers } from "./every-coordinate.ts";
import type { SharedOptions } from "./identical.ts";
import { Join, type Joined } from "./join.ts";
import { type JoinCoordinate, noCoordinate } from "./join-coordinate.ts";
import { mergeVariables } from "./merge.ts";
import type { OpenPart, Part } from "./part.ts";
import { ReferenceTarget } from "./reference-target.ts";

/** How files are combined into one dataset. */
export interface CombineOptions {
  /** The dimension along which arrays are joined. If no file has it, each file becomes one step of it. */
  readonly concat?: string | undefined;
  /** Where the values of that dimension come from (default: its coordinate in the files, else none). */
  readonly coordinate?: CoordinateSource | undefined;
  /** If true, files hold different variables of one dataset, which are put side by side. */
  readonly merge?: boolean | undefined;
  /**
   * Arrays without the dimension must be the same in all files. `check` (the default) reads and compares those of up to
   * 4 MiB, and notes larger ones; `assume` compares only their descriptions.
   */
  readonly identical?: "check" | "assume" | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A file that has been assigned its place in the joined dataset. */
export interface Placed {
  readonly file: string;
  /** True if all other files with the same variables are compared with this one. */
  readonly isFirst: boolean;
  /** Checks the file, and adds its chunks. If that fails, the other files are not affected. */
  readonly add: () => Promise<void>;
}

/** How the files of a joined dataset are opened. */
export type OpenFiles = Pick<OpenVirtualOptions, "store" | "openOther">;

/**
 * Files being combined into one dataset. The first of those with the same variables determines what the others must be
 * like: `place` assigns each file its place, in the order in which they were named; they may be added in any order.
 */
export class Combination {
  readonly #options: CombineOptions;
  /** By the names of variables, which only matter when files are merged. */
  readonly #groups = new Map<string, Members>();

  constructor(options: CombineOptions) {
    this.#options = options;
  }

  place(part: OpenPart): Placed {
    const name = this.#options.merge === true ? variablesOf(part) : "";
    let group = this.#groups.get(name);
    const isFirst = group === undefined;
    if (group === undefined) {
      group = membersOf(part, this.#options);
      this.#groups.set(name, group);
    }
    return { file: part.file, isFirst, add: group.place(part) };
  }

  async finish(files: OpenFiles): Promise<Joined> {
    const joined = [...this.#groups.values()].map((group) => group.finish());
    if (this.#options.merge !== true) return joined[0]!;
    const virtual = await mergeVariables(joined, this.#options, files);
    return { virtual, files: joined.flatMap(({ files: own }) => own) };
  }
}

/** Files with the same variables. */
interface Members {
  place(part: OpenPart): () => Promise<void>;
  finish(): Joined;
}

function membersOf(first: OpenPart, options: CombineOptions & SharedOptions): Members {
  const { concat } = options;
  if (concat === undefined) return alone(first);
  const join = new Join(first, coordinateOf(first, concat, options), options);
  let count = 0;
  return {
    place: (part) => {
      const index = count++;
      return () => join.add(part, index);
    },
    finish: () => join.finish(),
  };
}

function coordinateOf(first: OpenPart, dimension: string, options: CombineOptions): JoinCoordinate {
  const { dataset } = first;
  const how = { dimension, isNew: !hasDimension(dataset, dimension) };
  const source = options.coordinate;
  if (
    source !== undefined &&
    (typeof source === "string" || !("variable" in source) || source.attribute !== undefined)
  ) {
    return coordinateOfSource(source, how);
  }
  const path = source === undefined ? ownCoordinate(dataset, how) : source.variable;
  if (path === undefined) return noCoordinate(how);
  checkVariable(first, path, how);
  const named = (at: string): NamedCoordinate => {
    return { path: at, coordinate: coordinateOfVariable(first, at, how, { signal: options.signal }) };
  };
  const paths = how.isNew ? [] : coordinatePaths(dataset, dimension);
  // If the caller chose another variable, its order is what the caller wants.
  const others = paths.includes(path) ? paths.filter((other) => other !== path) : [];
  return withOthers(named(path), others.map(named));
}

/** A requested variable must have one value per step of the dimension, or per file. */
function checkVariable({ dataset, file }: Part, path: string, { dimension, isNew }: HowNew): void {
  const node = dataset.nodes.get(path);
  if (node?.kind === "array" && (isNew ? isSingle(node) : isAlong(node, dimension))) return;
  const wanted = isNew ? "one value" : `one value per step of ${dimension}, and no other dimension`;
  throw new HyperslabError("invalid-request", `${path} of ${file} is not an array with ${wanted}`, {
    node: path,
    hint: "Choose another variable, or take the values from the names of files or an attribute.",
  });
}

interface HowNew {
  readonly dimension: string;
  readonly isNew: boolean;
}

/** The array of the dimension's name that has only this dimension; for a new dimension, the one with a single value. */
function ownCoordinate({ nodes }: VirtualDataset, { dimension, isNew }: HowNew): string | undefined {
  for (const node of nodes.values()) {
    if (node.kind !== "array" || node.path.slice(node.path.lastIndexOf("/") + 1) !== dimension) continue;
    if (isNew ? isSingle(node) && !node.path.includes("/") : isAlong(node, dimension)) return node.path;
  }
  return undefined;
}

function isSingle({ shape }: ArrayNode): boolean {
  return shape.every((length) => length === 1);
}

function isAlong({ dimensions }: ArrayNode, dimension: string): boolean {
  return dimensions.length === 1 && dimensions[0]!.name === dimension;
}

function hasDimension({ nodes }: VirtualDataset, dimension: string): boolean {
  return [...nodes.values()].some(
    (node) => node.kind === "array" && node.dimensions.some(({ name }) => name === dimension),
  );
}

/** The arrays of a file, by name: files with the same arrays are joined, others put side by side. */
function variablesOf({ dataset }: Part): string {
  return [...dataset.nodes.values()].flatMap(({ kind, path }) => (kind === "array" ? [path] : [])).join("\n");
}

function alone(only: OpenPart): Members {
  let count = 0;
  return {
    place: (part) => {
      count += 1;
      if (count > 1) {
        throw new HyperslabError(
          "invalid-request",
          `${only.file} and ${part.file} hold the same variables, so a dimension to join them along is needed`,
          {
            hint: 'Give the dimension to join them along, such as concat: "time" (--concat time), or merge: true (--merge) for files of different variables.',
          },
        );
      }
      return async () => {};
    },
    finish: () => {
      const target = new ReferenceTarget();
      for (const node of only.dataset.nodes.values()) {
        if (node.kind === "array") target.addAll(only, node.path, node.shape.length);
      }
      target.addTargets(only);
      return { virtual: { ...only.dataset, references: target.references }, files: [only.file] };
    },
  };
}
