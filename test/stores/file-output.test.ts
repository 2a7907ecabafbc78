/** Files that appear when they are finished: what they replace, and what they never do. */
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fileOutput } from "../../src/stores/file/output.ts";
import { failure } from "../formats/bloscpack/failure.ts";
import { has } from "../programs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-output-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

async function write(name: string, text: string, overwrite: boolean): Promise<void> {
  const output = await fileOutput(path(name), { overwrite });
  await output.target.write(0, [Buffer.from(text)]);
  await output.finish();
}

it("nothing at all is a file, too", async () => {
  const output = await fileOutput(path("a"), {});
  await output.finish();
  expect(readFileSync(path("a"), "utf8")).toBe("");
  expect(readdirSync(folder)).toEqual(["a"]);
});

it("a directory is not replaced, and that is said before anything is written", async () => {
  mkdirSync(path("d"));
  for (const overwrite of [true, false]) {
    const error = await failure(() => fileOutput(path("d"), { overwrite }));
    expect([error.code, error.what]).toEqual(["invalid-request", "this is a directory"]);
  }
  expect(readdirSync(folder)).toEqual(["d"]);
});

it.skipIf(!has("mkfifo"))("a pipe or a device is not replaced", async () => {
  execFileSync("mkfifo", [path("pipe")]);
  expect((await failure(() => fileOutput(path("pipe"), { overwrite: true }))).what).toContain("pipe or a device");
  expect(lstatSync(path("pipe")).isFIFO()).toBe(true);
  expect((await failure(() => fileOutput("/dev/null", { overwrite: true }))).code).toBe("invalid-request");
});

it.skipIf(process.platform === "win32")("a link stays, and what it leads to is replaced", async () => {
  mkdirSync(path("d"));
  writeFileSync(path("d/real"), "old");
  symlinkSync("d/real", path("link"));
  expect((await failure(() => write("link", "new", false))).code).toBe("exists");
  await write("link", "new", true);
  expect(lstatSync(path("link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(path("d/real"), "utf8")).toBe("new");
  expect(readdirSync(path("d"))).toEqual(["real"]);
});
