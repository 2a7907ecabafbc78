/** The scanners there are. Adding one takes an entry here and a folder. */
import type { Magic } from "../bytes/source/magic.ts";
import { encodeUtf8 } from "../bytes/text/utf8.ts";
import type { ScannerDescriptor } from "./scanner.ts";

/** `CDF` and the version. */
const cdf = (version: number): Magic => ({ bytes: Uint8Array.of(0x43, 0x44, 0x46, version), offset: 0 });

export const SCANNERS: readonly ScannerDescriptor[] = [
  {
    name: "netcdf3",
    title: "netCDF-3",
    file: { extensions: [".nc", ".nc3", ".cdf", ".netcdf"], magic: [cdf(1), cdf(2), cdf(5)] },
    masks: "typed-attribute",
    load: async () => (await import("./netcdf3/netcdf3.ts")).scanner,
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
];
