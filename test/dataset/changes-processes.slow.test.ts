/** Changes of one hierarchy by several programs at once, some of which are killed. Runs the built library. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { create, openGroup } from "../../src/index.ts";
import { LOCK_ENDING, LOCK_STEM } from "../../src/stores/file/partial-name.ts";
import { toldBy } from "./consolidated-truth.ts";
import { roundsApart } from "./rounds-apart.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-programs-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const library = pathToFileURL(resolve("dist/lib/index.js")).href;

/** A program that says "ready", waits for a line on its standard input, and then runs `body`. */
function program(path: string, body: string): ChildProcess {
  const script = `
    import { once } from "node:events";
    const { openGroup, openArray } = await import(${JSON.stringify(library)});
    const path = ${JSON.stringify(path)};
    process.stdout.write("ready\\n");
    await once(process.stdin, "data");
    process.stdin.pause();
    ${body}
  `;
  return spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["pipe", "pipe", "inherit"] });
}

/** Lets all programs go at the same time, once all of them are ready. */
async function together(programs: readonly ChildProcess[]): Promise<void> {
  await Promise.all(programs.map(({ stdout }) => once(stdout!, "data")));
  for (const { stdin } of programs) stdin!.end("go\n");
}

async function sample(format: "zarr3" | "zarr2"): Promise<string> {
  const path = join(mkdtempSync(join(base, "d-")), "data.zarr");
  const root = await create(path, { format });
  await root.create("array", { shape: [4], dtype: "int8" });
  await root.create("group");
  await root.consolidate();
  return path;
}

function locksIn(path: string): readonly string[] {
  return readdirSync(path).filter((name) => name === LOCK_STEM + LOCK_ENDING);
}

const ROUNDS = 8;

describe.each(["zarr3", "zarr2"] as const)("%s", (format) => {
  test("one program, 30 rounds of changes through handles opened apart", async () => {
    await roundsApart(format, join(mkdtempSync(join(base, "d-")), "data.zarr"), 30);
  });

  test("two programs and this one: nothing is lost, and the block is true", async () => {
    const path = await sample(format);
    const body = (name: string): string => `
      for (let round = 0; round < ${ROUNDS}; round++) {
        const root = await openGroup(path);
        await root.setAttributes({ ["${name}" + round]: round });
        await (await openArray(path, { path: "array" })).setAttributes({ ["${name}" + round]: round });
        await root.create("${name}" + round);
        await (await openGroup(path, { path: "group" })).setAttributes({ ["${name}" + round]: round });
        if (round % 4 === 3) await root.delete("${name}" + (round - 1));
        if (round % 4 === 2) await root.consolidate();
      }
    `;
    const programs = [program(path, body("a")), program(path, body("b"))];
    const ends = programs.map((child) => once(child, "exit"));
    await together(programs);
    for (let round = 0; round < ROUNDS; round++) await (await openGroup(path)).setAttributes({ [`c${round}`]: round });
    expect(await Promise.all(ends)).toEqual([
      [0, null],
      [0, null],
    ]);
    const { block, said, stored } = await toldBy(path);
    expect([block, said]).toEqual([true, stored]);
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
    const attributes = (...names: string[]): object =>
      Object.fromEntries(names.flatMap((name) => rounds.map((round) => [`${name}${round}`, round])));
    expect(stored[""]).toEqual(attributes("a", "b", "c"));
    expect(stored["array"]).toEqual([attributes("a", "b"), [4]]);
    expect(stored["group"]).toEqual(attributes("a", "b"));
    const made = rounds.filter((round) => round % 4 !== 2).flatMap((round) => [`a${round}`, `b${round}`]);
    expect(Object.keys(stored).sort()).toEqual(["", "array", "group", ...made].sort());
    expect(locksIn(path)).toEqual([]);
  });

  test("programs that are killed leave no lock that lasts, and no block that is wrong", async () => {
    const path = await sample(format);
    const body = (name: string): string => `
      for (let round = 0; ; round++) {
        const root = await openGroup(path);
        await root.setAttributes({ ["${name}" + round % 8]: round });
        await (await openGroup(path, { path: "group" })).setAttributes({ ["${name}" + round % 8]: round });
        await root.create("${name}" + round);
        if (round > 0) await root.delete("${name}" + (round - 1));
        if (round % 4 === 0) await root.consolidate();
        process.stdout.write(round + "\\n");
      }
    `;
    for (let kill = 0; kill < 6; kill++) {
      const programs = [program(path, body(`x${kill}-`)), program(path, body(`y${kill}-`))];
      const ends = programs.map((child) => once(child, "exit"));
      await together(programs);
      // After a number of rounds that differs from kill to kill: somewhere in the middle of a change.
      for (let round = 0; round <= kill; round++) await once(programs[kill % 2]!.stdout!, "data");
      for (const child of programs) child.kill("SIGKILL");
      await Promise.all(ends);
      const after = await toldBy(path);
      expect(after.said).toEqual(after.stored);
      const root = await openGroup(path);
      await root.setAttributes({ [`alive${kill}`]: kill });
      await root.create(`alive${kill}`);
      await root.consolidate();
      expect(locksIn(path)).toEqual([]);
      const again = await toldBy(path);
      expect([again.block, again.said]).toEqual([true, again.stored]);
      expect(again.stored).toHaveProperty(`alive${kill}`);
    }
  });
});

test("the lock of a process that is gone is taken over at once", async () => {
  const path = await sample("zarr3");
  const child = program(path, "");
  const ended = once(child, "exit");
  const owner = { process: child.pid, host: hostname(), started: "0", token: "d1e3c7e0-0000-4000-8000-000000000000" };
  await together([child]);
  await ended;
  writeFileSync(join(path, LOCK_STEM + LOCK_ENDING), JSON.stringify(owner));
  await (await openGroup(path)).setAttributes({ a: 1 });
  expect((await toldBy(path)).said[""]).toEqual({ a: 1 });
  expect(locksIn(path)).toEqual([]);
});
