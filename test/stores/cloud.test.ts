/** Public buckets of Google and Azure: what is asked for, page after page, and what a bad answer is called. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import {
  copy,
  create,
  type ErrorCode,
  isHyperslabError,
  openArray,
  openGroup,
  openStore,
  type StoreRequest,
} from "../../src/index.ts";
import { azStore } from "../../src/stores/cloud/az.ts";
import { gsStore } from "../../src/stores/cloud/gs.ts";
import type { HttpTransport } from "../../src/stores/http/transport/transport.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { keysOf } from "../contracts/store-contract.ts";
import { type CloudServer, cloudServer } from "./cloud-server.ts";

let google: CloudServer;
let azure: CloudServer;
beforeEach(async () => {
  [google, azure] = await Promise.all([cloudServer("gs"), cloudServer("az")]);
});
afterEach(() => Promise.all([google.close(), azure.close()]));

/** A group of four arrays, without consolidated metadata: children are found by listing. */
async function fill(): Promise<void> {
  const map = new Map<string, Uint8Array>();
  await create(map, {});
  for (const name of ["a", "b", "c", "d & <e>"]) await create(map, { path: name, data: Int16Array.of(1, 2, 3) });
  for (const [key, value] of map) {
    google.values.set(`bkt/x.zarr/${key}`, value);
    azure.values.set(`account1/bkt/x.zarr/${key}`, value);
  }
}

test("a group is opened, its children listed over several pages, an array read", async () => {
  await fill();
  for (const [server, address] of [
    [google, "gs://bkt/x.zarr"],
    [azure, "az://bkt@account1/x.zarr"],
    [azure, "az://account1/bkt/x.zarr"],
    [azure, "abfss://bkt@account1.dfs.core.windows.net/x.zarr"],
  ] as const) {
    const store = { endpoint: server.origin };
    const group = await openGroup(address, { store });
    expect((await group.children()).map(({ path }) => path)).toEqual(["a", "b", "c", "d & <e>"]);
    expect((await (await openArray(`${address}::b`, { store })).read()).data).toEqual(Int16Array.of(1, 2, 3));
    const raw = await openStore(address, store);
    expect(await keysOf(raw, "a")).toEqual(["a/c/0", "a/zarr.json"]);
    expect(raw.location).toMatch(/^(gs:\/\/bkt|az:\/\/bkt@account1)\/x\.zarr$/);
  }
});

test("the requests are those of the providers", async () => {
  await fill();
  const gs = gsStore({ bucket: "bkt", key: "x.zarr" }, { endpoint: `${google.origin}/` });
  await gs.get("zarr.json");
  await gs.listDirectory!("");
  expect(google.seen).toEqual([
    "GET /bkt/x.zarr/zarr.json",
    "GET /storage/v1/b/bkt/o?prefix=x.zarr%2F&delimiter=%2F&fields=nextPageToken%2Cprefixes%2Citems%28name%2Csize%29",
    "GET /storage/v1/b/bkt/o?prefix=x.zarr%2F&delimiter=%2F&pageToken=page+3&fields=nextPageToken%2Cprefixes%2Citems%28name%2Csize%29",
  ]);
  const az = azStore({ account: "account1", container: "bkt", key: "x.zarr" }, { endpoint: azure.origin });
  await az.get("a/zarr.json");
  await az.listDirectory!("a");
  expect(azure.seen).toEqual([
    "GET /account1/bkt/x.zarr/a/zarr.json",
    "GET /account1/bkt?restype=container&comp=list&prefix=x.zarr%2Fa%2F&delimiter=%2F",
  ]);
});

test("without an endpoint the providers' own hosts are asked", async () => {
  const seen: string[] = [];
  const transport: HttpTransport = {
    decodes: false,
    hidesHeaders: false,
    request: async ({ url, headers }) => {
      seen.push(url.href.replace(/&fields=.*/, ""), headers["x-ms-version"] ?? "");
      return { status: 404, url, header: () => undefined, body: new Uint8Array(0) };
    },
  };
  const stores = [
    gsStore({ bucket: "b", key: "k" }, { transport }),
    azStore({ account: "acct", container: "c", key: "" }, { transport }),
  ];
  for (const store of stores) {
    expect(await store.get("a b")).toBeUndefined();
    await expect(store.listDirectory!("")).rejects.toThrow("there is no such bucket");
  }
  expect(seen).toEqual([
    "https://storage.googleapis.com/b/k/a%20b",
    "",
    "https://storage.googleapis.com/storage/v1/b/b/o?prefix=k%2F&delimiter=%2F",
    "",
    "https://acct.blob.core.windows.net/c/a%20b",
    "2021-12-02",
    "https://acct.blob.core.windows.net/c?restype=container&comp=list&prefix=&delimiter=%2F",
    "2021-12-02",
  ]);
});

