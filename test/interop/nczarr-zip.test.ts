/**
 * Archives at addresses with `zip`, ours and netCDF-C's, read by the other. No published build of netCDF-C reads archives: give the
 * ncdump of one that does, beside its ncgen, in HYPERSLAB_ZIP_NCDUMP. (4.9.3 or later, configured with NETCDF_ENABLE_NCZARR_ZIP.)
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { unpack } from "../fixture-sets.ts";
import { scratchFolder } from "../scratch-folder.ts";

const ncdump = process.env["HYPERSLAB_ZIP_NCDUMP"];
const ncgen = process.env["HYPERSLAB_ZIP_NCGEN"] ?? ncdump?.replace(/ncdump(?=[^/]*$)/, "ncgen");
const program = resolve("dist/cli/main.js");
const texts = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr", "cdl");

function tool(name: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(name, words, { encoding: "utf8", timeout: 60_000 });
  expect([name, status, stderr]).toEqual([name, 0, ""]);
  return stdout;
}

describe
  .skipIf(ncdump === undefined || ncgen === undefined)
  .each([
    "mode=nczarr,zip",
    "mode=zarr,zip",
    "mode=xarray,zip",
    "mode=zarr,noxarray,zip",
    "mode=nczarr,zip,consolidated",
  ])("%s", (mode) => {
  // Plain Zarr cannot tell dimensions of one name and several lengths apart, which netCDF-C then refuses.
  const groups = mode === "mode=zarr,zip" || mode === "mode=xarray,zip" ? [] : ["groups"];
  it.each(["attsutf8", "chunks", "coords", "numeric", ...groups])("%s", (name) => {
    const text = join(texts, `${name}.cdl`);
    const url = (file: string): string => `file://${join(folder, file)}#${mode}`;
    const folder = scratchFolder();
    // A process of its own: an archive is complete when the program ends.
    tool(process.execPath, program, "gen", text, "-o", url("ours.zip"), "-q");
    expect(tool(process.execPath, program, "dump", url("ours.zip"))).toBe(tool(ncdump!, url("ours.zip")));
    tool(ncgen!, "-4", "-b", "-o", url("theirs.zip"), text);
    expect(tool(process.execPath, program, "dump", url("theirs.zip"))).toBe(tool(ncdump!, url("theirs.zip")));
  });
});
