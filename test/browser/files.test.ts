/** Files in a page as users have them, in a real Chromium: the lines of the document, and what a change on the disk does. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copy, create } from "../../src/index.ts";
import { drop, openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");
declare const stores: typeof import("../../src/exports/stores.ts");

const folder = mkdtempSync(join(tmpdir(), "hyperslab-files-"));
const data = join(folder, "data.zarr");
const said: string[] = [];
let page: TestPage;

beforeAll(async () => {
  const layout = { chunks: [32, 32], shards: [256, 256], codecs: [] };
  const array = await create(`${data}::a`, { shape: [512, 512], dtype: "int32", ...layout });
  await array.write(
    undefined,
    Int32Array.from({ length: 512 * 512 }, (_, i) => i),
  );
  await copy(data, join(folder, "data.zip"));
  page = await openPage(folder);
  page.page.on("console", (message) => said.push(message.text()));
});
afterAll(async () => {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until the page has said so many lines. */
async function lines(count: number): Promise<readonly string[]> {
  await expect.poll(() => said.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
  return said.splice(0);
}

it("the lines of docs/library.md do what they say", async () => {
  const code = /### Files in a browser[\s\S]*?```js\n([\s\S]*?)```/.exec(readFileSync("docs/library.md", "utf8"))![1]!;
  await page.page.evaluate(() => {
    document.body.append(document.createElement("button"));
    Object.assign(globalThis, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  const script = code
    .replace(/import (\{[^}]*\}) from "hyperslab";/, "const $1 = hyperslab;")
    .replace(/import (\{[^}]*\}) from "hyperslab\/stores";/, "const $1 = stores;");
  await page.page.addScriptTag({ type: "module", content: script });
  expect(await lines(1)).toEqual(["273.1499938964844"]);
  await drop(page.page, data);
  expect(await lines(1)).toEqual(["group"]);
  await drop(page.page, join(folder, "data.zip"));
  expect(await lines(1)).toEqual(["group"]);
  await page.page.setInputFiles("input", data);
  expect(await lines(1)).toEqual(["group"]);
  await page.page.click("button");
  const picked = async (): Promise<readonly number[]> => [
    ...(await (await hyperslab.openArray(stores.opfsStore("picked.zarr"), { dtype: "int16" })).read()).data,
  ];
  await expect.poll(() => page.page.evaluate(picked).catch(String), { timeout: 120_000 }).toEqual([1, 2, 3]);
});

it("every way to give the page the files gives the same values, few bytes at a time", async () => {
  await page.page.evaluate(() => {
    const given: object[] = [];
    Object.assign(globalThis, { given });
    document.addEventListener("drop", (event) => {
      const transfer = event.dataTransfer!;
      given.push(transfer.items[0]!.webkitGetAsEntry()!);
      if (transfer.files[0]!.name === "data.zip") given.push(transfer.files[0]!);
      void hyperslab.droppedItems(transfer).then((items) => given.push(...items));
    });
  });
  await drop(page.page, join(folder, "data.zip"));
  await page.page.waitForFunction("given.length === 3");
  await drop(page.page, data);
  await page.page.waitForFunction("given.length === 5");
  await page.page.setInputFiles("input", data);
  const results = await page.page.evaluate(async () => {
    const { given } = globalThis as unknown as { given: object[] };
    const sizes: number[] = [];
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function (this: Blob) {
      sizes.push(this.size);
      return arrayBuffer.call(this);
    };
    const found: [number, number][] = [];
    for (const input of [...given, document.querySelector("input")!.files!]) {
      sizes.length = 0;
      const array = await hyperslab.openArray(input, { path: "a", dtype: "int32" });
      found.push([await array.item([40, 50]), Math.max(...sizes)]);
    }
    Blob.prototype.arrayBuffer = arrayBuffer;
    return found;
  });
  expect(results.map(([value]) => value)).toEqual(Array(6).fill(40 * 512 + 50));
  // The largest part is the end of the archive, in which its directory is looked for; a shard has 256 KiB.
  for (const [, most] of results) expect(most).toBeLessThan(70_000);
});

it("a file that changes on the disk after it was chosen is an error, not a mixture", async () => {
  const changing = join(folder, "changing.zarr");
  cpSync(data, changing, { recursive: true });
  await page.page.setInputFiles("input", changing);
  const read = (): Promise<string> =>
    page.page.evaluate(async () => {
      const array = await hyperslab.openArray(document.querySelector("input")!.files!, { path: "a" });
      return array.read("40, 50").then(
        ({ data: values }) => String(values),
        (error: unknown) => String(error),
      );
    });
  expect(await read()).toBe(String(40 * 512 + 50));
  appendFileSync(join(changing, "a/c/0/0"), "more");
  expect(await read()).toMatch(/can no longer be read.*Choose it again/);
});

it("a directory where a chunk has to be is an error that names it, not fill values", async () => {
  const wrong = join(folder, "wrong.zarr");
  cpSync(data, wrong, { recursive: true });
  rmSync(join(wrong, "a/c/0/0"));
  mkdirSync(join(wrong, "a/c/0/0"));
  writeFileSync(join(wrong, "a/c/0/0/other"), "");
  await page.page.evaluate(() => {
    const dropped: object[] = [];
    Object.assign(globalThis, { dropped });
    document.addEventListener("drop", (event) => {
      dropped.push(event.dataTransfer!.items[0]!.webkitGetAsEntry()!);
      void hyperslab.droppedItems(event.dataTransfer!).then((items) => dropped.push(...items));
    });
  });
  await drop(page.page, wrong);
  await page.page.waitForFunction("dropped.length === 2");
  await page.page.setInputFiles("input", wrong);
  const outcomes = await page.page.evaluate(async () => {
    const { dropped } = globalThis as unknown as { dropped: object[] };
    const own = stores.opfsStore("wrong.zarr");
    await hyperslab.create(own, { shape: [4], dtype: "int8", chunks: [4], path: "a" });
    await own.set!("a/c/0/other", new Uint8Array(1));
    const found: string[] = [];
    for (const input of [...dropped, document.querySelector("input")!.files!, own]) {
      const array = await hyperslab.openArray(input, { path: "a" });
      found.push(
        await array.read().then(
          () => "values",
          (error: unknown) => String(error),
        ),
      );
    }
    return found;
  });
  expect(outcomes).toHaveLength(4);
  for (const outcome of outcomes) expect(outcome).toMatch(/a directory is in the place of a value.*c\/0/);
});
