/** Datasets that we change in their own dialect, ours and netCDF-C's, are equal for the netCDF-C of that dialect. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { NetcdfName } from "../../scripts/peers/environments.mjs";
import { create, type Group, openGroup, typed } from "../../src/index.ts";
import { closePeers, type ModelGroup, seenByUs, sharedPeer, visible } from "./netcdf-model.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-netcdf-changes-"));
afterAll(() => {
  closePeers();
  rmSync(folder, { recursive: true, force: true });
});

interface Case {
  readonly dialect: string;
  readonly readers: readonly NetcdfName[];
  readonly unlimited: boolean;
  readonly consolidated?: true;
}

const CASES: readonly Case[] = [
  { dialect: "any", readers: ["netcdf491", "netcdf494", "netcdf4101"], unlimited: true },
  { dialect: "any", readers: ["netcdf4101"], unlimited: true, consolidated: true },
  { dialect: "any,noxarray", readers: ["netcdf491", "netcdf494", "netcdf4101"], unlimited: true },
  { dialect: "4.9.2", readers: ["netcdf491"], unlimited: false },
  { dialect: "4.9.3", readers: ["netcdf494", "netcdf4101"], unlimited: true },
  { dialect: "4.9.3", readers: ["netcdf4101"], unlimited: true, consolidated: true },
  { dialect: "4.9.0", readers: ["netcdf490"], unlimited: false },
];

/** Dimensions time and x; variables of one and of both, one in a group below. */
async function first(root: Group, unlimited: boolean): Promise<void> {
  await root.setDimensions({ time: { length: 2, unlimited }, x: 3 });
  const time = await root.create("time", { shape: [2], dtype: "float64", dims: ["time"], chunks: [2] });
  await time.write(undefined, Float64Array.of(0, 1));
  const data = await root.create("data", { shape: [2, 3], dtype: "int16", dims: ["time", "x"], chunks: [1, 3] });
  await data.write(undefined, Int16Array.of(1, 2, 3, 4, 5, 6));
  const below = await (await root.create("g")).create("inner", { shape: [2], dtype: "int32", dims: ["time"] });
  await below.write(undefined, Int32Array.of(7, 8));
}

/** New attributes, dimensions, variables and groups; then growing, renaming and deleting. */
async function change(path: string, isWithNew: boolean): Promise<void> {
  const root = await openGroup(path);
  await root.setAttributes({ title: "changed \u00e9", count: typed([1, 2], "int16") });
  await root.setDimensions({ y: 2, gone: 5 });
  await (await root.create("made", { shape: [2], dtype: "uint8", dims: ["y"] })).write(undefined, Uint8Array.of(9, 8));
  await root.create("unwanted", { shape: [2, 2], dtype: "float32", dims: ["y", "time"] });
  const group = await root.create("h", { dimensions: { z: 2 }, attributes: { note: "new" } });
  const deep = await group.create("deep", { shape: [2, 3], dtype: "int64", dims: ["z", "x"] });
  await deep.write(undefined, BigInt64Array.of(1n, 2n, 3n, -1n, -2n, -3n));
  await root.delete("unwanted");
  await root.deleteDimensions("gone");
  await root.rename("made", "renamed");
  await root.renameDimension("y", "why");
  await (await root.openArray("renamed")).setAttributes({ units: "K" });
  if (!isWithNew) return;
  // By all three ways; each grows every variable of the dimension.
  await (await root.openArray("data")).append(Int16Array.of(10, 11, 12), "time");
  await (await root.openArray("g/inner")).resize([4]);
  await (await root.openGroup("")).setDimensions({ time: 5 });
}

function facts({ dimensions, variables, groups }: ModelGroup): unknown {
  return {
    dimensions: dimensions.map(({ name, length }) => `${name} ${length}`),
    variables: variables.map(({ name, dimensions: own }) => `${name}(${own.join()})`),
    groups: groups.map((group) => [group.name, facts(group)]),
  };
}

const limited = (group: ModelGroup): ModelGroup => ({
  ...group,
  dimensions: group.dimensions.map((dimension) => ({ ...dimension, unlimited: false })),
  groups: group.groups.map(limited),
});

const wanted = (unlimited: boolean): unknown => ({
  dimensions: [`time ${unlimited ? 5 : 2}`, "x 3", "why 2"],
  variables: ["time(/time)", "data(/time,/x)", "renamed(/why)"],
  groups: [
    ["g", { dimensions: [], variables: ["inner(/time)"], groups: [] }],
    ["h", { dimensions: ["z 2"], variables: ["deep(/h/z,/x)"], groups: [] }],
  ],
});

async function expectEqual(path: string, readers: readonly NetcdfName[], words: string): Promise<ModelGroup> {
  const ours = visible(await seenByUs(await openGroup(path)));
  for (const reader of readers) {
    const answer = await sharedPeer(reader).ask({ op: "read", url: `file://${path}#mode=nczarr,file${words}` });
    expect(answer.error).toBeUndefined();
    expect(visible(answer)).toEqual(reader === "netcdf491" ? limited(ours) : ours);
  }
  return ours;
}

describe.each(CASES)("$dialect, consolidated: $consolidated", ({ dialect, readers, unlimited, consolidated }) => {
  it("is changed, and equal", async () => {
    const path = join(folder, `${dialect}-${consolidated}`);
    const root = await create(path, { format: "nczarr", dialect });
    await first(root, unlimited);
    if (consolidated) await root.consolidate();
    await change(path, unlimited);
    const ours = await expectEqual(path, readers, consolidated ? ",consolidated" : "");
    expect(facts(ours)).toEqual(wanted(unlimited));
    if (dialect.endsWith("noxarray")) {
      expect(readFileSync(join(path, "data", ".zattrs"), "utf8")).not.toContain("_ARRAY_DIMENSIONS");
    }
    if (consolidated) {
      const block = JSON.parse(readFileSync(join(path, ".zmetadata"), "utf8")) as { metadata: object };
      expect(Object.keys(block.metadata)).toContain("h/deep/.zarray");
      expect(Object.keys(block.metadata).filter((key) => key.includes("unwanted"))).toEqual([]);
    }
  });
});

describe.each([
  ["netcdf490", "4.9.0", "nczarr,file"],
  ["netcdf491", "4.9.2", "nczarr,file"],
  ["netcdf494", "4.9.3", "nczarr,file"],
  ["netcdf4101", "4.9.3", "nczarr,file"],
  ["netcdf4101", "4.9.3", "nczarr,file,consolidated"],
] as const)("written by %s", (writer, dialect, mode) => {
  const unlimited = dialect === "4.9.3";

  it(`in the mode ${mode}`, async () => {
    const model = join(folder, `model-${writer}`);
    await create(model, { format: "nczarr", dialect, overwrite: true }).then((root) => first(root, unlimited));
    const dataset = visible(await seenByUs(await openGroup(model)));
    const path = join(folder, `${writer}-${mode}`);
    expect(
      (await sharedPeer(writer).ask({ op: "write", url: `file://${path}#mode=${mode}`, dataset })).error,
    ).toBeUndefined();
    expect((await openGroup(path)).hierarchy.dialect).toBe(dialect);
    await change(path, unlimited);
    const words = mode.endsWith("consolidated") ? ",consolidated" : "";
    const ours = await expectEqual(path, [writer], words);
    expect(facts(ours)).toEqual(wanted(unlimited));
  });
});
