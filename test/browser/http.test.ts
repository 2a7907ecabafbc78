/** Data of another origin in a real Chromium: what CORS hides, what it asks for, and what it forbids. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, memoryStore } from "../../src/index.ts";
import { type ObjectServer, type ObjectServerOptions, objectServer } from "../stores/object-server.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");
declare const stores: typeof import("../../src/exports/stores.ts");

const folder = mkdtempSync(join(tmpdir(), "hyperslab-browser-"));
let page: TestPage;
beforeAll(async () => {
  page = await openPage(folder);
});
afterAll(async () => {
  await page.close();
  rmSync(folder, { recursive: true });
});

/** 64 x 64 in shards of 32 x 32 with chunks of 4 x 4. */
async function entries(): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const array = await create(memory, { shape: [64, 64], dtype: "int32", chunks: [4, 4], shards: [32, 32] });
  await array.write(
    undefined,
    Int32Array.from({ length: 4096 }, (_, i) => i),
  );
  const found: [string, Uint8Array][] = [];
  for await (const { key } of memory.list!("")) found.push([key, (await memory.get(key))!]);
  return found;
}

function read(url: string): Promise<readonly number[] | string> {
  return page.page.evaluate(async (address) => {
    try {
      const array = await hyperslab.openArray(address, { dtype: "int32" });
      const { data } = await array.read("8:12, 20:44");
      return [await array.item([63, 63]), ...data];
    } catch (error) {
      return String(error);
    }
  }, url);
}

const wanted = [4095, ...Array.from({ length: 96 }, (_, i) => (8 + Math.floor(i / 24)) * 64 + 20 + (i % 24))];

describe.each<[string, ObjectServerOptions]>([
  ["everything is exposed", { cors: { preflight: true, expose: ["content-range", "etag"] } }],
  ["nothing is exposed", { cors: { preflight: true, expose: [] } }],
  ["no preflight is answered", { cors: { preflight: false, expose: [] } }],
  ["the server has no ranges", { cors: { preflight: true, expose: [] }, ranges: "none" }],
])("where %s", (_, options) => {
  let server: ObjectServer;
  beforeAll(async () => {
    server = await objectServer(options);
  });
  afterAll(() => server.close());

  it("the values are the same", async () => {
    expect(await read(server.add(await entries()))).toEqual(wanted);
  });

  it("nothing is sent that needs a preflight, and the console stays empty", async () => {
    const errors = consoleErrors();
    server.seen.length = 0;
    expect(await read(server.add(await entries()))).toEqual(wanted);
    expect(server.seen.filter(({ method }) => method === "OPTIONS")).toEqual([]);
    expect(errors).toEqual([]);
  });
});

/** Errors that the page's console shows from now on. */
function consoleErrors(): string[] {
  const errors: string[] = [];
  page.page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

it.each([
  // Pages see the time of a change, but not the entity tag unless the server exposes it.
  { told: "a version", modified: new Date("2026-01-01T00:00:00Z"), indexes: 1 },
  // Nothing else proves that the index is that of the chunks.
  { told: "no version, its index again", modified: undefined, indexes: 2 },
])("a shard costs its size, its index and its chunks; if the page is told $told", async ({ modified, indexes }) => {
  const cors = { preflight: false, expose: [] };
  const server = await objectServer({ cors, ...(modified && { modified }) });
  const url = server.add(await entries());
  expect(await read(url)).toEqual(wanted);
  const base = new URL(url).pathname;
  const asked = server.seen.map(({ method, url: path, headers }) => {
    return `${method} ${path.slice(base.length + 1)}${headers.range === undefined ? "" : " range"}`;
  });
  const index = (name: string): string[] => [`GET ${name} range`, `HEAD ${name}`];
  const shard = (name: string): string[] => [...Array(indexes).fill(index(name)).flat(), `GET ${name} range`];
  const shards = ["c/0/0", "c/0/1", "c/1/1"].flatMap(shard);
  expect(asked.toSorted()).toEqual([...shards, "GET zarr.json"].toSorted());
  await server.close();
});

it("after one rejected preflight an origin is asked for no second one, by no store", async () => {
  // Neither HEAD nor Content-Range tells the size: last bytes are worth a preflight.
  const server = await objectServer({ head: false, cors: { preflight: false, expose: [] } });
  for (let i = 0; i < 2; i++) expect(await read(server.add(await entries()))).toEqual(wanted);
  expect(server.seen.filter(({ method }) => method === "OPTIONS")).toHaveLength(1);
  await server.close();
});

describe("an address without a host", () => {
  beforeAll(async () => {
    for (const [key, value] of await entries()) {
      mkdirSync(join(folder, "x.zarr", dirname(key)), { recursive: true });
      writeFileSync(join(folder, "x.zarr", key), value);
    }
  });

  it.each(["data/x.zarr", "./data/x.zarr", "/data/x.zarr", "../data/x.zarr"])(
    "%s starts from the page",
    async (path) => {
      expect(await read(path)).toEqual(wanted);
    },
  );

  it("starts from the page for a store too", async () => {
    const location = await page.page.evaluate(() => stores.httpStore("data/x.zarr").location);
    expect(location).toBe(`${page.data}/x.zarr`);
  });

  it.each([
    ["file:///data/x.zarr", "names a file, and this is a page"],
    ["C:\\data\\x.zarr", "is not relative to a page on a server"],
  ])("%s is refused with a hint", async (address, problem) => {
    const said = await read(address);
    expect(said).toContain(problem);
    expect(said).toContain("open takes a File and a directory handle");
  });
});

it("a server that allows no page is named as that, one that is down as down", async () => {
  const server = await objectServer();
  expect(await read(server.add(await entries()))).toContain("the server does not allow this page to read from it");
  await server.close();
  expect(await read(`${server.origin}/1`)).toContain("the server could not be reached");
});
