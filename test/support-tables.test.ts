/** The tables in docs/formats/ of what is read are those that the code goes by. */
import { expect, test } from "vitest";
import { supportPages } from "../scripts/support-tables.mjs";

const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  "bytes/grib/packings": () => import("../src/bytes/grib/packings.ts"),
  "model/netcdf/types": () => import("../src/model/netcdf/types.ts"),
  "scanners/dmrpp/types": () => import("../src/scanners/dmrpp/types.ts"),
  "scanners/fits/tiled-image": () => import("../src/scanners/fits/tiled-image.ts"),
  "scanners/netcdf3/header": () => import("../src/scanners/netcdf3/header.ts"),
  "scanners/tiff/codecs": () => import("../src/scanners/tiff/codecs.ts"),
};

test("support tables are up to date", async () => {
  const pages = await supportPages(async (path) => MODULES[path]!());
  expect(pages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["dmrpp.md", "fits.md", "grib.md", "netcdf3.md", "tiff.md"]),
  );
  for (const { name, text, wanted } of pages) expect(text, `${name}: run node scripts/support-tables.mjs`).toBe(wanted);
});
