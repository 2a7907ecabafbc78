/** A Parquet set where it lies on a server, in a bucket or in an archive: the same values, and how many requests they take. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { crc32 } from "../../../src/bytes/checksum/crc32.ts";
import { create, memoryStore, openArray, openGroup } from "../../../src/index.ts";
import { type ObjectServer, objectServer } from "../../stores/object-server.ts";
import { type RawEntry, rawZip } from "../../stores/raw-zip.ts";
import { accessKeyId, type S3Server, s3Server, secretAccessKey } from "../../stores/s3/s3-server.ts";
import { bytesAsked, filesIn, keyAsked, setValues, unpackParquetSets } from "./parquet-sets.ts";

const folder = unpackParquetSets();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The set that kerchunk made, and what it refers to beside it. */
const files = filesIn(folder).filter(([key]) => key.startsWith("kerchunk.parq/") || key.endsWith(".bin"));
const point = setValues().slice(25 * 40 + 39, 25 * 40 + 40);

let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterAll(() => server.close());

function asked(): string[] {
  return server.seen.splice(0).map(({ method, url, headers }) => {
    const range = headers.range === undefined ? "" : ` ${headers.range}`;
    return `${method} ${url.replace(/^\/\d+\//, "")}${range}`;
  });
}

/** What `read` of the whole array asks for, after one point of its last record was read. */
function expectWhole(requests: readonly string[]): void {
  const targets = requests.filter((request) => !request.includes("/refs."));
  expect(requests.filter((request) => request.includes("/refs."))).toEqual([
    "GET kerchunk.parq/values/refs.0.parq",
    "GET kerchunk.parq/values/refs.1.parq",
  ]);
  expect(new Set(targets.map(keyAsked))).toEqual(new Set(["data.bin", "whole.bin"]));
  // Six chunks of 640 bytes lie in one file, one after the other: at most two requests, and no byte twice.
  expect(targets.length).toBeLessThanOrEqual(3);
  expect(targets.reduce((sum, request) => sum + bytesAsked(request), 0)).toBe(6 * 640);
}

