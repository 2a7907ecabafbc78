/** The environments of the peers are made with the newest Python installed that they can use. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { findPython } from "../scripts/peers/environments.mjs";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-pythons-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** A program that answers as a Python of this version. */
function install(name: string, minor: number): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho 3 ${minor}\n`);
  chmodSync(path, 0o755);
  return path;
}

it("finds the newest Python", () => {
  for (const minor of [11, 12, 13]) install(`python3.${minor}`, minor);
  install("python3", 11);
  vi.stubEnv("PATH", folder);
  vi.stubEnv("PYTHON", undefined);
  vi.stubEnv("PYENV_ROOT", folder);
  expect(findPython("zarr3")).toBe("python3.13");
  expect(findPython("zarr34")).toBe("python3.13");
  expect(findPython("zarr2")).toBe("python3.12");
  const own = install("own", 12);
  vi.stubEnv("PYTHON", own);
  expect(findPython("zarr34")).toBe(own);
  rmSync(join(folder, "python3.13"));
  rmSync(join(folder, "python3.12"));
  vi.stubEnv("PYTHON", undefined);
  expect(findPython("zarr3")).toBe("python3.11");
  expect(() => findPython("zarr34")).toThrow("needs Python 3.12 to 3.14");
});

it("takes a Python of pyenv where none on the path fits", () => {
  for (const minor of [9, 12, 13]) {
    mkdirSync(join(folder, `versions/3.${minor}.1/bin`), { recursive: true });
    install(`versions/3.${minor}.1/bin/python3`, minor);
  }
  mkdirSync(join(folder, "path"));
  install("path/python3", 11);
  vi.stubEnv("PATH", join(folder, "path"));
  vi.stubEnv("PYTHON", undefined);
  vi.stubEnv("PYENV_ROOT", folder);
  expect(findPython("zarr3")).toBe("python3");
  expect(findPython("zarr34")).toBe(join(folder, "versions/3.13.1/bin/python3"));
  vi.stubEnv("PYENV_ROOT", join(folder, "none"));
  expect(() => findPython("zarr34")).toThrow("needs Python 3.12 to 3.14");
});
