/** Real processes, killed while they append: whole appends are there, and nothing of others. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openArray, packObjects } from "../../../src/index.ts";
import { bundledLibrary } from "../../operations/bloscpack/bundled-library.ts";

let folder: string;
let library: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-kill-"));
  library = await bundledLibrary(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** HYPERSLAB_KILLS=100 is the long run. */
const RUNS = Number(process.env["HYPERSLAB_KILLS"] ?? 10);
const textOf = (index: number): string => `object ${index} `.repeat(1 + (index % 300));

/** Lets it say so many lines ("begin", then one an append), waits a moment longer, and kills it. */
async function killed(path: string, first: number, lines: number, after: number): Promise<void> {
  const program = join(import.meta.dirname, "kill-append.mjs");
  const child = spawn(process.execPath, [program, library, path, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  let said = 0;
  child.stdout.on("data", (part: Buffer) => (said += part.toString().split("\n").length - 1));
  while (said < lines && child.exitCode === null) await setTimeout(1);
  await setTimeout(after);
  child.kill("SIGKILL");
  await gone;
}

it.each(["objects.blp", "objects.blpd"])(
  `killed while it appends to %s, ${RUNS} times`,
  async (name) => {
    const path = join(folder, name);
    let count = 0;
    let grown = 0;
    for (let run = 0; run < RUNS; run++) {
      if (run % 10 === 0) {
        // Of room for offsets there is none, some, or much.
        const options = name.endsWith("d") ? { superchunk: 1 + run * 3 } : { reserve: run * 20 };
        await packObjects([textOf(0)], path, { overwrite: true, ...options });
        count = 1;
      }
      await killed(path, count, 1 + (run % 3), (run * 7) % 61);
      const { data } = await (await openArray(path)).read();
      expect((data.length - count) % 20, `run ${run}`).toBe(0);
      expect(data.length).toBeGreaterThanOrEqual(count);
      expect(data).toEqual(Array.from({ length: data.length }, (_, i) => textOf(i)));
      if (data.length > count) grown += 1;
      count = data.length;
    }
    // Two runs of three are let finish an append or two, however slow the machine is.
    expect(grown).toBeGreaterThanOrEqual(Math.floor(RUNS / 3) * 2);
  },
  600_000,
);
