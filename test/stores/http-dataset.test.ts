/** Datasets over HTTP, from address to values: what they cost in requests, and that nothing is ever made up. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { create, Group, isHyperslabError, memoryStore, NdArray, open, openArray, openGroup } from "../../src/index.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { expectArray } from "../dataset/expect-array.ts";
import { fixtureSets } from "../fixture-sets.ts";
import { type BadServer, badServer, page, reply } from "./bad-server.ts";
import { type ObjectServer, type ObjectServerOptions, objectServer } from "./object-server.ts";

let server: ObjectServer;
const serve = async (options?: ObjectServerOptions): Promise<ObjectServer> => (server = await objectServer(options));
afterEach(() => server?.close());

async function entriesOf(store: Store): Promise<[string, Uint8Array][]> {
  const entries: [string, Uint8Array][] = [];
  for await (const { key } of store.list!("")) entries.push([key, (await store.get(key))!]);
  return entries;
}

/** 128 x 128 of float32 in shards of 64 x 64 and inner chunks of 4 x 4: 16 x 16 of them a shard. */
async function sharded(seed = 0, codecs?: readonly []): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const options = { shape: [128, 128], dtype: "float32", chunks: [4, 4], shards: [64, 64] } as const;
  const array = await create(memory, { ...options, ...(codecs === undefined ? {} : { codecs }) });
  await array.write(
    undefined,
    Float32Array.from({ length: 128 * 128 }, (_, i) => i + seed),
  );
  // Another seed is another layout too: the first chunks are not stored, so that all others lie elsewhere.
  if (seed > 0) await array.write("0:4", 0);
  return entriesOf(memory);
}

function requests(): string[] {
  return server.seen.map(
    ({ method, url, headers }) => `${method} ${url.replace(/^\/\d+\//, "")} ${headers.range ?? ""}`,
  );
}

async function failure(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => new Error("it succeeded"),
    (caught: unknown) => caught,
  );
}

describe("costs", () => {
  test("opening a v3 array is one request", async () => {
    const url = (await serve()).add(await sharded());
    const array = await openArray(url);
    expect(array.shape).toEqual([128, 128]);
    expect(requests()).toEqual(["GET zarr.json "]);
  });

  test("a consolidated tree is one request", async () => {
    const memory = memoryStore();
    const root = await create(memory);
    await root.create("a", { shape: [4], dtype: "int8" });
    await root.create("g/b", { shape: [4], dtype: "int8" });
    await root.consolidate();
    const group = await openGroup((await serve()).add(await entriesOf(memory)));
    const paths: string[] = [];
    for await (const node of group.walk()) paths.push(node.path);
    expect(paths).toEqual(["a", "g", "g/b"]);
    expect(requests()).toEqual(["GET zarr.json "]);
  });

  test("one point of a sharded array is two requests cold and one warm", async () => {
    const array = await openArray((await serve()).add(await sharded()), { dtype: "float32" });
    server.seen.length = 0;
    expect(await array.item([3, 5])).toBe(3 * 128 + 5);
    expect(requests()).toEqual(["GET c/0/0 bytes=-4100", expect.stringMatching(/^GET c\/0\/0 bytes=\d+-\d+$/)]);
    server.seen.length = 0;
    expect(await array.item([9, 5])).toBe(9 * 128 + 5);
    expect(requests()).toEqual([expect.stringMatching(/^GET c\/0\/0 bytes=\d+-\d+$/)]);
  });

  test.each([
    ["0:40, 0:40", 1],
    ["20:60, 24:64", 1],
    ["44:84, 44:84", 4],
    ["10:50, 50:90", 2],
  ])("a window of 10 x 10 chunks (%s) is at most two requests for each of its %i shards", async (window, shards) => {
    const array = await openArray((await serve()).add(await sharded()), { dtype: "float32" });
    server.seen.length = 0;
    const { data, shape } = await array.read(window);
    expect(shape).toEqual([40, 40]);
    const [row = 0, column = 0] = window.split(", ").map((range) => Number.parseInt(range, 10));
    expect(Array.from(data)).toEqual(
      Array.from({ length: 1600 }, (_, i) => (row + Math.floor(i / 40)) * 128 + column + (i % 40)),
    );
    const keys = requests().map((request) => request.split(" ")[1]);
    expect(new Set(keys).size).toBe(shards);
    for (const key of keys) expect(keys.filter((other) => other === key).length).toBeLessThanOrEqual(2);
  });

  test("points of one shard that are wanted together are read together", async () => {
    const array = await openArray((await serve()).add(await sharded()), { dtype: "float32" });
    await array.item([0, 0]);
    server.seen.length = 0;
    const { points } = await import("../../src/index.ts");
    const wanted = [0, 9, 18, 27, 36, 45].map((i) => [i, i + 7]);
    const { data } = await array.read(points(wanted));
    expect(Array.from(data)).toEqual(wanted.map(([row = 0, column = 0]) => row * 128 + column));
    expect(requests()).toHaveLength(1);
  });
});

