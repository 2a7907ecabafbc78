/** Archives and several programs: locks, programs that end early, programs that are killed. */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileBytes } from "../../src/stores/file/bytes.ts";
import { zipFile } from "../../src/stores/file/zip.ts";
import { openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { openArchive } from "../../src/stores/zip/archive.ts";
import { readComment } from "../../src/stores/zip/own-comment.ts";
import { type ZipStore, zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, keysOf } from "../contracts/store-contract.ts";
import { bundleStore } from "./bundled-store.ts";
import { valuesIn } from "./zip-values.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-zip-process-"));
let count = 0;
const newPath = (ending = ".zip"): string => join(base, `${++count}${ending}`);
const at = (path: string | URL) => openLocation(parseLocation(path));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let module = "";
beforeAll(() => {
  module = bundleStore(join(base, "module"), "zip");
});

/** Runs a program of its own with a store at `path`. */
function program(path: string, body: string): SpawnSyncReturns<string> {
  const script = `
    const { zipFile } = await import(${JSON.stringify(module)});
    const store = zipFile(${JSON.stringify(path)});
    ${body}
  `;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
}

test("a lock keeps a second program out until the first has flushed", async () => {
  const path = newPath();
  const store = zipFile(path);
  await store.set!("a", bytes(1));
  const refused = program(
    path,
    `await store.set("b", new Uint8Array(1)).catch((error) => console.log(error.message));`,
  );
  expect(refused.stdout).toContain(`the file is being written by process ${process.pid}`);
  await store.flush();
  const allowed = program(path, `await store.set("b", Uint8Array.of(2)); await store.close();`);
  expect(allowed.stderr).toBe("");
  expect(await valuesIn(path)).toEqual({ a: [1], b: [2] });
  // This store reads the archive as it is now, and must not lose what the other set.
  expect(await store.get("b")).toEqual(bytes(2));
  await store.set!("c", bytes(3));
  expect(await store.get("b")).toEqual(bytes(2));
  await store.close();
  expect(await valuesIn(path)).toEqual({ a: [1], b: [2], c: [3] });
});

describe("a program that ends without closing", () => {
  test("by itself: everything is flushed", async () => {
    const path = newPath();
    const { stderr, status } = program(
      path,
      `for (let i = 0; i < 3; i++) await store.set("k/" + i, new Uint8Array(3).fill(i));`,
    );
    expect([stderr, status]).toEqual(["", 0]);
    expect(await valuesIn(path)).toEqual({ "k/0": [0, 0, 0], "k/1": [1, 1, 1], "k/2": [2, 2, 2] });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("by process.exit: it says that the changes are lost, and the old archive is whole", async () => {
    const path = newPath();
    program(path, `await store.set("a", Uint8Array.of(1));`);
    const { stderr } = program(path, `await store.set("a", new Uint8Array(5e6)); process.exit();`);
    expect(stderr).toBe(`hyperslab: ${path} was changed but not closed; the changes are lost\n`);
    expect(await valuesIn(path)).toEqual({ a: [1] });
    const store = await at(path);
    await store.set!("b", bytes(2));
    await store.close!();
    expect(await valuesIn(path)).toEqual({ a: [1], b: [2] });
    expect(readFileSync(path).byteLength).toBeLessThan(400);
  });

  test("and cannot flush: it fails, and says why", () => {
    const path = newPath();
    const { stderr, status } = program(
      path,
      `await store.set("a", Uint8Array.of(1));
       const { renameSync, writeFileSync } = await import("node:fs");
       await store.set("b", new Uint8Array(2e6));
       renameSync(store.location, store.location + ".old");
       writeFileSync(store.location, "other");`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain("the file was removed or replaced while it was in use");
  });
});

test("a file that was not used for a while is closed, and opened again when it is", async () => {
  const path = newPath();
  copyFileSync("fixtures/zip/python-stored.zip", path);
  const openFiles = (): number =>
    readdirSync("/proc/self/fd").filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === path;
      } catch {
        return false;
      }
    }).length;
  const store = zipFile(path);
  await store.get("zarr.json");
  expect(openFiles()).toBe(1);
  await expect.poll(openFiles, { timeout: 120_000 }).toBe(0);
  expect((await store.get("a/c/0/0"))?.byteLength).toBe(1024);
  await store.close();
  expect(openFiles()).toBe(0);
});

