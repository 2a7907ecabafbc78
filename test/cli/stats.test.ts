/** hyperslab stats: rows for people, JSON for scripts. */
import { expect, it } from "vitest";
import { create } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { runCli } from "./run-cli.ts";

async function sample(): Promise<string> {
  const folder = `${scratchFolder()}/s.zarr`;
  const group = await create(folder, { format: "zarr3" });
  await group.create("time", {
    data: [0, 24],
    dtype: "int32",
    dims: ["time"],
    attributes: { units: "hours since 2026-01-01" },
  });
  const attributes = { scale_factor: 0.5, add_offset: 10, _FillValue: -1, units: "K", valid_max: 7 };
  await group.create("t", { data: [0, 3, -1, 9], dtype: "int16", attributes });
  return folder;
}

it("shows a row per array", async () => {
  const { code, stdout, stderr } = await runCli(["stats", await sample()]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "array  values               of  count  missing  min                  max                  mean                 std       chunks
    t      float64 (int16) [K]  4   3      1        10                   14.5                 12                   1.870829  1, 17 B
    time   time (int32)         2   2      0        2026-01-01T00:00:00  2026-01-02T00:00:00  2026-01-01T12:00:00  43200 s   1, 17 B
    "
  `);
});

it("shows stored values with --raw, and valid ones with --valid", async () => {
  const folder = await sample();
  const numbers = async (...options: string[]): Promise<unknown> => {
    const { stdout } = await runCli(["stats", `${folder}::t`, "--json", ...options]);
    const { min, max, missing, mean } = JSON.parse(stdout).arrays[0];
    return { min, max, missing, mean };
  };
  expect(await numbers()).toEqual({ min: 10, max: 14.5, missing: 1, mean: 12 });
  expect(await numbers("--raw")).toEqual({ min: -1, max: 9, missing: 0, mean: 2.75 });
  expect(await numbers("--valid")).toEqual({ min: 10, max: 11.5, missing: 2, mean: 10.75 });
  expect(await runCli(["stats", folder, "--raw", "--valid"])).toMatchObject({ code: 2 });
});

it("shows quantiles and a histogram of a selection", async () => {
  const { stdout, stderr } = await runCli([
    "stats",
    `${await sample()}::t[0:2]`,
    "--quantiles",
    "0,0.5",
    "--histogram",
    "2",
  ]);
  expect(stderr).toBe("");
  expect(stdout).toMatchInlineSnapshot(`
    "array  values               of  count  missing  min  max   mean   std   chunks
    t      float64 (int16) [K]  2   2      0        10   11.5  10.75  0.75  1
    quantiles  0 % 10  50 % 10.75
    histogram
         10 to 10.75  1  ████████████████████████████████████████
      10.75 to  11.5  1  ████████████████████████████████████████
    "
  `);
});

it("refuses what is not a share or a number of parts", async () => {
  const folder = await sample();
  expect(await runCli(["stats", folder, "--quantiles", "50"])).toMatchObject({ code: 2 });
  expect(await runCli(["stats", folder, "--quantiles", "0.5,"])).toMatchObject({ code: 2 });
  expect(await runCli(["stats", folder, "--histogram", "0"])).toMatchObject({ code: 2 });
});

it("names what has no statistics", async () => {
  const folder = `${scratchFolder()}/c.zarr`;
  await create(folder, { shape: [2], dtype: "complex64" });
  const { code, stderr } = await runCli(["stats", folder]);
  expect(code).toBe(7);
  expect(stderr).toContain("complex64 values have no order");
});
