/** Data of another origin in a real Chromium: what CORS hides, what it asks for, and what it forbids. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create, memoryStore } from "../../src/index.ts";
import { type ObjectServer, type ObjectServerOptions, objectServer } from "../stores/object-server.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

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
});

it("a server that allows no page is named as that, one that is down as down", async () => {
  const server = await objectServer();
  expect(await read(server.add(await entries()))).toContain("the server does not allow this page to read from it");
  await server.close();
  expect(await read(`${server.origin}/1`)).toContain("the server could not be reached");
});
