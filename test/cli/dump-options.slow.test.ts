/** The options of ncdump through the command: against what it printed, and against the program itself where it is there. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findProgram } from "../../scripts/programs.mjs";
import { unpack } from "../fixture-sets.ts";
import { runCli } from "./run-cli.ts";

const fixtures = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");
const folder = mkdtempSync(join(tmpdir(), "hyperslab-dump-options-"));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = readFileSync(join(fixtures, "fmt/commands.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([file = "", source = "", options = ""]) => [file, source, options] as const);

const wordsOf = (options: string): string[] => options.split(" ").filter((word) => word !== "");

/** The CDL from which a dataset of this name is made. Of one, only dumps are kept. */
function sourceOf(name: string): string {
  const path = join(fixtures, `cdl/${name}.cdl`);
  return existsSync(path) ? path : join(fixtures, `fmt/${name}-fc.cdl`);
}

/** A dataset made from CDL by our gen. */
async function made(name: string, cdl = sourceOf(name)): Promise<string> {
  const target = join(folder, `${name}.zarr`);
  if (!existsSync(target)) {
    expect(await runCli(["gen", cdl, "-o", target, "--format", "nczarr", "-q"])).toMatchObject({ code: 0 });
  }
  return target;
}

async function dumped(address: string, options: string, name?: string): Promise<string> {
  const { code, stdout, stderr } = await runCli([
    "dump",
    address,
    ...wordsOf(options),
    ...(name === undefined ? [] : ["-n", name]),
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

/** How netCDF-4 files and NCZarr differ in what they store. */
const stored = (text: string): string =>
  text
    .replaceAll('_Storage = "contiguous"', '_Storage = "chunked"')
    .replace(/^\s*\w*:(_Codecs|_ChunkSizes|_NCProperties|_SuperblockVersion) = .*\n/gm, "");

/** Empty texts in NCZarr are NIL, which ncdump shows for no string of netCDF-4. */
const withoutNil = (text: string): string => text.replaceAll("NIL", "_");

/** NCZarr refuses texts that are longer than these attributes allow; netCDF-4 does not know them. */
const withoutLengths = (text: string): string => text.replace(/^.*_maxstrlen = .*\n/gm, "");

describe("dump with the options of ncdump", () => {
  const recorded = rows.filter(([file]) => existsSync(join(fixtures, "fmt", file)));

  it("has 20 texts of 30", () => expect([rows.length, recorded.length]).toEqual([30, 20]));

  it.each(recorded)("%s: %s %s", async (file, source, options) => {
    const cdl = join(folder, `${source}.cdl`);
    writeFileSync(cdl, withoutLengths(readFileSync(sourceOf(source), "utf8")));
    const given = await dumped(await made(source, cdl), options, source);
    const text = withoutLengths(stored(readFileSync(join(fixtures, "fmt", file), "utf8")));
    expect(source === "strings" ? withoutNil(stored(given)) : stored(given)).toBe(text);
  });
});

describe.skipIf(findProgram("ncdump") === undefined || findProgram("ncgen") === undefined)(
  "dump and the program ncdump",
  () => {
    const limited = (program: string, words: readonly string[]): string =>
      execFileSync("sh", ["-c", 'ulimit -v 4000000; exec "$@"', "sh", program, ...words], {
        encoding: "utf8",
        timeout: 20_000,
      });

    /** What ncdump prints of the same CDL in a netCDF file. */
    function theirs(name: string, options: string, cdl = sourceOf(name), kind = "nc4"): string {
      const file = join(folder, `${name}.nc`);
      limited("ncgen", ["-k", kind, "-o", file, cdl]);
      return limited("ncdump", [...wordsOf(options), file]);
    }

    it.each(rows.filter(([, source]) => source !== "strings"))("%s: %s %s", async (_, source, options) => {
      expect(stored(await dumped(await made(source), options))).toBe(stored(theirs(source, options)));
    });

    it("follow C_format", async () => {
      const cdl = join(folder, "formats.cdl");
      const formats = ["%8.2f", "%.3e", "%g", "%+.4G", "%-12.1f|", "%010.3f", "%#.3g", "%.0f"];
      const variables = formats.map((format, i) => `\tdouble f${i}(x) ;\n\t\tf${i}:C_format = "${format}" ;\n`);
      const integers = ["%5d", "%-5d|", "%+d", "%05d"].map(
        (format, i) => `\tint i${i}(x) ;\n\t\ti${i}:C_format = "${format}" ;\n`,
      );
      const data = formats.map((_, i) => ` f${i} = 0.5, 1.5, 2.5, -1234.5678, 1e-7, 123456789.125, _ ;\n`);
      const whole = integers.map((_, i) => ` i${i} = 0, 1, -2, 300, -4000, 50000, _ ;\n`);
      writeFileSync(
        cdl,
        `netcdf formats {\ndimensions:\n\tx = 7 ;\nvariables:\n${variables.join("")}${integers.join("")}data:\n${data.join("")}${whole.join("")}}\n`,
      );
      expect(await dumped(await made("formats", cdl), "")).toBe(theirs("formats", "", cdl));
    });

    it.each(["", "-l 40", "-l 41", "-l 42", "-b c", "-f c"])("break lines of records alike: %s", async (options) => {
      const cdl = join(folder, "records.cdl");
      const row = (first: number): string => Array.from({ length: 9 }, (_, i) => String((first + i) ** 5)).join(", ");
      const rows = (first: number): string => `{{${row(first)}}, {${row(first + 9)}}}`;
      const declared = ["t", "x", "y"].map((name) => `\t${name} = UNLIMITED ;\n`).join("");
      const data = `${rows(1)}, ${rows(20)}, ${rows(40)}`;
      writeFileSync(
        cdl,
        `netcdf records {\ndimensions:\n${declared}variables:\n\tint v(t, x, y) ;\ndata:\n v = ${data} ;\n}\n`,
      );
      expect(await dumped(await made("records", cdl), options)).toBe(theirs("records", options, cdl));
    });

    it.each(["coords", "chars", "atts"])("agree on the NcML of %s", async (name) => {
      // What the classic model cannot say is left out.
      const cdl = join(folder, `classic-${name}.cdl`);
      const text = readFileSync(sourceOf(name), "utf8").replace(
        /^.*(\d(ub|us|u|ll|ull)\b|ubyte |ushort |uint |u?int64 |string ).*\n/gim,
        "",
      );
      writeFileSync(cdl, text);
      const own = await dumped(await made(`classic-${name}`, cdl), "-x");
      const location = / location="[^"]*"/;
      expect(own.replace(location, "")).toBe(theirs(`classic-${name}`, "-x", cdl, "classic").replace(location, ""));
    });
  },
);
