/** Every text in the fixtures: what ncgen was given, what ncdump printed of it, what other versions printed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CdlDataset, parseCdl } from "../../src/cdl/parse/parse.ts";
import type { NetcdfAttribute, NetcdfGroup, NetcdfVariable } from "../../src/model/netcdf/dataset.ts";
import { atomicAttributes } from "../../src/model/netcdf/user-types.ts";
import { unpack } from "../fixture-sets.ts";
import { valuesOf, variablesOf } from "./read-text.ts";

const folder = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");
const read = (...parts: readonly string[]): CdlDataset => parseCdl(readFileSync(join(folder, ...parts)));

/** Texts print floats with 7 digits and doubles with 15. */
const rounded = (value: unknown, type: string): unknown => {
  if (typeof value !== "number" || (type !== "float" && type !== "double")) return value;
  return Number.isFinite(value) ? Number(value.toPrecision(type === "float" ? 6 : 14)) : value;
};

const attribute = ({ name, type, values }: NetcdfAttribute) => ({
  name,
  type,
  values: Array.from<unknown, unknown>(values, (value) => rounded(value, type)),
});

const described = (group: NetcdfGroup): unknown => ({
  name: group.name,
  dimensions: group.dimensions,
  attributes: atomicAttributes(group.attributes).map(attribute),
  variables: group.variables.map((variable) => ({
    ...variable,
    attributes: atomicAttributes(variable.attributes).map(attribute),
    special: [],
  })),
  groups: group.groups.map(described),
});

/** Of all variables but those that print in a format of their own, with two digits. */
const values = (dataset: CdlDataset) =>
  printedExactly(dataset).map(({ path, type }) => {
    const all = valuesOf(dataset, path);
    return [path, Array.isArray(all) ? all.map((value) => rounded(value, type!)) : all];
  });

function printedExactly({ root }: CdlDataset): readonly NetcdfVariable[] {
  return variablesOf(root).filter(({ attributes }) => attributes.every(({ name }) => name !== "C_format"));
}

describe("what ncgen was given is what ncdump printed of it", () => {
  const names = readdirSync(join(folder, "ref")).filter((name) => !/\.[hs]\.cdl$/.test(name));
  expect(names.length).toBeGreaterThan(15);
  it.each(names)("%s", (name) => {
    const given = read("cdl", name);
    const printed = read("ref", name);
    expect(printed.name).toBe(given.name);
    expect(described(printed.root)).toEqual(described(given.root));
    expect(values(printed)).toEqual(values(given));
  });
});

/** Texts that are not whole, and times as text, with what is wrong. */
const REFUSED: ReadonlyMap<string, RegExp> = new Map([
  ["v3pr/zarr/strings.s.cdl", /expected a number but found the end of the text/],
  ["v3pr/nczarr/strings.s.cdl", /expected a number but found the end of the text/],
  ["v480/misc/copy2zarr.cdl", /expected a declaration or } but found the end of the text \(:8:1\)/],
  ["fmt/unlim-t.cdl", /expected a number but found a text.*ncdump -t/],
  ["fmt/coords-t.cdl", /expected a number but found a text.*ncdump -t/],
  ["fmt/coords-i.cdl", /expected a number but found a text.*ncdump -t/],
]);

it("reads everything that any version printed", () => {
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".cdl"));
  expect(texts.length).toBeGreaterThan(900);
  for (const path of texts) {
    const mistake = REFUSED.get(path);
    if (mistake !== undefined) expect(() => read(path), path).toThrow(mistake);
    else expect(read(path).name, path).not.toBe("");
  }
});
