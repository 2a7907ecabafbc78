/** A short run of every fuzz target, always the same cases; `npm run fuzz` goes on for longer, with others. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const CASES = 100;

it("finds nothing wrong in a few cases of every target", async () => {
  const script = fileURLToPath(new URL("../scripts/fuzz.mjs", import.meta.url));
  const options = ["--cases", `${CASES}`, "--seed", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  const rows = [...stdout.matchAll(/^\| (\S+) \| (\d+) \| \d+ \| \d+ \| (\d+) \|$/gm)];
  for (const [, name, cases, failed] of rows) expect([cases, failed], name).toEqual([`${CASES}`, "0"]);
  // All of them: the codecs, the kernels, the documents.
  expect(rows.map(([, name]) => name)).toEqual(expect.arrayContaining(["blosc", "kernel-crc32c", "selection", "cdl"]));
});
