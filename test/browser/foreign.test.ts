/** Every foreign file of the fixtures in a real Chromium, over HTTP and as a file that the user chose: the values of the native peers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  describedFiles,
  type NativeArray,
  type NativeFile,
  nativeFiles,
  pathOf,
  withNeighbours,
} from "../scanners/native-files.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

const files = nativeFiles();
const documents = describedFiles();
const formats = [...new Set(files.map(({ format }) => format))];
const folder = mkdtempSync(join(tmpdir(), "hyperslab-foreign-"));
let opened: TestPage;

beforeAll(async () => {
  for (const file of files) {
    const path = join(folder, pathOf(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readFileSync(join(file.folder, file.file)));
  }
  mkdirSync(join(folder, "dmrpp"));
  for (const file of documents) {
    for (const [name, data] of withNeighbours(file)) writeFileSync(join(folder, "dmrpp", name), data);
  }
  opened = await openPage(folder);
  await opened.page.addScriptTag({ content: `window.readArrays = ${readArrays}` });
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

interface PageRequest {
  /** An address, or the number of a file in the page's input. */
  readonly from: string | number;
  /** By path: are its items of variable length? */
  readonly arrays: Readonly<Record<string, boolean>>;
  readonly format?: string;
}

/** Runs in the page. */
async function readArrays({ from, arrays, format }: PageRequest): Promise<Record<string, NativeArray>> {
  const plain = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return btoa(String.fromCharCode(...value));
    if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, (element) => plain(Number(element)));
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) {
      // The native values are JSON, which has no such numbers and no exact large ones.
      const isJson = typeof value === "number" ? Number.isFinite(value) : typeof value !== "bigint";
      return isJson ? value : String(value);
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  };
  const place = typeof from === "string" ? from : document.querySelector("input")!.files![from]!;
  const root = await hyperslab.open(place, { format });
  const found: Record<string, NativeArray> = {};
  for (const [path, hasItems] of Object.entries(arrays)) {
    const array = root.kind === "array" ? root : await root.openArray(path);
    const { shape } = array;
    if (hasItems) found[path] = { shape, items: [...((await array.read()).data as Iterable<unknown>)].map(plain) };
    else {
      const { data } = await array.read(undefined, { as: "bytes" });
      const hash = await crypto.subtle.digest("SHA-256", data as Uint8Array<ArrayBuffer>);
      const sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      found[path] = { shape, sha256 };
    }
  }
  return found;
}

async function check({ file, arrays }: NativeFile, request: Pick<PageRequest, "from" | "format">): Promise<void> {
  const asked = Object.fromEntries(Object.entries(arrays).map(([path, { items }]) => [path, items !== undefined]));
  const found = await opened.page.evaluate(
    (given) =>
      (globalThis as unknown as { readArrays: typeof readArrays })
        .readArrays(given)
        .catch((error: Error) => error.message),
    { ...request, arrays: asked },
  );
  const expected = Object.entries(arrays).map(([path, { shape, sha256, items }]) => [
    path,
    items === undefined ? { shape, sha256 } : { shape, items },
  ]);
  expect(found, file).toEqual(Object.fromEntries(expected));
}

describe.each(formats)("%s", (format) => {
  const own = files.filter((file) => file.format === format);

  it("is read over HTTP, in parts", async () => {
    const whole: string[] = [];
    const listen = (request: Request): void => {
      if (request.method() === "GET" && request.headers()["range"] === undefined) whole.push(request.url());
    };
    opened.page.on("request", listen);
    for (const file of own) await check(file, { from: `${opened.data}/${pathOf(file)}` });
    opened.page.off("request", listen);
    expect(whole.filter((url) => url.startsWith(opened.data))).toEqual([]);
  });

  it("is read from files that the user chose", async () => {
    await opened.page.setInputFiles("input", join(folder, format));
    const paths = await opened.page.evaluate(() =>
      [...document.querySelector("input")!.files!].map(({ webkitRelativePath }) => webkitRelativePath),
    );
    for (const file of own) await check(file, { from: paths.indexOf(pathOf(file)) });
  });
});

it("documents are read over HTTP, with the files that they describe", async () => {
  for (const file of documents) await check(file, { from: `${opened.data}/dmrpp/${file.file}` });
});

it("a document that the user chose is read if its values are in it, and refused by name otherwise", async () => {
  await opened.page.setInputFiles("input", join(folder, "dmrpp"));
  const names = await opened.page.evaluate(() => [...document.querySelector("input")!.files!].map(({ name }) => name));
  await check(documents.find(({ file }) => file === "inline.h5.dmrpp")!, { from: names.indexOf("inline.h5.dmrpp") });
  const said = await opened.page.evaluate(
    (given) =>
      (globalThis as unknown as { readArrays: typeof readArrays })
        .readArrays(given)
        .catch((error: Error) => error.message),
    {
      from: names.indexOf("data.h5.dmrpp"),
      arrays: { [Object.keys(documents.find(({ file }) => file === "data.h5.dmrpp")!.arrays)[0]!]: false },
    },
  );
  expect(said).toMatch(/data\.h5/);
});
