/** An array of a type that a netCDF-4 group defines, or of strings: its elements as stored in the file. */
import type { NetcdfUserValue } from "../netcdf/user-types.ts";
import type { ArrayNode } from "../node.ts";

export interface UserArray {
  /** Elements as stored, as raw bytes. The references are those of the array of this path. */
  readonly stored: ArrayNode;
  /** The values of whole elements. */
  values(elements: Uint8Array): Promise<readonly NetcdfUserValue[]>;
}
