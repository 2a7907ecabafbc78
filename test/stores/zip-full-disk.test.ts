/** An archive on a full disk: what cannot be finished leaves the archive as it was, and no lock. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copy, create, memoryStore, openArray } from "../../src/index.ts";
import { bundleStore } from "./bundled-store.ts";

/** A file system of 2 MiB; undefined where none can be mounted. */
const small = mounted();
let roomy = "";
// Hooks do not run where all tests are skipped.
beforeAll(() => {
  roomy = mkdtempSync(join(tmpdir(), "hyperslab-full-"));
});
afterAll(() => {
  rmSync(roomy, { recursive: true, force: true });
  if (small === undefined) return;
  // Once the last file is closed: idle ones are, a little later.
  execFileSync("umount", ["--lazy", small]);
  rmSync(small, { recursive: true, force: true });
});

function mounted(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-full-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

describe.skipIf(small === undefined)("a disk of 2 MiB (skipped where the tests may not mount one)", () => {
  it.each([false, true])("a copy fails with the system's words, an archive there before: %s", async (before) => {
    const target = join(small!, "target.zip");
    rmSync(target, { force: true });
    if (before) {
      const old = await create(target, { data: [1, 2, 3], dtype: "int8" });
      await old.close();
    }
    const bytes = before ? readFileSync(target) : undefined;
    const source = memoryStore();
    const data = Uint8Array.from({ length: 4 * 1024 * 1024 }, (_, i) => (i * 2654435761) >>> 13);
    await create(source, { data, chunks: [64 * 1024], codecs: [] });
    await expect(copy(source, target, { overwrite: before })).rejects.toThrow(/ENOSPC|no space|full/i);
    expect(readdirSync(small!).filter((name) => name !== "target.zip")).toEqual([]);
    if (existsSync(target) && readFileSync(target).byteLength !== bytes?.byteLength) {
      // There was room for the marker and for the archive's directory, after what did not fit.
      await expect(openArray(target, { complete: true })).rejects.toMatchObject({ code: "invalid-data" });
      return;
    }
    expect(existsSync(target)).toBe(before);
    if (bytes !== undefined) expect(readFileSync(target)).toEqual(bytes);
    if (before) expect((await (await openArray(target)).read()).data).toEqual(Int8Array.of(1, 2, 3));
  });

  it("a program that never closes its archive ends with 1 and a message, without a stack and without a lock", async () => {
    const target = join(small!, "left.zip");
    const program = join(roomy, "program.mjs");
    const module = pathToFileURL(bundleStore(roomy, "zip")).href;
    writeFileSync(
      program,
      `import { zipFile } from ${JSON.stringify(module)};
       const store = zipFile(${JSON.stringify(target)});
       for (let i = 0; i < 40; i++) await store.set("c/" + i, new Uint8Array(100_000).fill(i + 1)).catch(() => {});`,
    );
    const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^hyperslab: .*left\.zip .* changes are lost: .*\n$/)]);
    expect([existsSync(`${target}.lock`), existsSync(target)]).toEqual([false, false]);
  });
});
