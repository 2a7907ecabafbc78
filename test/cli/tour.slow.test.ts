/** The tour of the built program: what it shows, the folder that it keeps, and the commands that it proposes. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../scratch-folder.ts";

const program = resolve("dist/cli/main.js");

/** Outside of npm, which tells programs how they were started. */
function run(cwd: string, line: string, env: Readonly<Record<string, string>> = {}): string {
  const { PATH = "", TMPDIR = "" } = process.env;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd,
    env: { PATH, TMPDIR, ...env },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** The lines after "Try next". */
function proposed(stdout: string): readonly string[] {
  const [, steps = ""] = stdout.split("Try next\n");
  return steps.trimEnd().split("\n");
}

it("keeps its data in a folder that it names, and every command that it proposes runs as printed", () => {
  const folder = scratchFolder();
  const stdout = run(folder, `node ${program} tour --color never`);
  expect(stdout).toContain("every value is equal");
  expect(stdout).toContain("The dump is equal to the text. As Zarr v2: int16 of shape [3, 2]");
  expect(stdout).toContain("The sample data is in hyperslab-tour.");
  expect(stdout).toMatch(/\d+ references in \d+ bytes; every value read through them is equal/);
  expect(existsSync(join(folder, "hyperslab-tour/sample.zarr/.zgroup"))).toBe(true);
  const lines = proposed(stdout);
  expect(lines).toHaveLength(5);
  for (const line of lines) run(folder, line);
  expect(existsSync(join(folder, "hyperslab-tour/copy.zarr/zarr.json"))).toBe(true);
  expect(existsSync(join(folder, "hyperslab-tour/temperature.npy"))).toBe(true);
});

it("shows a picture with a title, a scale and units, in as many colours as the terminal has", () => {
  const folder = scratchFolder();
  const plain = run(folder, `node ${program} tour --color never`);
  expect(plain).toMatch(/air temperature in K, .*\n(?:.{72}\n){18}\d{3}(?:\.\d)? .{30} \d{3}(?:\.\d)? K\n/);
  expect(run(folder, `node ${program} tour --color always`)).toContain("\u001b[38;5;");
  expect(run(folder, `node ${program} tour --color always`, { COLORTERM: "truecolor" })).toContain("\u001b[38;2;");
  // Each has a folder of its own.
  for (const name of ["hyperslab-tour", "hyperslab-tour-2", "hyperslab-tour-3"]) {
    expect(existsSync(join(folder, name, "sample.zarr"))).toBe(true);
  }
});

it("proposes npx where npx started it", () => {
  const stdout = run(scratchFolder(), `node ${program} tour`, { npm_command: "exec" });
  for (const line of proposed(stdout)) expect(line).toMatch(/^ {2}npx hyperslab /);
});

it.skipIf(process.getuid?.() === 0 || process.platform === "win32")(
  "takes the temporary folder where it may not write",
  () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "locked"), { mode: 0o555 });
    const stdout = run(join(folder, "locked"), `node ${program} tour`, { TMPDIR: folder });
    expect(stdout).toContain(`The sample data is in ${join(folder, "hyperslab-tour-")}`);
  },
);
