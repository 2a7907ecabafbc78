/**
 * The shape of virtual datasets with unlimited selections. The shape in the file was that of some earlier time: as in
 * HDF5 (its view `H5D_VDS_LAST_AVAILABLE`), the present one is that of all elements that the sources have now.
 */
import { isHyperslabError } from "../../../errors.ts";
import { runsLength } from "../../../model/virtual/assembled-array.ts";
import { scannerLimits } from "../../limits.ts";
import type { ArrayContext } from "../array-context.ts";
import type { Hdf5Dataset } from "../objects.ts";
import type { FoundDataset, FoundGroup } from "../tree.ts";
import { parseMappings, type VirtualMapping } from "./mappings.ts";
import { isUnlimited } from "./selection.ts";
import { lengthFor, runsBelow, type UnlimitedSelection, withRuns } from "./unlimited.ts";

/** The datasets with their present shapes. Where a shape cannot be determined, `mappings` holds the reason. */
export async function withExtents(
  group: FoundGroup,
  contextOf: (origin: FoundDataset["origin"]) => ArrayContext,
): Promise<FoundGroup> {
  const datasets: FoundDataset[] = [];
  for (const found of group.datasets) {
    const object = await withExtent(contextOf(found.origin), found.object, found.path);
    datasets.push({ ...found, object });
  }
  const groups: FoundGroup[] = [];
  for (const inner of group.groups) groups.push(await withExtents(inner, contextOf));
  return { ...group, datasets, groups };
}

const parsed = new WeakMap<Hdf5Dataset, readonly VirtualMapping[]>();

/** As they are stored. */
export async function mappingsOf(
  { file, heap }: ArrayContext,
  object: Hdf5Dataset,
): Promise<readonly VirtualMapping[]> {
  const { layout } = object;
  if (layout.class !== "virtual" || layout.address === undefined) return [];
  const known = parsed.get(object);
  if (known !== undefined) return known;
  const mappings = parseMappings(file, await heap.at(layout.address, layout.index), layout.address);
  parsed.set(object, mappings);
  return mappings;
}

async function withExtent(context: ArrayContext, object: Hdf5Dataset, path: string): Promise<Hdf5Dataset> {
  const given = await mappingsOf(context, object);
  if (!given.some(({ target }) => isUnlimited(target))) return object;
  const extent = new Extent(context, object.space.shape.length);
  for (const mapping of given) {
    const problem = await problemWith(extent, mapping);
    if (problem !== undefined) return { ...object, mappings: problem };
  }
  const found = extent.settle(object.space);
  if (typeof found === "string") return { ...object, mappings: found };
  for (const name of found.absent) {
    context.notes.push({ path, message: `its source ${name} does not exist, so its shape is that of the others` });
  }
  return { ...object, space: { ...object.space, shape: found.shape }, mappings: found.mappings };
}

async function problemWith(extent: Extent, mapping: VirtualMapping): Promise<string | undefined> {
  try {
    const problem = await extent.add(mapping);
    return problem && `${problem} of its source ${nameOf(mapping)}`;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return `its source ${nameOf(mapping)}, on which its shape depends, cannot be used: ${error.what}`;
  }
}

/** A mapping whose target is unlimited, and the limited ones in its place. */
interface Endless {
  readonly mapping: VirtualMapping;
  readonly target: UnlimitedSelection;
  readonly limited: VirtualMapping[];
}

class Extent {
  readonly #context: ArrayContext;
  readonly #rank: number;
  /** Per mapping: limited ones in its place, in the same order, because the last one of an element counts. */
  readonly #mappings: VirtualMapping[][] = [];
  /** The greatest index of each axis, and one, that limited selections have. */
  readonly #least: number[];
  /** The same for unlimited ones; undefined if no source of these exists. */
  readonly #found = new Map<number, number | undefined>();
  readonly #missing: Endless[] = [];
  #numbered = 0;

  constructor(context: ArrayContext, rank: number) {
    this.#context = context;
    this.#rank = rank;
    this.#least = new Array(rank).fill(0);
  }

  /** Returns a reason if it cannot be decided which elements it maps. */
  async add(mapping: VirtualMapping): Promise<string | undefined> {
    const { source, target } = mapping;
    const isEndless = isUnlimited(target);
    if (isEndless && target.axes.length !== this.#rank) {
      return `${target.axes.length} dimensions are selected of ${this.#rank}: the selection`;
    }
    const axes = isEndless ? target.axes : Array.isArray(target) ? target : [];
    for (const [axis, runs] of axes.entries()) {
      const last = runs.at(-1);
      if (last !== undefined) this.#least[axis] = Math.max(this.#least[axis] ?? 0, last.start + last.length);
    }
    const limited: VirtualMapping[] = isEndless ? [] : [mapping];
    this.#mappings.push(limited);
    if (!isEndless) return undefined;
    const each = { mapping, target, limited };
    return isUnlimited(source) ? this.#addGrowing(each, source) : this.#addNumbered(each);
  }

