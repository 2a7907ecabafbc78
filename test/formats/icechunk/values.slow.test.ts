/** Repositories made by the icechunk package, read as the package itself reads them: every snapshot, node and value. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copy, info, open, openArray, openGroup } from "../../../src/index.ts";
import { checkTree } from "./check-tree.ts";
import { DATA_ROOT, expectedOf, placeData, unpackRepositories, VERSIONS } from "./repositories.ts";

const allow = [`file://${DATA_ROOT}`];

describe.each(VERSIONS)("repositories of %s", (version) => {
  let folder: string;
  beforeAll(() => {
    folder = unpackRepositories(version);
    placeData(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["history", "split", "virtual", "expired"])("%s: every snapshot by its id", async (name) => {
    const expected = expectedOf(folder, name);
    let checked = 0;
    for (const [id, tree] of Object.entries(expected.trees)) {
      const address = `${join(folder, name)}|icechunk:@${id}`;
      if (Object.keys(tree).length > 0) await checkTree(address, tree, allow);
      else await expect(open(address)).rejects.toMatchObject({ code: "not-found" });
      checked += 1;
    }
    expect(checked).toBeGreaterThan(1);
  });

  it("history: every branch and tag leads to its snapshot", async () => {
    const { refs, trees } = expectedOf(folder, "history");
    expect(Object.keys(refs)).toEqual(["branch.dev", "branch.main", "tag.v1"]);
    for (const [ref, id] of Object.entries(refs)) {
      const shape = trees[id]!["air"]!.shape;
      for (const word of [ref, ref.replace(/^\w+\./, ""), id, `snapshot.${id}`]) {
        expect((await openArray(`${folder}/history|icechunk:@${word}/air`)).shape).toEqual(shape);
        expect((await openArray(`${folder}/history::@${word}/air`)).shape).toEqual(shape);
        expect((await openArray(`${folder}/history`, { path: `@${word}/air` })).shape).toEqual(shape);
        expect((await openArray(`icechunk://@${word}/air::${folder}/history`)).shape).toEqual(shape);
      }
    }
    expect((await openArray(`${folder}/history::air`)).shape).toEqual([30, 10]);
    expect((await openArray(`icechunk::${folder}/history::air`)).shape).toEqual([30, 10]);
  });

  it("a group leads on within its snapshot", async () => {
    const old = await openGroup(`${folder}/history|icechunk:@v1`);
    expect((await old.openArray("coords/x")).shape).toEqual([10]);
    expect((await info(old)).format).toBe("zarr3");
    const missing = openGroup(`${folder}/history|icechunk:@v1/coord`);
    await expect(missing).rejects.toThrow(/has no node \/coord .*Did you mean coords\?/s);
  });

  it("names what is missing", async () => {
    await expect(open(`${folder}/history|icechunk:@gone`)).rejects.toMatchObject({ code: "not-found" });
    await expect(open(`${folder}/history|icechunk:@v2/air`)).rejects.toThrow(/no branch, tag or snapshot "v2"/);
    const id = "0000000000000000000G";
    await expect(open(`${folder}/history|icechunk:@${id}`)).rejects.toThrow(/no snapshot 0000000000000000000G/);
    await expect(open(`${folder}/history|icechunk:@../../x`)).rejects.toMatchObject({ code: "invalid-request" });
    await expect(openArray(`${folder}/history::air`).then((air) => air.write("0", 1))).rejects.toMatchObject({
      code: "not-allowed",
    });
  });

  it("a copy is an ordinary Zarr hierarchy", async () => {
    const target = join(folder, "copy.zarr");
    await copy(`${folder}/history|icechunk:@v1`, target);
    const { refs, trees } = expectedOf(folder, "history");
    await checkTree(target, trees[refs["tag.v1"]!]!, allow);
  });

  it("reads of files that workers cannot share stay the same without workers", async () => {
    const array = await openArray(`${folder}/split::split`);
    expect((await array.read(undefined, { workers: false })).data).toEqual((await array.read()).data);
  });
});
