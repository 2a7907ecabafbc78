/** Files with content that no dataset can represent: a copy names it before it writes, and goes on only on request. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copy, openArray, openGroup, planCopy, runCopy, serve, tree } from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { unpack } from "../fixture-sets.ts";
import { scratchFolder } from "../scratch-folder.ts";

const npz = join(unpack("fixtures/numpy/files.tar.gz"), "objects.npz");
const hdf5 = join(unpack("fixtures/hdf5/h5py.tar.gz"), "float80-old.h5");
const files: readonly (readonly [string, string])[] = [
  [npz, "/objects: objects.npy is left out: the .npy file holds Python objects"],
  [hdf5, "/f: the dataset is left out: it holds x87 floats"],
];

describe.each(files)("a copy of %s", (file, sentence) => {
  const target = (): string => join(scratchFolder(), "copy.zarr");

  it("is refused before anything is written", async () => {
    const to = target();
    const hint = "Pass lossy: true (--lossy) to copy the rest.";
    const refused = { code: "unsupported", message: expect.stringContaining(sentence), hint };
    await expect(copy(file, to)).rejects.toMatchObject(refused);
    await expect(planCopy(file, to)).rejects.toMatchObject(refused);
    const { code, stderr } = await runCli(["copy", file, to]);
    expect([code, stderr]).toEqual([7, expect.stringContaining(sentence)]);
    expect(existsSync(to)).toBe(false);
  });

  it("goes on with lossy, and lists it once", async () => {
    const to = target();
    const report = await copy(file, to, { lossy: true });
    expect(report.lost.filter((lost) => lost.includes("left out"))).toEqual([expect.stringContaining(sentence)]);
    expect(report.notes).toEqual([]);
    expect([report.verified, readdirSync(to).length > 0]).toEqual([true, true]);
    const { code, stderr } = await runCli(["copy", file, to, "--lossy", "--overwrite"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`lost: ${sentence}`)]);
    expect(stderr).not.toContain("note:");
    const plan = await planCopy(file, target(), { lossy: true });
    expect((await runCopy(plan)).lost).toEqual(report.lost);
  });
});

describe("a part of the file", () => {
  it("is copied if nothing of it is left out", async () => {
    const to = new Map<string, Uint8Array>();
    const { lost, notes } = await copy(`${npz}::numbers`, to);
    expect([lost, notes]).toEqual([[], []]);
    expect((await openArray(to)).shape).toEqual((await openArray(`${npz}::numbers`)).shape);
    for (const choice of [{ include: ["numbers"] }, { exclude: ["objects"] }]) {
      const chosen = new Map<string, Uint8Array>();
      expect((await copy(npz, chosen, choice)).lost).toEqual([]);
      expect((await (await openGroup(chosen)).openArray("numbers")).shape).toEqual((await openArray(to)).shape);
    }
  });

  it("is refused if its name was asked for", async () => {
    await expect(copy(npz, new Map(), { include: ["objects"] })).rejects.toThrow(/would lack:\n +\/objects: /);
  });
});

it("references instead of a copy go on with lossy, too", async () => {
  const set = join(scratchFolder(), "set.json");
  expect((await runCli(["copy", hdf5, set, "--refs"])).code).toBe(7);
  const { code, stderr } = await runCli(["copy", hdf5, set, "--refs", "--lossy"]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/lost: \/f: the dataset is left out: it holds x87 floats/)]);
});

describe.each(files)("what is missing of %s is named by", (file, sentence) => {
  it.each([
    ["info", sentence.slice(1)],
    ["tree", `note  ${sentence}`],
    ["stats", `note  ${sentence}`],
    ["dump", `// ${sentence}`],
  ])("%s", async (command, text) => {
    const { code, stdout } = await runCli([command, file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(text)]);
  });

  it("the JSON of the same commands", async () => {
    const leftOut = [expect.stringContaining(sentence)];
    for (const command of ["tree", "stats", "dump"]) {
      expect(JSON.parse((await runCli([command, file, "--json"])).stdout), command).toMatchObject({ leftOut });
    }
    expect(await tree(`${npz}::numbers`)).not.toHaveProperty("leftOut");
  });

  it("serve", async () => {
    const server = await serve(file);
    expect(server.notes).toEqual([expect.stringContaining(sentence)]);
    await server.close();
  });
});
