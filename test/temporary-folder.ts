/** Gives each run its own temporary folder, and fails the run if tests leave something in it. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "hyperslab-tests-";

export function setup(): (() => void) | undefined {
  // Several projects run this; the first one is responsible.
  const outer = tmpdir();
  if (basename(outer).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(outer, PREFIX));
  // Some tests give up their rights, and still have to get to their files.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length === 0) return;
    console.error(`Tests left files in the temporary folder: ${left.sort().join(", ")}`);
    process.exitCode = 1;
  };
}
