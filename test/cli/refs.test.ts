/** hyperslab refs: verbs, exit codes, what is printed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create } from "../../src/index.ts";
import { runCli } from "./run-cli.ts";

let folder: string;
let zarr: string;
let set: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-cli-refs-"));
  zarr = join(folder, "a.zarr");
  set = join(folder, "a.json");
  const array = await create(`${zarr}::v`, {
    shape: [8],
    dtype: "uint8",
    chunks: [4],
    codecs: [],
    dims: ["t"],
    format: "zarr2",
  });
  await array.write(undefined, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  const { code, stderr } = await runCli(["refs", "make", zarr, set]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("2 targets") });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("refs", () => {
  it("ls shows arrays and targets, or keys", async () => {
    const { stdout } = await runCli(["refs", "ls", set]);
    expect(stdout).toContain("2 targets");
    expect(stdout).toContain(`${zarr}/v/0`);
    const keys = await runCli(["refs", "ls", set, "--keys"]);
    expect(keys.stdout).toContain(`v/1\t${zarr}/v/1 0 4`);
    const json = JSON.parse((await runCli(["refs", "ls", set, "--json"])).stdout);
    expect(json.targets).toHaveLength(2);
  });

  it("verify answers by its exit code", async () => {
    expect(await runCli(["refs", "verify", set, "--values"])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("no problems found"),
    });
    const broken = join(folder, "broken.json");
    writeFileSync(broken, readFileSync(set, "utf8").replace(`${zarr}/v/1`, `${zarr}/v/nowhere`));
    const { code, stdout } = await runCli(["refs", "verify", broken]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("(v/1): does not exist") });
    const { stdout: json } = await runCli(["refs", "verify", broken, "--json"]);
    expect(JSON.parse(json)).toMatchObject({ ok: false, faults: [{ key: "v/1" }] });
  });

  it.each([
    ["rebase", ["--rename", "/tmp=/tmp"]],
    ["inline", ["--threshold", "10"]],
    ["subchunk", ["--array", "v", "--factor", "2"]],
    ["to-json", ["--templates"]],
    ["gen", []],
    ["gen", ["--expand"]],
  ])("%s writes a set that reads the same", async (verb, options) => {
    const rename = options.map((word) => word.replace("/tmp=/tmp", `${zarr}=${zarr}`));
    const out = join(folder, `${verb}.json`);
    expect(await runCli(["refs", verb, set, out, ...rename, "--force"])).toMatchObject({ code: 0 });
    const { stdout } = await runCli(["dump", "--json", `${out}::v`]);
    expect(stdout).toContain("[1,2,3,4,5,6,7,8]");
  });

  it("to-parquet writes a set that is read again", async () => {
    const out = join(folder, "set.parq");
    expect(await runCli(["refs", "to-parquet", set, out])).toMatchObject({ code: 0 });
    expect((await runCli(["dump", "--json", `${out}::v`])).stdout).toContain("[1,2,3,4,5,6,7,8]");
    const back = join(folder, "back.json");
    expect(await runCli(["refs", "to-json", out, back])).toMatchObject({ code: 0 });
    const { ".zmetadata": consolidated, ...refs } = JSON.parse(readFileSync(back, "utf8")).refs;
    expect(refs).toEqual(JSON.parse(readFileSync(set, "utf8")).refs);
    expect(JSON.parse(consolidated)).toMatchObject({ zarr_consolidated_format: 1 });
    expect(await runCli(["refs", "verify", out])).toMatchObject({ code: 0 });
  });

  it("to-parquet writes Zarr v3 on request only", async () => {
    const [source, json, out] = [join(folder, "v3.zarr"), join(folder, "v3.json"), join(folder, "v3.parq")];
    const array = await create(`${source}::v`, { shape: [8], dtype: "uint8", chunks: [4] });
    await array.write(undefined, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    expect((await runCli(["refs", "make", source, json])).code).toBe(0);
    const refused = await runCli(["refs", "to-parquet", json, out]);
    expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining("--zarr3") });
    expect((await runCli(["refs", "to-parquet", json, out, "--zarr3"])).code).toBe(0);
    expect((await runCli(["dump", "--json", `${out}::v`])).stdout).toContain("[1,2,3,4,5,6,7,8]");
  });

  it("append joins sets", async () => {
    const out = join(folder, "twice.json");
    const { code, stderr } = await runCli(["refs", "append", set, set, out, "--dim", "t"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("t has 16 elements") });
  });

  it("copy --refs is make", async () => {
    const out = join(folder, "copied.json");
    expect(await runCli(["copy", zarr, out, "--refs"])).toMatchObject({ code: 0 });
    expect(readFileSync(out, "utf8")).toBe(readFileSync(set, "utf8"));
  });

  it.each([
    [["refs"], /verb is missing/],
    [["refs", "nonsense"], /has no verb/],
    [["refs", "rebase", "a.json"], /needs 2 addresses/],
    [["refs", "rebase", "a.json", "b.json"], /--rename is missing/],
    [["refs", "rebase", "a.json", "b.json", "--rename", "x"], /OLD=NEW/],
    [["refs", "ls", "a", "b"], /too many/],
    [["refs", "subchunk", "a", "b", "--array", "v"], /--factor is missing/],
    [["refs", "ls", "a.json", "--gen"], /refs ls has no option --gen.*--gen belongs to verify, make.*has --keys/s],
    [
      ["refs", "to-json", "a", "b", "--record-size", "5"],
      /no option --record-size.*belongs to scan, combine, append, to-parquet/s,
    ],
    [["refs", "to-parquet", "a", "b", "--template"], /--template/],
    [["refs", "inline", "a", "b", "--treshold", "5"], /--threshold/],
  ])("%j is wrong usage", async (argv, problem) => {
    const { code, stderr } = await runCli(argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(problem);
  });

  it("takes --base, --template and --strict-fsspec wherever a set is opened", async () => {
    const path = join(folder, "templated.json");
    const { refs } = JSON.parse(readFileSync(set, "utf8"));
    refs["v/0"] = ["{{u}}/v/0", 0, 4];
    refs["v/1"] = ["v/1", 0, 4];
    writeFileSync(path, JSON.stringify({ version: 1, templates: { u: "/nowhere" }, refs }));
    const argv = ["dump", "--json", `${path}::v`, "--template", `u=${zarr}`, "--base", zarr];
    for (const more of [[], ["--strict-fsspec"]]) {
      expect((await runCli([...argv, ...more])).stdout).toContain("[1,2,3,4,5,6,7,8]");
    }
    expect((await runCli(["dump", `${path}::v`])).code).not.toBe(0);
    expect((await runCli(["dump", `${path}::v`, "--template", "u"])).code).toBe(2);
  });
});
