/** The store contract on what a browser gives a page for files, in a real Chromium. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drop, openPage, type TestPage } from "./page.ts";

declare const contract: {
  readonly subjects: readonly string[];
  readonly dropped: Promise<void>;
  run(name: string): Promise<{ readonly count: number; readonly failed: readonly string[] }>;
};

const folder = mkdtempSync(join(tmpdir(), "hyperslab-files-"));
const droppedFolder = join(folder, "dropped");
let chosen = 0;
let page: TestPage;

function fill(into: string, entries: readonly [string, string][]): void {
  mkdirSync(into, { recursive: true });
  for (const [key, value] of entries) {
    mkdirSync(dirname(join(into, key)), { recursive: true });
    writeFileSync(join(into, key), Buffer.from(value, "latin1"));
  }
}

beforeAll(async () => {
  mkdirSync(droppedFolder);
  const script = join(import.meta.dirname, "contract-page.ts");
  page = await openPage(folder, { script, ready: "contract", writable: [droppedFolder] });
  await page.page.exposeFunction("fillFolder", (name: string, entries: [string, string][]) =>
    fill(join(droppedFolder, name), entries),
  );
  await page.page.exposeFunction("chooseFolder", async (entries: [string, string][]) => {
    const into = join(folder, `chosen-${++chosen}`);
    fill(into, entries);
    await page.page.setInputFiles("input", into);
  });
  await drop(page.page, droppedFolder);
  await page.page.evaluate(() => contract.dropped);
});
afterAll(async () => {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  "origin private file system",
  "origin private file system, handles that do not move",
  "a dropped folder, by its handle",
  "a dropped folder that others filled, by its handle",
  "a dropped folder, by its entry",
  "a chosen folder",
  "a zip archive in a File",
])("%s keeps the store contract", async (name) => {
  const { count, failed } = await page.page.evaluate((subject) => contract.run(subject), name);
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(45);
});

it("the contract fails in a page, too", async () => {
  const { failed } = await page.page.evaluate(() => contract.run("a broken store"));
  expect(failed.some((line) => line.startsWith("replaces the whole value"))).toBe(true);
});

it("has no subject that is not tested", async () => {
  expect(await page.page.evaluate(() => contract.subjects)).toHaveLength(8);
});
