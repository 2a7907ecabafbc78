/**
 * netCDF-C's own programs (Debian's, 4.9.0): ncdump prints what gen wrote for it as it prints ncgen's netCDF-4 file, and what nccopy
 * makes of that file we print as ncdump does. They may loop and take all memory, so both are bounded.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { unpack } from "../fixture-sets.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { ensureNetcdfPrograms } from "./netcdf-programs.ts";

const program = resolve("dist/cli/main.js");
const texts = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr", "cdl");
const names = readdirSync(texts).map((name) => basename(name, ".cdl"));

beforeAll(ensureNetcdfPrograms);

function tool(program: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", 'ulimit -v 4000000; exec "$@"', "sh", program, ...words], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([program, status, stderr]).toEqual([program, 0, ""]);
  return stdout;
}

/** What a program prints, byte by byte. */
function bytesOf(command: string, ...words: readonly string[]): string {
  const { status, stdout } = spawnSync(command, [...words], { encoding: "latin1", timeout: 60_000 });
  expect([command, status]).toEqual([command, 0]);
  return stdout;
}

const urlOf = (path: string): string => `file://${path}#mode=nczarr,file`;

/** What version 4.9.0 cannot hold: it knows no filters and reads compressed bytes as numbers, and it crashes on scalars. */
const BEYOND = new Map([
  ["strings", "no strings"],
  ["unlim", "no unlimited dimensions"],
  ["filters", "no filters"],
  ["scalars", "crashes"],
]);

describe("gen, printed by ncdump", () => {
  it.each(names.filter((name) => !BEYOND.has(name)))("%s", async (name) => {
    const folder = scratchFolder();
    const text = join(texts, `${name}.cdl`);
    const target = join(folder, "ours.file");
    expect(await runCli(["gen", text, "-o", target, "--format", "nczarr", "--dialect", "4.9.0", "-q"])).toMatchObject({
      code: 0,
    });
    const file = join(folder, "theirs.nc");
    tool("ncgen", "-k", "nc4", "-o", file, text);
    expect(tool("ncdump", "-n", "x", urlOf(target))).toBe(tool("ncdump", "-n", "x", file));
    const { stdout } = await runCli(["dump", "-h", "-s", "-n", "x", target]);
    expect(stdout).toBe(tool("ncdump", "-h", "-s", "-n", "x", urlOf(target)));
  });
});

describe("ncgen and nccopy, printed by dump", () => {
  it.each(names.filter((name) => !["strings", "unlim"].includes(name)))("%s", async (name) => {
    const folder = scratchFolder();
    const [file, target] = [join(folder, "theirs.nc"), join(folder, "theirs.file")];
    tool("ncgen", "-k", "nc4", "-o", file, join(texts, `${name}.cdl`));
    tool("nccopy", file, urlOf(target));
    const { code, stdout } = await runCli(["dump", target, "-n", "x"]);
    // Of fill values nccopy writes six digits, so that what it wrote is the truth.
    expect([code, stdout]).toEqual([0, tool("ncdump", "-n", "x", name === "fill" ? urlOf(target) : file)]);
  });
});

/** Masks at any place, of any type, and equal to netCDF's default. */
const MASKS = `netcdf masks { dimensions: x = 4 ; variables:
  byte b(x) ; b:_FillValue = -127b ; b:after = 1 ; int i(x) ; i:before = 1 ; i:_FillValue = 7 ; i:after = 2 ;
  char c(x) ; c:_FillValue = "z" ; c:after = "b" ; string s(x) ; s:_FillValue = "q" ; s:after = 2 ;
  data: b = 1 ; i = 1, 7, 3 ; c = "ab" ; s = "a", "q" ; }`;

/** Bytes that are not UTF-8, beside escapes that look like theirs. */
const LATIN = String.raw`netcdf latin { dimensions: x = 2 ; variables:
  float v(x) ; v:units = "\260C" ; v:pair = "\303\251\303" ; v:text = "\\udcb0 \\ \"" ; :global = "caf\351" ;
  data: v = 1, 2 ; }`;

describe("bytes of text that are not UTF-8", () => {
  it.each(["4.9.0", "4.9.2", "4.9.3", "any"])("are read by netCDF-C from the dialect %s", async (dialect) => {
    const folder = scratchFolder();
    const [text, file, target] = [join(folder, "latin.cdl"), join(folder, "latin.nc"), join(folder, "copy.zarr")];
    writeFileSync(text, LATIN);
    tool("ncgen", "-k", "nc4", "-o", file, text);
    for (const [command, source] of [
      ["gen", text],
      ["copy", file],
    ] as const) {
      const output = command === "gen" ? ["-o", target] : [target];
      const format = ["--format", "nczarr", "--dialect", dialect, "--consolidate", "--overwrite", "-q"];
      expect(await runCli([command, source, ...output, ...format])).toMatchObject({ code: 0 });
      // Version 4.9.0 shows the additions of later ones as attributes.
      const shown = bytesOf("ncdump", "-h", "-n", "x", urlOf(target)).replaceAll(/^.*:_nczarr_.*\n/gm, "");
      expect(shown).toBe(bytesOf("ncdump", "-h", "-n", "x", file));
      expect(bytesOf(process.execPath, program, "dump", "-n", "x", target)).toBe(bytesOf("ncdump", "-n", "x", file));
    }
  });
});

describe("ncgen's files, copied to NCZarr and printed by dump", () => {
  it.each([...names.filter((name) => name !== "strings"), "masks"])("%s", async (name) => {
    const folder = scratchFolder();
    const [text, file, target] = [join(folder, "masks.cdl"), join(folder, "theirs.nc"), join(folder, "copy.zarr")];
    writeFileSync(text, MASKS);
    tool("ncgen", "-k", "nc4", "-o", file, name === "masks" ? text : join(texts, `${name}.cdl`));
    expect(await runCli(["copy", file, target, "--format", "nczarr", "-q"])).toMatchObject({ code: 0 });
    const { stdout } = await runCli(["dump", target, "-n", "x"]);
    expect(stdout).toBe(tool("ncdump", "-n", "x", file));
  });
});
