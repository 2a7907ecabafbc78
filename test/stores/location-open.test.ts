/** Locations that are opened: archives in files, in memory, on a server and in each other. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { openZip } from "../../src/dataset/open/open-zip.ts";
import { type HyperslabError, isHyperslabError } from "../../src/errors.ts";
import {
  create,
  memoryTarget,
  openArray,
  openGroup,
  openStore,
  type Store,
  type StoreRequest,
} from "../../src/index.ts";
import { openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { namedMemoryStore } from "../../src/stores/memory.ts";
import { bytes, pattern } from "../contracts/store-contract.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import { type ObjectServer, objectServer } from "./object-server.ts";
import { accessKeyId, type S3Server, s3Server, secretAccessKey } from "./s3/s3-server.ts";

const scratch = mkdtempSync(join(tmpdir(), "hyperslab-location-"));
let count = 0;
const newPath = (ending = ""): string => join(scratch, `${++count}${ending}`);
afterAll(() => rmSync(scratch, { recursive: true }));

const at = (address: string | URL): Promise<Store> => openLocation(parseLocation(address));

async function refusal(run: Promise<unknown>): Promise<HyperslabError> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (isHyperslabError(error)) return error;
  throw new Error(`no refusal: ${String(error)}`);
}

test("takes URL objects", async () => {
  const path = join(scratch, "odd #name%?| ä");
  const store = await at(pathToFileURL(path));
  await store.set!("a", bytes(1));
  expect(store.locate!("a")).toBe(join(path, "a"));
});

test("a memory address reaches into the store of its name", async () => {
  const store = await at("memory:location-test/a/b");
  await store.set!("zarr.json", bytes(1));
  expect(await namedMemoryStore("location-test").get("a/b/zarr.json")).toEqual(bytes(1));
  expect(store.location).toBe("memory:location-test/a/b");
});

test("references are opened, whatever the name of the file", async () => {
  const path = newPath();
  const set = { ".zgroup": { zarr_format: 2 }, "a/.zgroup": { zarr_format: 2 }, "a/b/.zgroup": { zarr_format: 2 } };
  writeFileSync(path, JSON.stringify(set));
  for (const address of [`reference::${path}`, `${path}|kerchunk:`, `${path}|references:`]) {
    expect((await openGroup(address)).path).toBe("");
  }
  for (const address of [`${path}|reference:a|zarr2:b`, `${path}|kerchunk:a/b`, `${path}|references:a/b`]) {
    expect((await openGroup(address)).path).toBe("a/b");
  }
});

test("a format that there is none of is named", async () => {
  const path = newPath();
  await create(path, {});
  expect(await refusal(openGroup(`${path}|nczarr:`))).toMatchObject({ code: "not-found" });
});

/** An archive with one array in it, whose values are 0, 1, 2, ... */
async function archive(path: string, length: number, chunk: number): Promise<Uint8Array> {
  const array = await create(`${path}::a`, { shape: [length], dtype: "int16", chunks: [chunk], codecs: [] });
  await array.write(
    undefined,
    Int16Array.from({ length }, (_, i) => i),
  );
  await array.close();
  return readFileSync(path);
}

describe("netCDF's modes", () => {
  test("a path with a mode is opened as it says", async () => {
    const path = newPath(".zarr");
    await create(`${path}::a`, { shape: [2], dtype: "int8", format: "zarr2" });
    expect((await openArray(`${path}#mode=zarr,file`, { path: "a" })).shape).toEqual([2]);
    expect((await openArray(`${path}::a#mode=nczarr,v2`)).shape).toEqual([2]);
    expect((await openArray(`file://${path}#zarr::a`)).shape).toEqual([2]);
    expect(await refusal(openArray(`${path}::a#mode=v3`))).toMatchObject({ code: "not-found" });
  });

  test("zip and file decide what a file is", async () => {
    const path = newPath(".data");
    writeFileSync(path, await archive(newPath(".zip"), 4, 4));
    expect((await openArray(`${path}::a#mode=zarr,zip`)).shape).toEqual([4]);
    expect(await refusal(openGroup(`${path}#mode=zarr,file`))).toMatchObject({ code: expect.any(String) });
  });
});

