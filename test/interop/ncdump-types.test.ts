/** Random types of netCDF-4 groups: what ncgen makes of them, `dump` prints as ncdump does. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DumpOptions, dumpBytes } from "../../src/index.ts";
import { ensureNetcdfPrograms } from "./netcdf-programs.ts";
import { randomTypes } from "./random-types.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-types-"));
beforeAll(ensureNetcdfPrograms);
afterAll(() => rmSync(folder, { recursive: true }));

/** Files; 300 for a thorough run. */
const RUNS = process.env["HYPERSLAB_THOROUGH"] === "1" ? 300 : 12;
const OPTIONS: readonly (readonly [readonly string[], DumpOptions])[] = [
  [[], {}],
  [["-hs"], { header: true, special: true }],
  [["-l50", "-bf"], { lineLength: 50, rowComments: "fortran" }],
  [["-p3,5", "-fc"], { floatDigits: 3, doubleDigits: 5, valueComments: "c" }],
];
/** Enough for a busy machine; these files take milliseconds. */
const BOUNDED = { timeout: 20_000, killSignal: "SIGKILL", maxBuffer: 2 ** 28 } as const;

it("dumps equal ncdump's", { timeout: 600_000 }, async () => {
  let compared = 0;
  for (let run = 0; run < RUNS; run++) {
    const text = randomTypes(run);
    const [source, path] = [join(folder, `t${run}.cdl`), join(folder, `t${run}.nc`)];
    writeFileSync(source, text);
    // ncgen dies of some nestings, and on some runs never ends.
    if (spawnSync("ncgen", ["-k", "nc4", "-o", path, source], BOUNDED).status !== 0) continue;
    for (const [options, ours] of OPTIONS) {
      const { status, stdout } = spawnSync("ncdump", [...options, path], { ...BOUNDED, encoding: "latin1" });
      if (status !== 0) continue;
      const pieces: Uint8Array[] = [];
      for await (const piece of dumpBytes(path, ours)) pieces.push(piece);
      expect(Buffer.concat(pieces).toString("latin1"), `${text}\n${options.join(" ")}`).toBe(stdout);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(RUNS * OPTIONS.length * 0.7);
});
