/** netCDF-4 files, and HDF5 files as netCDF sees them: `dump` prints what ncdump prints. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dump } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";

const folder = unpack("fixtures/hdf5/netcdf4.tar.gz");
const names = readdirSync(folder).filter((name) => !name.endsWith(".cdl"));

test.each(names)("%s", async (name) => {
  let text = "";
  for await (const piece of dump(join(folder, name))) text += `${piece}\n`;
  expect(text).toBe(readFileSync(join(folder, name.replace(/\.\w+$/, ".cdl")), "utf8"));
});
