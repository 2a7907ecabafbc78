/** Virtual chunks: where they may lie, and that changed or missing files are never read as if they were the old ones. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { log, openArray } from "../../../src/index.ts";
import { type ObjectServer, objectServer } from "../../stores/object-server.ts";
import { buildRepository, type Table } from "./build.ts";
import { DATA_ROOT, expectedOf, placeData, unpackRepositories, VERSIONS } from "./repositories.ts";

const allow = [pathToFileURL(DATA_ROOT).href];

describe.each(VERSIONS)("virtual chunks of %s", (version) => {
  let folder: string;
  beforeAll(() => {
    folder = unpackRepositories(version);
    placeData(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are read where the caller allows, and refused elsewhere", async () => {
    const few = await openArray(`${folder}/virtual::few`);
    await expect(few.read()).rejects.toMatchObject({ code: "not-allowed" });
    await expect(few.read()).rejects.toThrow(/few\/c\/0\/0/);
    const allowed = await openArray(`${folder}/virtual::few`, { allow });
    expect(Array.from((await allowed.read("1, 0:3")).data as Int32Array)).toEqual([100, 101, 102]);
  });

  it("are refused where the package refuses them", async () => {
    const { refusals } = expectedOf(folder, "virtual");
    expect(Object.values(refusals!).every((name) => name.endsWith("Error"))).toBe(true);
    const stale = await openArray(`${folder}/virtual::stale`, { allow });
    await expect(stale.read("0")).rejects.toThrow(/was changed on .* after the reference to it of 2001-01-01/);
    await expect(stale.read("1")).rejects.toThrow(/files have none/);
    const checked = await openArray(`${folder}/virtual::checked`, { allow });
    expect(Array.from((await checked.read("0")).data as Int32Array)).toEqual(
      Array.from({ length: 10 }, (_, i) => 510 + i),
    );
    expect(Array.from((await checked.read("1")).data as Int32Array)).toEqual(new Array(10).fill(0));
  });
});

it("containers with names in a repository of version 1", async () => {
  const folder = unpackRepositories("v2");
  try {
    placeData(folder);
    const { refs, trees } = expectedOf(folder, "named");
    const array = await openArray(`${folder}/named|icechunk:v`, { allow });
    const data = (await array.read()).data as Uint8Array;
    expect(Buffer.from(data).toString("base64")).toBe(trees[refs["branch.main"]!]!["v"]!.base64);
    expect(Array.from(data)).toEqual([1, 0, 0, 0, 7, 7, 7, 7]);
    expect((await log(`${folder}/named`)).version).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("virtual chunks by hand", () => {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-icechunk-"));
  let server: ObjectServer;
  beforeAll(async () => {
    server = await objectServer();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });

  const reference = (index: number, location: string, fields: Table = {}): Table => ({
    0: { u32s: [index] },
    2: { u64: 1 },
    3: { u64: 2 },
    5: { text: location },
    ...fields,
  });
  const read = async (references: readonly Table[], allowed: readonly string[]): Promise<number[]> => {
    const array = await openArray(buildRepository({ references }), { path: "a", allow: allowed });
    return Array.from((await array.read()).data as Uint8Array);
  };

  it("over HTTP, of the version that was recorded", async () => {
    const url = server.add([["x.bin", Uint8Array.of(0, 7, 8, 0)]]);
    const [file, allowed] = [`${url}/x.bin`, [server.origin]];
    expect(await read([reference(0, file)], allowed)).toEqual([7, 8, 99, 99, 99, 99]);
    await expect(read([reference(0, file)], [])).rejects.toMatchObject({ code: "not-allowed" });
    const etag = (await fetch(file)).headers.get("etag")!;
    for (const tag of [etag, etag.replaceAll('"', "")]) {
      expect(await read([reference(0, file, { 6: { text: tag } })], allowed)).toEqual([7, 8, 99, 99, 99, 99]);
    }
    await expect(read([reference(0, file, { 6: { text: '"other"' } })], allowed)).rejects.toMatchObject({
      code: "invalid-data",
    });
    await expect(read([reference(0, `${url}/gone.bin`)], allowed)).rejects.toThrow(/gone\.bin, which does not exist/);
    await expect(read([reference(0, file, { 2: { u64: 3 } })], allowed)).rejects.toThrow(
      /x\.bin, of which bytes 3 to 5/,
    );
  });

  it("in local files of odd names, of the time that was recorded", async () => {
    const name = "a b#c|zip:d::e?f%20.bin";
    writeFileSync(join(folder, name), Uint8Array.of(0, 5, 6, 0));
    utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
    const root = pathToFileURL(folder).href;
    const url = `${root}/${encodeURIComponent(name)}`;
    expect(await read([reference(0, url)], [root])).toEqual([5, 6, 99, 99, 99, 99]);
    // The marks of our addresses have no meaning in a location.
    expect(await read([reference(0, `${root}/a b#c|zip:d::e?f%2520.bin`)], [root])).toEqual([5, 6, 99, 99, 99, 99]);
    const at = (modified: number): Table => reference(0, url, { 7: { u32: modified } });
    expect(await read([at(1_700_000_000)], [root])).toEqual([5, 6, 99, 99, 99, 99]);
    expect(await read([at(1_700_000_001)], [root])).toEqual([5, 6, 99, 99, 99, 99]);
    await expect(read([at(1_699_999_999)], [root])).rejects.toThrow(/was changed on 2023-11-14/);
  });

  it("by the name of a container, which must be there", async () => {
    await expect(read([reference(0, "vcc://c/x.bin")], [])).rejects.toThrow(/it has none/);
  });
});
