/** The program as it is installed: what a start loads, workers, pipes that close, signals, full disks. */

import { existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { create, openArray } from "../../src/index.ts";
import { sampleFolder } from "./sample.ts";
import { ended, spawnCli, startCli } from "./spawn-cli.ts";

const { folder, sample, path, remove } = sampleFolder();
const large = path("large.zarr");

/** More than 32 MiB, so that workers are started. */
beforeAll(async () => {
  const array = await create(large, {
    shape: [40, 500, 500],
    dtype: "float32",
    chunks: [1, 250, 250],
    dims: ["t", "y", "x"],
  });
  for (let t = 0; t < 40; t++) {
    await array.write(
      [t],
      Float32Array.from({ length: 250_000 }, (_, i) => Math.sin(i * (t + 1))),
    );
  }
});
afterAll(remove);

/** Every module that the main thread loads from dist/, with its length. */
async function loadedBy(argv: readonly string[]): Promise<{ readonly files: number; readonly bytes: number }> {
  const list = path("loaded.txt");
  const hooks = `export const load = async (url, context, next) => {
    const module = await next(url, context);
    if (url.includes("/dist/")) (await import("node:fs")).appendFileSync(${JSON.stringify(list)}, module.source.length + "\\n");
    return module;
  };`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(dataUrl(hooks))});`;
  writeFileSync(list, "");
  const env = { ...process.env, NODE_OPTIONS: `--import ${dataUrl(register)}` };
  expect(await spawnCli(argv, { env })).toMatchObject({ code: 0 });
  const lengths = readFileSync(list, "utf8").trim().split("\n").map(Number);
  return { files: lengths.length, bytes: lengths.reduce((sum, length) => sum + length, 0) };
}

function dataUrl(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

it("can be started by its name", () => {
  expect(readdirSync("dist/lib")).not.toContain("main.js");
  expect(readFileSync("dist/cli/main.js", "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
});

it("shows with --debug where an error was created, by function names", async () => {
  const { code, stderr } = await spawnCli(["info", path("nothing"), "--debug"]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/at async (Module\.)?info \(\S+:\d+:\d+\)/)]);
});

// Reading a module costs about half a millisecond, and 100 kB of them two. Names and lines are kept, for stack traces.
it.each<[string, readonly string[], number, number]>([
  ["its version", ["--version"], 4, 40_000],
  ["help", ["--help"], 6, 60_000],
  ["what is there", [sample], 19, 1_200_000],
  ["one array, which takes no conventions", [`${sample}::time`], 14, 760_000],
  ["values", ["dump", `${sample}::time`, "-S", ":2"], 25, 1_280_000],
  ["a file to pack", ["pack", "-f", "package.json", path("packed.blp")], 15, 810_000],
  ["a packed file", ["unpack", "-f", path("packed.blp"), path("unpacked")], 15, 810_000],
])("loads little for %s", async (_, argv, files, bytes) => {
  const loaded = await loadedBy(argv);
  expect(loaded.files).toBeLessThanOrEqual(files);
  expect(loaded.bytes).toBeLessThanOrEqual(bytes);
  expect(loaded.files).toBeGreaterThan(0);
});

it("knows its version, shows help and reads data", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await spawnCli(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  expect((await spawnCli(["--help"])).stdout).toContain("consolidate");
  expect(await spawnCli(["dump", `${sample}::time`, "-S", ":2"])).toMatchObject({ code: 0, stderr: "" });
});

it.each<[number, readonly string[]]>([
  [0, [sample]],
  [1, ["create", sample]],
  [2, ["info", sample, "--nonsense"]],
  [3, [`${sample}::nothing`]],
  [7, ["create", path("c.zarr"), "--shape", "1", "--codec", "nonsense"]],
])("ends with %i", async (code, argv) => {
  const outcome = await spawnCli(argv);
  expect(outcome.code).toBe(code);
  expect(code === 0 ? outcome.stderr : outcome.stdout).toBe("");
});

it("starts workers from the bundle, and what they decode is right", async () => {
  const hook = path("hook.cjs");
  writeFileSync(hook, 'if (!require("worker_threads").isMainThread) require("fs").writeSync(2, "worker started\\n");');
  const env = { ...process.env, NODE_OPTIONS: `--require ${hook}` };
  const { code, stderr } = await spawnCli(["export", large, path("large.raw")], { env });
  expect([code, stderr]).toEqual([0, expect.stringContaining("worker started")]);
  const bytes = readFileSync(path("large.raw"));
  const { data } = await (await openArray(large)).read(null, { as: "bytes", workers: false });
  expect(bytes.equals(fixedBytes(data))).toBe(true);
});

describe("pipes", () => {
  it("may close early: silence and 0", async () => {
    const child = startCli(["dump", large]);
    const outcome = ended(child);
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect(await outcome).toMatchObject({ code: 0, stderr: "" });
  });

  it.each(existsSync("/dev/full") ? ["/dev/full"] : [])("to %s end with 5 and a word", async (full) => {
    const outcome = await spawnCli(["dump", sample], { stdio: ["ignore", openSync(full, "w"), "pipe"] });
    expect(outcome).toMatchObject({ code: 5, stderr: expect.stringContaining("stdout cannot be written") });
  });
});

describe("Ctrl-C", () => {
  it.each<[string, readonly string[], () => boolean]>([
    [
      "a copy",
      ["copy", large, path("interrupted.zarr"), "--codec", "zstd:level=19", "--chunks", "1,125,125"],
      () => existsSync(path("interrupted.zarr/c")),
    ],
    [
      "an export",
      ["export", large, path("interrupted.csv")],
      () => readdirSync(folder).some((name) => /^interrupted\.csv\..*partial$/.test(name)),
    ],
    ["a dump into a file", ["dump", large], () => statSync(path("dump.txt")).size > 0],
  ])("ends %s, and leaves no half of anything", async (_, argv, isUnderWay) => {
    const child = startCli(argv, { stdio: ["ignore", openSync(path("dump.txt"), "w"), "pipe"] });
    const outcome = ended(child);
    while (!isUnderWay() && child.exitCode === null) await setTimeout(20);
    child.kill("SIGINT");
    const isCopy = argv[0] === "copy";
    expect(await outcome).toMatchObject({
      code: isCopy ? 6 : 130,
      stderr: isCopy ? expect.stringContaining("to continue: hyperslab copy ") : "interrupted\n",
    });
    const names = readdirSync(folder, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes("partial") || name.includes("interrupted.csv"))).toEqual([]);
  });
});
