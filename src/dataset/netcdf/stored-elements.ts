/** Arrays of types that netCDF-4 groups define: the bytes of their elements, and the values decoded from these. */
import { HyperslabError } from "../../errors.ts";
import type { NetcdfUserValue } from "../../model/netcdf/user-types.ts";
import { NdArray } from "../array/nd-array.ts";

export interface StoredElements {
  /** Raw bytes per element. */
  readonly elements: NdArray;
  /** The values of whole elements. */
  values(elements: Uint8Array): Promise<readonly NetcdfUserValue[]>;
}

export async function storedElements(array: NdArray): Promise<StoredElements> {
  const { hierarchy, path } = array;
  const found = hierarchy.virtual?.userArrays?.get(path);
  if (found === undefined) {
    throw new HyperslabError("unsupported", "values of this type cannot be read as netCDF values", {
      location: hierarchy.store.location,
      node: path,
      hint: "Print only the header.",
    });
  }
  const stored = (await hierarchy.storedElements?.()) ?? hierarchy;
  return { elements: new NdArray(stored, found.stored), values: found.values };
}
