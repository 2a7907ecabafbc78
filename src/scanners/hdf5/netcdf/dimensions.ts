/**
 * Dimensions as netCDF-C finds them in a file. A dimension is a dataset that is a dimension scale; variables refer to
 * it in DIMENSION_LIST. Dimension numbers are in `_Netcdf4Dimid`, those of a coordinate with several dimensions in
 * `_Netcdf4Coordinates`. Dimensions without a scale become phony dimensions: one of the same length in the same group,
 * else a new one.
 */
import type { Dimension, SharedDimension } from "../../../model/node.ts";
import { OWN_FILE, type VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import type { Hdf5Attribute } from "../messages/attribute.ts";
import type { Hdf5Dataset } from "../objects.ts";
import type { Hdf5File } from "../structures/file.ts";
import { textOf } from "../structures/file.ts";
import type { GlobalHeap } from "../structures/global-heap.ts";
import type { FoundDataset, FoundGroup } from "../tree.ts";
import { readRows } from "../values/trees.ts";
import { integerReader } from "./integer-reader.ts";

interface Dim {
  readonly group: string;
  readonly name: string;
  readonly id: number;
  readonly address: number | undefined;
  readonly unlimited: boolean;
  /** For unlimited ones, that of the longest variable. Datasets of dimensions without a variable do not count. */
  length: number;
}

export interface Dimensions {
  /** Of a group, by path. */
  of(group: string): readonly SharedDimension[];
  /** Of a dataset, by path; and its lengths as netCDF sees them. */
  axes(dataset: FoundDataset): { readonly dimensions: readonly Dimension[]; readonly shape: readonly number[] };
}

/** The start of the name of dimensions without a variable. */
const NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable.";
const SCALE_CLASS = "DIMENSION_SCALE";
const ENDED_BY_NUL = 0;

/** Like HDF5, this compares the type of the attribute too: a CLASS that is padded otherwise does not make a scale. */
export function isScale({ attributes }: Hdf5Dataset): boolean {
  const type = attributes.find(({ name }) => name === "CLASS")?.type;
  if (type?.class !== "string" || type.padding !== ENDED_BY_NUL || type.size !== SCALE_CLASS.length + 1) return false;
  return textAttribute(attributes, "CLASS") === SCALE_CLASS;
}

/** True if the dataset exists only for its dimension. */
export function isBareDimension(dataset: Hdf5Dataset): boolean {
  return isScale(dataset) && (textAttribute(dataset.attributes, "NAME")?.startsWith(NO_VARIABLE) ?? false);
}

function textAttribute(attributes: readonly Hdf5Attribute[], name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  return found?.type.class === "string" ? textOf(found.data.subarray(0, found.type.size)) : undefined;
}

/** The attribute may have any integer type, because HDF5 converts it. */
function integersOf(attributes: readonly Hdf5Attribute[], name: string): readonly number[] | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  const read = found && integerReader(found.type);
  if (found === undefined || read === undefined) return undefined;
  const { data, type } = found;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: Math.floor(data.byteLength / type.size) }, (_, index) =>
    Number(read(view, index * type.size)),
  );
}

