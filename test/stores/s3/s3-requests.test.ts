/** What the S3 store asks of servers: how often, by which host, with which headers. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { create, isHyperslabError, memoryStore, openArray } from "../../../src/index.ts";
import { sharedTransport } from "../../../src/stores/http/transport/shared-transport.ts";
import { openLocation, parseLocation } from "../../../src/stores/location/location.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { s3Objects } from "../../../src/stores/s3/s3-objects.ts";
import type { S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { plainS3Store, s3Source, s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";
import { zipStore } from "../../../src/stores/zip/zip.ts";
import { keysOf, pattern } from "../../contracts/store-contract.ts";
import { hasTinyLimits } from "../../usual-limits.ts";
import {
  accessKeyId,
  refusal,
  type S3Server,
  type S3ServerOptions,
  s3Server,
  secretAccessKey,
  sentTo,
} from "./s3-server.ts";
import { s3Client, testSettings } from "./s3-subjects.ts";

let server: S3Server;
const serve = async (options?: S3ServerOptions): Promise<S3Server> => (server = await s3Server(options));
afterEach(() => server?.close());

function requests(): string[] {
  return server.seen.map(({ method, url, headers }) => [method, url, headers.range].filter(Boolean).join(" "));
}

async function fill(entries: Iterable<readonly [string, Uint8Array]>, prefix = ""): Promise<void> {
  for (const [key, value] of entries) server.buckets.get("bucket")?.set(prefix + key, value);
}

async function entriesOf(store: Store): Promise<[string, Uint8Array][]> {
  const entries: [string, Uint8Array][] = [];
  for await (const { key } of store.list!("")) entries.push([key, (await store.get(key))!]);
  return entries;
}

async function sharded(): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const array = await create(memory, { shape: [64, 64], dtype: "int32", chunks: [4, 4], shards: [64, 64] });
  await array.write(
    undefined,
    Int32Array.from({ length: 64 * 64 }, (_, i) => i),
  );
  return entriesOf(memory);
}

describe("costs", () => {
  test.skipIf(hasTinyLimits)("opening a v3 array is one request; a point of a sharded one two, then one", async () => {
    await serve();
    await fill(await sharded(), "data/a.zarr/");
    const store = await s3Store(parseS3Address(`${server.origin}/bucket/data/a.zarr`), testSettings);
    const array = await openArray(store, { dtype: "int32" });
    expect(requests()).toEqual(["GET /bucket/data/a.zarr/zarr.json"]);
    server.seen.length = 0;
    expect(await array.item([3, 5])).toBe(3 * 64 + 5);
    expect(requests()).toEqual([
      expect.stringMatching(/c\/0\/0 bytes=-\d+$/),
      expect.stringMatching(/c\/0\/0 bytes=\d+-\d+$/),
    ]);
    server.seen.length = 0;
    expect(await array.item([9, 5])).toBe(9 * 64 + 5);
    expect(requests()).toEqual([expect.stringMatching(/c\/0\/0 bytes=\d+-\d+$/)]);
    expect(server.seen.every(({ signed }) => signed)).toBe(true);
  });

  test("an archive in a bucket: its end, then a request a chunk", async () => {
    await serve();
    const target = memoryTarget();
    const zip = zipStore(target);
    const array = await create(zip, { shape: [8, 8], dtype: "int16", chunks: [4, 4] });
    await array.write(
      undefined,
      Int16Array.from({ length: 64 }, (_, i) => i),
    );
    await zip.close();
    await fill([["a.zip", target.bytes()]]);
    const source = await s3Source(parseS3Address(`${server.origin}/bucket/a.zip`), testSettings);
    const opened = await openArray(zipStore(source), { dtype: "int16" });
    const before = server.seen.length;
    expect(before).toBeLessThanOrEqual(3);
    expect(await opened.item([5, 6])).toBe(46);
    expect(server.seen.length).toBe(before + 1);
  });

  test.skipIf(hasTinyLimits)("a listing of 2500 keys is three requests, deleting them three more", async () => {
    await serve();
    await fill(Array.from({ length: 2500 }, (_, i) => [`d/${String(i).padStart(5, "0")}`, new Uint8Array(1)] as const));
    await fill([["e", new Uint8Array(1)]]);
    const store = plainS3Store(s3Client(`${server.origin}/bucket`));
    expect(await keysOf(store, "d")).toHaveLength(2500);
    expect(server.seen).toHaveLength(3);
    server.seen.length = 0;
    await store.deletePrefix!("d");
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(3);
    expect([...server.buckets.get("bucket")!.keys()]).toEqual(["e"]);
  });

  test("an object that changes under a read is an error", async () => {
    await serve();
    await fill([["k", pattern(100)]]);
    const store = plainS3Store(s3Client(`${server.origin}/bucket`));
    const version = {};
    await store.get("k", { range: { offset: 0, length: 10 }, version });
    await fill([["k", pattern(100, 7)]]);
    const error = await store
      .get("k", { range: { offset: 10, length: 10 }, version })
      .catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "invalid-data") && error.request?.kind).toBe("changed");
  });
});

describe("hosts", () => {
  const clouds = async (
    address: string,
    options: S3ServerOptions,
    settings: S3Settings = testSettings,
  ): Promise<string[]> => {
    await serve(options);
    for (const name of ["my.bucket", "fresh"]) server.buckets.set(name, server.buckets.get("bucket")!);
    await fill([["data/k", pattern(3)]]);
    const transport = sentTo(server, await sharedTransport({}));
    const store = plainS3Store(s3Client(address, { ...settings, transport }));
    expect(await store.get("k")).toEqual(pattern(3));
    return server.seen.map(({ host, url }) => `${host}${url}`);
  };

  test("Amazon's, where the region is not known", async () => {
    expect(await clouds("s3://bucket/data", { region: "eu-west-3" })).toEqual([
      "bucket.s3.amazonaws.com/data/k",
      "bucket.s3.eu-west-3.amazonaws.com/data/k",
    ]);
    await server.close();
    expect(await clouds("s3://bucket/data", { region: "eu-west-3" })).toEqual([
      "bucket.s3.eu-west-3.amazonaws.com/data/k",
    ]);
  });

  test("Amazon's, told by the address, with the bucket in the path if it has dots", async () => {
    expect(await clouds("https://s3.sa-east-1.amazonaws.com/my.bucket/data", { region: "sa-east-1" })).toEqual([
      "s3.sa-east-1.amazonaws.com/my.bucket/data/k",
    ]);
  });

  test("a new bucket, whose host is not known everywhere yet", async () => {
    const location = "https://fresh.s3.me-south-1.amazonaws.com/data/k";
    const answer: S3ServerOptions["answer"] = ({ host }) =>
      host.includes("me-south-1") ? undefined : refusal(307, "TemporaryRedirect", "", { location });
    const hosts = await clouds("https://fresh.s3.us-east-2.amazonaws.com/data", { answer });
    expect(hosts).toEqual(["fresh.s3.us-east-2.amazonaws.com/data/k", "fresh.s3.me-south-1.amazonaws.com/data/k"]);
  });

  test("Google's", async () => {
    expect(await clouds("gs3://bucket/data", {})).toEqual(["storage.googleapis.com/bucket/data/k"]);
    expect(server.seen[0]?.headers.authorization).toContain("/auto/s3/aws4_request");
    const objects = s3Objects(parseS3Address("gs3://bucket"), testSettings);
    const error = await objects.create("k", pattern(1)).catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "unsupported")).toBe(true);
  });

  test("others, with the bucket in the host where the address has it there", async () => {
    expect(await clouds("https://bucket.s3.example.org/data", {})).toEqual(["bucket.s3.example.org/data/k"]);
  });
});

test("an address with netCDF's options is signed by the profile that it names, or not at all", async () => {
  await serve({ public: "get and list" });
  await fill([["data/k", pattern(3)]]);
  const file = join(mkdtempSync(join(tmpdir(), "hyperslab-netcdf-")), "credentials");
  writeFileSync(file, `[lab]\naws_access_key_id=${accessKeyId}\naws_secret_access_key=${secretAccessKey}\n`);
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", file);
  vi.stubEnv("NCRCENV_IGNORE", "1");
  for (const options of ["mode=zarr,s3&aws.profile=lab", "mode=zarr,s3&aws.profile=none", "mode=zarr,s3"]) {
    const store = await openLocation(parseLocation(`${server.origin}/bucket/data#${options}`));
    expect(await store.get("k")).toEqual(pattern(3));
  }
  expect(server.seen.map(({ signed }) => signed)).toEqual([true, false, false]);
  vi.unstubAllEnvs();
  rmSync(dirname(file), { recursive: true });
});

describe("headers", () => {
  const sent = async (settings: S3Settings): Promise<Record<string, Record<string, unknown>>> => {
    await serve();
    const store = plainS3Store(s3Client(`${server.origin}/bucket`, { ...testSettings, ...settings }), {
      multipartFrom: 5 * 2 ** 20,
      partSize: 5 * 2 ** 20,
    });
    await store.set!("k", pattern(3));
    await store.get("k");
    await store.head!("k");
    await store.listDirectory!("");
    await store.set!("big", new Uint8Array(6 * 2 ** 20));
    await store.deletePrefix!("");
    const names: Record<string, Record<string, unknown>> = {};
    for (const { method, url, headers } of server.seen) {
      const kind = /[?&](uploads|partNumber|uploadId|list-type|delete)=/.exec(url)?.[1] ?? "object";
      names[`${method} ${kind}`] = headers;
    }
    return names;
  };

  test("requester pays is sent with every request", async () => {
    const all = Object.values(await sent({ requesterPays: true }));
    expect(all).toHaveLength(8);
    expect(all.map((headers) => headers["x-amz-request-payer"])).toEqual(all.map(() => "requester"));
  });

  test("encryption settings are sent where an object is created", async () => {
    const name = "x-amz-server-side-encryption";
    const found = await sent({ encryption: { kind: "aws:kms", keyId: "key-1" } });
    const told = Object.keys(found).filter((kind) => name in found[kind]!);
    expect(told).toEqual(["PUT object", "POST uploads"]);
    expect(found["PUT object"]![`${name}-aws-kms-key-id`]).toBe("key-1");
    await server.close();
    const plain = await sent({ encryption: { kind: "AES256" } });
    expect(plain["PUT object"]![name]).toBe("AES256");
  });

  test("a key of one's own goes wherever bytes do", async () => {
    const name = "x-amz-server-side-encryption-customer-key";
    const found = await sent({ encryption: { kind: "customer", key: pattern(32) } });
    const told = Object.keys(found).filter((kind) => name in found[kind]!);
    expect(told.sort()).toEqual(["GET object", "HEAD object", "POST uploads", "PUT object", "PUT partNumber"]);
    const short: S3Settings = { ...testSettings, encryption: { kind: "customer", key: pattern(16) } };
    expect(() => s3Client(`${server.origin}/bucket`, short)).toThrow(/16 bytes/);
  });

  test("headers of the caller: about the object where one is made, others everywhere", async () => {
    const found = await sent({
      headers: { "X-Amz-Storage-Class": "STANDARD_IA", "Content-Type": "a/b", "x-proxy-key": "1" },
    });
    expect(Object.keys(found).filter((kind) => "x-amz-storage-class" in found[kind]!)).toEqual([
      "PUT object",
      "POST uploads",
    ]);
    expect(found["PUT object"]!["content-type"]).toBe("a/b");
    expect(Object.values(found).every((headers) => headers["x-proxy-key"] === "1")).toBe(true);
  });
});

describe("objects", () => {
  test("of all concurrent creators, one succeeds", async () => {
    await serve();
    const objects = s3Objects(parseS3Address(`${server.origin}/bucket/locks`), testSettings);
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => objects.create("lock", Uint8Array.of(i))));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(server.buckets.get("bucket")!.get("locks/lock")).toEqual(Uint8Array.of(made.indexOf(true)));
  });

  test("an address that is lent", async () => {
    await serve();
    const objects = s3Objects(parseS3Address(`${server.origin}/bucket/a`), testSettings);
    const url = new URL(await objects.presign("b c", 60));
    expect(url.pathname).toBe("/bucket/a/b%20c");
    expect(url.searchParams.get("X-Amz-Expires")).toBe("60");
    await expect(objects.presign("b", 0)).rejects.toThrow(/0 seconds/);
    await expect(objects.presign("b", 1e9)).rejects.toThrow(/7 days/);
  });

  test("names that no store can hold are passed over, and deleted with the rest", async () => {
    await serve();
    await fill(
      ["p/a", "p/", "p/d/", "p/x//y", "p/./z", "p/\u0001", "p/a+b c&<d>"].map((key) => [key, pattern(1)] as const),
    );
    const store = plainS3Store(s3Client(`${server.origin}/bucket/p`));
    expect(await keysOf(store, "")).toEqual(["\u0001", "a", "a+b c&<d>"]);
    expect(await store.listDirectory!("")).toEqual({ keys: ["\u0001", "a", "a+b c&<d>"], prefixes: ["d", "x"] });
    await store.deletePrefix!("");
    expect(server.buckets.get("bucket")!.size).toBe(0);
  });

  test("names that no address can hold are never taken for others, not even to delete them one by one", async () => {
    await serve({ deletesMany: false });
    await fill(["p/../kept", "kept"].map((key) => [key, pattern(1)] as const));
    const error = await plainS3Store(s3Client(`${server.origin}/bucket`)).deletePrefix!("p").catch(
      (caught: unknown) => caught,
    );
    expect(isHyperslabError(error, "invalid-request") && error.place.key).toBe("p/../kept");
    expect(server.buckets.get("bucket")!.size).toBe(2);
  });

  test("how an object once travelled is no encoding of it", async () => {
    await serve({
      answer: ({ headers }) => {
        const coding = { "content-encoding": "aws-chunked", etag: '"1"' };
        if (headers.range === undefined) return { status: 200, headers: coding, body: pattern(9) };
        return { status: 206, headers: { ...coding, "content-range": "bytes 2-4/9" }, body: pattern(9).subarray(2, 5) };
      },
    });
    const store = plainS3Store(s3Client(`${server.origin}/bucket`));
    expect(await store.get("k")).toEqual(pattern(9));
    expect(await store.get("k", { range: { offset: 2, length: 3 } })).toEqual(pattern(9).slice(2, 5));
    expect(await store.head!("k")).toMatchObject({ size: 9 });
    expect(server.seen.map(({ method }) => method)).toEqual(["GET", "GET", "HEAD"]);
  });

  test("what could not be deleted is named", async () => {
    const body = "<DeleteResult><Error><Key>p/a</Key><Code>AccessDenied</Code></Error></DeleteResult>";
    await serve({ answer: ({ url }) => (url.includes("?delete") ? { status: 200, body } : undefined) });
    await fill([["p/a", pattern(1)]]);
    const store = plainS3Store(s3Client(`${server.origin}/bucket`));
    const error = await store.deletePrefix!("p").catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "not-allowed") && error.place.key).toBe("p/a");
  });
});

test.each([
  ["x".repeat(1019), false],
  ["x".repeat(1020), true],
  ["\u20ac".repeat(340), true],
])("a key of more than 1024 bytes is refused before anything is sent (%#)", async (name, isRefused) => {
  await serve();
  const store = plainS3Store(s3Client(`${server.origin}/bucket/deep`), testSettings);
  const said = await store.set!(name, pattern(3)).then(
    () => "written",
    (error: unknown) => (isHyperslabError(error, "invalid-request") ? error.what : error),
  );
  expect(said).toEqual(isRefused ? expect.stringContaining("S3 allows at most 1024") : "written");
  if (!isRefused) return;
  await expect(store.get(name)).rejects.toThrow("at most 1024");
  expect(server.seen).toEqual([]);
});
