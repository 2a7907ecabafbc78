/** Snapshots as reference sets and as Zarr: the same values, by the library and by the program. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Group,
  info,
  listReferences,
  makeReferences,
  NdArray,
  openArray,
  openGroup,
  saveReferences,
  saveReferencesAsParquet,
  tree,
  verifyReferences,
} from "../../../src/index.ts";
import { runCli } from "../../cli/run-cli.ts";
import { type ObjectServer, objectServer } from "../../stores/object-server.ts";
import { buildRepository, type Table } from "./build.ts";
import { DATA_ROOT, expectedOf, placeData, unpackRepositories, VERSIONS } from "./repositories.ts";

const any = { store: { references: { allow: ["any"] } } };

async function contentsOf(root: Group): Promise<Map<string, unknown>> {
  const contents = new Map<string, unknown>([["", root.attributes]]);
  for await (const node of root.walk()) {
    const values = node instanceof NdArray ? [node.shape, node.dtype, (await node.read()).data] : [];
    contents.set(node.path, [node.attributes, ...values]);
  }
  return contents;
}

async function expectSame(address: string, source: string, allow: readonly string[] = ["any"]): Promise<void> {
  const contents = await contentsOf(await openGroup(address, { allow }));
  expect(contents.size).toBeGreaterThan(1);
  expect(contents).toEqual(await contentsOf(await openGroup(source, { allow })));
}

describe.each(VERSIONS)("a repository of %s", (version) => {
  let folder: string;
  beforeAll(() => {
    folder = unpackRepositories(version);
    placeData(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is named as what it is", async () => {
    expect((await info(`${folder}/history`)).title).toBe("Icechunk (Zarr v3)");
    expect((await tree(`${folder}/history|icechunk:@v1`)).title).toBe("Icechunk (Zarr v3)");
    const { stdout } = await runCli(["info", `${folder}/history`]);
    expect(stdout).toMatch(/^.*\/history\|icechunk:@main {2}Icechunk \(Zarr v3\) group\n/);
  });

  it("as JSON: branches and tags, native and inline chunks", async () => {
    for (const ref of ["main", "dev", "v1"]) {
      const [source, set] = [`${folder}/history|icechunk:@${ref}`, join(folder, `${ref}.json`)];
      const { targets } = await makeReferences(source, set);
      expect(targets).toBeGreaterThan(1);
      await expectSame(set, source);
      expect((await verifyReferences(set, { ...any, values: true })).faults).toEqual([]);
      await saveReferences(source, join(folder, `${ref}-saved.json`));
      expect(readFileSync(join(folder, `${ref}-saved.json`), "utf8")).toBe(readFileSync(set, "utf8"));
    }
  });

  it("as Parquet, on request as all Zarr v3 is", async () => {
    const [source, set] = [`${folder}/split`, join(folder, "set.parq")];
    await expect(saveReferencesAsParquet(source, set)).rejects.toMatchObject({ code: "unsupported" });
    await saveReferencesAsParquet(source, set, { zarr3: true });
    await expectSame(set, source);
  });

  it("virtual chunks lead to their own files, not to the repository", async () => {
    const { trees } = expectedOf(folder, "virtual");
    const id = Object.keys(trees).find((each) => trees[each]!["many"] !== undefined)!;
    const [source, set] = [`${folder}/virtual|icechunk:@${id}`, join(folder, "virtual.json")];
    await makeReferences(source, set, any);
    await expectSame(set, source);
    const { targets } = await listReferences(set);
    const names = targets.map(({ url }) => url).sort();
    expect(names.slice(0, 2)).toEqual([
      `${DATA_ROOT}/data/model_output_000.bin`,
      `${DATA_ROOT}/data/model_output_001.bin`,
    ]);
    expect(names).toContain(`${DATA_ROOT}/data/odd name %41.bin`);
    expect(names).toHaveLength(24);
    // Of what the snapshot says to be unchanged since a time, the size is recorded.
    expect(JSON.parse(readFileSync(set, "utf8")).targets).toEqual({
      [`${DATA_ROOT}/data/model_output_005.bin`]: { size: 400 },
    });
  });

  it("is refused where a file was changed since", async () => {
    await expect(makeReferences(`${folder}/virtual`, join(folder, "stale.json"), any)).rejects.toThrow(
      /was changed on/,
    );
  });

  it("a part of it, by refs make only", async () => {
    const set = join(folder, "part.json");
    await makeReferences(`${folder}/history|icechunk:@v1/nested`, set);
    const deep = await openArray(`${set}::deep/values`);
    expect((await deep.read()).data).toEqual(
      (await (await openArray(`${folder}/history::@v1/nested/deep/values`)).read()).data,
    );
    await expect(saveReferences(`${folder}/history|icechunk:@v1/nested`, set, { overwrite: true })).rejects.toThrow(
      /whole snapshots/,
    );
  });

  it("in an archive: parts of its file", async () => {
    const zip = join(folder, "history.zip");
    writeFileSync(zip, zipSync(filesIn(join(folder, "history")), { level: 0 }));
    const set = join(folder, "zip.json");
    await makeReferences(`${zip}|zip:|icechunk:@v1`, set);
    expect((await listReferences(set)).targets.map(({ url }) => url)).toEqual([zip]);
    await expectSame(set, `${folder}/history|icechunk:@v1`);
  });

  it("by the program: to references and to Zarr", async () => {
    const source = `icechunk://@v1::${folder}/history`;
    for (const [index, argv] of [["refs", "to-json"], ["copy", "--refs"], ["copy"]].entries()) {
      const output = join(folder, `program-${index}${argv.length > 1 ? ".json" : ".zarr"}`);
      const { code, stderr } = await runCli([...argv, source, output]);
      expect([code, stderr.includes("error")]).toEqual([0, false]);
      await expectSame(output, source);
    }
    const { stdout } = await runCli(["refs", "ls", source]);
    expect(stdout).toMatch(/^\d+ keys, \d+ of them in the set\n/);
  });
});

function filesIn(folder: string, below = ""): Record<string, Uint8Array> {
  const found: Record<string, Uint8Array> = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(found, filesIn(folder, path));
    else found[path] = new Uint8Array(readFileSync(join(folder, path)));
  }
  return found;
}

describe("versions that a snapshot records", () => {
  let folder: string;
  let server: ObjectServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "hyperslab-icechunk-"));
    server = await objectServer();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });

  let made = 0;
  function repository(references: readonly Table[]): string {
    made += 1;
    const path = join(folder, `repository-${made}`);
    for (const [key, bytes] of buildRepository({ references })) {
      mkdirSync(dirname(join(path, key)), { recursive: true });
      writeFileSync(join(path, key), bytes);
    }
    return `${path}|icechunk:@main/a`;
  }
  const reference = (index: number, location: string, fields: Table = {}): Table => ({
    0: { u32s: [index] },
    2: { u64: 1 },
    3: { u64: 2 },
    5: { text: location },
    ...fields,
  });

  it("ETags are kept, and a file of another version is refused", async () => {
    const url = server.add([["x.bin", Uint8Array.of(0, 7, 8, 0)]]);
    const etag = (await fetch(`${url}/x.bin`)).headers.get("etag")!;
    const set = join(folder, "etag.json");
    await makeReferences(repository([reference(0, `${url}/x.bin`, { 6: { text: etag } })]), set, any);
    const array = await openArray(set, { allow: ["any"] });
    expect([...((await array.read("0:2")).data as Uint8Array)]).toEqual([7, 8]);
    const [key] = [...server.values.keys()].filter((name) => name.endsWith("x.bin"));
    server.values.set(key!, Uint8Array.of(0, 9, 9, 0, 0));
    const later = await openArray(set, { allow: ["any"] });
    await expect(later.read("0:2")).rejects.toThrow(/another version than the set records/);
  });

  it("two versions of one file do not fit into a set", async () => {
    const tagged = (index: number, text: string): Table =>
      reference(index, "https://data.example.org/x.bin", { 6: { text } });
    const source = repository([tagged(0, "one"), tagged(1, "two")]);
    await expect(makeReferences(source, join(folder, "two.json"))).rejects.toThrow(/two versions of https:\/\/data/);
    const agreed = repository([tagged(0, "one"), tagged(1, '"one"')]);
    await makeReferences(agreed, join(folder, "one.json"));
    expect(JSON.parse(readFileSync(join(folder, "one.json"), "utf8")).targets).toEqual({
      "https://data.example.org/x.bin": { validator: 'etag "one"' },
    });
  });

  it("a time is compared when the set is made", async () => {
    const file = join(folder, "a b.bin");
    writeFileSync(file, Uint8Array.of(0, 5, 6, 0));
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    const at = (modified: number): string =>
      repository([reference(0, pathToFileURL(file).href, { 7: { u32: modified } })]);
    await expect(makeReferences(at(1_699_999_999), join(folder, "late.json"), any)).rejects.toThrow(/was changed on/);
    const set = join(folder, "time.json");
    await makeReferences(at(1_700_000_000), set, any);
    expect(JSON.parse(readFileSync(set, "utf8")).targets).toEqual({ [file]: { size: 4 } });
  });

  it("over HTTP: the files of the repository on its server", async () => {
    const path = unpackRepositories("v2");
    try {
      const url = server.add(Object.entries(filesIn(join(path, "history"))));
      const set = join(folder, "http.json");
      await makeReferences(`${url}|icechunk:@v1`, set);
      const { targets } = await listReferences(set);
      expect(targets.length).toBeGreaterThan(1);
      for (const target of targets) expect(target.url.startsWith(`${url.replace(/\/$/, "")}/chunks/`)).toBe(true);
      await expectSame(set, `${path}/history|icechunk:@v1`);
    } finally {
      rmSync(path, { recursive: true, force: true });
    }
  });
});
