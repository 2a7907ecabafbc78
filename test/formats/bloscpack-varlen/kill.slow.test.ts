/** A hundred real processes, killed while they append: whole appends are there, and nothing of others. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const RUNS = Number(process.env["HYPERSLAB_KILLS"] ?? 30);
const textOf = (index: number): string => `object ${index} `.repeat(1 + (index % 300));

async function killed(path: string, first: number, after: number): Promise<void> {
  const program = join(import.meta.dirname, "kill-append.mjs");
  const child = spawn(process.execPath, [program, library, path, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  setTimeout(() => child.kill("SIGKILL"), after);
  await once(child, "exit");
  // Its lock counts for nothing, unless another process has its number by now.
  rmSync(path.endsWith(".blp") ? `${path}.lock` : join(path, "index.blp.lock"), { force: true });
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
      await killed(path, count, (run * 7) % 61);
      const { data } = await (await openArray(path)).read();
      expect((data.length - count) % 20, `run ${run}`).toBe(0);
      expect(data.length).toBeGreaterThanOrEqual(count);
      expect(data).toEqual(Array.from({ length: data.length }, (_, i) => textOf(i)));
      if (data.length > count) grown += 1;
      count = data.length;
    }
    expect(grown).toBeGreaterThan(RUNS / 10);
  },
  600_000,
);
