/** The scanners. Adding one takes an entry here and a folder. */
import type { Magic } from "../bytes/source/magic.ts";
import { encodeUtf8 } from "../bytes/text/utf8.ts";
import type { ScannerDescriptor } from "./scanner.ts";

/** `CDF` and the version. */
const cdf = (version: number): Magic => ({ bytes: Uint8Array.of(0x43, 0x44, 0x46, version), offset: 0 });

/** Files with a user block before it are recognised only by their names. */
const HDF5 = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a);

export const SCANNERS: readonly ScannerDescriptor[] = [
  {
    name: "hdf5",
    title: "HDF5",
    aliases: ["netcdf4", "h5"],
    file: {
      extensions: [".h5", ".hdf5", ".nc4", ".nc", ".he5", ".hdf", ".h5ad", ".cxi", ".nxs"],
      magic: [{ bytes: HDF5, offset: 0 }],
    },
    masks: "typed-attribute",
    load: async () => (await import("./hdf5/hdf5.ts")).hdf5,
  },
  {
    name: "netcdf3",
    title: "netCDF-3",
    file: { extensions: [".nc", ".nc3", ".cdf", ".netcdf"], magic: [cdf(1), cdf(2), cdf(5)] },
    masks: "typed-attribute",
    load: async () => (await import("./netcdf3/netcdf3.ts")).scanner,
  },
  {
    name: "dmrpp",
    title: "DMR++",
    file: { extensions: [".dmrpp"] },
    masks: "typed-attribute",
    load: async () => (await import("./dmrpp/dmrpp.ts")).dmrpp,
  },
  {
    name: "fits",
    title: "FITS",
    file: {
      extensions: [".fits", ".fit", ".fts", ".fits.fz", ".fz"],
      magic: [{ bytes: encodeUtf8("SIMPLE  ="), offset: 0 }],
    },
    load: async () => (await import("./fits/fits.ts")).scanner,
  },
  {
    name: "tiff",
    title: "TIFF",
    aliases: ["geotiff", "cog", "bigtiff"],
    file: {
      extensions: [".tif", ".tiff", ".geotiff", ".btf", ".tf8", ".cog"],
      magic: [
        { bytes: Uint8Array.of(0x49, 0x49, 42, 0), offset: 0 },
        { bytes: Uint8Array.of(0x4d, 0x4d, 0, 42), offset: 0 },
        { bytes: Uint8Array.of(0x49, 0x49, 43, 0), offset: 0 },
        { bytes: Uint8Array.of(0x4d, 0x4d, 0, 43), offset: 0 },
      ],
    },
    masks: "typed-attribute",
    load: async () => (await import("./tiff/tiff.ts")).tiff,
  },
  {
    name: "grib",
    title: "GRIB",
    aliases: ["grib1", "grib2"],
    file: {
      extensions: [".grib", ".grib1", ".grib2", ".grb", ".grb1", ".grb2", ".gb", ".gb2"],
      magic: [{ bytes: Uint8Array.of(0x47, 0x52, 0x49, 0x42), offset: 0 }],
    },
    masks: "typed-attribute",
    load: async () => (await import("./grib/grib.ts")).grib,
  },
];
