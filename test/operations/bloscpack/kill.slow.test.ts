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

const RUNS = Number(process.env["HYPERSLAB_KILLS"] ?? 50);
/** As many at once: starting a process is most of the work. */
const LANES = 4;

describe("killed at random points of an append", () => {
  it(`${RUNS} times`, async () => {
    const [first, more] = [
      sampleBytes(1_000_000),
      new Uint8Array(Buffer.concat([noise(120_000), sampleBytes(480_000, 3)])),
    ];
    const path = (name: string): string => join(folder, name);
    writeFileSync(path("first"), first);
    writeFileSync(path("more"), more);
    await pack(path("first"), path("before.blp"), { chunkSize: "400K", typeSize: 4, codec: "lz4" });
    const took = await measure(path);
    const whole = new Uint8Array(Buffer.concat([first, more]));
    const seen = { old: 0, new: 0 };
    const runOnce = async (run: number): Promise<void> => {
      const packed = path(`${run}.blp`);
      const out = path(`${run}.out`);
      const unpacked = async (): Promise<Uint8Array> => {
        await unpack(packed, out, { overwrite: true });
        return new Uint8Array(readFileSync(out));
      };
      copyFileSync(path("before.blp"), packed);
      // The last one is let end, however slow the machine has become since it was measured.
      await killed(packed, path("more"), run === RUNS - 1 ? Number.POSITIVE_INFINITY : (took * run) / RUNS);
      const found = await unpacked();
      const state = same(found, first) ? "old" : "new";
      expect(same(found, state === "old" ? first : whole), `run ${run}`).toBe(true);
      seen[state] += 1;
      // Whatever was left can be appended to.
      if (run % 10 === 0) {
        await append(packed, path("more"), { typeSize: 4 });
        expect(same(await unpacked(), new Uint8Array(Buffer.concat([found, more]))), `run ${run}`).toBe(true);
      }
      for (const file of [packed, out]) rmSync(file);
    };
    const runs = Array.from({ length: RUNS }, (_, run) => run).values();
    const lane = async (): Promise<void> => {
      for (const run of runs) await runOnce(run);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  }, 600_000);
});

/** Milliseconds that an append takes when nobody kills it, a bit more at most, with as many at once. */
async function measure(path: (name: string) => string): Promise<number> {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const packed = path(`measured-${lane}.blp`);
    copyFileSync(path("before.blp"), packed);
    return killed(packed, path("more"), Number.POSITIVE_INFINITY);
  });
  return Math.max(...(await Promise.all(lanes))) * 1.1;
}

/** Lets an append run for so long, kills it, and gives how long it ran. */
async function killed(packed: string, more: string, after: number): Promise<number> {
  const program = join(import.meta.dirname, "kill-append.mjs");
  const child = spawn(process.execPath, [program, library, packed, more], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  await once(child.stdout, "data");
  const begun = performance.now();
  const timer = Number.isFinite(after) ? setTimeout(() => child.kill("SIGKILL"), after) : undefined;
  await gone;
  clearTimeout(timer);
  return performance.now() - begun;
}
