/** netCDF-4 variables whose type no array of the model can hold: shown in the netCDF view all the same, as bytes. */
import { parentPath } from "../../formats/documents/node-path.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { NdArray } from "../array/nd-array.ts";

export interface UnheldArrays {
  /** The arrays of a group together with the missing ones, in the order of the file. */
  among(group: string, arrays: readonly NdArray[]): readonly NdArray[];
}

export async function unheldArrays(hierarchy: Hierarchy): Promise<UnheldArrays> {
  const { virtual } = hierarchy;
  const missing = [...(virtual?.userArrays?.values() ?? [])].filter(({ stored }) => !virtual?.nodes.has(stored.path));
  if (missing.length === 0) return { among: (_, arrays) => arrays };
  const stored = (await hierarchy.storedElements?.()) ?? hierarchy;
  // How an array is stored is recorded for every array, in the order of the file.
  const order = new Map([...(virtual?.special?.keys() ?? [])].map((path, index) => [path, index]));
  const place = ({ path }: NdArray): number => order.get(path) ?? order.size;
  return {
    among: (group, arrays) => {
      const own = missing.filter((each) => (parentPath(each.stored.path) ?? "") === group);
      if (own.length === 0) return arrays;
      const added = own.map((each) => new NdArray(stored, each.stored));
      return [...arrays, ...added].sort((one, other) => place(one) - place(other));
    },
  };
}
