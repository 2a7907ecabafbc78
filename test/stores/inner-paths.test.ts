/** Addresses that point into a hierarchy on a server: what is created there belongs to it, what it knows can be opened. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { copy, create, type FormatNote, type Group, memoryStore, open, openArray, openGroup } from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { cloudServer } from "./cloud-server.ts";
import { objectServer } from "./object-server.ts";
import { accessKeyId, type S3Server, s3Server, secretAccessKey } from "./s3/s3-server.ts";

const array = { shape: [2], dtype: "int8" } as const;
const formats = ["zarr3", "zarr2"] as const;
let count = 0;
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
afterEach(() => vi.unstubAllEnvs());

function useKeys(): void {
  vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
  vi.stubEnv("AWS_CONFIG_FILE", "/dev/null");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
}

describe.each(formats)("new nodes inside of %s in a bucket", (format) => {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server();
    closing.push(() => server.close());
  });

  it("get ancestors and consolidated metadata", async () => {
    useKeys();
    const store = { endpoint: server.origin };
    const root = `s3://bucket/data/${++count}.zarr`;
    const group = await create(root, { format, store });
    await group.consolidate();
    const made = await create(`${root}/sub/deep/b`, { ...array, store });
    expect([made.hierarchy.format, made.path]).toEqual([format, "sub/deep/b"]);
    await copy(made, `${root}/copied/lat`, { store });
    const opened = await openGroup(root, { store });
    expect(opened.hierarchy.consolidated).toBe(true);
    const paths: string[] = [];
    for await (const { path } of opened.walk()) paths.push(path);
    expect(paths).toEqual(["copied", "copied/lat", "sub", "sub/deep", "sub/deep/b"]);
  });

  it("are refused below an array, and belong to nothing beside other objects", async () => {
    useKeys();
    const store = { endpoint: server.origin };
    const root = `s3://bucket/data/${++count}.zarr`;
    await create(`${root}::a`, { ...array, format, store });
    await expect(create(`${root}/a/sub/b`, { ...array, store })).rejects.toThrow(
      "/a is an array and cannot hold other",
    );
    server.buckets.get("bucket")!.set(`data/${count}.zarr/plain/notes.txt`, Uint8Array.of(1));
    expect((await create(`${root}/plain/sub/b`, { ...array, store })).path).toBe("");
  });

  it("cost a few requests", async () => {
    useKeys();
    const store = { endpoint: server.origin };
    await create(`s3://bucket/data/${++count}.zarr`, { format, store });
    const before = server.seen.length;
    await create(`s3://bucket/data/${++count}.zarr`, { ...array, format, store });
    const asked = server.seen.slice(before).map(({ method, url }) => `${method} ${url}`);
    const above = asked.filter((text) => !text.includes(`/${count}.zarr`) && !text.includes(`%2F${count}.zarr`));
    // Five documents, and whether anything else is there; the bucket itself is not asked about.
    expect(above.length).toBeLessThanOrEqual(6);
  });

  it("do not need the right to look above", async () => {
    useKeys();
    const denied = { status: 403, body: "<Error><Code>AccessDenied</Code></Error>" };
    const strict = await s3Server({
      answer: ({ url }) => (/^\/bucket\/(mine\/|\?.*prefix=mine)/.test(url) ? undefined : denied),
    });
    closing.push(() => strict.close());
    const made = await create("s3://bucket/mine/x.zarr/a", { ...array, format, store: { endpoint: strict.origin } });
    expect(made.path).toBe("");
  });
});

describe.each(formats)("nodes of %s that are opened by an address of their own", (format) => {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server();
    closing.push(() => server.close());
  });

  /** Two consolidated groups, one in the other, with an array in the inner one. */
  async function sample(): Promise<{ readonly root: string; readonly store: { readonly endpoint: string } }> {
    useKeys();
    const store = { endpoint: server.origin };
    const root = `s3://bucket/data/${++count}.zarr`;
    const group = await create(root, { format, store });
    await group.create("sub/a", array);
    await group.create("sub/other", array);
    await (await openGroup(`${root}::sub`, { store })).hierarchy.consolidate?.({ path: "sub" });
    await group.consolidate();
    return { root, store };
  }

  const changes: Readonly<Record<string, (root: string, store: object) => Promise<readonly FormatNote[]>>> = {
    attributes: async (root, store) => {
      const node = await openArray(`${root}/sub/a`, { store });
      await node.setAttributes({ x: 1 });
      return node.hierarchy.notes;
    },
    "another shape": async (root, store) => {
      const node = await openArray(`${root}/sub/a`, { store });
      await node.resize([5]);
      return node.hierarchy.notes;
    },
    "a new node": async (root, store) => {
      const group = await openGroup(`${root}/sub`, { store });
      await group.create("new", array);
      return group.hierarchy.notes;
    },
    "a node less": async (root, store) => {
      const group = await openGroup(`${root}/sub`, { store });
      await group.delete("a");
      return group.hierarchy.notes;
    },
    "another name": async (root, store) => {
      const group = await openGroup(`${root}/sub`, { store });
      await group.rename("a", "b");
      return group.hierarchy.notes;
    },
  };

  it.each(Object.keys(changes))("do not leave wrong consolidated metadata above them: %s", async (name) => {
    const { root, store } = await sample();
    expect((await openGroup(root, { store })).hierarchy.consolidated).toBe(true);
    const notes = await changes[name]!(root, store);
    for (const path of ["", "/sub"]) {
      const group = await openGroup(root + path, { store });
      const plain = await openGroup(root + path, { store, consolidated: false });
      expect(await described(group), path).toEqual(await described(plain));
    }
    const place = expect.stringMatching(new RegExp(`/${count}\\.zarr/(\\.zmetadata|zarr\\.json)$`));
    expect(notes).toContainEqual({ key: place, message: expect.stringContaining("consolidate again") });
  });

  it("look upward once, at the first change, and see what was consolidated since", async () => {
    const { root, store } = await sample();
    const above = (): string[] =>
      server.seen
        .splice(0)
        .map(({ method, url }) => `${method} ${url}`)
        .filter((asked) => !asked.includes(`/${count}.zarr/sub/a/`));
    server.seen.length = 0;
    const node = await openArray(`${root}/sub/a`, { store });
    await node.read();
    await node.write("0", 7);
    expect(above()).toEqual([]);
    await node.setAttributes({ x: 1 });
    const first = above();
    await node.setAttributes({ x: 2 });
    const second = above();
    const isOutside = (asked: string): boolean => !asked.includes(`/${count}.zarr/`);
    // Five documents of the folder around the hierarchy, and no more of it at the second change.
    expect([first.filter(isOutside).length, second.filter(isOutside).length]).toEqual([5, 0]);
    // Before and after a change, the lock is taken and left, and each group above looked at.
    const eachTime = 2 + (format === "zarr3" ? 2 : 6);
    expect(second).toHaveLength(2 * eachTime);
    expect(first.length).toBeLessThanOrEqual(40);
    await (await openGroup(root, { store })).consolidate();
    await node.setAttributes({ x: 3 });
    const opened = await openGroup(root, { store });
    expect([opened.hierarchy.consolidated, (await opened.open("sub/a")).attributes]).toEqual([false, { x: 3 }]);
  });

  it.each([
    ["attrs", "/sub/a", "--set", "x=1"],
    ["resize", "/sub/a", "5"],
    ["delete", "/sub::a"],
    ["rename", "/sub::a", "b"],
  ])("are changed by the program, which says what it removed: %s", async (verb, inner, ...rest) => {
    const { root, store } = await sample();
    const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    const argv = [verb, root + inner, ...rest, "--endpoint", store.endpoint];
    const { code, stderr } = await runCli(argv, { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining("note: ")]);
    expect(stderr).toContain("consolidated metadata was removed");
    const opened = await openGroup(root, { store });
    expect(await described(opened)).toEqual(await described(await openGroup(root, { store, consolidated: false })));
  });

  it("are not changed where what is above can be read but not written", async () => {
    const { root, store } = await sample();
    const denied = { status: 403, body: "<Error><Code>AccessDenied</Code></Error>" };
    const strict = await s3Server({
      answer: ({ url, method }) => (method === "GET" || url.includes("/sub/a/") ? undefined : denied),
    });
    closing.push(() => strict.close());
    strict.buckets.set("bucket", new Map(server.buckets.get("bucket")));
    const node = await openArray(`${root}/sub/a`, { store: { ...store, endpoint: strict.origin } });
    await expect(node.setAttributes({ x: 1 })).rejects.toMatchObject({ code: "not-allowed" });
    expect((await openArray(`${root}/sub/a`, { store: { endpoint: strict.origin } })).attributes).toEqual({});
  });
});

