/** Files that an independent writer made from the text of the proposal (scripts/peers/bloscpack_varlen.py). */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openArray } from "../../../src/index.ts";
import { appendObjects } from "../../../src/operations/pack/varlen/append-objects.ts";
import { failure } from "../bloscpack/failure.ts";
import { goldenFiles, objectsOf } from "./golden-files.ts";

const files = goldenFiles();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-golden-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("golden files", () => {
  it.each(files.filter(({ error }) => error === null))("$name", async (file) => {
    const array = await openArray(file.path);
    expect([array.dtype, array.shape, array.attributes]).toEqual([file.dtype, file.shape, file.attributes]);
    const objects = objectsOf(file);
    expect((await array.read()).data).toEqual(objects);
    const notes = array.hierarchy.notes.map(({ message }) => message);
    expect(notes).toEqual(file.note === null ? [] : [expect.stringContaining(file.note)]);
    if (file.shape.length !== 1) return;
    for (const [i, object] of objects.entries()) expect((await array.read([i])).data).toEqual([object]);
  });

  it.each(files.filter(({ error }) => error !== null))("$name: $error", async (file) => {
    const error = await failure(async () => (await openArray(file.path)).read());
    expect(error.code).toBe("invalid-data");
    expect(error.message).toContain(file.error);
    expect(error.message).toMatch(/byte \d+/);
  });

  it.each(["varchar", "version-3", "no-shape", "gap", "trailing", "slack", "attributes", "no-objects"])(
    "%s grows",
    async (name) => {
      const file = files.find((candidate) => candidate.name === name)!;
      const path = join(folder, `${name}.blp`);
      copyFileSync(file.path, path);
      await appendObjects(path, ["new", "objects"]);
      await appendObjects(path, ["x".repeat(1000)]);
      const array = await openArray(path);
      expect((await array.read()).data).toEqual([...objectsOf(file), "new", "objects", "x".repeat(1000)]);
      expect([array.attributes, array.hierarchy.notes]).toEqual([file.attributes, []]);
    },
  );

  it("of which those that were not finished, or are no lists, do not grow", async () => {
    for (const name of ["aborted-whole", "aborted-at-once", "matrix"]) {
      const path = join(folder, `${name}.blp`);
      copyFileSync(files.find((candidate) => candidate.name === name)!.path, path);
      const before = readFileSync(path);
      const error = await failure(() => appendObjects(path, ["a"]));
      expect(["invalid-request", "unsupported"]).toContain(error.code);
      expect(readFileSync(path)).toEqual(before);
    }
  });
});
