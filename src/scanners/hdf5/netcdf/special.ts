/** How datasets are stored, in netCDF-C's terms: the special attributes of `ncdump -s`, in the same order. */
import { charAttribute } from "../../../model/netcdf/attribute.ts";
import type { NetcdfAttribute, NetcdfKind } from "../../../model/netcdf/dataset.ts";
import type { Hdf5Attribute } from "../messages/attribute.ts";
import type { Hdf5Filter } from "../messages/filters.ts";
import type { Hdf5Dataset } from "../objects.ts";
import { textOf } from "../structures/file.ts";
import type { FoundGroup } from "../tree.ts";

const [DEFLATE, SHUFFLE, FLETCHER, SZIP] = [1, 2, 3, 4];
/** Entropy coding and nearest neighbours. */
const SZIP_METHODS = 4 | 32;
/** Attributes that netCDF-C writes; a file with two of them counts as netCDF-4. */
const MARKERS = new Set([
  ...["REFERENCE_LIST", "CLASS", "DIMENSION_LIST", "NAME"],
  ...["_Netcdf4Coordinates", "_Netcdf4Dimid"],
]);
const LEAST_MARKERS = 2;
const STRICT = "_nc3_strict";

const intAttribute = (name: string, values: readonly number[]): NetcdfAttribute => ({
  name,
  type: "int",
  values: Int32Array.from(values),
});

export function kindOf({ object }: FoundGroup): NetcdfKind {
  return object.attributes.some(({ name }) => name === STRICT) ? "netCDF-4 classic model" : "netCDF-4";
}

/** netCDF-C recognises netCDF-4 by the same marks. Undefined for any other HDF5. */
export function titleOf(root: FoundGroup): string | undefined {
  const isMarked = root.object.attributes.some(({ name }) => name === "_NCProperties" || name === STRICT);
  return isMarked || markersIn(root) >= LEAST_MARKERS ? "netCDF-4 (HDF5)" : undefined;
}

export function rootSpecial(root: FoundGroup, superblock: number): readonly NetcdfAttribute[] {
  const kind = kindOf(root);
  const properties = root.object.attributes.find(({ name }) => name === "_NCProperties");
  const isNetcdf4 = kind === "netCDF-4" && markersIn(root) >= LEAST_MARKERS;
  return [
    ...(properties?.type.class === "string" ? [charAttribute("_NCProperties", textOf(properties.data))] : []),
    intAttribute("_SuperblockVersion", [superblock]),
    intAttribute("_IsNetcdf4", [isNetcdf4 ? 1 : 0]),
    charAttribute("_Format", kind),
  ];
}

function markersIn({ datasets, groups }: FoundGroup): number {
  const own = datasets.reduce((total, { object }) => total + countMarkers(object.attributes), 0);
  return groups.reduce((total, group) => total + markersIn(group), own);
}

function countMarkers(attributes: readonly Hdf5Attribute[]): number {
  return attributes.filter(({ name }) => MARKERS.has(name)).length;
}

export function datasetSpecial({ layout, filters, type, fill }: Hdf5Dataset): readonly NetcdfAttribute[] {
  const has = (id: number): boolean => filters.some((filter) => filter.id === id);
  // Of several, netCDF-C keeps the last.
  const level = filters.findLast(({ id }) => id === DEFLATE)?.parameters[0];
  const others = filters.filter(({ id }) => ![DEFLATE, SHUFFLE, FLETCHER].includes(id));
  const isNumber = (type.class === "integer" || type.class === "float") && type.size > 1;
  return [
    charAttribute("_Storage", layout.class === "virtual" ? "unknown" : layout.class),
    ...(layout.class === "chunked" ? [intAttribute("_ChunkSizes", layout.chunkShape)] : []),
    ...(has(FLETCHER!) ? [charAttribute("_Fletcher32", "true")] : []),
    ...(has(SHUFFLE!) ? [charAttribute("_Shuffle", "true")] : []),
    ...(level === undefined ? [] : [intAttribute("_DeflateLevel", [level])]),
    ...(others.length === 0 ? [] : [charAttribute("_Filter", others.map(filterText).join("|"))]),
    ...(isNumber ? [charAttribute("_Endianness", type.order)] : []),
    ...(fill.value === undefined ? [charAttribute("_NoFill", "true")] : []),
  ];
}

/** A filter by its number and parameters; for szip, those that netCDF-C lets users choose. */
function filterText({ id, parameters }: Hdf5Filter): string {
  const [mask = 0, pixels = 0] = parameters;
  return (id === SZIP ? [id, mask & SZIP_METHODS, pixels] : [id, ...parameters]).join(",");
}
