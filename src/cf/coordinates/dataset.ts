/** A group as a dataset: its variables and their relations, its coordinates and its dimensions. */
import { hasUnknown, type OptionNames, refuseUnknown } from "../../bytes/known-options.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import type { PlainAttributes } from "../../dataset/tree/attributes.ts";
import type { CallOptions, Group } from "../../dataset/tree/group.ts";
import { findCoordinate } from "./find-coordinate.ts";
import { attributeText, type References, referencesOf } from "./references.ts";

/** A variable of a dataset: an array, and what its attributes say in CF terms. */
export interface DatasetVariable {
  /** Its name in the dataset. */
  readonly name: string;
  /** The array that holds its values. */
  readonly array: NdArray;
  /** Its role in the dataset. */
  readonly role: "data" | "coordinate" | "bounds" | "grid-mapping";
  /** The names of its dimensions. */
  readonly dims: readonly (string | undefined)[];
  /** `long_name`, or else `standard_name`. */
  readonly longName: string | undefined;
  /** The attribute `units`. */
  readonly units: string | undefined;
  /** The coordinates that belong to it: those of its dimensions, and those that its attribute `coordinates` names. */
  readonly coordinates: readonly string[];
  /** The variable that holds the bounds of its cells. */
  readonly bounds: string | undefined;
  /** The variables that describe how its coordinates relate to the Earth. */
  readonly gridMappings: readonly string[];
  /** The attribute `cell_methods`: what the values say about their cells. */
  readonly cellMethods: string | undefined;
}

/** A dimension of a dataset. */
export interface DatasetDimension {
  /** Its name. */
  readonly name: string;
  /** Its length. */
  readonly length: number;
  /** Whether it may grow, as declared by the group. */
  readonly unlimited: boolean;
}

/** A group viewed as a dataset. */
export interface Dataset {
  /** The group. */
  readonly group: Group;
  /** Every array directly in the group, by name. */
  readonly variables: ReadonlyMap<string, DatasetVariable>;
  /** The variables that are coordinates, and those of groups above that this one uses. */
  readonly coordinates: ReadonlyMap<string, DatasetVariable>;
  /** The dimensions of all variables, by name. */
  readonly dimensions: ReadonlyMap<string, DatasetDimension>;
  /** The attributes of the group, by name. */
  readonly attributes: PlainAttributes;
  /** Contradictions: names without a variable, a dimension with two lengths. */
  readonly notes: readonly string[];
}

const CALL: OptionNames<CallOptions> = { signal: 0 };

/**
 * A group as a dataset in the sense of netCDF and CF. No value is read.
 *
 * @example
 * const { coordinates, variables } = await dataset(await openGroup("era5.zarr"));
 * const slab = await variables.get("t2m")!.array.read(labels({ time: "2014-10" }));
 */
export async function dataset(group: Group, options: CallOptions = {}): Promise<Dataset> {
  if (hasUnknown(options, CALL)) return refuseUnknown("dataset", options, CALL);
  const children = await group.children(options);
  return datasetOf(
    group,
    children.filter((child) => child instanceof NdArray),
    options,
  );
}

/** The dataset of arrays that were already listed. */
export async function datasetOf(
  group: Group,
  arrays: readonly NdArray[],
  { signal }: CallOptions = {},
): Promise<Dataset> {
  const notes: string[] = [];
  const references = new Map(arrays.map((array) => [array, referencesOf(array.attributes)]));
  const roles = rolesOf(arrays, [...references.values(), referencesOf(group.attributes)]);
  const dimensions = dimensionsOf(group, arrays, notes);
  const above = await coordinatesAbove(group, arrays, signal);
  const names = new Set(arrays.map(({ name }) => name));
  const isCoordinate = (name: string): boolean => roles.get(name) === "coordinate" || above.has(name);
  const variableOf = (array: NdArray): DatasetVariable => {
    const { coordinates, bounds, gridMappings } = references.get(array) ?? referencesOf(array.attributes);
    for (const name of [...coordinates, ...(bounds === undefined ? [] : [bounds]), ...gridMappings]) {
      if (names.has(array.name) && !names.has(name)) notes.push(`${array.name} names "${name}", which does not exist`);
    }
    const own = array.dims.flatMap((name) => (name !== undefined && isCoordinate(name) ? name : []));
    return {
      name: array.name,
      array,
      role: roles.get(array.name) ?? (above.get(array.name) === array ? "coordinate" : "data"),
      dims: array.dims,
      longName: attributeText(array.attributes, "long_name") ?? attributeText(array.attributes, "standard_name"),
      units: attributeText(array.attributes, "units"),
      coordinates: [...new Set([...own, ...coordinates])],
      bounds,
      gridMappings,
      cellMethods: attributeText(array.attributes, "cell_methods"),
    };
  };
  const variables = new Map(arrays.map((array) => [array.name, variableOf(array)]));
  const inherited = [...above].map(([name, array]) => [name, variableOf(array)] as const);
  const coordinates = new Map([...[...variables].filter(([, { role }]) => role === "coordinate"), ...inherited]);
  return { group, variables, coordinates, dimensions, attributes: group.attributes, notes };
}

/** Returns whether this is the coordinate of its own dimension. */
export function isDimensionCoordinate({ dims, name }: NdArray): boolean {
  return dims.length === 1 && dims[0] === name;
}

function rolesOf(
  arrays: readonly NdArray[],
  references: readonly References[],
): ReadonlyMap<string, DatasetVariable["role"]> {
  const auxiliary = new Set(references.flatMap(({ coordinates }) => coordinates));
  const bounds = new Set(references.flatMap((reference) => reference.bounds ?? []));
  const mappings = new Set(references.flatMap(({ gridMappings }) => gridMappings));
  const roleOf = (array: NdArray): DatasetVariable["role"] => {
    if (isDimensionCoordinate(array) || auxiliary.has(array.name)) return "coordinate";
    if (bounds.has(array.name)) return "bounds";
    return mappings.has(array.name) ? "grid-mapping" : "data";
  };
  return new Map(arrays.map((array) => [array.name, roleOf(array)]));
}

/** Dimensions that the group declares, then those of arrays. A name with two lengths keeps the first. */
function dimensionsOf(group: Group, arrays: readonly NdArray[], notes: string[]): Map<string, DatasetDimension> {
  const found = new Map<string, DatasetDimension>();
  for (const { name, length, unlimited } of group.dimensions) found.set(name, { name, length, unlimited });
  for (const array of arrays) {
    for (const { name, length, unlimited } of array.dimensions) {
      if (name === undefined) continue;
      const known = found.get(name);
      if (known === undefined) found.set(name, { name, length, unlimited });
      else if (known.length !== length) {
        notes.push(`the dimension "${name}" has length ${known.length}, but ${length} in ${array.name}`);
      }
    }
  }
  return found;
}

/** Coordinates of dimensions that have none in the group itself. One of another length belongs to another dimension. */
async function coordinatesAbove(
  group: Group,
  arrays: readonly NdArray[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, NdArray>> {
  const found = new Map<string, NdArray>();
  if (group.path === "") return found;
  const names = new Set(arrays.map(({ name }) => name));
  for (const array of arrays) {
    for (const [axis, name] of array.dims.entries()) {
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      const coordinate = await findCoordinate(array, axis, { signal }).catch(() => undefined);
      if (coordinate !== undefined) found.set(name, coordinate);
    }
  }
  return found;
}
