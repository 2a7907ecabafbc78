/**
 * What a copy would lose, because the target's format does not record it: types of attributes that do not follow from
 * their values; dimensions that are unlimited, shared with a group above or used by no array; the order of definition;
 * dimension names that stand for several lengths; and types that netCDF-4 groups define, which no target has.
 */
import { NdArray } from "../../../dataset/array/nd-array.ts";
import type { Group } from "../../../dataset/tree/group.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import { netcdfAttribute } from "../../../model/netcdf/attribute.ts";
import type { NetcdfType } from "../../../model/netcdf/dataset.ts";
import { netcdfTypeOf, variableTypeOf } from "../../../model/netcdf/types.ts";
import type { Attributes } from "../../../model/node.ts";

/** One sentence per loss; none between formats that record the same. */
export function lossesOf(nodes: readonly (Group | NdArray)[], target: Hierarchy): readonly string[] {
  return [
    ...(target.dialect === "noxarray" ? lostNames(nodes) : []),
    ...nodes.flatMap((node) => (node instanceof NdArray ? [] : lostTypes(node))),
    ...otherLosses(nodes, target),
  ];
}

function lostTypes({ path, node }: Group): readonly string[] {
  return (node.userTypes ?? []).map(
    (type) => `${nameOf({ group: path, name: type.name })}: the ${type.class} type of this name`,
  );
}

/** Zarr v2 itself has no names of dimensions. */
function lostNames(nodes: readonly (Group | NdArray)[]): readonly string[] {
  return nodes.flatMap((node) =>
    node instanceof NdArray && node.dims.some((name) => name !== undefined)
      ? [`/${node.path}: the names of its dimensions`]
      : [],
  );
}

function otherLosses(nodes: readonly (Group | NdArray)[], target: Hierarchy): readonly string[] {
  const source = nodes[0]?.hierarchy;
  if (source?.declaresDimensions === target.declaresDimensions) return [];
  if (source?.declaresDimensions !== true) return renamedDimensions(nodes);
  const used = new Set(
    nodes.flatMap((node) => (node instanceof NdArray ? node.node.dimensions.map((one) => nameOf(one)) : [])),
  );
  return nodes.flatMap((node) => (node instanceof NdArray ? arrayLosses(node) : groupLosses(node, used)));
}

/** If groups declare dimensions, one name stands for one length. */
function renamedDimensions(nodes: readonly (Group | NdArray)[]): readonly string[] {
  const lengths = new Map<string, number>();
  return nodes.flatMap((node) => {
    if (!(node instanceof NdArray)) return [];
    return node.dims.flatMap((name, axis) => {
      if (name === undefined) return [];
      const full = nameOf({ group: parentOf(node.path), name });
      const length = node.shape[axis]!;
      const known = lengths.get(full) ?? length;
      lengths.set(full, known);
      return known === length
        ? []
        : [`/${node.path}: the name of its dimension ${name}, which has the length ${known} in another array`];
    });
  });
}

/** The number of losses that an error lists. */
const MOST_LISTED = 8;

/**
 * Refuses a copy that would lose something. `missing` lists content of the source that cannot be represented in any
 * format.
 */
export function refuseLosses(losses: readonly string[], missing: readonly string[], target: Hierarchy): void {
  const all = [...missing, ...losses];
  if (all.length === 0) return;
  const more = all.length - MOST_LISTED;
  const listed = all.slice(0, MOST_LISTED).map((loss) => `\n    ${loss}`);
  const what =
    missing.length > 0
      ? "the source contains data that cannot be represented; a copy would lack:"
      : `${target.title} does not record everything that the source does; a copy would lose:`;
  const recorded = `what can be recorded${target.declaresDimensions === true ? "" : ", or choose the format nczarr"}`;
  throw new HyperslabError("unsupported", `${what}${listed.join("")}${more > 0 ? `\n    and ${more} more` : ""}`, {
    location: target.store.location,
    hint: `Pass lossy: true (--lossy) to copy ${missing.length > 0 ? "the rest" : recorded}.`,
  });
}

function groupLosses({ path, node }: Group, used: ReadonlySet<string>): readonly string[] {
  const { dimensions = [], children = [], attributes } = node;
  const shown = `/${path}`;
  const names = children.map(({ name }) => name);
  const isSorted = names.every((name, index) => index === 0 || names[index - 1]! < name);
  return [
    ...dimensions.flatMap(({ name, unlimited }) => {
      const full = nameOf({ group: path, name });
      if (!used.has(full)) return [`${full}: a dimension that no array uses`];
      return unlimited ? [`${full}: the dimension is unlimited`] : [];
    }),
    ...(isSorted ? [] : [`${shown}: the order in which its nodes were defined`]),
    ...attributeLosses(shown, attributes, undefined),
  ];
}

function arrayLosses({ path, node }: NdArray): readonly string[] {
  const { dimensions, attributes, dataType, netcdfType } = node;
  const parent = parentOf(path);
  const shared = dimensions.filter(({ group }) => group !== undefined && group !== parent).map((one) => nameOf(one));
  return [
    ...(shared.length === 0 ? [] : [`/${path}: its dimensions ${shared.join(", ")} are those of a group above it`]),
    ...attributeLosses(`/${path}`, attributes, variableTypeOf(dataType, netcdfType)),
  ];
}

/** A type is lost if reading the value alone gives another. */
function attributeLosses(owner: string, attributes: Attributes, type: NetcdfType | undefined): readonly string[] {
  return Array.from(attributes).flatMap(([name, { value, dataType }]) => {
    const recorded = dataType === undefined ? undefined : netcdfTypeOf(dataType);
    const inferred = netcdfAttribute(name, { value }, type).type;
    return recorded === undefined || recorded === inferred
      ? []
      : [`${owner}: the attribute ${name} is of type ${recorded}`];
  });
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function nameOf({ group = "", name }: { readonly group?: string; readonly name: string | undefined }): string {
  return `/${group === "" ? "" : `${group}/`}${name ?? ""}`;
}
