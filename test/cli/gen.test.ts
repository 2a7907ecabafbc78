/** hyperslab gen. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, it } from "vitest";
import { openArray, openGroup } from "../../src/index.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-gen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = "netcdf tiny {\ndimensions: x = 3 ;\nvariables: short v(x) ;\ndata: v = 1, 2, 3 ;\n}\n";
const file = join(folder, "tiny.cdl");
writeFileSync(file, TEXT);

it("writes a dataset, in place of another only when told to", async () => {
  const target = join(folder, "a.zarr");
  const { code, stderr } = await runCli(["gen", file, "-o", target]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${file}: 1 variable, 3 values written to ${target}\n` });
  expect((await (await openArray(`${target}::v`)).read()).data).toEqual(Int16Array.of(1, 2, 3));
  expect((await runCli(["gen", file, "-o", target])).code).not.toBe(0);
  expect((await runCli(["gen", file, "-o", target, "--overwrite", "--format", "zarr2"])).code).toBe(0);
  expect((await openGroup(target)).hierarchy.format).toBe("zarr2");
});

it("reads stdin, and prints JSON", async () => {
  const target = join(folder, "b.zarr");
  const stdin = Readable.from([Buffer.from(TEXT.slice(0, 20)), Buffer.from(TEXT.slice(20))]);
  const { code, stdout } = await runCli(["gen", "-", "-o", target, "--json"], { stdin });
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      file: "stdin",
      target,
      name: "tiny",
      format: "zarr3",
      groups: 0,
      dimensions: 1,
      variables: 1,
      values: 3,
      notes: [],
    },
  ]);
});

it("checks the text if there is no output", async () => {
  const { code, stderr } = await runCli(["gen", file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${file}: 1 variable, 3 values; nothing written\n` });
});

it("shows the line of a mistake", async () => {
  const wrong = join(folder, "wrong.cdl");
  writeFileSync(wrong, TEXT.replace("3 ;\n}", "70000 ;\n}"));
  const { code, stderr } = await runCli(["gen", wrong, "-o", join(folder, "never.zarr")]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      `error: 70000 does not fit the type short: data: v = 1, 2, 70000 ; (${wrong}:4:17)\n` +
      "  hint: short holds integers from -32768 to 32767.\n",
  });
  expect((await runCli(["gen", join(folder, "missing.cdl")])).code).toBe(3);
});

it("takes ncgen's -b and -k", async () => {
  const inside = join(folder, "inside");
  mkdirSync(inside);
  const before = process.cwd();
  process.chdir(inside);
  try {
    expect((await runCli(["gen", file, "-b", "-k", "nc4"])).code).toBe(0);
    expect((await openArray("tiny.zarr::v")).shape).toEqual([3]);
  } finally {
    process.chdir(before);
  }
  const groups = join(folder, "groups.cdl");
  writeFileSync(groups, "netcdf a { group: g { } }");
  expect((await runCli(["gen", groups, "-k", "classic"])).stderr).toContain("does not have the group g");
  expect((await runCli(["gen", file, "-k", "nc9"])).code).toBe(2);
  expect((await runCli(["gen", file, "-b", "-o", "x.zarr"])).code).toBe(2);
});
