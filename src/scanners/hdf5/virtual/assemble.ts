/**
 * Virtual datasets as arrays assembled from their sources, which are opened when they are read. Anything impossible is
 * refused with the source's name.
 */
import type { DataType } from "../../../model/data-types/data-type.ts";
import {
  type AssembledPart,
  type IndexRuns,
  type OpenedPart,
  runsLength,
} from "../../../model/virtual/assembled-array.ts";
import { scannerLimits } from "../../limits.ts";
import type { ArrayContext } from "../array-context.ts";
import type { Hdf5Dataset } from "../objects.ts";
import { mappingsOf, nameOf } from "./extent.ts";
import type { VirtualMapping } from "./mappings.ts";
import { isUnlimited, type Selection } from "./selection.ts";
import { Source } from "./source.ts";

export interface Assembled {
  readonly parts: readonly AssembledPart[];
  readonly chunkShape: readonly number[];
}

/** The deepest nesting of virtual datasets. */
const MOST_DEPTH = 8;

/** Returns a reason if its values cannot be read. */
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
  const mappings = object.mappings ?? (await mappingsOf(context, object));
  if (typeof mappings === "string") return mappings;
  const parts: AssembledPart[] = [];
  const sources = new Map<string, Source>();
  for (const mapping of mappings) {
    const name = nameOf(mapping);
    const known = sources.get(name);
    const source = known ?? new Source(context, mapping, { name, path, number: sources.size, dataType, depth });
    sources.set(name, source);
    const part = partOf(mapping, source, space.shape);
    if (typeof part === "string") return `${part} of its source ${name}`;
    parts.push(part);
  }
  return { parts, chunkShape: chunkShapeOf(space.shape, parts[0]?.target ?? [], dataType.itemSize) };
}

/** What the file itself says about a part is checked now; what only the source can say, when that is opened. */
function partOf(mapping: VirtualMapping, source: Source, shape: readonly number[]): AssembledPart | string {
  const target = runsOf(mapping.target, shape);
  if (typeof target === "string") return target;
  const selected = mapping.source;
  if (selected !== "all") {
    const selection = isUnlimited(selected) || "reason" in selected ? runsOf(selected, []) : selected;
    const problem = typeof selection === "string" ? selection : mismatch(target, selection);
    if (problem !== undefined) return problem;
  }
  const open = async (): Promise<OpenedPart> => {
    const node = await source.open();
    const from = runsOf(selected, node.shape);
    const problem = typeof from === "string" ? from : mismatch(target, from);
    if (typeof from === "string" || problem !== undefined) throw source.failure("invalid-data", `: ${problem}`);
    return { source: node, from };
  };
  return { target, open };
}

function mismatch(target: readonly IndexRuns[], from: readonly IndexRuns[]): string | undefined {
  const lengths = (axes: readonly IndexRuns[]): string =>
    axes
      .map(runsLength)
      .filter((length) => length !== 1)
      .join(" x ");
  if (lengths(target) === lengths(from)) return undefined;
  return `${lengths(target) || 1} elements are mapped to ${lengths(from) || 1}`;
}

function runsOf(selection: Selection, shape: readonly number[]): readonly IndexRuns[] | string {
  if (selection === "all") return shape.map((length) => [{ start: 0, length }]);
  if (isUnlimited(selection)) return "an unlimited selection";
  if ("reason" in selection) return selection.reason;
  if (selection.length !== shape.length) return `${selection.length} dimensions are selected of ${shape.length}`;
  const isInside = selection.every((runs, axis) => {
    const last = runs.at(-1);
    return last === undefined || last.start + last.length <= shape[axis]!;
  });
  return isInside ? selection : `elements are selected that are not in [${shape.join(", ")}]`;
}

/** Follows the layout of the first source in the array, so that a chunk usually has one source; limited in size. */
function chunkShapeOf(shape: readonly number[], first: readonly IndexRuns[], itemSize: number): readonly number[] {
  const { assembledChunkBytes } = scannerLimits;
  const chunk = shape.map((length, axis) => Math.max(1, Math.min(length, first[axis]?.[0]?.length ?? length)));
  for (let axis = 0; axis < chunk.length; axis++) {
    const bytes = chunk.reduce((product, length) => product * length, itemSize);
    if (!assembledChunkBytes.isExceededBy(bytes)) break;
    chunk[axis] = Math.max(1, Math.floor(chunk[axis]! / Math.ceil(bytes / assembledChunkBytes.value)));
  }
  return chunk;
}
