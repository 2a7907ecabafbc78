/** The lock on the hierarchy in a directory: who gets it, who waits, and what becomes of locks that nobody holds any more. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { create, isHyperslabError, openGroup } from "../../src/index.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { LOCK_ENDING, LOCK_STEM } from "../../src/stores/file/partial-name.ts";
import { lockDirectory } from "../../src/stores/file/tree-lock.ts";
import { zipFile } from "../../src/stores/file/zip.ts";
import type { LockClock } from "../../src/stores/lock-lease.ts";
import { bytes, keysOf } from "../contracts/store-contract.ts";
import { toldBy } from "../dataset/consolidated-truth.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-tree-lock-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const LOCK = LOCK_STEM + LOCK_ENDING;
let count = 0;

function directory(): { readonly path: string; readonly location: string } {
  const path = mkdtempSync(join(base, `${++count}-`));
  return { path, location: path };
}

/** Time passes where someone waits, and only there; a hundred times as fast. */
function clockOf(onSleep?: () => void): LockClock {
  let time = 0;
  return {
    now: () => time,
    sleep: async (milliseconds) => {
      time += 100 * milliseconds;
      onSleep?.();
    },
    every: () => () => {},
  };
}

function owner(host: string): string {
  return JSON.stringify({ process: process.pid, host, token: "d1e3c7e0-0000-4000-8000-000000000000" });
}

test("no reader sees it, and it is gone afterwards", async () => {
  const root = directory();
  const store = fileStore(root.path);
  await store.set!("a", bytes(1));
  const lock = (await store.lock!())!;
  expect(lock.held).toBe(true);
  expect(existsSync(join(root.path, LOCK))).toBe(true);
  expect(await keysOf(store, "")).toEqual(["a"]);
  expect(await store.listDirectory!("")).toEqual({ keys: ["a"], prefixes: [] });
  expect(await store.get(LOCK)).toBeUndefined();
  await store.deletePrefix!("");
  expect(readdirSync(root.path)).toEqual([LOCK]);
  await lock.release();
  expect(readdirSync(root.path)).toEqual([]);
});

test("a second one waits until the first is released", async () => {
  const root = directory();
  const first = (await lockDirectory(root, undefined))!;
  const order: string[] = [];
  let seen = (): void => {};
  const looked = new Promise<void>((resolve) => {
    seen = resolve;
  });
  const second = lockDirectory(
    root,
    undefined,
    clockOf(() => seen()),
  ).then((lock) => {
    order.push("second");
    return lock;
  });
  await looked;
  order.push("first");
  await first.release();
  await (await second)!.release();
  expect(order).toEqual(["first", "second"]);
});

test("a live process of this machine keeps it, and waiting too long is an error that names the owner", async () => {
  const root = directory();
  writeFileSync(join(root.path, LOCK), owner(hostname()));
  const error = await lockDirectory(root, undefined, clockOf()).catch((caught: unknown) => caught);
  expect(isHyperslabError(error, "not-allowed")).toBe(true);
  expect(String(error)).toMatch(/the hierarchy is being changed by/);
});

test("another machine's is taken over once it was not renewed for a while, and not before", async () => {
  const root = directory();
  const path = join(root.path, LOCK);
  writeFileSync(path, owner("elsewhere"));
  const renewing = clockOf(() => {
    if (renewing.now() < 60_000) writeFileSync(path, owner("elsewhere"));
  });
  await (await lockDirectory(root, undefined, renewing))!.release();
  expect(renewing.now()).toBeGreaterThan(89_000);
  expect(readdirSync(root.path)).toEqual([]);
});

test("one that was taken over is not deleted by its former owner", async () => {
  const root = directory();
  const lock = (await lockDirectory(root, undefined))!;
  writeFileSync(join(root.path, LOCK), owner("elsewhere"));
  await lock.release();
  expect(readFileSync(join(root.path, LOCK), "utf8")).toBe(owner("elsewhere"));
});

test("where no file can be made there is none", async () => {
  const { path } = directory();
  writeFileSync(join(path, "file"), "");
  expect(await fileStore(join(path, "file/below")).lock!()).toBeUndefined();
});

test("a change in a zip archive builds on what another program has written since it was opened", async () => {
  const path = join(base, `${++count}.zip`);
  const first = zipFile(path);
  const root = await create(first);
  await root.create("child");
  await root.consolidate();
  await first.flush();
  // Opened by its own store, as in a program of its own.
  const other = zipFile(path);
  await (await openGroup(other)).setAttributes({ other: 1 });
  await other.close();
  await root.setAttributes({ first: 1 });
  await first.close();
  const { said, stored, block } = await toldBy(path);
  expect([block, said]).toEqual([true, stored]);
  expect(stored[""]).toEqual({ other: 1, first: 1 });
});

test("a change of an archive that is refused does not keep it locked", async () => {
  const path = join(base, `${++count}.zip`);
  const first = zipFile(path);
  await (await create(first)).create("child");
  await first.close();
  await expect((await openGroup(first)).create("child")).rejects.toThrow("already");
  expect(existsSync(`${path}.lock`)).toBe(false);
});