describe("servers that can do less", () => {
  test.each([
    ["no last bytes", { ranges: "bounded" }],
    ["no parts", { ranges: "none" }],
    ["no parts, no versions, no HEAD", { ranges: "none", etag: false, head: false }],
    ["no HEAD", { head: false }],
    ["no index", { index: false }],
  ] as const)("%s: the same values", async (_, options) => {
    const array = await openArray((await serve(options)).add(await sharded()), { dtype: "float32" });
    for (const window of ["3, 5", "44:84, 44:84", ":, 7", "::16, ::-16"]) {
      const { data } = await array.read(window);
      const memory = memoryStore(await sharded());
      expect(Array.from(data)).toEqual(
        Array.from((await (await openArray(memory, { dtype: "float32" })).read(window)).data),
      );
    }
  });

  test("children are found by index pages, by consolidated metadata above, or not at all, which is said", async () => {
    const memory = memoryStore();
    const root = await create(memory);
    await root.create("g/b", { shape: [4], dtype: "int8" });
    await serve();
    const listed = await openGroup(server.add(await entriesOf(memory)), { path: "g" });
    expect((await listed.children()).map(({ path }) => path)).toEqual(["g/b"]);
    await server.close();

    await serve({ index: false });
    const plain = await openGroup(server.add(await entriesOf(memory)), { path: "g" });
    const error = await failure(plain.children());
    expect(isHyperslabError(error, "unsupported") && error.request?.kind).toBe("no-index");
    expect(String(error)).toContain("hyperslab consolidate");
    await root.consolidate();
    const consolidated = await openGroup(server.add(await entriesOf(memory)), { path: "g" });
    expect((await consolidated.children()).map(({ path }) => path)).toEqual(["g/b"]);
  });
});

describe("nothing is made up", () => {
  let bad: BadServer;
  const document = JSON.stringify({
    zarr_format: 3,
    node_type: "array",
    shape: [4, 4],
    data_type: "uint8",
    chunk_grid: { name: "regular", configuration: { chunk_shape: [2, 2] } },
    chunk_key_encoding: { name: "default" },
    codecs: [{ name: "bytes" }],
    fill_value: 7,
  });
  /** An array whose chunk 1, 1 is answered by this; the others are all ones. */
  const arrayWith = (name: string, chunk: Parameters<BadServer["on"]>[1]): Promise<NdArray> => {
    bad.on(name, (socket, request) => {
      if (request.path.endsWith("zarr.json")) reply(socket, 200, {}, document);
      else if (request.path.endsWith("c/1/1")) chunk(socket, request);
      else reply(socket, 200, {}, Uint8Array.of(1, 1, 1, 1));
    });
    // Only who waits in vain gives up soon.
    const idleTimeout = name === "silence" ? 2000 : 60_000;
    return openArray(httpStore(`${bad.origin}/${name}`, { retry: { attempts: 2, delay: 1 }, idleTimeout }));
  };
  beforeEach(async () => {
    bad = await badServer();
  });
  afterEach(() => bad.close());

  test("a chunk that is proven absent is its fill value", async () => {
    const array = await arrayWith("absent", (socket) => reply(socket, 404));
    expect(Array.from((await array.read("2:, 2:")).data as Uint8Array)).toEqual([7, 7, 7, 7]);
  });

  test.each<[string, string, Parameters<BadServer["on"]>[1]]>([
    ["500", "io", (socket) => reply(socket, 500)],
    ["429", "io", (socket) => reply(socket, 429)],
    ["403", "not-allowed", (socket) => reply(socket, 403)],
    ["401", "not-allowed", (socket) => reply(socket, 401)],
    ["a reset", "io", (socket) => socket.resetAndDestroy()],
    ["silence", "io", () => {}],
    ["a short body", "io", (socket) => reply(socket, 200, { "content-length": 4 }, "ab") ?? socket.end()],
    ["too few bytes", "invalid-data", (socket) => reply(socket, 200, {}, "ab")],
    ["too many bytes", "invalid-data", (socket) => reply(socket, 200, {}, "abcdef")],
    ["a page", "invalid-data", (socket) => reply(socket, 200, { "content-type": "text/html" }, page)],
    ["a redirect to nowhere", "io", (socket, { path }) => reply(socket, 302, { location: path })],
    ["an empty answer", "invalid-data", (socket) => reply(socket, 200)],
    ["204", "io", (socket) => socket.write("HTTP/1.1 204 No\r\n\r\n")],
  ])("%s is an error %s that names the chunk", async (name, code, chunk) => {
    const array = await arrayWith(name.replaceAll(" ", "-"), chunk);
    const error = await failure(array.read());
    if (!isHyperslabError(error)) throw error;
    expect([error.code, error.place.chunk, error.place.key]).toEqual([code, [1, 1], "c/1/1"]);
    expect(error.place.location).toContain(bad.origin);
  });

  test("a server that sends its front page for all that is missing: what is there is read, what is not is an error", async () => {
    const zarray = JSON.stringify({
      zarr_format: 2,
      shape: [4],
      chunks: [2],
      dtype: "|u1",
      compressor: null,
      fill_value: 7,
      order: "C",
      filters: null,
    });
    bad.on("app", (socket, { path }) => {
      if (path.endsWith(".zarray")) reply(socket, 200, {}, zarray);
      else if (path.endsWith("/0")) reply(socket, 200, {}, Uint8Array.of(1, 2));
      else reply(socket, 200, { "content-type": "text/html" }, page);
    });
    const array = await openArray(`${bad.origin}/app`);
    expect(Array.from((await array.read("0:2")).data as Uint8Array)).toEqual([1, 2]);
    const error = await failure(array.read());
    expect(isHyperslabError(error, "invalid-data") && error.request?.kind).toBe("web-page");
    const nothing = await failure(open(`${bad.origin}/page-for-all`));
    expect(isHyperslabError(nothing, "invalid-data")).toBe(true);
  });
});

