/** Repositories made anew by the icechunk package, formats 1 and 2: every snapshot, commit and difference as the package sees it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { copy, log, makeReferences, open, openArray } from "../../src/index.ts";
import { checkTree } from "../formats/icechunk/check-tree.ts";
import { expectedOf } from "../formats/icechunk/repositories.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

interface Answer {
  readonly arrays?: Readonly<Record<string, { readonly shape: readonly number[]; readonly values: readonly number[] }>>;
  readonly error?: string;
}

let peer: LinePeer<Answer>;
beforeAll(() => {
  peer = startLinePeer(ensureEnvironment("virtual"), ["test/interop/references_peer.py"]);
});
afterAll(() => peer.close());

describe.each([
  ["icechunk1", 1],
  ["virtual", 2],
] as const)("the package of %s", (environment, format) => {
  let output: string;
  let folder: string;
  afterAll(() => rmSync(output, { recursive: true, force: true }));
  beforeAll(() => {
    output = mkdtempSync(join(tmpdir(), "hyperslab-icechunk-live-"));
    folder = join(output, "made");
    const { status, stderr } = spawnSync(ensureEnvironment(environment), ["scripts/fixtures/icechunk_set.py", output], {
      encoding: "utf8",
      env: { ...process.env, HYPERSLAB_ICECHUNK: folder },
    });
    expect(status, stderr).toBe(0);
  });
  const allow = (): readonly string[] => [`file://${folder}/data`];

  it.each(["history", "noted", "split", "virtual", "expired"])("%s: every snapshot, branch and tag", async (name) => {
    const { trees, refs, logs } = expectedOf(folder, name);
    const address = (ref: string): string => `${join(folder, name)}|icechunk:@${ref}`;
    for (const [id, tree] of Object.entries(trees)) {
      if (Object.keys(tree).length > 0) await checkTree(address(id), tree, allow());
      else await expect(open(address(id))).rejects.toMatchObject({ code: "not-found" });
    }
    for (const [ref, id] of Object.entries(refs)) {
      // The virtual chunks that must not be read were committed after the package was asked.
      const { commits, version } = await log(address(name === "virtual" ? id : ref));
      expect(version).toBe(format);
      const past = commits.map(({ id: commit, message, parent }) => ({ id: commit, message, parent: parent ?? null }));
      expect(past.length).toBeGreaterThan(0);
      expect(past).toEqual(logs[id]!.map(({ id: commit, message, parent }) => ({ id: commit, message, parent })));
    }
  });

  it("2300 virtual chunks whose locations are compressed with a dictionary", async () => {
    const { trees } = expectedOf(folder, "virtual");
    const id = Object.keys(trees).find((each) => trees[each]!["many"] !== undefined)!;
    const many = await openArray(`${folder}/virtual|icechunk:@${id}/many`, { allow: allow() });
    expect([...((await many.read()).data as Int32Array)]).toEqual(Array.from({ length: 2300 }, (_, i) => i));
  });

  it("what the package refuses is refused", async () => {
    const { refusals } = expectedOf(folder, "virtual");
    expect(Object.keys(refusals!)).toHaveLength(3);
    for (const [chunk, verdict] of Object.entries(refusals!)) {
      expect(typeof verdict, chunk).toBe("string");
      const [path, index] = chunk.split("/");
      const array = await openArray(`${folder}/virtual::${path}`, { allow: allow() });
      await expect(array.read(index!), chunk).rejects.toMatchObject({ name: "HyperslabError" });
    }
  });

  it("as references: fsspec and zarr-python read the same", async () => {
    const { trees } = expectedOf(folder, "virtual");
    const id = Object.keys(trees).find((each) => trees[each]!["many"] !== undefined)!;
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["history|icechunk:@v1", ["air", "sharded", "coords/x", "nested/deep/values", "scalar"]],
      ["split", ["split"]],
      [`virtual|icechunk:@${id}`, ["many", "few", "checked"]],
    ];
    for (const [index, [source, names]] of cases.entries()) {
      const set = join(folder, `set-${index}.json`);
      await makeReferences(join(folder, source), set, { store: { references: { allow: allow() } } });
      const { arrays, error } = await peer.ask({ read: "fsspec", path: set, names });
      if (arrays === undefined) throw new Error(error);
      for (const name of names) {
        const array = await openArray(join(folder, source), { path: name, allow: allow() });
        const { data } = await array.read();
        expect(arrays[name]!.shape, name).toEqual(array.shape);
        expect(arrays[name]!.values, name).toEqual(Array.from(data as Int16Array, Number));
      }
    }
  });

  it("as Zarr, by a copy", async () => {
    const { refs, trees } = expectedOf(folder, "history");
    const target = join(folder, "copy.zarr");
    await copy(`${folder}/history|icechunk:@v1`, target);
    await checkTree(target, trees[refs["tag.v1"]!]!, []);
  });
});