async function described(group: Group): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const node of group.walk()) {
    found.push([node.path, node.attributes, node.kind === "array" ? node.shape : undefined]);
  }
  return found;
}

/** A consolidated hierarchy whose nodes have no documents of their own. */
async function consolidatedOnly(format: string): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const root = await create(memory, { format });
  await create(memory, { ...array, path: "g/ar" });
  await root.consolidate();
  await memory.deletePrefix?.("g");
  const entries: [string, Uint8Array][] = [];
  for await (const { key } of memory.list!("")) entries.push([key, (await memory.get(key))!]);
  return entries;
}

interface Served {
  readonly address: string;
  readonly endpoint?: string;
}

const places: Readonly<Record<string, (entries: readonly [string, Uint8Array][]) => Promise<Served>>> = {
  HTTP: async (entries) => {
    const server = await objectServer();
    closing.push(() => server.close());
    return { address: server.add(entries) };
  },
  "HTTP without HEAD": async (entries) => {
    const server = await objectServer({ head: false, index: false });
    closing.push(() => server.close());
    return { address: server.add(entries) };
  },
  S3: async (entries) => {
    const server = await s3Server();
    closing.push(() => server.close());
    server.buckets.set("bucket", new Map(entries.map(([key, value]) => [`x.zarr/${key}`, value])));
    return { address: "s3://bucket/x.zarr", endpoint: server.origin };
  },
  gs: async (entries) => {
    const server = await cloudServer("gs");
    closing.push(() => server.close());
    for (const [key, value] of entries) server.values.set(`bucket/x.zarr/${key}`, value);
    return { address: "gs://bucket/x.zarr", endpoint: server.origin };
  },
  az: async (entries) => {
    const server = await cloudServer("az");
    closing.push(() => server.close());
    for (const [key, value] of entries) server.values.set(`account1/box/x.zarr/${key}`, value);
    return { address: "az://box@account1/x.zarr", endpoint: server.origin };
  },
};

describe.each(formats)("what only consolidated metadata of %s knows", (format) => {
  it.each(Object.keys(places))("is opened by every address: %s", async (name) => {
    useKeys();
    const { address, endpoint } = await places[name]!(await consolidatedOnly(format));
    const store = endpoint === undefined ? {} : { endpoint };
    for (const inner of [`${address}::g/ar`, `${address.replace(/\/$/, "")}/g/ar`, `${address}|${format}:g/ar`]) {
      const opened = await openArray(inner, { store });
      expect([inner, opened.shape]).toEqual([inner, [2]]);
      expect((await opened.read()).data).toEqual(new Int8Array(2));
    }
    expect((await open(address, { path: "g/ar", store })).kind).toBe("array");
    const wrong = `${address.replace(/\/$/, "")}/g/as`;
    await expect(open(wrong, { store })).rejects.toMatchObject({ code: "not-found" });
    const own = open(`${address}::g/ar`, { consolidated: false, store });
    await expect(own).rejects.toMatchObject({ code: "not-found" });
  });
});
