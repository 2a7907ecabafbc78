/** A file of which references cannot represent everything: refused, or what is left out is named. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeReferences } from "../../../src/index.ts";
import { runCli } from "../../cli/run-cli.ts";
import { unpack } from "../../fixture-sets.ts";
import { scratchFolder } from "../../scratch-folder.ts";

const file = join(unpack("fixtures/hdf5/h5py.tar.gz"), "float80-old.h5");

it("is refused, naming what would be missing", async () => {
  const set = join(scratchFolder(), "set.json");
  await expect(makeReferences(file, set)).rejects.toThrow(/cannot be represented: \/f: .*x87 floats.*lenient: true/);
  expect((await runCli(["refs", "make", file, set])).code).toBe(7);
});

it("is referred to without it on request, with a note and exit code 6", async () => {
  const folder = scratchFolder();
  const { notes } = await makeReferences(file, join(folder, "set.json"), { lenient: true });
  expect(notes).toEqual([expect.stringMatching(/^\/f: the dataset is left out: it holds x87 floats/)]);
  const { code, stderr } = await runCli(["refs", "make", file, join(folder, "other.json"), "--lenient"]);
  expect([code, stderr]).toEqual([6, expect.stringContaining("note: /f: the dataset is left out")]);
});