describe("objects that change", () => {
  /** Replaces the shard at the given requests for it, counted from 1. */
  async function changing(...at: number[]): Promise<NdArray<"float32">> {
    // Nothing but the version tells: no checksum, no compression, chunks of one length.
    const before = await sharded(0, []);
    const shards = [1000, 2000].map(async (seed) => new Map(await sharded(seed, [])).get("c/0/0")!);
    const next = (await Promise.all(shards)).values();
    await serve();
    const url = server.add(before);
    const array = await openArray(url, { dtype: "float32" });
    let count = 0;
    const { get } = server.values;
    server.values.get = (key) => {
      if (key.endsWith("c/0/0") && at.includes(++count)) server.values.set(key, next.next().value!);
      return get.call(server.values, key);
    };
    return array;
  }

  test("between index and chunk of one read: read anew, once; then it is an error, not a mixture", async () => {
    expect(await (await changing(2)).item([5, 5])).toBe(1000 + 5 * 128 + 5);
    await server.close();
    const array = await changing(2, 4);
    const error = await failure(array.item([5, 5]));
    expect(isHyperslabError(error, "invalid-data") && error.request?.kind).toBe("changed");
    expect(await array.item([5, 5])).toBe(2000 + 5 * 128 + 5);
  });

  test("after their index was remembered: read anew, all of it from the new version", async () => {
    const array = await changing(3);
    expect(await array.item([3, 5])).toBe(3 * 128 + 5);
    expect(await array.item([9, 5])).toBe(1000 + 9 * 128 + 5);
    expect(await array.item([10, 11])).toBe(1000 + 10 * 128 + 11);
  });
});

describe("what zarr-python wrote, served, is read equal", () => {
  const cases = fixtureSets()
    .filter(({ name }) => name === "zarr-python-3" || name === "zarr-python-2")
    .flatMap((set) => set.cases.map((fixture) => ({ set, fixture })))
    .filter(({ fixture }) => fixture.kind === "group" || (fixture.error === undefined && fixture.shape.length > 0))
    .filter((_, index) => index % 9 === 0);

  test.each(cases.map(({ set, fixture }) => [set.name, fixture.name, set.folder, fixture] as const))(
    "%s %s",
    async (_, __, folder, fixture) => {
      const root = join(folder, fixture.path);
      const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const entries = files.map((entry): [string, Uint8Array] => {
        const path = join(entry.parentPath, entry.name);
        return [relative(root, path), readFileSync(path)];
      });
      const node = await open((await serve()).add(entries));
      if (node instanceof NdArray && fixture.kind === "array") return expectArray(node, fixture);
      if (!(node instanceof Group) || fixture.kind !== "group") throw new Error("another kind of node");
      for (const [path, expected] of Object.entries(fixture.nodes)) {
        const inner = await node.open(path);
        if (inner instanceof NdArray && expected.kind === "array") await expectArray(inner, expected);
      }
    },
  );
});
