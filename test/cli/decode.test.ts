/** Decoded values on the command line, and stored ones one word away. */
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { create, openArray } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { runCli } from "./run-cli.ts";

async function sample(): Promise<string> {
  const folder = `${scratchFolder()}/s.zarr`;
  const group = await create(folder, { format: "zarr3" });
  const units = { units: "days since 2026-01-01" };
  await group.create("time", { data: [0, 1, 2], dtype: "int32", dims: ["time"], attributes: units });
  const attributes = { scale_factor: 0.5, _FillValue: -1, valid_max: 8 };
  await group.create("t", { data: [2, -1, 9], dtype: "int16", dims: ["time"], attributes });
  const flags = { flag_values: [1, 2], flag_meanings: "land sea" };
  await group.create("f", { data: [1, 2, 1], dtype: "int8", dims: ["time"], attributes: flags });
  return folder;
}

async function values(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout
    .trim()
    .split(/\r?\n/)
    .slice(argv[0] === "dump" ? -2 : 0)
    .join("\n");
}

it("dump shows stored values, and decoded ones with --decode, --valid and --flags", async () => {
  const folder = await sample();
  expect(await values("dump", `${folder}::t`)).toBe(" t = 2, _, 9 ;\n}");
  expect(await values("dump", `${folder}::t`, "--raw")).toBe(" t = 2, _, 9 ;\n}");
  expect(await values("dump", `${folder}::t`, "--decode")).toBe(" t = 1, _, 4.5 ;\n}");
  expect(await values("dump", `${folder}::t`, "--valid")).toBe(" t = 1, _, _ ;\n}");
  expect(await values("dump", `${folder}::f`, "--flags")).toBe(' f = "land", "sea", "land" ;\n}');
  expect(await values("dump", `${folder}::t[time=2026-01-03]`, "--decode")).toBe(" t = 4.5 ;\n}");
  expect(await values("dump", `${folder}::time`, "-t")).toBe(' time = "2026-01-01", "2026-01-02", "2026-01-03" ;\n}');
  expect(await values("dump", `${folder}::time`, "--decode")).toContain('"2026-01-01T00:00:00", ');
  const { arrays } = JSON.parse((await runCli(["dump", `${folder}::t`, "--json", "--decode"])).stdout);
  expect(arrays[0]).toMatchObject({ dtype: "float64", stored: "int16", data: [1, null, 4.5] });
});

it("tables show decoded values, and stored ones with --raw", async () => {
  const folder = await sample();
  const days = ["2026-01-01T00:00:00", "2026-01-02T00:00:00", "2026-01-03T00:00:00"];
  const table = (name: string, cells: readonly string[]): string =>
    [`time,${name}`, ...cells.map((cell, index) => `${days[index]},${cell}`)].join("\n");
  expect(await values("export", `${folder}::t`, "-", "--as", "csv")).toBe(table("t", ["1", "NaN", "4.5"]));
  expect(await values("export", `${folder}::t`, "-", "--as", "csv", "--valid")).toBe(table("t", ["1", "NaN", "NaN"]));
  const raw = await values("export", `${folder}::t`, "-", "--as", "csv", "--raw");
  expect(raw).toBe(table("t (stored)", ["2", "-1", "9"]));
  expect(await values("export", `${folder}::f`, "-", "--as", "csv", "--flags")).toBe(
    table("f (decoded)", ["land", "sea", "land"]),
  );
  // A table of stored values is read back.
  const file = `${scratchFolder()}/t.csv`;
  writeFileSync(file, raw.replaceAll(",9", ",7"));
  expect(await runCli(["write", `${folder}::t`, file])).toMatchObject({ code: 0 });
  expect([...(await (await openArray(`${folder}::t`)).read()).data]).toEqual([2, -1, 7]);
  writeFileSync(file, table("t", ["1", "NaN", "4.5"]));
  expect(await runCli(["write", `${folder}::t`, file])).toMatchObject({ code: expect.not.toBeOneOf([0]) });
});

it("refuses --raw beside the words for decoded values", async () => {
  const folder = await sample();
  for (const word of ["--decode", "--valid", "--flags"]) {
    expect(await runCli(["dump", folder, "--raw", word])).toMatchObject({ code: 2 });
    expect(await runCli(["export", `${folder}::t`, "-", "--as", "csv", "--raw", word])).toMatchObject({ code: 2 });
  }
  expect(await runCli(["stats", folder, "--raw", "--valid"])).toMatchObject({ code: 2 });
  expect(await runCli(["export", `${folder}::t`, "t.npy", "--decode"])).toMatchObject({ code: 2 });
});