describe("archives", () => {
  test("a step into a file, with a path, a format and a node", async () => {
    const path = newPath(".zip");
    await archive(path, 4, 4);
    for (const address of [
      `${path}|zip:a`,
      `${path}|zip:::a`,
      `${path}|zip:|zarr3:a`,
      `zip://a::${path}`,
      `${path}/a`,
    ]) {
      const array = await openArray(address);
      expect([address, array.path, (await array.read()).data]).toEqual([address, "a", Int16Array.of(0, 1, 2, 3)]);
    }
    expect(await refusal(openArray(`${path}|zarr2:a`))).toMatchObject({ code: "not-found" });
  });

  test("a new archive is created where a step requires one", async () => {
    const path = newPath(".data");
    const group = await create(`${path}|zip:`, { attributes: { made: true } });
    await group.close();
    expect(readFileSync(path).subarray(0, 2)).toEqual(Buffer.from("PK"));
    expect((await openGroup(path)).attributes).toEqual({ made: true });
  });

  test("entries packed with Zstandard are read on every platform, by address and by openZip", async () => {
    const { values } = JSON.parse(readFileSync("fixtures/zip/archives.json", "utf8"))["zipfile-zstd"];
    const path = "fixtures/zip/zipfile-zstd.zip";
    const nested = namedMemoryStore("zstd-archives");
    await nested.set!("x.zip", readFileSync(path));
    const stores = [
      await openStore(path),
      await openStore("memory:zstd-archives/x.zip|zip:"),
      await openZip(path),
      await openZip(memorySource(readFileSync(path))),
    ];
    for (const store of stores) {
      const value = await store.get("a/c/0/0");
      expect(createHash("sha256").update(value!).digest("hex")).toBe(values["a/c/0/0"]);
    }
  });

  test("openZip makes an archive in memory, and one with netCDF-C's top folder in a file", async () => {
    const target = memoryTarget();
    const store = await openZip(target);
    await create(store, { path: "a", data: Int16Array.of(1, 2) });
    await store.close();
    expect((await (await openArray(await openZip(target), { path: "a" })).read()).data).toEqual(Int16Array.of(1, 2));
    const path = newPath(".zip");
    const top = await openZip(path, { topFolder: "data" });
    await top.set!("b", bytes(1));
    await top.close();
    expect(await (await openZip(path, { topFolder: "" })).get("data/b")).toEqual(bytes(1));
    expect(await (await openStore(path)).get("b")).toEqual(bytes(1));
  });

  test("in a memory store, and in each other", async () => {
    const inner = await archive(newPath(".zip"), 1000, 100);
    const path = newPath(".zip");
    const outer = await openStore(path);
    await outer.set!("deep/inner.zip", inner);
    await outer.set!("deep/other", pattern(100_000));
    await outer.close!();
    const memory = namedMemoryStore("archives");
    await memory.set!("x/outer.zip", readFileSync(path));
    for (const address of [
      `${path}|zip:deep/inner.zip|zip:::a`,
      "memory:archives/x/outer.zip|zip:deep/inner.zip|zip:a",
    ]) {
      const array = await openArray(address);
      expect((await array.read("998:")).data).toEqual(Int16Array.of(998, 999));
    }
    expect(await refusal(openGroup("memory:archives|zip:"))).toMatchObject({ code: "invalid-request" });
    expect(await refusal(openGroup(`${path}|zip:|zip:`))).toMatchObject({ code: "invalid-request" });
    expect(await refusal(openGroup("memory:archives/none.zip|zip:"))).toMatchObject({ code: "not-found" });
    expect(await refusal(openGroup(`${path}|zip:deep/other|zip:`))).toMatchObject({ code: "invalid-data" });
  });
});