describe("a writer that is killed", () => {
  /** Long enough for a directory that takes three steps to copy and is longer than what readers search. */
  const filler = (i: number): string => `filler/${"x".repeat(100)}/${i}`;

  /** Round after round gives all keys the value of that round, drops some, and flushes. */
  const writer = `
    for (let round = 1; ; round++) {
      console.log(round);
      for (let i = 0; i < 8; i++) {
        await store.set("k/" + i, new Uint8Array(i === 3 ? 1200000 + round : 1000 * i + round).fill(round));
      }
      await store.deletePrefix("dropped");
      await store.set("dropped/" + round, new Uint8Array(9));
      await store.flush();
    }
  `;

  async function expectOneRound(store: ZipStore): Promise<number> {
    const round = (await store.get("k/0"))?.[0] ?? 0;
    const keys = (await keysOf(store, "")).filter((key) => !key.startsWith("filler/"));
    const wanted = round === 0 ? [] : [`dropped/${round}`, ...Array.from({ length: 8 }, (_, i) => `k/${i}`)];
    expect(keys.map((key) => key.replace(/^dropped.*/, `dropped/${round}`))).toEqual(wanted);
    for (const key of keys.filter((name) => name.startsWith("k/"))) {
      const value = (await store.get(key))!;
      expect(Buffer.compare(value, new Uint8Array(value.byteLength).fill(round))).toBe(0);
    }
    expect((await keysOf(store, "filler")).length).toBe(600);
    expect(await store.get(filler(599))).toEqual(bytes(599 & 255));
    return round;
  }

  test("at any moment leaves the archive of the last flush, or of the one that it was in", async () => {
    const original = newPath();
    const first = zipFile(original);
    for (let i = 0; i < 600; i++) await first.set!(filler(i), bytes(i & 255));
    await first.close();
    let unfinished = 0;
    let rounds = 0;
    // Without kills in the middle of a round the test would have shown nothing.
    for (let run = 0; run < 40 || (unfinished === 0 && run < 1000); run++) {
      const path = newPath();
      copyFileSync(original, path);
      const script = `
        const { zipFile } = await import(${JSON.stringify(module)});
        const store = zipFile(${JSON.stringify(path)}, { fsync: ${run % 5 === 4} });
        ${writer}
      `;
      const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
      // Sometimes in the first round, while the first end is moved out, sometimes later.
      let seen = 0;
      while (seen < run % 3)
        seen = Number(
          String((await once(child.stdout, "data"))[0])
            .trim()
            .split("\n")
            .at(-1),
        );
      await wait((run % 40) / 2);
      child.kill("SIGKILL");
      await once(child, "exit");
      const left = fileBytes(path);
      const { comment } = (await openArchive(left, path))!;
      if (readComment(comment)?.finishedEnd !== undefined) unfinished += 1;
      rounds += await expectOneRound(zipStore(left));

      const next = zipFile(path);
      await next.set!("next", bytes(1));
      await next.close();
      expect(await next.get("next")).toEqual(bytes(1));
      await next.delete!("next");
      await expectOneRound(next);
      await next.close();
      rmSync(path);
    }
    expect(unfinished).toBeGreaterThan(0);
    expect(rounds).toBeGreaterThan(10);
  });

  test("while it makes a new archive leaves an empty one, which the next writer fills", async () => {
    const path = newPath();
    const script = `
      const { zipFile } = await import(${JSON.stringify(module)});
      const store = zipFile(${JSON.stringify(path)});
      for (let i = 0; ; i++) {
        await store.set("k/" + i, new Uint8Array(500000));
        if (i === 5) console.log("ready");
      }
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await valuesIn(path)).toEqual({});
    const store = await at(path);
    await store.set!("a", bytes(1));
    await store.close!();
    expect(readFileSync(path).byteLength).toBe(30 + 1 + 1 + 46 + 1 + 22);
    expect(await valuesIn(path)).toEqual({ a: [1] });
  });
});
