/** Copies that are killed at any moment go on with --resume: what is missing is written, nothing else, and all is equal. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, openArray, openStore } from "../../src/index.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { sampleFolder } from "./sample.ts";
import { ended, spawnCli, startCli } from "./spawn-cli.ts";

const { path, remove } = sampleFolder();
const source = path("source.zarr");
const archive = path("source.zip");
let server: ObjectServer;
let url: string;

/** 16 MB in 400 chunks; every fifth is absent. */
beforeAll(async () => {
  const root = await create(source, { attributes: { title: "killed" } });
  const array = await root.create("deep/a", {
    shape: [20, 400, 500],
    dtype: "float32",
    chunks: [1, 100, 100],
    dims: ["t", "y", "x"],
  });
  for (let t = 0; t < 20; t++) {
    if (t % 5 === 4) continue;
    await array.write(
      [t],
      Float32Array.from({ length: 200_000 }, (_, i) => Math.sin(i * (t + 1))),
    );
  }
  expect(await spawnCli(["copy", source, archive])).toMatchObject({ code: 0 });
  server = await objectServer({ delay: 2 });
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  url = server.add(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(source.length + 1), readFileSync(file)] as const;
    }),
  );
}, 120_000);
afterAll(async () => {
  remove();
  await server.close();
});

const isChunk = (key: string): boolean => /\/c\//.test(key);

async function chunkKeys(address: string): Promise<Set<string>> {
  const keys = new Set<string>();
  if (!existsSync(address)) return keys;
  for await (const { key } of (await openStore(address)).list!("")) if (isChunk(key)) keys.add(key);
  return keys;
}

async function expectEqual(target: string): Promise<void> {
  const [one, other] = await Promise.all([source, target].map((address) => openArray(`${address}::deep/a`)));
  const [expected, found] = await Promise.all([one!.read(null, { as: "bytes" }), other!.read(null, { as: "bytes" })]);
  expect(Buffer.from(found.data).equals(Buffer.from(expected.data))).toBe(true);
}

/** Keys that a run wrote, by its own trace. */
function writtenIn(stderr: string): readonly string[] {
  const lines = stderr.split("\n").filter((line) => line.startsWith('{"trace":"request"'));
  const requests = lines.map((line): { operation: string; key: string } => JSON.parse(line));
  return requests.filter(({ operation, key }) => operation === "set" && isChunk(key)).map(({ key }) => key);
}

const sources: Readonly<Record<string, () => string>> = {
  directory: () => source,
  archive: () => archive,
  server: () => url,
};
const ways: Readonly<Record<string, readonly string[]>> = {
  "passed through": [],
  "encoded anew": ["--codec", "zstd:level=12", "--chunks", "1,200,100"],
};

describe.each(Object.keys(ways))("%s", (way) => {
  const options = ways[way]!;

  it.each([
    ["directory", "target.zarr"],
    ["archive", "target.zarr"],
    ["server", "target.zarr"],
    ["directory", "target.zip"],
    ["server", "target.zip"],
  ])("from a %s to %s, killed three times", async (from, name) => {
    const target = path(`${way.replace(" ", "-")}-${from}-${name}`);
    const command = ["copy", sources[from]!(), target, ...options];
    const whole = path(`whole-${way.replace(" ", "-")}.zarr`);
    if (!existsSync(whole)) await spawnCli(["copy", source, whole, ...options]);
    const complete = await chunkKeys(whole);
    for (let attempt = 0; attempt < 3; attempt++) {
      const child = startCli([...command, ...(attempt === 0 ? [] : ["--resume"])]);
      const over = ended(child);
      while (child.exitCode === null && !existsSync(target)) await setTimeout(5);
      await setTimeout(Math.random() * 400);
      child.kill("SIGKILL");
      await over;
    }
    const before = await chunkKeys(target);
    const missing = [...complete].filter((key) => !before.has(key));
    const outcome = await spawnCli([...command, "--resume", "--trace", "--json"]);
    expect(outcome).toMatchObject({ code: 0 });
    const written = writtenIn(outcome.stderr);
    expect(written.length).toBe(missing.length);
    expect(new Set(written)).toEqual(new Set(missing));
    const report = JSON.parse(outcome.stdout);
    expect(report.kept).toBeGreaterThanOrEqual(before.size);
    expect(await chunkKeys(target)).toEqual(complete);
    await expectEqual(target);
    rmSync(target, { recursive: true, force: true });
  });
});

describe("Ctrl-C", () => {
  it.each(["stopped here.zarr", "stopped.zip"])("ends with 6, and says how to continue: %s", async (name) => {
    const target = path(name);
    const child = startCli(["copy", url, target, "--chunks", "1,50,50", "--codec", "zstd:level=9", "--overwrite"]);
    const over = ended(child);
    while (child.exitCode === null && !existsSync(target)) await setTimeout(5);
    await setTimeout(300);
    child.kill("SIGINT");
    const { code, stderr, stdout } = await over;
    expect([code, stdout]).toEqual([6, ""]);
    expect(stderr).toMatch(/^interrupted: \d+ of [\d,]+ chunks done\n {2}to continue: hyperslab copy .* --resume\n$/);
    const line = /to continue: (hyperslab .*)\n/.exec(stderr)![1]!;
    expect(line).not.toContain("--overwrite");
    const program = `hyperslab() { "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"; }; `;
    // The server lives in this process, which a synchronous call would hold up.
    const script = path("continue.sh");
    writeFileSync(script, program + line);
    expect(spawnSync("bash", ["-n", script]).status).toBe(0);
    const again = await ended((await import("node:child_process")).spawn("bash", [script]));
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("verified") });
    await expectEqual(target);
  });

  it("of a copy of a changed source: refused with 1", async () => {
    const changing = path("changing.zarr");
    await spawnCli(["copy", source, changing]);
    const target = path("stale.zarr");
    await spawnCli(["copy", changing, target]);
    rmSync(join(target, "deep/a/c/8"), { recursive: true });
    await (await openArray(`${changing}::deep/a`)).write([0, 0, 0], 7);
    const { code, stderr } = await spawnCli(["copy", changing, target, "--resume"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/differs from the source .*\n {2}hint: .*--overwrite/)]);
  });
});
