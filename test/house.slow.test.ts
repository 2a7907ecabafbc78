/** The figures of scripts/house.mjs, which needs the built modules. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const house = JSON.parse(execFileSync(process.execPath, ["scripts/house.mjs", "--json"], { encoding: "utf8" }));

it("counts files, lines and imports", () => {
  expect(house.files).toBeGreaterThan(100);
  expect(house.medianLines).toBeGreaterThan(50);
  expect(house.edges.dataset.model).toBeGreaterThan(0);
  expect(house.edges.model?.dataset).toBeUndefined();
});

it("finds no files that load each other", () => {
  expect(house.cycles).toEqual([]);
});

it("finds no folder with more than 20 files", () => {
  expect(house.fullFolders).toEqual({});
});

it("names the files that an open, a read and a copy cross", () => {
  const { open, read, copy } = house.crossed;
  expect(open).toContain("dataset/open/open.ts");
  expect(read).toContain("model/grid/chunk-plan.ts");
  expect(copy.some((name: string) => name.startsWith("operations/copy/"))).toBe(true);
});