test("an endpoint that is no server is refused", async () => {
  for (const address of ["gs://b/k", "az://cont@acct/k"]) {
    const error = await openGroup(address, { store: { endpoint: "ftp://x" } }).catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "invalid-request")).toBe(true);
  }
});

test("an archive in a bucket is opened in place, also where last bytes cannot be asked for", async () => {
  const target = memoryTarget();
  const archive = zipStore(target);
  await create(archive, { path: "a", shape: [200_000], dtype: "int8", chunks: [100_000], codecs: [], fillValue: 1 });
  await archive.set!("a/c/1", new Uint8Array(100_000).fill(7));
  await archive.close();
  google.values.set("bkt/x.zip", target.bytes());
  azure.values.set("account1/bkt/x.zip", target.bytes());
  for (const [server, address] of [
    [google, "gs://bkt/x.zip::a"],
    [azure, "az://bkt@account1/x.zip|zip:a"],
  ] as const) {
    const array = await openArray(address, { store: { endpoint: server.origin } });
    expect((await array.read("99998:100002")).data).toEqual(Int8Array.of(1, 1, 7, 7));
  }
  expect(google.seen).toHaveLength(3);
});

test.each<[string, string, string, ErrorCode]>([
  ["gs", "no JSON", "it is not JSON", "invalid-data"],
  ["gs", "[]", "it is not a JSON object", "invalid-data"],
  ["gs", '{"items":{}}', "it has no list of names", "invalid-data"],
  ["gs", '{"items":[{"name":"x.zarr/a"}]}', "an object has no name or no size", "invalid-data"],
  ["gs", '{"items":[{"name":"y/a","size":"1"}]}', "it has unexpected names", "invalid-data"],
  ["gs", '{"nextPageToken":7}', "it does not say where the next page begins", "invalid-data"],
  ["az", "<EnumerationResults></EnumerationResults>", "it has no list of names", "invalid-data"],
  ["az", "<Other><Blobs/></Other>", "it has no list of names", "invalid-data"],
  [
    "az",
    "<EnumerationResults><Blobs><Blob><Name>x.zarr/a</Name></Blob></Blobs></EnumerationResults>",
    "no size",
    "invalid-data",
  ],
  ["az", "<EnumerationResults>", "the end", "io"],
])("a listing of %s that is %s is refused", async (kind, answer, problem, code) => {
  await fill();
  const server = kind === "gs" ? google : azure;
  server.nextListing = answer;
  const address = kind === "gs" ? "gs://bkt/x.zarr" : "az://bkt@account1/x.zarr";
  const store = await openStore(address, { endpoint: server.origin });
  const error = await store.listDirectory!("").catch((caught: unknown) => caught);
  // What is no XML at all counts as a server that fails.
  expect(isHyperslabError(error, code)).toBe(true);
  expect(String(error)).toContain(problem);
});

test("a bucket that is not there", async () => {
  const store = await openStore("gs://none/x", { endpoint: google.origin });
  const error = await store.listDirectory!("").catch((caught: unknown) => caught);
  expect(isHyperslabError(error, "not-found")).toBe(true);
  expect(await store.get("a")).toBeUndefined();
});

test("requests are reported", async () => {
  await fill();
  const seen: string[] = [];
  const onRequest = ({ operation, key }: StoreRequest): void => void seen.push(`${operation} ${key}`);
  const group = await openGroup("gs://bkt/x.zarr", { store: { endpoint: google.origin, onRequest } });
  await group.children();
  expect(seen.slice(0, 3)).toEqual(["get zarr.json", "get o", "get o"]);
});

test("a bucket that answers 403 for missing values is read, and one that is closed midway is an error", async () => {
  await fill();
  google.values.delete("bkt/x.zarr/b/c/0");
  google.forbids = "missing";
  const store = { endpoint: google.origin };
  const array = await openArray("gs://bkt/x.zarr::b", { store });
  expect((await array.read()).data).toEqual(Int16Array.of(0, 0, 0));
  const report = await copy(array, new Map());
  expect([report.forbidden, report.verified]).toEqual([1, false]);
  const strict = await openArray("gs://bkt/x.zarr::b", { store: { ...store, forbidden: "error" } });
  await expect(strict.read()).rejects.toThrow(/forbids access/);
  const other = await openArray("gs://bkt/x.zarr::a", { store });
  google.forbids = "all";
  for (const closed of [array, other]) await expect(closed.read()).rejects.toThrow(/forbids access/);
});

test("of Azure's, which answers 404 for missing values, 403 is an error", async () => {
  await fill();
  const array = await openArray("az://bkt@account1/x.zarr::b", { store: { endpoint: azure.origin } });
  azure.forbids = "all";
  await expect(array.read()).rejects.toThrow(/forbids access/);
});