describe("a Parquet set", () => {
  it("over HTTP opens with one document, and reads each file of references once", async () => {
    const group = await openGroup(`${server.add(files)}/kerchunk.parq`);
    expect(asked()).toEqual(["GET kerchunk.parq/zarr.json", "GET kerchunk.parq/.zmetadata"]);
    const array = await group.openArray("values");
    expect(asked()).toEqual([]);
    expect((await array.read("25, 39")).data).toEqual(point);
    // The value is inline: no target is asked.
    expect(asked()).toEqual(["GET kerchunk.parq/values/refs.2.parq"]);
    expect((await array.read()).data).toEqual(setValues());
    expectWhole(asked());
    expect((await array.read("0:10, 0:16")).shape).toEqual([10, 16]);
    expect(asked()).toEqual(["GET data.bin bytes=100-739"]);
  });

  it.each(["::values", "/values"])(
    "over HTTP names a node by %s with one request, and finds a chunk with one",
    async (node) => {
      const array = await openArray(`${server.add(files)}/kerchunk.parq${node}`);
      expect(asked()).toEqual(["GET kerchunk.parq/.zmetadata"]);
      expect(await array.hierarchy.store.head!("values/0.0")).toBeDefined();
      expect(asked()).toEqual(["GET kerchunk.parq/values/refs.0.parq"]);
      expect((await array.read()).data).toEqual(setValues());
      asked();
    },
  );

  it.each(["::nope", "/nope"])(
    "over HTTP has no node %s: its own documents are looked for, and none above",
    async (node) => {
      await expect(openArray(`${server.add(files)}/kerchunk.parq${node}`)).rejects.toMatchObject({ code: "not-found" });
      const requests = asked();
      expect(requests[0]).toBe("GET kerchunk.parq/.zmetadata");
      expect(requests.length).toBeLessThanOrEqual(13);
    },
  );

  it("over HTTP with a name that does not say so names a node with six requests, the last one for the set", async () => {
    const renamed = files.map(([key, bytes]) => [key.replace("kerchunk.parq/", "set/"), bytes] as [string, Uint8Array]);
    const array = await openArray(`${server.add(renamed)}/set::values`);
    // Those of a plain Zarr v2 node come first, which must not cost more.
    expect(asked()).toEqual([
      "GET set/values/zarr.json",
      "GET set/values/.zarray",
      "GET set/values/.zattrs",
      "GET set/values/.zgroup",
      "GET set/zarr.json",
      "GET set/.zmetadata",
    ]);
    expect((await array.read()).data).toEqual(setValues());
    asked();
  });

  it("over HTTP may have the name of one and be plain Zarr", async () => {
    const memory = memoryStore();
    await create(memory, { format: "zarr2", path: "a", shape: [4], dtype: "int8" });
    const plain: [string, Uint8Array][] = [];
    for await (const { key } of memory.list!("")) plain.push([`plain.parq/${key}`, (await memory.get(key))!]);
    const root = server.add(plain);
    for (const node of ["::a", "/a"]) {
      expect((await openArray(`${root}/plain.parq${node}`)).shape).toEqual([4]);
      expect(asked().filter((request) => request.includes("plain.parq/.z"))).toEqual(["GET plain.parq/.zmetadata"]);
    }
  });

  it("opens by a path inside it, and by one that leads to it", async () => {
    const [url, ...addresses] = [server.add(files), folder, `${join(folder, "stored.zip")}|zip:`];
    writeFileSync(join(folder, "stored.zip"), rawZip(files.map(([name, data]) => ({ name, data }))));
    const separator = (root: string): string => (root.endsWith(":") ? "" : "/");
    for (const root of [url, ...addresses]) {
      const set = `${root}${separator(root)}kerchunk.parq`;
      for (const [address, path] of [[`${set}/values`], [`${set}::values`], [set, "values"]] as const) {
        expect((await (await openArray(address, { path })).read()).data, address).toEqual(setValues());
      }
      await expect(openArray(`${set}/values/deep`), root).rejects.toMatchObject({ code: "not-found" });
    }
    const inner = await (await openGroup(folder, { path: "kerchunk.parq" })).openArray("values");
    expect((await inner.read()).data).toEqual(setValues());
    asked();
  });

  describe.each(["stored", "deflated"])("in a zip, %s,", (kind) => {
    const zip = rawZip(files.map(([name, data]) => (kind === "stored" ? { name, data } : deflated(name, data))));

    it("is read from the disk, by each form of address", async () => {
      const path = join(folder, `${kind}.zip`);
      writeFileSync(path, zip);
      for (const address of [`${path}|zip:kerchunk.parq::values`, `${path}|zip:kerchunk.parq/values`]) {
        expect((await (await openArray(address)).read()).data).toEqual(setValues());
      }
    });

    it("is read over HTTP, with the directory of the archive read once for the set", async () => {
      const group = await openGroup(`${server.add([["a.zip", zip]])}/a.zip|zip:kerchunk.parq`);
      expect(asked()).toEqual([expect.stringMatching(/^GET a\.zip bytes=-\d+$/)]);
      const array = await group.openArray("values");
      // The archive is smaller than what is read with its directory.
      expect((await array.read("25, 39")).data).toEqual(point);
      expect(asked()).toEqual([]);
      expect((await array.read()).data).toEqual(setValues());
      expect(asked().length).toBeLessThanOrEqual(2);
    });
  });
});

function deflated(name: string, data: Uint8Array): RawEntry {
  const stored = deflateRawSync(data);
  return { name, data: stored, method: 8, crc: crc32(data), size: data.byteLength };
}

describe("a Parquet set in a bucket", () => {
  let bucket: S3Server;
  beforeAll(async () => {
    bucket = await s3Server();
    bucket.buckets.set("bucket", new Map(files));
  });
  afterAll(() => bucket.close());
  beforeEach(() => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
    vi.stubEnv("AWS_CONFIG_FILE", "/dev/null");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
  });
  afterEach(() => vi.unstubAllEnvs());

  it("is read with as many signed requests as over HTTP", async () => {
    const seen = (): string[] =>
      bucket.seen.splice(0).map(({ method, url, headers, signed }) => {
        expect(signed).toBe(true);
        const range = headers.range === undefined ? "" : ` ${headers.range}`;
        return `${method} ${url.replace(/^\/bucket\//, "")}${range}`;
      });
    const group = await openGroup("s3://bucket/kerchunk.parq", { store: { endpoint: bucket.origin } });
    expect(seen()).toEqual(["GET kerchunk.parq/zarr.json", "GET kerchunk.parq/.zmetadata"]);
    const array = await group.openArray("values");
    expect((await array.read("25, 39")).data).toEqual(point);
    expect(seen()).toEqual(["GET kerchunk.parq/values/refs.2.parq"]);
    expect((await array.read()).data).toEqual(setValues());
    expectWhole(seen());
  });
});
