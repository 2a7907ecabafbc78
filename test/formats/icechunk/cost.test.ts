/** What opening and reading a repository asks of its store. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../../src/dataset/open/address.ts";
import { openArray, openGroup } from "../../../src/index.ts";
import { countingStore } from "../../counting-store.ts";
import { objectServer } from "../../stores/object-server.ts";
import { hasTinyLimits } from "../../usual-limits.ts";
import { expectedOf, unpackRepositories } from "./repositories.ts";

let folder: string;
let old: string;
beforeAll(() => {
  folder = unpackRepositories("v2");
  old = unpackRepositories("v1");
});
afterAll(() => {
  for (const each of [folder, old]) rmSync(each, { recursive: true, force: true });
});

describe("what a repository costs", () => {
  it("three objects take three gets", async () => {
    const { store, counts } = countingStore(await openStore(join(folder, "tiny")));
    const array = await openArray(store, { format: "icechunk" });
    expect((await array.read()).data).toEqual(Uint8Array.from(expectedOf(folder, "tiny").values!));
    expect(counts.keys.map((key) => key.replace(/\/.*/, ""))).toEqual(["repo", "snapshots", "manifests"]);
    await array.read();
    expect(counts.gets).toBe(3);
  });

  it("in version 1, one look for the file that only version 2 has comes first", async () => {
    const { store, counts } = countingStore(await openStore(join(old, "tiny")));
    const array = await openArray(store, { format: "icechunk" });
    await array.read();
    expect(counts.keys.map((key) => key.replace(/\/.*/, ""))).toEqual(["repo", "refs", "snapshots", "manifests"]);
  });

  it("detected, no document is asked for twice", async () => {
    const { store, counts } = countingStore(await openStore(join(folder, "tiny")));
    await (await openArray(store)).read();
    expect(new Set(counts.keys).size).toBe(counts.keys.length);
    expect(counts.keys.filter((key) => /^(?:repo|snapshots|manifests)/.test(key))).toHaveLength(3);
  });

  it.skipIf(hasTinyLimits)("only the manifests in whose extent the selection lies are read, each once", async () => {
    const { store, counts, reset } = countingStore(await openStore(join(folder, "split")));
    const array = await openArray(store, { format: "icechunk", path: "split" });
    reset();
    await array.read("0:3, 0:3");
    expect(counts.keys).toHaveLength(1);
    await array.read("0:20, 0:20");
    expect(counts.keys).toHaveLength(1);
    await array.read();
    expect(new Set(counts.keys).size).toBe(counts.keys.length);
    // 3 by 2 manifests; chunks are inline.
    expect(counts.keys).toHaveLength(6);
  });

  it("groups are walked without a request", async () => {
    const { store, counts, reset } = countingStore(await openStore(join(folder, "history")));
    const root = await openGroup(store, { format: "icechunk" });
    reset();
    let count = 0;
    for await (const _ of root.walk()) count += 1;
    expect([count > 5, counts.gets]).toEqual([true, 0]);
  });

  it("over HTTP: the repository, the snapshot, a manifest, and the chunks by their ranges", async () => {
    const server = await objectServer();
    try {
      const { refs } = expectedOf(folder, "history");
      const { store } = { store: await openStore(join(folder, "history")) };
      const entries: [string, Uint8Array][] = [];
      for await (const { key } of store.list!("")) {
        entries.push([key, new Uint8Array(readFileSync(join(folder, "history", key)))]);
      }
      const url = server.add(entries);
      const air = await openArray(`${url}|icechunk:@${refs["tag.v1"]}/air`);
      expect((await air.read("0")).data).toEqual(Int16Array.from({ length: 10 }, (_, i) => i));
      const seen = server.seen.map(
        (request) => request.url.slice(new URL(url).pathname.length).split("/").at(-2) ?? "",
      );
      expect(server.seen.map(({ method }) => method)).toEqual(seen.map(() => "GET"));
      expect(seen.slice(-3).sort()).toEqual(["chunks", "chunks", "manifests"]);
      expect(seen).toHaveLength(5);
    } finally {
      await server.close();
    }
  });
});
