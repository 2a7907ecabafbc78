/**
 * Files joined along one dimension: arrays that have it are concatenated, chunk by chunk; all others must be the same
 * in every file. No byte is moved: chunks stay where they are. Files are added one by one, in any order. Only the
 * chunks of each (in columns) and its values of the dimension are kept, so ten thousand files take little more memory
 * than their references.
 */
import { isWithin } from "../../../formats/documents/node-path.ts";
import { chunksAlong, type GridDimension } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, GroupNode, Node } from "../../../model/node.ts";
import { ChunkPile, type PileRows } from "../../../model/virtual/chunk-pile.ts";
import type { VirtualDataset, VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import { type ArrayRole, type JoinedDimension, roleOf, withLeadingAxis } from "./array-role.ts";
import { checkSameArray, differingAttributes } from "./compare-arrays.ts";
import { SharedArrays, type SharedOptions } from "./identical.ts";
import { withCoordinate } from "./inline-coordinate.ts";
import type { JoinCoordinate, KeptCoordinate } from "./join-coordinate.ts";
import { joinAxis } from "./joined-axis.ts";
import { mismatch, type OpenPart, type Part } from "./part.ts";
import { ReferenceTarget } from "./reference-target.ts";

/** What is kept of a file. */
interface KeptPart {
  /** Its index among all files. */
  readonly index: number;
  readonly file: string;
  readonly coordinate: KeptCoordinate | undefined;
  /** In the order of the piles. */
  readonly rows: readonly PileRows[];
  readonly grids: readonly (GridDimension | undefined)[];
}

interface Pile {
  readonly node: ArrayNode;
  readonly role: Extract<ArrayRole, { kind: "joined" | "stacked" }>;
  readonly chunks: ChunkPile;
}

export interface Joined {
  readonly virtual: VirtualDataset;
  /** In the order in which they were joined. */
  readonly files: readonly string[];
}

export class Join {
  readonly #first: OpenPart;
  readonly #how: JoinedDimension;
  readonly #coordinate: JoinCoordinate;
  readonly #roles = new Map<string, ArrayRole>();
  readonly #piles: Pile[] = [];
  readonly #target = new ReferenceTarget();
  readonly #shared: SharedArrays;
  readonly #kept: KeptPart[] = [];
  /** Lengths of the dimension, by the group that declares it. */
  readonly #lengths = new Map<string, number>();
  /** By path, the names of attributes that are not the same in all files. */
  readonly #differing = new Map<string, Set<string>>();
  /** Axes of equal chunks are kept once. */
  readonly #grids = new Map<string, GridDimension>();

  /** `first` determines what all others must be like. It is added like them. */
  constructor(first: OpenPart, coordinate: JoinCoordinate, options: SharedOptions) {
    this.#first = first;
    this.#coordinate = coordinate;
    this.#how = coordinate.how;
    for (const node of first.dataset.nodes.values()) {
      if (node.kind !== "array") continue;
      const role = roleOf(node, this.#how);
      this.#roles.set(node.path, role);
      if (role.kind === "shared") this.#target.addAll(first, node.path, node.shape.length);
      if (role.kind !== "joined" && role.kind !== "stacked") continue;
      this.#piles.push({ node, role, chunks: new ChunkPile(node.path, node.shape.length) });
    }
    this.#shared = new SharedArrays(first, (node) => this.#roles.get(node.path)?.kind === "shared", options);
  }

  /** Checks a file against the first, and takes over its chunks. */
  async add(part: OpenPart, index: number): Promise<void> {
    if (part !== this.#first) this.#checkNodes(part);
    const [coordinate] = await Promise.all([
      this.#coordinate.read(part, index),
      part === this.#first ? undefined : this.#shared.check(part),
    ]);
    this.#noteDiffering(part);
    const urlOf = (url: string): number => this.#target.url(part, url);
    const rows: PileRows[] = [];
    const grids: (GridDimension | undefined)[] = [];
    for (const { node, role, chunks } of this.#piles) {
      rows.push(chunks.take(part.dataset.references.table, urlOf));
      const { grid } = part.dataset.nodes.get(node.path) as ArrayNode;
      grids.push(role.kind === "joined" ? this.#gridOf(grid[role.axis]!) : undefined);
    }
    for (const [path, length] of declaredLengths(part.dataset, this.#how)) {
      this.#lengths.set(path, (this.#lengths.get(path) ?? 0) + length);
    }
    this.#target.addTargets(part);
    this.#kept.push({ index, file: part.file, coordinate, rows, grids });
  }

  /** The dataset of all files that were added. */
  finish(): Joined {
    const listed = this.#kept.toSorted((a, b) => a.index - b.index);
    const parts = this.#coordinate.inOrder(listed);
    this.#kept.length = 0;
    const nodes = new Map<string, Node>();
    const notes: VirtualNote[] = [...this.#first.dataset.notes];
    for (const [path, node] of this.#first.dataset.nodes) {
      const names = this.#differing.get(path);
      if (names !== undefined) notes.push(differingNote(path, names, this.#first.file));
      nodes.set(path, node.kind === "group" ? this.#joinedGroup(node, parts.length) : this.#joinedArray(node, parts));
    }
    const { references } = this.#target;
    const joined: VirtualDataset = { nodes, references, notes: [...notes, ...this.#shared.notes] };
    const values = this.#coordinate.array(parts.map(({ coordinate }) => coordinate));
    return {
      virtual: values === undefined ? joined : withCoordinate(joined, values),
      files: parts.map(({ file }) => file),
    };
  }

  #checkNodes(part: Part): void {
    const first = this.#first;
    if (part.dataset.nodes === first.dataset.nodes) return;
    for (const [a, b] of [[first, part] as const, [part, first] as const]) {
      for (const [path, { kind }] of a.dataset.nodes) {
        const found = b.dataset.nodes.get(path)?.kind;
        if (found === kind) continue;
        const text = (own: string | undefined): string =>
          own === undefined ? "nothing" : own === "array" ? "an array" : "a group";
        const hint = "If the files hold different variables, pass merge: true (--merge).";
        throw mismatch(`what is at ${path} differs`, path, [a, text(kind)], [b, text(found)], hint);
      }
    }
    for (const [path, node] of first.dataset.nodes) {
      const other = part.dataset.nodes.get(path)!;
      if (node.kind === "array" && other.kind === "array") this.#checkArray(node, part.file, other);
    }
  }

  #noteDiffering(part: Part): void {
    if (part.dataset.nodes === this.#first.dataset.nodes) return;
    for (const [path, node] of this.#first.dataset.nodes) {
      const other = part.dataset.nodes.get(path)!;
      for (const name of differingAttributes(node.attributes, other.attributes)) {
        const names = this.#differing.get(path);
        if (names === undefined) this.#differing.set(path, new Set([name]));
        else names.add(name);
      }
    }
  }

  #checkArray(node: ArrayNode, file: string, other: ArrayNode): void {
    const role = this.#roles.get(node.path)!;
    const axis = node.dimensions.findIndex(({ name }) => name === this.#how.dimension);
    checkSameArray(
      { file: this.#first.file, node },
      { file, node: other },
      {
        axis: axis < 0 ? undefined : axis,
        except: role.kind === "given" ? this.#coordinate.except(node, other) : undefined,
        hint: role.kind === "given" ? this.#coordinate.hint?.(node) : undefined,
      },
    );
  }

  #gridOf(dimension: GridDimension): GridDimension {
    const text = JSON.stringify(dimension);
    const known = this.#grids.get(text);
    if (known === undefined) this.#grids.set(text, dimension);
    return known ?? dimension;
  }

  /** Groups that declare the dimension declare its joined length. */
  #joinedGroup(group: GroupNode, steps: number): GroupNode {
    const { dimension, isNew } = this.#how;
    const { dimensions } = group;
    if (dimensions === undefined) return group;
    if (isNew) {
      if (group.path !== "") return group;
      return { ...group, dimensions: [{ name: dimension, length: steps, unlimited: false }, ...dimensions] };
    }
    const length = this.#lengths.get(group.path) ?? 0;
    return { ...group, dimensions: dimensions.map((own) => (own.name === dimension ? { ...own, length } : own)) };
  }

  #joinedArray(node: ArrayNode, parts: readonly KeptPart[]): ArrayNode {
    const number = this.#piles.findIndex((pile) => pile.node === node);
    const pile = this.#piles[number];
    if (pile === undefined) return node;
    const { role, chunks } = pile;
    const { table } = this.#target.references;
    if (role.kind === "stacked") {
      for (const [index, { rows }] of parts.entries()) {
        chunks.addTo(table, rows[number]!, { axis: 0, by: index, isStacked: true });
      }
      chunks.clear();
      return stacked(node, parts.length, this.#how.dimension);
    }
    const { axis, rowBytes } = role;
    const dimensions = parts.map(({ file, grids }) => ({ file, dimension: grids[number]! }));
    const joined = joinAxis(dimensions, { path: node.path, canCut: rowBytes !== undefined });
    for (const [index, { rows }] of parts.entries()) {
      const cut = joined.cuts[index];
      const at = chunksAlong(dimensions[index]!.dimension) - 1;
      chunks.addTo(table, rows[number]!, {
        axis,
        by: joined.starts[index]!,
        cut: cut === undefined ? undefined : { at, length: cut * rowBytes! },
      });
    }
    chunks.clear();
    const replaced = <T>(list: readonly T[], value: T): readonly T[] =>
      list.map((item, index) => (index === axis ? value : item));
    const { dimension } = joined;
    return { ...node, shape: replaced(node.shape, dimension.extent), grid: replaced(node.grid, dimension) };
  }
}

function stacked(node: ArrayNode, steps: number, dimension: string): ArrayNode {
  const step: GridDimension = { kind: "fixed", extent: steps, size: 1 };
  return {
    ...node,
    shape: [steps, ...node.shape],
    grid: [step, ...node.grid],
    dimensions: [{ name: dimension }, ...node.dimensions],
    codecs: node.codecs.map((spec) => withLeadingAxis(spec, node.path)),
  };
}

function differingNote(path: string, names: ReadonlySet<string>, file: string): VirtualNote {
  const list = [...names].join(", ");
  return { path, message: `attributes that differ between files are those of ${file}: ${list}` };
}

/** The length of the dimension in every group that declares it, or whose arrays have it: sets do not declare dimensions. */
function* declaredLengths(
  { nodes }: VirtualDataset,
  { dimension, isNew }: JoinedDimension,
): Generator<readonly [string, number]> {
  if (isNew) return;
  for (const node of nodes.values()) {
    if (node.kind !== "group") continue;
    const own =
      node.dimensions?.find(({ name }) => name === dimension)?.length ?? lengthIn(nodes, node.path, dimension);
    if (own !== undefined) yield [node.path, own];
  }
}

function lengthIn(nodes: ReadonlyMap<string, Node>, group: string, dimension: string): number | undefined {
  for (const node of nodes.values()) {
    if (node.kind !== "array" || !isWithin(node.path, group)) continue;
    const axis = node.dimensions.findIndex(({ name }) => name === dimension);
    if (axis >= 0) return node.shape[axis]!;
  }
  return undefined;
}
