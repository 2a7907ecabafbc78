/** The target of a copy between processes: one owner at a time, marked from the first byte on, whatever ends the copy. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markerKey } from "../../src/dataset/open/unfinished.ts";
import { create, open, openArray } from "../../src/index.ts";
import { namedMemoryStore } from "../../src/stores/memory.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { sampleFolder } from "./sample.ts";
import { ended, spawnCli, startCli } from "./spawn-cli.ts";

const { path, remove } = sampleFolder();
let server: ObjectServer;
let url: string;
const other = path("other.zarr");

beforeAll(async () => {
  server = await objectServer();
  await create("memory:copy-target", { data: new Int32Array(400).fill(1), chunks: [10] });
  const entries: [string, Uint8Array][] = [];
  for await (const { key } of namedMemoryStore("copy-target").list!("")) {
    entries.push([key, (await namedMemoryStore("copy-target").get(key))!]);
  }
  url = server.add(entries);
  await create(other, { data: new Int32Array(400).fill(2), chunks: [10] });
});
afterAll(async () => {
  remove();
  await server.close();
});

async function valuesAt(target: string): Promise<readonly number[]> {
  const { data } = await (await openArray(target, { dtype: "int32" })).read();
  return [...new Set(data)];
}

/** Names of our own in the directory of the target and beside it. */
function leftovers(target: string): readonly string[] {
  const beside = readdirSync(path("")).filter((name) => /partial|lock/.test(name));
  const inside = target.endsWith(".zarr") ? readdirSync(target, { recursive: true }).map(String) : [];
  return [...beside, ...inside.filter((name) => /partial|lock|hyperslab/.test(name))];
}

const isLate = ({ url: asked }: { readonly url: string }): boolean => asked.endsWith("/c/30");

describe.each(["target.zarr", "target.zip"])("%s", (name) => {
  it("a second process is refused while the first runs", async () => {
    const target = path(`two-${name}`);
    const gate = server.hold(isLate);
    const first = ended(startCli(["copy", url, target, "-j", "1"]));
    await Promise.race([gate.first, first]);
    for (const option of [[], ["--overwrite"], ["--resume"]]) {
      const { code, stderr } = await spawnCli(["copy", other, target, ...option]);
      expect([option, code, stderr]).toEqual([
        option,
        4,
        expect.stringMatching(/in progress: process \d+|written by process \d+/),
      ]);
    }
    gate.release();
    expect(await first).toMatchObject({ code: 0, stderr: expect.stringContaining("verified") });
    expect([await valuesAt(target), leftovers(target)]).toEqual([[1], []]);
  });

  it("killed: what is there says so, and --resume finishes it without leftovers", async () => {
    const target = path(`killed-${name}`);
    const gate = server.hold(isLate);
    const child = startCli(["copy", url, target, "-j", "1"]);
    const over = ended(child);
    await Promise.race([gate.first, over]);
    child.kill("SIGKILL");
    await over;
    gate.release();
    if (name.endsWith(".zarr")) {
      expect(existsSync(join(target, markerKey("")))).toBe(true);
      for (const command of [["info"], ["tree"], ["dump", "-h"]]) {
        const { code, stdout } = await spawnCli([command[0]!, target, ...command.slice(1)]);
        expect([code, stdout]).toEqual([0, expect.stringContaining("not finished")]);
      }
      await expect(open(target, { complete: true })).rejects.toThrow(/not finished/);
      const again = await spawnCli(["copy", url, target]);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("--resume")]);
    } else {
      // Nothing of a copy is in an archive before it is flushed.
      expect(await spawnCli(["info", target])).toMatchObject({ code: 3 });
    }
    expect(await spawnCli(["copy", url, target, "--resume"])).toMatchObject({ code: 0 });
    expect([await valuesAt(target), leftovers(target)]).toEqual([[1], []]);
    expect((await spawnCli(["info", target])).stdout).not.toContain("not finished");
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends a copy with 6, to go on with", async (signal) => {
    const target = path(`${signal}-${name}`);
    const gate = server.hold(isLate);
    const child = startCli(["copy", url, target, "-j", "1"]);
    const over = ended(child);
    await Promise.race([gate.first, over]);
    child.kill(signal);
    const { code, stderr } = await over;
    gate.release();
    expect([code, stderr]).toEqual([6, expect.stringMatching(/^interrupted: \d+ of 40 chunks done\n.*--resume\n$/)]);
    expect((await spawnCli(["info", target])).stdout).toContain("not finished");
    expect(await spawnCli(["copy", url, target, "--resume"])).toMatchObject({ code: 0 });
    expect([await valuesAt(target), leftovers(target)]).toEqual([[1], []]);
  });
});

it("Ctrl-C while a copy to Bloscpack verifies leaves the target as it was", async () => {
  const target = path("target.blp");
  await create(target, { data: [5, 6], dtype: "int16" });
  const before = readFileSync(target);
  // Every chunk is asked for twice: the second time to verify.
  let asked = 0;
  const gate = server.hold((request) => isLate(request) && ++asked === 2);
  const child = startCli(["copy", url, target, "--overwrite"]);
  const over = ended(child);
  await Promise.race([gate.first, over]);
  child.kill("SIGINT");
  const { code, stderr } = await over;
  gate.release();
  expect([code, stderr]).toEqual([130, "interrupted: the target is unchanged\n"]);
  expect([readFileSync(target).equals(before), leftovers(target)]).toEqual([true, []]);
  expect(await spawnCli(["copy", url, target, "--overwrite"])).toMatchObject({ code: 0 });
  expect(await valuesAt(target)).toEqual([1]);
  rmSync(target);
});
