export type EnvironmentName =
  | "zarr3"
  | "zarr2"
  | "bloscpack"
  | "s3"
  | "addresses"
  | "hdf5"
  | "compressors"
  | "xarray"
  | "raster"
  | "kerchunk"
  | "pyarrow"
  | "files"
  | "grib"
  | "mfdataset"
  | "web"
  | "gdal"
  | "virtual"
  | "icechunk1"
  | NetcdfName;

/** netCDF-C by its version: 4.9.0, 4.9.1, 4.9.4 in development, 4.10.1. */
export type NetcdfName = "netcdf490" | "netcdf491" | "netcdf494" | "netcdf4101";

export const environmentNames: EnvironmentName[];

/** Path of the environment's Python, whether or not it has been made. */
export function pythonOf(name: EnvironmentName): string;

/** True when the environment holds exactly what its requirements file says. */
export function isFresh(name: EnvironmentName): boolean;

/** Makes the environment unless it is fresh; returns the path of its Python. */
export function ensureEnvironment(name: EnvironmentName): string;

/** The Python to make the environment with: the one that PYTHON names if it fits, else the newest on the path or of pyenv. */
export function findPython(name: string): string;
