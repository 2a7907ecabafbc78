/** netCDF-4 types in the program: their names in `info` and `tree`, their text in `dump`. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { dumped, userTypesFolder } from "../scanners/user-types-truth.ts";
import { runCli } from "./run-cli.ts";

const file = (name: string): string => join(userTypesFolder, name);

test("info and tree name types", async () => {
  expect((await runCli(["tree", file("groups.nc")])).stdout).toMatch(/v +\(n\) e \(int8\) 2\n/);
  expect((await runCli(["info", file("groups.nc")])).stdout).toMatch(/v +\(n\) +e \(int8\)/);
  expect((await runCli(["info", `${file("groups.nc")}::v`])).stdout).toMatch(/type +e \(int8\)\n/);
  expect(JSON.parse((await runCli(["info", "--json", `${file("groups.nc")}::v`])).stdout)).toMatchObject({
    node: { dtype: "int8", typeName: "e" },
  });
});

test.each(["groups.nc", "compound_vlen.nc", "vlen_of_vlen.nc"])("dump prints %s whole", async (name) => {
  const { stdout, code } = await runCli(["dump", file(name)]);
  expect(code).toBe(0);
  expect(stdout).toBe(await dumped(name));
});
