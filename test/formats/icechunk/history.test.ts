/** `log` and `diffSnapshots` give what the icechunk package gives. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, diffSnapshots, log } from "../../../src/index.ts";
import { runCli } from "../../cli/run-cli.ts";
import { expectedOf, unpackRepositories, VERSIONS } from "./repositories.ts";

describe.each(VERSIONS)("the history of %s", (version) => {
  let folder: string;
  beforeAll(() => {
    folder = unpackRepositories(version);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["history", "noted", "split", "expired"])("%s: commits of every branch and tag", async (name) => {
    const { refs, logs } = expectedOf(folder, name);
    for (const [ref, id] of Object.entries(refs)) {
      const { commits, ...report } = await log(`${folder}/${name}|icechunk:@${ref}`);
      expect(report).toEqual({ location: `${folder}/${name}`, version: version === "v1" ? 1 : 2, ref });
      const expected = logs[id]!.map((commit) => ({
        ...commit,
        time: commit.time.replace("+00:00", "Z"),
        // 2 ** 60 of JSON is not exact as a number; it is in the repository.
        metadata: "big" in commit.metadata ? { ...commit.metadata, big: 2n ** 60n } : commit.metadata,
      }));
      expect(commits).toEqual(expected);
    }
  });

  it("all branches and tags, and some commits only", async () => {
    const { refs } = expectedOf(folder, "history");
    const all = await log(`${folder}/history`, { all: true });
    expect(all.branches).toEqual(["dev", "main"].map((name) => ({ name, snapshot: refs[`branch.${name}`] })));
    expect(all.tags).toEqual([{ name: "v1", snapshot: refs["tag.v1"] }]);
    const times = all.commits.map(({ time }) => time);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(all.commits.map(({ id }) => id)).size).toBe(version === "v1" ? 5 : 6);
    expect((await log(`${folder}/history`, { limit: 2 })).commits).toHaveLength(2);
    await expect(log(`${folder}/data`)).rejects.toMatchObject({ code: "not-found" });
    const plain = await create(new Map());
    await expect(log(plain.hierarchy.store)).rejects.toThrow(
      /no history here: found Zarr v3, not an Icechunk repository/,
    );
    await expect(log(`${folder}/history|icechunk:@nothing`)).rejects.toMatchObject({ code: "not-found" });
  });

  it.each(["history", "split"])("%s: differences of snapshots", async (name) => {
    const { diffs } = expectedOf(folder, name);
    expect(diffs.length).toBeGreaterThan(0);
    for (const expected of diffs) {
      const diff = await diffSnapshots(`${folder}/${name}`, { from: expected.from, to: expected.to });
      const paths = (nodes: readonly { readonly path: string; readonly kind: string }[], kind: string): string[] =>
        nodes.filter((node) => node.kind === kind).map(({ path }) => `/${path}`);
      expect({
        from: diff.from,
        to: diff.to,
        new_groups: paths(diff.added, "group"),
        new_arrays: paths(diff.added, "array"),
        deleted_groups: paths(diff.deleted, "group"),
        deleted_arrays: paths(diff.deleted, "array"),
        updated_groups: paths(diff.changed, "group"),
        updated_arrays: paths(diff.changed, "array"),
        updated_chunks: Object.fromEntries((diff.chunks ?? []).map(({ path, chunks }) => [`/${path}`, chunks])),
        moved_nodes: diff.moved.map(({ from, to }) => [`/${from}`, `/${to}`]),
      }).toEqual(expected);
    }
  });

  it("names what differs in documents", async () => {
    const { changed, chunks } = await diffSnapshots(`${folder}/history|icechunk:@main`, { from: "v1" });
    expect(changed).toEqual([
      { path: "", kind: "group", changes: [{ field: "attributes.title", before: "Übung", after: "changed" }] },
      { path: "air", kind: "array", changes: [{ field: "shape", before: [24, 10], after: [30, 10] }] },
    ]);
    expect(chunks).toBeDefined();
    // Two branches: neither descends from the other.
    expect((await diffSnapshots(`${folder}/history`, { from: "dev", to: "main" })).chunks).toBeUndefined();
    expect(await diffSnapshots(`${folder}/history`, { from: "v1", to: "v1" })).toMatchObject({
      added: [],
      deleted: [],
      moved: [],
      changed: [],
      chunks: [],
    });
  });

  it("on the command line", async () => {
    const plain = await runCli(["log", `${folder}/history|icechunk:@dev`, "--all"]);
    expect([plain.code, plain.stderr]).toEqual([0, ""]);
    expect(plain.stdout).toMatch(/^branch {2}[0-9A-Z]{20} {2}dev\nbranch .* main\ntag .* v1\n\n/);
    expect(plain.stdout).toMatch(/[0-9A-Z]{20} {2}2\S+Z {2}Try\n {4}something\n/);
    expect(plain.stdout).toContain("    big: 1152921504606846976\n");
    const json = await runCli(["log", `${folder}/history`, "--limit", "1", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ ref: "main", commits: [{ metadata: {} }] });
    const diff = await runCli(["log", `${folder}/history`, "--diff", "v1"]);
    expect(diff.stdout).toMatch(/^added {4}\/late {2}group\n/);
    expect(diff.stdout).toContain("deleted  /coords/x  array\n");
    expect(diff.stdout).toMatch(/^ {9}shape: \[24, ?10\] -> \[30, ?10\]$/m);
    expect((await runCli(["log", `${folder}/history`, "--diff", "v1", "--all"])).code).toBe(2);
    expect((await runCli(["log", `${folder}/data`])).code).toBe(3);
  });
});
