/** netCDF-C's own programs (Debian's, 4.9.0): ncdump, ncgen and nccopy. Call this before the first test that runs one. */
import { ensurePackages } from "../../scripts/apt.mjs";
import { findProgram } from "../../scripts/programs.mjs";

export function ensureNetcdfPrograms(): void {
  ensurePackages("ncdump", ["netcdf-bin"], () => findProgram("ncdump") !== undefined);
}
