/** Which part of the source is copied: nodes by name or glob, or a part of one array. */
import { closestName } from "../../../bytes/text/closest-name.ts";
import { byIndices, type LabelSelection } from "../../../dataset/array/label-selection.ts";
import { NdArray } from "../../../dataset/array/nd-array.ts";
import type { Group } from "../../../dataset/tree/group.ts";
import { HyperslabError } from "../../../errors.ts";
import { relativePath } from "../../../formats/documents/node-path.ts";
import { longestChunk, regularGrid } from "../../../model/grid/chunk-grid.ts";
import { type AxisSelection, isWhole, selectionShape } from "../../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../../model/selection/selection.ts";

/** Everything is copied if all options are omitted. */
export interface CopyChoice {
  /** For a group: copy these nodes and everything below them. Names or globs: `t2m` at any depth, `ocean/*` from the top. */
  readonly include?: readonly string[] | undefined;
  /** For a group: leave out these nodes and everything below them. */
  readonly exclude?: readonly string[] | undefined;
  /** For an array: copy this part. A single index keeps its dimension, with length 1. */
  readonly selection?: Selection | LabelSelection | undefined;
}

/** Which of these paths of the source are copied: the root, the chosen ones, and the groups above them. */
export function chosenPaths(
  root: Group | NdArray,
  paths: readonly string[],
  { include, exclude = [] }: CopyChoice,
): (path: string) => boolean {
  if (include === undefined && exclude.length === 0) return () => true;
  const place = { location: root.hierarchy.store.location, node: root.path };
  if (root instanceof NdArray) {
    throw new HyperslabError(
      "invalid-request",
      "include and exclude choose nodes of a group, and this is an array",
      place,
    );
  }
  const names = paths.map((path) => relativePath(path, root.path)).filter((name) => name !== "");
  for (const pattern of [...(include ?? []), ...exclude]) {
    if (names.some((name) => matches(name, pattern))) continue;
    const near = closestName(pattern, [...new Set(names.flatMap((name) => [name, name.split("/").at(-1)!]))]);
    throw new HyperslabError("not-found", `no node below is called "${pattern}"`, {
      ...place,
      hint: near === undefined ? `There are ${names.slice(0, 12).join(", ") || "none"}.` : `Did you mean ${near}?`,
    });
  }
  const kept = names.filter(
    (name) => (include ?? ["**"]).some((one) => isBelow(name, one)) && !exclude.some((one) => isBelow(name, one)),
  );
  const wanted = new Set(
    kept.flatMap((name) => name.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"))),
  );
  return (path) => path === root.path || wanted.has(relativePath(path, root.path));
}

/** Returns whether the pattern matches the node or a group above it. */
function isBelow(name: string, pattern: string): boolean {
  return name.split("/").some((_, at, parts) => matches(parts.slice(0, at + 1).join("/"), pattern));
}

/** `*` and `?` stay within a name, `**` does not. A pattern without a slash applies to names at any depth. */
function matches(path: string, pattern: string): boolean {
  const trimmed = pattern.replace(/^\/|\/$/g, "");
  const text = trimmed.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  const source = trimmed.replace(/\*\*\/?|[*?]|[^*?]+/g, (part) => {
    if (part.startsWith("**")) return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "su").test(text);
}

/** The part of an array that is copied, along each dimension; undefined if it is all of it. */
export async function chosenPart(
  root: Group | NdArray,
  { selection }: CopyChoice,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<readonly AxisSelection[] | undefined> {
  if (selection === undefined) return undefined;
  if (!(root instanceof NdArray)) {
    throw new HyperslabError("invalid-request", "a selection needs an array, and this is a group", {
      location: root.hierarchy.store.location,
      node: root.path,
      hint: "Name the array: address::path. To choose arrays of a group, use include (--include).",
    });
  }
  const { axes } = normalizeSelection(await byIndices(selection, root, options), root.shape, root.dims);
  return isWhole(axes, root.shape) ? undefined : axes;
}

/** The array reduced to this part, in chunks of the same length. */
export function partOf(array: NdArray, part: readonly AxisSelection[]): NdArray {
  const { origin: _, ...node } = array.node;
  const shape = selectionShape(part);
  return new NdArray(array.hierarchy, { ...node, shape, grid: regularGrid(shape, node.grid.map(longestChunk)) });
}