export async function findDimensions(
  file: Hdf5File,
  heap: GlobalHeap,
  root: FoundGroup,
  notes: VirtualNote[],
): Promise<Dimensions> {
  const dims: Dim[] = [];
  const own = new Map<FoundDataset, Dim>();
  const byAddress = new Map<number, Dim[]>();
  let next = 0;
  const declare = ({ path, datasets, groups }: FoundGroup): void => {
    for (const dataset of datasets) {
      const { name, object, origin } = dataset;
      // Scales of other files are not identified by addresses in this one.
      if (origin.url !== OWN_FILE || !isScale(object)) continue;
      const id = integersOf(object.attributes, "_Netcdf4Dimid")?.[0] ?? next;
      next = Math.max(next, id + 1);
      // netCDF-C represents unlimited by a length of 0.
      const unlimited = object.space.most[0] === Number.POSITIVE_INFINITY || object.space.shape[0] === 0;
      const dim: Dim = {
        group: path,
        name,
        id,
        address: object.address,
        unlimited,
        length: unlimited && isBareDimension(object) ? 0 : (object.space.shape[0] ?? 0),
      };
      own.set(dataset, dim);
      byAddress.set(object.address, [...(byAddress.get(object.address) ?? []), dim]);
      dims.push(dim);
    }
    for (const group of groups) declare(group);
  };
  declare(root);

  // By object, because two may have one path: a variable `_nc4_non_coord_x` is shown as `x`, like the dataset of the dimension.
  const axes = new Map<FoundDataset, (Dim | undefined)[]>();
  const match = async ({ path, datasets, groups }: FoundGroup): Promise<void> => {
    for (const group of groups) await match(group);
    for (const dataset of datasets) {
      const { object, origin } = dataset;
      const isOwn = origin.url === OWN_FILE;
      const scaleAt = (address: number): Dim | undefined => nearest(byAddress.get(address) ?? [], path);
      const scales = isOwn ? await attachedScales(file, heap, object, { own: own.get(dataset), scaleAt, dims }) : [];
      const { shape, most } = object.space;
      const used: Dim[] = [];
      for (const [axis, length] of shape.entries()) {
        const unlimited = most[axis] === Number.POSITIVE_INFINITY;
        const scale = scales[axis];
        if (scale !== undefined && (scale.unlimited || scale.length === length)) {
          used.push(scale);
          continue;
        }
        if (scale !== undefined) {
          notes.push({
            path: dataset.path,
            message: `dimension ${axis} has length ${length}, but its scale ${scale.name} has ${scale.length}; the scale is left out`,
          });
        }
        // A dimension that this variable does not have yet.
        const isFree = (dim: Dim): boolean =>
          dim.group === path && dim.length === length && dim.unlimited === unlimited && !used.includes(dim);
        const phony = dims.find(isFree);
        if (phony !== undefined) {
          used.push(phony);
          continue;
        }
        const made: Dim = {
          group: path,
          name: `phony_dim_${next}`,
          id: next,
          address: undefined,
          unlimited: unlimited || length === 0,
          length,
        };
        next += 1;
        dims.push(made);
        used.push(made);
      }
      axes.set(dataset, used);
    }
  };
  await match(root);
  // An unlimited dimension is as long as the longest variable that uses it.
  const grow = ({ datasets, groups }: FoundGroup): void => {
    for (const dataset of datasets) {
      const { object } = dataset;
      if (isBareDimension(object)) continue;
      axes.get(dataset)?.forEach((dim, axis) => {
        if (dim?.unlimited === true) dim.length = Math.max(dim.length, object.space.shape[axis]!);
      });
    }
    for (const group of groups) grow(group);
  };
  grow(root);
  const sorted = [...dims].sort((one, other) => one.id - other.id);
  return {
    of: (group) =>
      sorted.flatMap((dim) =>
        dim.group === group ? [{ name: dim.name, length: dim.length, unlimited: dim.unlimited }] : [],
      ),
    axes: (dataset) => {
      const { object } = dataset;
      const used = axes.get(dataset) ?? [];
      return {
        dimensions: object.space.shape.map((_, axis) => {
          const dim = used[axis];
          return dim === undefined
            ? { name: undefined }
            : { name: dim.name, group: dim.group, ...(dim.unlimited && { unlimited: true }) };
        }),
        shape: object.space.shape.map((length, axis) => (used[axis]?.unlimited === true ? used[axis].length : length)),
      };
    },
  };
}

/** If links lead to a scale, it is a dimension by each name. A variable has the one of its group, or of a group above it. */
function nearest(found: readonly Dim[], path: string): Dim | undefined {
  const isAbove = ({ group }: Dim): boolean => group === "" || group === path || path.startsWith(`${group}/`);
  const above = found.filter(isAbove);
  return above.find(({ group }) => above.every((other) => other.group.length <= group.length)) ?? found[0];
}

/** The scale of each dimension, if there is one. */
async function attachedScales(
  file: Hdf5File,
  heap: GlobalHeap,
  object: Hdf5Dataset,
  known: {
    readonly own: Dim | undefined;
    readonly dims: readonly Dim[];
    scaleAt(address: number): Dim | undefined;
  },
): Promise<readonly (Dim | undefined)[]> {
  const { attributes, space } = object;
  const ids = integersOf(attributes, "_Netcdf4Coordinates");
  if (ids?.length === space.shape.length) return ids.map((id) => known.dims.find((dim) => dim.id === id));
  if (known.own !== undefined) return [known.own];
  const list = attributes.find(({ name }) => name === "DIMENSION_LIST");
  if (list?.type.class !== "vlen" || list.type.base.class !== "reference") return [];
  const { offsetSize } = file.facts;
  const size = list.type.base.size;
  const pointers = list.data.subarray(0, space.shape.length * (8 + offsetSize));
  const rows = await readRows(file, heap, pointers, size);
  return rows.map((row) => {
    // Of several scales of one dimension, netCDF-C uses the last.
    const last = row.subarray(row.byteLength - size);
    if (last.byteLength < offsetSize) return undefined;
    const address = file.address(file.cursorOver(last, 0));
    return address === undefined ? undefined : known.scaleAt(address);
  });
}
