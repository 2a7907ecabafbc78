/** Every NCZarr dataset of every version of netCDF-C, compared with what ncdump printed of it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { copy, memoryStore, openGroup } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";
import { type CdlGroup, type CdlVariable, readCdl } from "./cdl-text.ts";
import { FIRST_LAYOUTS, respell } from "./first-layouts.ts";
import { comparable, shownDataset } from "./shown.ts";

const scratch = mkdtempSync(join(tmpdir(), "hyperslab-first-layouts-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folder = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");

/** Datasets of which every version of netCDF-C stores less than it was given: what that version itself printed counts. */
const LOSSY: readonly string[] = ["atts", "attsutf8", "fill", "jsondict", "strings"];

interface Row {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

const rows: readonly Row[] = readFileSync(join(folder, "manifest.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .filter(([, , mode, store]) => mode!.includes("nczarr") && store !== "pure")
  .map(([, , , , name, , , , path]) => ({ path: path!, name: name!, text: textOf(path!, name!) }));

/** Where the text of a dataset is; that of another file, if a version cannot print what it wrote itself. */
function textOf(path: string, name: string): string {
  const own = path.replace(/\.(file|zip)$/, ".cdl");
  return LOSSY.includes(name) && existsSync(join(folder, own)) ? own : `ref/${name}.cdl`;
}

const isPlain = (path: string): boolean => /^(v481|v49\d|v4100|head)\/noxarray\//.test(path);

/** The text, mended where it does not tell what is stored. */
function expectedOf({ path, name, text }: Row): CdlGroup {
  const group = comparable(readCdl(readFileSync(join(folder, text), "utf8")));
  // Printed by the variable's C_format, which rounds.
  if (name === "wrap") return withValues(group, "fmt", ["1", "2.345", "-7.5"]);
  // 4.8.0 and 4.8.1 wrote fill values in place of the values of scalars.
  if (name === "scalars" && /^v48/.test(path)) {
    const fills = [["si", "-2147483647"] as const, ["sf", "9.96921e+36"] as const, ["sc", ""] as const];
    return [...fills, ["sd", "9.96920996838687e+36"] as const].reduce(
      (found, [variable, value]) => withValues(found, variable, [value]),
      group,
    );
  }
  // The pull request shows a fill value before the other attributes, wherever it is stored.
  if (name === "strings" && path.includes("nczarr3"))
    return { ...group, variables: group.variables.map(fillValueLast) };
  return group;
}

function withValues(group: CdlGroup, name: string, values: readonly string[]): CdlGroup {
  return { ...group, variables: group.variables.map((own) => (own.name === name ? { ...own, values } : own)) };
}

function fillValueLast(variable: CdlVariable): CdlVariable {
  const isFill = ({ name }: { readonly name: string }): boolean => name === "_FillValue";
  const { attributes } = variable;
  return { ...variable, attributes: [...attributes.filter((other) => !isFill(other)), ...attributes.filter(isFill)] };
}

describe("NCZarr", () => {
  it("has the datasets of nine versions", () => {
    expect(rows.length).toBeGreaterThan(350);
    expect(new Set(rows.map(({ path }) => path.split("/")[0])).size).toBe(9);
  });

  // Since 4.8.1, "noxarray" made netCDF-C write plain Zarr.
  it.each(rows.filter(({ path }) => !isPlain(path) && !path.includes("/misc/")))("$path", async (row) => {
    const { path, text } = row;
    const hidden = path.includes("nczarr3") && text.startsWith("ref/") ? ["_nczarr_default_separator"] : [];
    const { format, root } = await shownDataset(join(folder, path), hidden);
    expect(format).toBe("nczarr");
    expect(root).toEqual(expectedOf(row));
  });

  it.each(
    FIRST_LAYOUTS.flatMap((layout) =>
      rows.filter(({ path }) => /^v480\/nczarr\/.*\.file$/.test(path)).map((row) => [row.name, layout, row] as const),
    ),
  )("%s of 4.8.0, respelled as %s", async (name, layout, row) => {
    const target = join(scratch, `${name}-${layout}`);
    respell(join(folder, row.path), target, layout);
    const { format, root } = await shownDataset(target);
    expect(format).toBe("nczarr");
    expect(root).toEqual(expectedOf(row));
    const dataset = await openGroup(target);
    await expect(dataset.setAttributes({ a: 1 })).rejects.toThrow("is read, but not changed");
  });

  // What 4.9.2 and before cannot say is refused; the other tests show that.
  it.each(
    rows
      .filter(({ path }) => /^head\/nczarr\/.*\.file$/.test(path))
      .flatMap((row) => [
        [row.name, "4.9.3", row] as const,
        [row.name, "v3", row] as const,
        ...(row.name === "unlim" ? [] : [[row.name, "4.9.2", row] as const]),
      ]),
  )("%s is the same after a copy to %s", async (_, dialect, row) => {
    const target = memoryStore();
    await copy(join(folder, row.path), target, { format: "nczarr", dialect });
    const { format, root } = await shownDataset(target);
    expect(format).toBe("nczarr");
    expect(root).toEqual(expectedOf(row));
  });
});
