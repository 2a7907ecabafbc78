/** Real processes, killed at random points of an append: the file is the old one or the new one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { append, pack, unpack } from "../../../src/index.ts";
import { bundledLibrary } from "./bundled-library.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

let folder: string;
let library: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-kill-"));
  library = await bundledLibrary(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = 200;

describe("killed at random points of an append", () => {
  it(`${RUNS} times`, async () => {
    const [first, more] = [
      sampleBytes(2_500_000),
      new Uint8Array(Buffer.concat([noise(300_000), sampleBytes(1_200_000, 3)])),
    ];
    const path = (name: string): string => join(folder, name);
    writeFileSync(path("first"), first);
    writeFileSync(path("more"), more);
    await pack(path("first"), path("before.blp"), { chunkSize: "1M", typeSize: 4, codec: "lz4" });
    const took = await measure(path);
    const whole = new Uint8Array(Buffer.concat([first, more]));
    const seen = { old: 0, new: 0 };
    for (let run = 0; run < RUNS; run++) {
      copyFileSync(path("before.blp"), path("x.blp"));
      // The last one is let end, however slow the machine has become since it was measured.
      await killed(path, run === RUNS - 1 ? Number.POSITIVE_INFINITY : (took * run) / RUNS);
      await unpack(path("x.blp"), path("out"), { overwrite: true });
      const found = new Uint8Array(readFileSync(path("out")));
      const state = same(found, first) ? "old" : "new";
      expect(same(found, state === "old" ? first : whole), `run ${run}`).toBe(true);
      seen[state] += 1;
      // Whatever was left can be appended to.
      if (run % 10 === 0) {
        await append(path("x.blp"), path("more"), { typeSize: 4 });
        await unpack(path("x.blp"), path("out"), { overwrite: true });
        expect(same(new Uint8Array(readFileSync(path("out"))), new Uint8Array(Buffer.concat([found, more])))).toBe(
          true,
        );
      }
    }
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  }, 600_000);
});

/** Milliseconds that an append takes when nobody kills it, a bit more at most. */
async function measure(path: (name: string) => string): Promise<number> {
  let longest = 0;
  for (let round = 0; round < 3; round++) {
    copyFileSync(path("before.blp"), path("x.blp"));
    longest = Math.max(longest, await killed(path, Number.POSITIVE_INFINITY));
  }
  return longest * 1.1;
}

/** Lets an append run for so long, kills it, and gives how long it ran. */
async function killed(path: (name: string) => string, after: number): Promise<number> {
  const program = join(import.meta.dirname, "kill-append.mjs");
  const child = spawn(process.execPath, [program, library, path("x.blp"), path("more")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const begun = performance.now();
  const timer = Number.isFinite(after) ? setTimeout(() => child.kill("SIGKILL"), after) : undefined;
  await once(child, "exit");
  clearTimeout(timer);
  return performance.now() - begun;
}
