/** netCDF-4 files with types that groups define: `dump` prints what ncdump prints of them, and the view tells them. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { netcdfView, openGroup } from "../../src/index.ts";
import { dumped, textOf, userTypesFiles, userTypesFolder } from "./user-types-truth.ts";

test("there are files", () => expect(userTypesFiles.length).toBeGreaterThan(60));

test.each(userTypesFiles.filter((name) => textOf(name, "plain") !== undefined))("%s", async (name) => {
  expect(await dumped(name)).toBe(textOf(name, "plain"));
});

describe("where ncdump breaks off", () => {
  test("integers without a name are numbers", async () => {
    expect(textOf("enum_unwritten.nc", "plain")).toBeUndefined();
    expect(await dumped("enum_unwritten.nc")).toContain("\n v = -127, -127 ;\n");
  });

  test("values of types with units of time are not times", async () => {
    expect(textOf("times.nc", "times")).toBeUndefined();
    const text = await dumped("times.nc", { times: "text" });
    expect(text).toContain('\n time = "2000-01-02", "2000-01-03" ;\n');
    expect(text).toContain("\n v = {1, 2}, {3, 4} ;\n");
  });
});

const viewOf = async (name: string) => netcdfView(await openGroup(join(userTypesFolder, name)));

describe("the netCDF view", () => {
  test("shows types, the group that defines them, and what is of them", async () => {
    const { root } = await viewOf("groups.nc");
    const [e, record] = root.types ?? [];
    expect(e).toEqual({
      class: "enum",
      name: "e",
      group: "",
      base: "byte",
      members: [
        { name: "a", value: 0 },
        { name: "b", value: 1 },
      ],
    });
    expect(record).toEqual({
      class: "compound",
      name: "root_c",
      group: "",
      members: [{ name: "x", type: "int", shape: [] }],
    });
    expect(root.variables[0]).toMatchObject({ name: "v", type: undefined, typeName: "e", userType: e, attributes: [] });
    const [g] = root.groups;
    const [opaque, compound] = g!.types ?? [];
    expect(opaque).toEqual({ class: "opaque", name: "o", group: "g", size: 2 });
    expect(compound).toMatchObject({ class: "compound", group: "g", members: [{ name: "k", type: e }, { name: "i" }] });
    expect(g!.attributes).toEqual([{ name: "att", type: e, values: [1] }]);
    const [h] = g!.groups;
    expect(h!.types).toEqual([{ class: "vlen", name: "row", group: "g/h", base: compound }]);
    expect(h!.attributes).toEqual([{ name: "att", type: compound, values: [[0, 5]] }]);
  });

  test("of a group takes types from above into its root", async () => {
    const root = await openGroup(join(userTypesFolder, "groups.nc"));
    const { root: g } = await netcdfView(await root.openGroup("g"));
    expect(g.types?.map(({ name, group }) => [name, group])).toEqual([
      ["e", ""],
      ["root_c", ""],
      ["o", ""],
      ["c", ""],
    ]);
    expect(g.groups[0]!.types).toMatchObject([{ name: "row", group: "h", base: { name: "c", group: "" } }]);
  });

  test("has variables that no array can hold, in their order", async () => {
    const { root, arrayOf } = await viewOf("vlen_of_vlen.nc");
    expect(root.variables.map(({ name, typeName }) => [name, typeName])).toEqual([["v", "rows"]]);
    expect(arrayOf(root.variables[0]!).shape).toEqual([2]);
  });

  test("distinguishes NIL from empty strings", async () => {
    const view = await viewOf("compound_strings.nc");
    expect(view.root.variables[0]!.attributes).toMatchObject([{ values: [["one", 1, ["two", "three"]]] }]);
    expect(await dumped("compound_unwritten.nc")).toContain('{0, {0, 0}, {""}, NIL}');
  });
});

test("NcML has no types", async () => {
  await expect(dumped("opaque_5.nc", { as: "ncml" })).rejects.toThrow("types of its own");
});
