/** `dump -k` says of netCDF files what ncdump -k says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unpack } from "../fixture-sets.ts";
import { runCli } from "./run-cli.ts";

const netcdf4 = unpack("fixtures/hdf5/netcdf4.tar.gz");
const netcdf3 = unpack("fixtures/netcdf3/files.tar.gz");

test.each(["plain.nc", "plain_classic.nc", "contiguous-old.h5"])("%s", async (name) => {
  const { stdout, code } = await runCli(["dump", "-k", join(netcdf4, name)]);
  expect(code).toBe(0);
  expect(stdout).toBe(readFileSync(join(netcdf4, name.replace(/\.\w+$/, ".kind")), "utf8"));
});

test.each([
  ["zoo-cdf1.nc", "classic"],
  ["zoo-cdf2.nc", "64-bit offset"],
  ["zoo-cdf5.nc", "cdf5"],
])("%s", async (name, kind) => {
  expect((await runCli(["dump", "-k", join(netcdf3, name)])).stdout).toBe(`${kind}\n`);
});