describe("archives on a server", () => {
  let server: ObjectServer;
  beforeEach(async () => {
    server = await objectServer();
  });
  afterEach(() => server.close());

  const asked = (): string[] => server.seen.splice(0).map(({ method, headers }) => `${method} ${headers.range ?? ""}`);

  test("one request opens a small one, and everything in it", async () => {
    const url = `${server.add([["small archive.ZIP", await archive(newPath(".zip"), 8, 2)]])}/small%20archive.ZIP`;
    const array = await openArray(`${url}::a`);
    expect((await array.read()).data).toEqual(Int16Array.of(0, 1, 2, 3, 4, 5, 6, 7));
    expect(asked()).toEqual(["GET bytes=-65633"]);
  });

  test("one request opens it if its end holds the directory, one reads the document, one each chunk", async () => {
    const file = await archive(newPath(".zip"), 400_000, 100_000);
    const url = `${server.add([["data.zip", file]])}/data.zip`;
    const array = await openArray(`${url}?token=1|zip:|zarr3:a`);
    const opening = asked();
    expect(opening).toHaveLength(2);
    expect(opening[0]).toBe("GET bytes=-65633");
    for (const first of [0, 100_000, 200_000, 300_000]) {
      expect((await array.read(`${first}:${first + 2}`)).data[1]).toBe((((first + 1) % 65536) << 16) >> 16);
      expect(asked()).toHaveLength(1);
    }
    expect((await array.read("7")).data).toEqual(Int16Array.of(7));
  });

  test.skipIf(hasTinyLimits)("two requests open one with a long directory", async () => {
    const file = await archive(newPath(".zip"), 2000, 1);
    const url = `${server.add([["data.zip", file]])}/data.zip`;
    const store = await openStore(url);
    expect(await store.head!("a/zarr.json")).toMatchObject({ size: expect.any(Number) });
    expect(asked()).toHaveLength(2);
    expect(await store.get("a/c/1999")).toEqual(Uint8Array.of(1999 & 255, 1999 >> 8));
    expect(asked()).toHaveLength(1);
    expect(store.set).toBeUndefined();
    expect(store.concurrency).toBeGreaterThan(16);
  });

  test("requests are reported as they are sent", async () => {
    const url = `${server.add([["data.zip", await archive(newPath(".zip"), 400_000, 100_000)]])}/data.zip`;
    const seen: StoreRequest[] = [];
    const array = await openArray(`${url}::a`, { store: { onRequest: (request) => seen.push(request) } });
    await array.read("0:10");
    expect(seen.map(({ operation, key }) => `${operation} ${key}`)).toEqual(Array(3).fill("get data.zip"));
    expect(asked()).toHaveLength(3);
  });

  test("one that is not there, and one that is none", async () => {
    const url = server.add([["none.zip", pattern(300)]]);
    expect(await refusal(openGroup(`${url}/missing.zip`))).toMatchObject({ code: "not-found" });
    expect(await refusal(openGroup(`${url}/none.zip`))).toMatchObject({ code: "invalid-data" });
    expect(await refusal(openGroup(`${url}/|zip:`))).toMatchObject({ code: "invalid-request" });
  });

  test("headers go along", async () => {
    const url = server.add([["data.zip", await archive(newPath(".zip"), 8, 2)]]);
    await openArray(`${url}/data.zip::a`, { store: { headers: { "X-Key": "abc" } } });
    expect(server.seen[0]?.headers["x-key"]).toBe("abc");
  });
});

describe("buckets", () => {
  let server: S3Server;
  beforeEach(async () => {
    server = await s3Server({});
    vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  test("an array and an archive in a bucket, by endpoint and by netCDF's mode", async () => {
    const endpoint = server.origin;
    const array = await create("s3://bucket/x.zarr::a", { data: Int16Array.of(1, 2, 3), store: { endpoint } });
    expect(array.hierarchy.store.location).toBe(`${endpoint}/bucket/x.zarr`);
    for (const address of [`${endpoint}/bucket/x.zarr#mode=zarr,s3`, `[mode=s3]${endpoint}/bucket/x.zarr`]) {
      expect((await (await openArray(address, { path: "a" })).read()).data).toEqual(Int16Array.of(1, 2, 3));
    }
    const bucket = await openStore("s3://bucket", { endpoint });
    await bucket.set!("y/data.zip", await archive(newPath(".zip"), 400_000, 100_000));
    const seen: string[] = [];
    const store = { endpoint, onRequest: ({ operation, key }: StoreRequest) => void seen.push(`${operation} ${key}`) };
    for (const address of ["s3://bucket/y/data.zip|zip:|zarr3:a", "zip://a::s3://bucket/y/data.zip"]) {
      const read = await (await openArray(address, { store })).read("300000:300002");
      expect(read.data).toEqual(Int16Array.of(300_000, 300_001));
      expect(seen.splice(0)).toEqual(["get data.zip", "get data.zip", "get data.zip"]);
    }
  });

  test("a mode that does not go with the address", async () => {
    expect(await refusal(openGroup("x.zarr#mode=s3"))).toMatchObject({ code: "invalid-request" });
    expect(await refusal(openGroup("gs://b/x#mode=s3"))).toMatchObject({ code: "invalid-request" });
  });

  test("a wrong region or profile in the address is what is used", async () => {
    const address = "s3://bucket/x.zarr#aws.profile=no-such-profile";
    const error = await refusal(openGroup(address, { store: { endpoint: server.origin } }));
    expect(String(error)).toContain("no-such-profile");
    expect(await refusal(openGroup("s3://b/x#aws.region=n%20o"))).toMatchObject({ code: "invalid-request" });
  });
});

test("an https address of a provider is asked by its own protocol, a signed one is left alone", async () => {
  const located = async (address: string): Promise<string> => (await at(address)).location;
  expect(await located("https://bkt.s3.eu-west-1.amazonaws.com/k")).toBe("s3://bkt/k");
  expect(await located("https://storage.googleapis.com/bkt/k")).toBe("gs://bkt/k");
  expect(await located("https://bkt.s3.eu-west-1.amazonaws.com/k?X-Amz-Signature=1")).toBe(
    "https://bkt.s3.eu-west-1.amazonaws.com/k",
  );
  expect((await at("https://h.example.org/k")).list).toBeUndefined();
});
