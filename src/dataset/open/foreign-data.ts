/** Names what Hyperslab does not read, so that a user who opens it learns what it is and what to do. */

/** Files of other formats by their extensions, and how xarray opens them. */
const FILES: readonly { readonly name: RegExp; readonly title: string; readonly opens: string }[] = [
  { name: /\.(?:nc|nc4|cdf|netcdf)$/i, title: "netCDF", opens: 'xarray.open_dataset("FILE")' },
  { name: /\.(?:h5|hdf5|hdf|he5)$/i, title: "HDF5", opens: 'xarray.open_datatree("FILE", engine="h5netcdf")' },
];

export interface ForeignData {
  /** `a netCDF file` */
  readonly what: string;
  readonly hint: string;
}

/** A file, as far as its name tells. */
export function foreignFile(name: string): ForeignData | undefined {
  const found = FILES.find((file) => file.name.test(name));
  return (
    found && { what: `${found.title === "HDF5" ? "an" : "a"} ${found.title} file`, hint: conversion(name, found.opens) }
  );
}

/** A directory, as far as the names in it tell. */
export function foreignDirectory(names: readonly string[]): ForeignData | undefined {
  const has = (name: string): boolean => names.includes(name);
  if (has("attributes.json")) {
    return {
      what: "an N5 container",
      hint: "Convert it to Zarr first, for example with zarr-python 2 and its N5Store.",
    };
  }
  for (const { name, title, opens } of FILES) {
    const first = names.find((inner) => name.test(inner));
    if (first !== undefined) return { what: `a folder of ${title} files`, hint: conversion(first, opens) };
  }
  return undefined;
}

function conversion(name: string, opens: string): string {
  const stem = name.replace(/\.[^.]*$/, "");
  return `Convert it to Zarr first, for example in Python: ${opens.replace("FILE", name)}.to_zarr("${stem}.zarr").`;
}
