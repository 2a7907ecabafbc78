/** netCDF-4 files, and HDF5 files as netCDF sees them: `dump` prints what ncdump prints. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DumpOptions, dump, openGroup } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";

const folder = unpack("fixtures/hdf5/netcdf4.tar.gz");
const names = readdirSync(folder).filter((name) => /\.(h5|nc)$/.test(name));
const textOf = (name: string, ending: string): string =>
  readFileSync(join(folder, name.replace(/\.\w+$/, ending)), "utf8");
const withValues = names.filter((name) => existsSync(join(folder, name.replace(/\.\w+$/, ".cdl"))));

async function dumped(name: string, options: DumpOptions = {}): Promise<string> {
  let text = "";
  for await (const piece of dump(join(folder, name), options)) text += `${piece}\n`;
  return text;
}

test.each(withValues)("%s", async (name) => {
  expect(await dumped(name)).toBe(textOf(name, ".cdl"));
});

test.each(names)("%s: how it is stored (-s)", async (name) => {
  expect(await dumped(name, { header: true, special: true })).toBe(textOf(name, ".special.cdl"));
});

test("the kind of each file is that of ncdump -k", async () => {
  for (const name of names) {
    const { hierarchy } = await openGroup(join(folder, name));
    expect(`${hierarchy.netcdfKind}\n`, name).toBe(textOf(name, ".kind"));
  }
});