  async #addGrowing(each: Endless, source: UnlimitedSelection): Promise<string | undefined> {
    const { mapping, target } = each;
    const shape = await this.#context.shapeOf(mapping.file, mapping.dataset);
    if (shape === undefined) return this.#miss(each);
    if (shape.length !== source.axes.length) return `${source.axes.length} dimensions are selected of ${shape.length}`;
    const from = runsBelow(source, shape[source.axis]!);
    if (typeof from === "string") return from;
    const length = lengthFor(target, runsLength(from));
    this.#reach(target.axis, length);
    return limit(each, length);
  }

  async #addNumbered(each: Endless): Promise<string | undefined> {
    const { mapping, target, limited } = each;
    const { start, stride, block, axis } = target;
    const [first, second] = [numbered(mapping, 0), numbered(mapping, 1)];
    const isSame = first.file === second.file && first.dataset === second.dataset;
    if (isSame || block === Number.POSITIVE_INFINITY) return "an unlimited selection";
    for (let number = 0; ; number++) {
      const member = numbered(mapping, number);
      if ((await this.#context.shapeOf(member.file, member.dataset)) === undefined) {
        return number === 0 ? this.#miss(each) : undefined;
      }
      const { numberedSources } = scannerLimits;
      this.#numbered += 1;
      if (numberedSources.isExceededBy(this.#numbered)) {
        return `more than ${numberedSources.value} sources have numbers: the name`;
      }
      const at = start + number * stride;
      this.#reach(axis, at + block);
      limited.push({ ...member, target: withRuns(target, [{ start: at, length: block }]) });
    }
  }

  #reach(axis: number, length: number): void {
    this.#found.set(axis, Math.max(this.#found.get(axis) ?? 0, length));
  }

  #miss(each: Endless): undefined {
    this.#missing.push(each);
    const { axis } = each.target;
    if (!this.#found.has(axis)) this.#found.set(axis, undefined);
  }

  /** The shape, limited mappings, and names of missing sources, once all are added; or a reason. */
  settle({ shape: stored, most }: Hdf5Dataset["space"]): Settled | string {
    const shape = [...stored];
    for (const [axis, length] of this.#found) {
      if (length === undefined) {
        const names = this.#missing.map(({ mapping }) => nameOf(mapping));
        return `none of the sources of its unlimited selections exists: ${names.join(", ")}`;
      }
      shape[axis] = Math.max(length, this.#least[axis]!);
      const greatest = Math.min(most[axis]!, Number.MAX_SAFE_INTEGER);
      if (shape[axis] > greatest) {
        return `its sources have ${shape[axis]} elements along dimension ${axis}, of at most ${greatest}`;
      }
    }
    const absent: string[] = [];
    for (const each of this.#missing) {
      // HDF5 shows the fill value. Reads of these elements are to fail, and to succeed once the source is there.
      const problem = limit(each, shape[each.target.axis]!);
      if (problem !== undefined) return problem;
      absent.push(nameOf(each.mapping));
    }
    return { shape, mappings: this.#mappings.flat(), absent };
  }
}

interface Settled {
  readonly shape: readonly number[];
  readonly mappings: readonly VirtualMapping[];
  readonly absent: readonly string[];
}

/** Adds the part of a mapping that is in this length of the target's axis; or returns a reason. */
function limit({ mapping, target, limited }: Endless, length: number): string | undefined {
  const { source } = mapping;
  if (!isUnlimited(source)) return undefined;
  const to = runsBelow(target, length);
  if (typeof to === "string") return to;
  const from = runsBelow(source, lengthFor(source, runsLength(to)));
  if (typeof from === "string") return from;
  if (to.length > 0) limited.push({ ...mapping, source: withRuns(source, from), target: withRuns(target, to) });
  return undefined;
}

function numbered(mapping: VirtualMapping, number: number): VirtualMapping {
  const name = (pattern: string): string =>
    pattern.replaceAll(/%([%b])/g, (_, kind: string) => (kind === "b" ? String(number) : "%"));
  return { ...mapping, file: mapping.file && name(mapping.file), dataset: name(mapping.dataset) };
}

export function nameOf({ file, dataset }: VirtualMapping): string {
  return `${dataset} in ${file ?? "this file"}`;
}
