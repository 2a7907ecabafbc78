/** Describes directories that are not a dataset, so a user who opens one learns what it is and what to do. */

/** Files that are datasets in their own right, by extension. */
const FILES: readonly { readonly name: RegExp; readonly title: string }[] = [
  { name: /\.(?:nc|nc3|nc4|cdf|netcdf)$/i, title: "netCDF" },
  { name: /\.(?:h5|hdf5|hdf|he5)$/i, title: "HDF5" },
  { name: /\.(?:tif|tiff|geotiff)$/i, title: "TIFF" },
  { name: /\.(?:grib2?|grb2?|gb2?)$/i, title: "GRIB" },
  { name: /\.(?:fits?|fts|fz)$/i, title: "FITS" },
  { name: /\.np[yz]$/i, title: "NumPy" },
];

export interface ForeignData {
  /** `a folder of netCDF files, not one dataset` */
  readonly what: string;
  readonly hint: string;
}

/** Describes a directory, as far as the names in it allow. */
export function foreignDirectory(names: readonly string[]): ForeignData | undefined {
  const has = (name: string): boolean => names.includes(name);
  if (has("attributes.json")) {
    return {
      what: "an N5 container, which Hyperslab does not read",
      hint: "Convert it to Zarr first, for example with zarr-python 2 and its N5Store.",
    };
  }
  for (const { name, title } of FILES) {
    const first = names.find((inner) => name.test(inner));
    if (first === undefined) continue;
    const hint = `Open one of them, such as ${first}, or make one dataset of them with scan (hyperslab refs scan).`;
    return { what: `a folder of ${title} files, not one dataset`, hint };
  }
  return undefined;
}
