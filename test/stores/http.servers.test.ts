/**
 * Against real web servers, nginx, Apache and Caddy: the store contract, index pages, compression, what reading costs,
 * and every store of zarr-python as they serve it.
 */
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ServerKind } from "../../scripts/web-servers.mjs";
import { create, isHyperslabError, memoryStore, NdArray, open, openArray, openGroup } from "../../src/index.ts";
import { httpStore, plainHttpStore } from "../../src/stores/http/http-store.ts";
import { fetchTransport } from "../../src/stores/http/transport/fetch-transport.ts";
import type { Store } from "../../src/stores/store.ts";
import { describeStore, pattern } from "../contracts/store-contract.ts";
import { expectArray } from "../dataset/expect-array.ts";
import { fixtureSets } from "../fixture-sets.ts";
import { httpCapabilities } from "./http-subjects.ts";
import { type ServedFolder, serveFolder } from "./web-server.ts";

/** Started when it is first needed. */
function starting(kind: ServerKind, settings: string, folder?: string): () => Promise<ServedFolder> {
  let server: Promise<ServedFolder> | undefined;
  afterAll(async () => (await server)?.close());
  return () => (server ??= serveFolder(kind, settings, folder));
}

const fetching = fetchTransport({ connectTimeout: 60_000, idleTimeout: 60_000 });
const plain = (url: string): Store => plainHttpStore(url);
/** Asks for pages for people. */
const html = (url: string): Store => plainHttpStore(url, { headers: { accept: "text/html" } });

const subjects: readonly (readonly [ServerKind, string, string, (url: string) => Store])[] = [
  ["nginx", "with an index", "autoindex on;", plain],
  ["nginx", "with all wrappers", "autoindex on;", (url) => httpStore(url, { cache: true })],
  ["nginx", "by fetch", "autoindex on;", (url) => plainHttpStore(url, { transport: fetching })],
  ["nginx", "an index in JSON", "autoindex on; autoindex_format json;", plain],
  ["nginx", "without ranges", "autoindex on; max_ranges 0;", plain],
  ["nginx", "without ETags", "autoindex on; etag off;", plain],
  ["nginx", "compressing everything", "autoindex on; gzip on; gzip_types *; gzip_min_length 0;", plain],
  ["apache", "with an index", "", plain],
  ["apache", "with a table for an index", "IndexOptions FancyIndexing HTMLTable", plain],
  ["apache", "with all wrappers", "", (url) => httpStore(url, { cache: true })],
  ["apache", "compressing everything", "SetOutputFilter DEFLATE", plain],
  ["caddy", "with an index", "file_server browse", plain],
  ["caddy", "with pages for people", "file_server browse", html],
  ["caddy", "compressing everything", "encode gzip {\n minimum_length 1\n }\n file_server browse", plain],
];

for (const [kind, name, settings, make] of subjects) {
  const server = starting(kind, settings);
  describeStore(`${kind} ${name}`, {
    capabilities: httpCapabilities,
    open: async (entries) => make((await server()).add(entries)),
  });
}

describe("without an index", () => {
  test.each([
    ["nginx", ""],
    ["apache", "Options -Indexes"],
    ["caddy", "file_server"],
  ] as const)("%s: values are read, directories are no values, listing is refused", async (kind, settings) => {
    const server = await serveFolder(kind, settings);
    try {
      const store = plainHttpStore(server.add([["a/b", pattern(10)]]));
      expect(await store.get("a/b", { range: { suffix: 3 } })).toEqual(pattern(10).slice(-3));
      expect(await store.get("a")).toBeUndefined();
      expect(await store.head!("a")).toBeUndefined();
      const error = await store.listDirectory!("a").catch((caught: unknown) => caught);
      expect(isHyperslabError(error, "unsupported")).toBe(true);
    } finally {
      await server.close();
    }
  });
});

describe("an application's front page for all that is missing", () => {
  test.each([
    ["nginx", "types { text/html html; } location / { try_files $uri /1/index.html; }"],
    ["apache", "AddType text/html .html\nFallbackResource /1/index.html"],
    ["caddy", "try_files {path} /1/index.html\n file_server"],
  ] as const)("%s: it is an error, whole and in parts", async (kind, settings) => {
    const server = await serveFolder(kind, settings);
    try {
      const page = new TextEncoder().encode(`<!doctype html>\n<html>${"<p>text</p>".repeat(100)}</html>`);
      const store = plainHttpStore(
        server.add([
          ["index.html", page],
          ["chunk", pattern(100)],
        ]),
      );
      expect(await store.get("chunk")).toEqual(pattern(100));
      for (const range of [undefined, { offset: 0, length: 10 }, { offset: 50, length: 10 }, { suffix: 10 }]) {
        const error = await store.get("missing", { range }).catch((caught: unknown) => caught);
        expect(isHyperslabError(error, "invalid-data") && error.request?.kind).toBe("web-page");
      }
      expect(await store.get("index.html")).toEqual(page);
    } finally {
      await server.close();
    }
  });
});

