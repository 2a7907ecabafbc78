/** Copies that are killed at any moment go on with --resume: what is missing is written, nothing else, and all is equal. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { create, openArray, openStore } from "../../src/index.ts";
import { type ObjectServer, objectServer, type SeenRequest } from "../stores/object-server.ts";
import { some } from "../thorough.ts";
import { sampleFolder } from "./sample.ts";
import { ended, spawnCli, startCli } from "./spawn-cli.ts";

const { path, remove } = sampleFolder();
const source = path("source.zarr");
const archive = path("source.zip");
let server: ObjectServer;
let url: string;
let twoArrays: string;

/** 4 MB in 400 chunks; every fifth is absent. */
beforeAll(async () => {
  const root = await create(source, { attributes: { title: "killed" } });
  const array = await root.create("deep/a", {
    shape: [20, 200, 250],
    dtype: "float32",
    chunks: [1, 50, 50],
    dims: ["t", "y", "x"],
  });
  for (let t = 0; t < 20; t++) {
    if (t % 5 === 4) continue;
    await array.write(
      [t],
      Float32Array.from({ length: 50_000 }, (_, i) => Math.sin(i * (t + 1))),
    );
  }
  expect(await spawnCli(["copy", source, archive])).toMatchObject({ code: 0 });
  server = await objectServer({ delay: 2 });
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    return [file.slice(source.length + 1), readFileSync(file)] as const;
  });
  url = server.add(entries);
  twoArrays = server.add(
    entries.flatMap(([key, value]) => [[key, value] as const, [key.replace("deep/a", "deep/b"), value] as const]),
  );
});
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

async function expectEqual(target: string, ...paths: readonly string[]): Promise<void> {
  const expected = await bytesOf(`${source}::deep/a`);
  for (const path of paths.length === 0 ? ["deep/a"] : paths) {
    expect((await bytesOf(`${target}::${path}`)).equals(expected)).toBe(true);
  }
}

async function bytesOf(address: string): Promise<Buffer> {
  const { data } = await (await openArray(address)).read(null, { as: "bytes" });
  return Buffer.from(fixedBytes(data));
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
  "encoded anew": ["--codec", "zstd:level=5", "--chunks", "1,100,50"],
};

/** What such a copy holds in the end, and how long one takes, which says when to kill. */
async function wholeCopy(way: string): Promise<WholeCopy> {
  const known = wholes.get(way);
  if (known !== undefined) return known;
  const target = path(`whole-${way.replace(" ", "-")}.zarr`);
  const started = performance.now();
  expect(await spawnCli(["copy", source, target, ...ways[way]!])).toMatchObject({ code: 0 });
  const whole = { milliseconds: performance.now() - started, complete: await chunkKeys(target) };
  wholes.set(way, whole);
  return whole;
}

interface WholeCopy {
  readonly complete: ReadonlySet<string>;
  readonly milliseconds: number;
}

const wholes = new Map<string, WholeCopy>();

describe.each(Object.keys(ways))("%s", (way) => {
  const options = ways[way]!;

  const ends = [
    ["directory", "target.zarr"],
    ["archive", "target.zarr"],
    ["server", "target.zip"],
    ["directory", "target.zip"],
    ["server", "target.zarr"],
  ] as const;

  it.each(some(ends, 2))("from a %s to %s, killed twice", async (from, name) => {
    const target = path(`${way.replace(" ", "-")}-${from}-${name}`);
    const command = ["copy", sources[from]!(), target, ...options];
    const { complete, milliseconds } = await wholeCopy(way);
    for (let attempt = 0; attempt < 2; attempt++) {
      const child = startCli([...command, ...(attempt === 0 ? [] : ["--resume"])]);
      const over = ended(child);
      while (child.exitCode === null && !existsSync(target)) await setTimeout(5);
      // Any moment will do, also one after the end.
      await setTimeout(Math.random() * milliseconds);
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

/** Of an array that is passed through, half is there when these are asked for; of one encoded anew, the one before it. */
const isLate = ({ url: asked }: SeenRequest): boolean => /\/deep\/b\/c\/1\d\//.test(asked);

describe("Ctrl-C", () => {
  const cases = [
    ["passed through", "stopped here.zarr"],
    ["encoded anew", "stopped here.zarr"],
    ["encoded anew", "stopped.zip"],
    ["passed through", "stopped.zip"],
  ] as const;

  it.each(some(cases, 2))("ends with 6, and says how to continue: %s to %s", async (way, name) => {
    const target = path(`${way}, ${name}`);
    const options = way === "encoded anew" ? ["--chunks", "1,25,50", "--codec", "zstd:level=3"] : [];
    // Begun, and never over before the signal, however fast the machine.
    const gate = server.hold(isLate);
    const child = startCli(["copy", twoArrays, target, ...options, "--overwrite"]);
    const over = ended(child);
    await Promise.race([gate.first, over]);
    child.kill("SIGINT");
    const { code, stderr, stdout } = await over;
    gate.release();
    expect([code, stdout]).toEqual([6, ""]);
    expect(stderr).toMatch(
      /^interrupted: [\d,]+ of [\d,]+ chunks done\n {2}to continue: hyperslab copy .* --resume\n$/,
    );
    const half = (await chunkKeys(target)).size;
    const line = /to continue: (hyperslab .*)\n/.exec(stderr)![1]!;
    expect(line).not.toContain("--overwrite");
    const program = `hyperslab() { "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"; }; `;
    // The server lives in this process, which a synchronous call would hold up.
    const script = path("continue.sh");
    writeFileSync(script, program + line);
    expect(spawnSync("sh", ["-n", script]).status).toBe(0);
    const again = await ended((await import("node:child_process")).spawn("sh", [script]));
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("verified") });
    await expectEqual(target, "deep/a", "deep/b");
    const all = (await chunkKeys(target)).size;
    expect([half > 0, half < all]).toEqual([true, true]);
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
