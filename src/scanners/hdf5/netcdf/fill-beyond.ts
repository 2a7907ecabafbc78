/**
 * What netCDF-C shows of a variable that is shorter than its unlimited dimensions: the fill value that the dataset defines,
 * else netCDF's own. HDF5 itself fills with zeros, or not at all.
 */
import { DEFAULT_FILLS, netcdfTypeOf } from "../../../model/netcdf/types.ts";
import { scalarToElement } from "../../../model/values/element.ts";
import type { FillValue } from "../../../model/values/fill-value.ts";
import type { StoredExtent } from "../../../model/virtual/stored-extent.ts";
import type { Hdf5Dataset } from "../objects.ts";
import { elementsInMemory } from "../values/elements.ts";
import type { ModelType } from "../values/model-type.ts";

export interface FillBeyond {
  readonly fillValue: FillValue;
  readonly extent: StoredExtent;
}

/** Undefined if the dataset is as long as its dimensions, or if its own fill value is the right one. */
export function fillBeyond(
  { fill, space, layout }: Hdf5Dataset,
  model: Extract<ModelType, { readonly kind: "fixed" }>,
  shape: readonly number[],
): FillBeyond | undefined {
  const { dataType, netcdfType } = model;
  const isLonger = shape.some((length, axis) => length > space.shape[axis]!);
  const type = netcdfType ?? netcdfTypeOf(dataType);
  if (!isLonger || layout.class !== "chunked" || type === undefined || type === "char") return undefined;
  const own = fill.value?.byteLength === dataType.itemSize ? elementsInMemory(model, fill.value) : undefined;
  if (fill.isWritten && own !== undefined) return undefined;
  // Without fill values, elements that were never written may be anything.
  const inside = fill.isWritten ? new Uint8Array(dataType.itemSize) : undefined;
  const fillValue = own ?? scalarToElement(dataType, DEFAULT_FILLS[type]);
  return { fillValue, extent: { shape: space.shape, fill: inside } };
}