describe("what reading costs, as nginx counts it", () => {
  const server = starting("nginx", "autoindex on;");

  async function entriesOf(store: Store): Promise<[string, Uint8Array][]> {
    const entries: [string, Uint8Array][] = [];
    for await (const { key } of store.list!("")) entries.push([key, (await store.get(key))!]);
    return entries;
  }

  /** 128 x 128 of float32 in shards of 64 x 64 and inner chunks of 4 x 4. */
  async function sharded(): Promise<string> {
    const memory = memoryStore();
    const array = await create(memory, { shape: [128, 128], dtype: "float32", chunks: [4, 4], shards: [64, 64] });
    await array.write(
      undefined,
      Float32Array.from({ length: 128 * 128 }, (_, i) => i + 1),
    );
    return (await server()).add(await entriesOf(memory));
  }

  async function asked(): Promise<string[]> {
    return (await (await server()).requests()).map((line) => line.replace(/ \/\d+\//, " "));
  }

  test("a v3 array is opened by one request; a point is two cold and one warm", async () => {
    const url = await sharded();
    await asked();
    const array = await openArray(url, { dtype: "float32" });
    expect(await asked()).toEqual(["GET zarr.json -"]);
    expect(await array.item([3, 5])).toBe(3 * 128 + 6);
    expect(await asked()).toEqual(["GET c/0/0 bytes=-4100", expect.stringMatching(/^GET c\/0\/0 bytes=\d+-\d+$/)]);
    expect(await array.item([9, 5])).toBe(9 * 128 + 6);
    expect(await asked()).toEqual([expect.stringMatching(/^GET c\/0\/0 bytes=\d+-\d+$/)]);
  });

  test("a consolidated tree is one request", async () => {
    const memory = memoryStore();
    const root = await create(memory);
    await root.create("a", { shape: [4], dtype: "int8" });
    await root.create("g/b", { shape: [4], dtype: "int8" });
    await root.consolidate();
    const url = (await server()).add(await entriesOf(memory));
    await asked();
    const group = await openGroup(url);
    const paths: string[] = [];
    for await (const node of group.walk()) paths.push(node.path);
    expect(paths).toEqual(["a", "g", "g/b"]);
    expect(await asked()).toEqual(["GET zarr.json -"]);
  });

  test.each([
    ["0:40, 0:40", 1],
    ["44:84, 44:84", 4],
    ["10:50, 50:90", 2],
  ])("a window of 10 x 10 chunks (%s) is at most two requests for each of its %i shards", async (window, shards) => {
    const array = await openArray(await sharded(), { dtype: "float32" });
    await asked();
    const { data, shape } = await array.read(window);
    expect(shape).toEqual([40, 40]);
    const [row = 0, column = 0] = window.split(", ").map((range) => Number.parseInt(range, 10));
    expect(Array.from(data)).toEqual(
      Array.from({ length: 1600 }, (_, i) => (row + Math.floor(i / 40)) * 128 + column + (i % 40) + 1),
    );
    const keys = (await asked()).map((request) => request.split(" ")[1]);
    expect(new Set(keys).size).toBe(shards);
    for (const key of keys) expect(keys.filter((other) => other === key).length).toBeLessThanOrEqual(2);
  });
});

describe.each(fixtureSets().filter(({ name }) => name.startsWith("zarr-python")))("$name, served by nginx", (set) => {
  const server = starting("nginx", "autoindex on;", resolve(set.folder));
  const cases = set.cases.filter((fixture) => fixture.kind === "array" && fixture.error === undefined);
  const refused = /pickle|pcodec|zfpy/;
  test.each(cases.map((fixture) => [fixture.name, fixture] as const))("%s", async (_, fixture) => {
    if (fixture.kind !== "array" || fixture.codecs.some((name) => refused.test(name))) return;
    const url = `${(await server()).origin}/${join(fixture.path).split("/").map(encodeURIComponent).join("/")}`;
    const node = await open(url);
    expect(node).toBeInstanceOf(NdArray);
    if (node instanceof NdArray) await expectArray(node, fixture);
  });
});
