/** What netCDF's mode says about the data at an address, after netCDF-C's inferences are applied. */
import type { ModeWord } from "./options.ts";

export interface ModeMeaning {
  /** The format that must be there, by name. */
  readonly format?: "zarr2" | "zarr3" | "netcdf3" | "hdf5";
  /** True to read plain Zarr and ignore NCZarr's additions. */
  readonly plain?: true;
  /** The format to create at the address, unless the caller says otherwise. */
  readonly created?: { readonly format: string; readonly dialect?: string };
  /** True if datasets created at the address get consolidated metadata. */
  readonly consolidates?: true;
}

/** Words that imply others. */
const INFERRED: ReadonlyMap<ModeWord, readonly ModeWord[]> = new Map([
  ["xarray", ["zarr", "nczarr"]],
  ["zarr", ["nczarr"]],
  // Since 4.9.1 it also implies `zarr`, so NCZarr cannot be written without `_ARRAY_DIMENSIONS`. We keep the meaning of 4.9.0.
  ["noxarray", ["nczarr"]],
]);

/** netCDF's words for the kinds of netCDF files. */
const FILES: ReadonlyMap<ModeWord, "netcdf3" | "hdf5"> = new Map([
  ["netcdf3", "netcdf3"],
  ["netcdf-3", "netcdf3"],
  ["netcdf4", "hdf5"],
  ["netcdf-4", "hdf5"],
  ["hdf5", "hdf5"],
]);

/** Returns whether the mode says that the place is a single file, which is read in ranges. */
export function meansFile(words: readonly ModeWord[]): boolean {
  return words.some((word) => word === "bytes" || FILES.has(word));
}

/** Their order does not matter. */
export function meaningOfMode(words: readonly ModeWord[]): ModeMeaning {
  const file = words.map((word) => FILES.get(word)).find((name) => name !== undefined);
  if (file !== undefined) return { format: file };
  if (words.includes("bytes")) return {};
  const mode = new Set(words.flatMap((word) => [word, ...(INFERRED.get(word) ?? [])]));
  const format = mode.has("v3") ? "zarr3" : mode.has("v2") ? "zarr2" : undefined;
  const plain = mode.has("zarr");
  const isNczarr = mode.has("nczarr") && !plain;
  const names = mode.has("noxarray") && { dialect: "noxarray" };
  const dialect = [format === "zarr3" ? "v3" : "any", ...(names ? [names.dialect] : [])].join();
  return {
    ...((mode.has("consolidated") || mode.has("zmetadata")) && { consolidates: true }),
    ...(format && { format }),
    ...(plain && { plain }),
    ...(isNczarr
      ? { created: { format: "nczarr", dialect } }
      : (plain || format) && { created: format === "zarr3" ? { format } : { format: "zarr2", ...names } }),
  };
}
