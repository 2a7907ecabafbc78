/** The S3 store on a real server: Ceph's gateway, started for this and stopped after. */
import { createHash, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ceph, startCeph } from "../../../scripts/ceph.mjs";
import { type HyperslabError, isHyperslabError } from "../../../src/errors.ts";
import { create, openArray, openGroup } from "../../../src/index.ts";
import { httpStore } from "../../../src/stores/http/http-store.ts";
import { sharedTransport } from "../../../src/stores/http/transport/shared-transport.ts";
import { listObjects } from "../../../src/stores/s3/list-objects.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { S3Client, type S3Reply } from "../../../src/stores/s3/s3-client.ts";
import { s3Objects } from "../../../src/stores/s3/s3-objects.ts";
import { resolveSite, type S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { plainS3Store, s3Store } from "../../../src/stores/s3/s3-store.ts";
import { childrenOf, childText, parseXml } from "../../../src/stores/s3/xml.ts";
import type { Store } from "../../../src/stores/store.ts";
import { describeStore, filled, keysOf, pattern, type StoreCapability } from "../../contracts/store-contract.ts";
import { toldBy } from "../../dataset/consolidated-truth.ts";
import { sentTo } from "./s3-server.ts";

const MiB = 2 ** 20;
let ceph: Ceph;
beforeAll(async () => {
  ceph = await startCeph();
  for (const name of ["contract", "checks"]) await succeeded(client(name).request({ method: "PUT" }));
}, 600_000);
afterAll(() => ceph?.stop());

function settings(): S3Settings {
  const { accessKeyId, secretAccessKey } = ceph;
  return { credentials: { accessKeyId, secretAccessKey }, environment: {} };
}

function client(bucket: string, more: S3Settings = {}): S3Client {
  const given = { ...settings(), ...more };
  return new S3Client(resolveSite(parseS3Address(`${ceph.endpoint}/${bucket}`), given), given);
}

async function succeeded(asked: Promise<S3Reply>): Promise<S3Reply> {
  const reply = await asked;
  if (reply.failure !== undefined) throw reply.error();
  return reply;
}

async function failure(run: () => Promise<unknown>): Promise<HyperslabError> {
  const error = await run().catch((caught: unknown) => caught);
  if (!isHyperslabError(error)) throw new Error(`no error of ours: ${String(error)}`);
  return error;
}

const capabilities: readonly StoreCapability[] = ["head", "list", "listDirectory", "set", "delete", "deletePrefix"];
let count = 0;
const newAddress = (): string => `${ceph.endpoint}/contract/${++count}`;

describeStore("s3Store on Ceph", {
  capabilities,
  open: async (entries) => filled(await s3Store(parseS3Address(newAddress()), settings()), entries),
});

describeStore("s3Store on Ceph, in parts and with a cache", {
  capabilities,
  open: async (entries) => {
    const more = { multipartFrom: 5 * MiB, partSize: 5 * MiB, cache: true };
    return filled(await s3Store(parseS3Address(newAddress()), { ...settings(), ...more }), entries);
  },
});

describe("objects", () => {
  const data = pattern(1000);
  let store: Store;
  beforeAll(async () => {
    store = plainS3Store(client("checks"));
    await store.set!("a/x", data);
  });

  test("a bucket that is there cannot be made by somebody else, one of a bad name not at all", async () => {
    expect((await client("a_").request({ method: "PUT" })).failure?.code).toBe("InvalidBucketName");
  });

  test("whole, its size and its tag", async () => {
    expect(await store.get("a/x")).toEqual(data);
    const tag = createHash("md5").update(data).digest("hex");
    expect(await store.head!("a/x")).toEqual({
      size: 1000,
      validator: `etag "${tag}"`,
      modified: expect.any(Number),
    });
  });

  test.each([
    ["in the middle", { offset: 10, length: 10 }, 10, 20],
    ["the last bytes", { suffix: 10 }, 990, 1000],
    ["more last bytes than there are", { suffix: 5000 }, 0, 1000],
    ["to the end", { offset: 990 }, 990, 1000],
    ["over the end", { offset: 990, length: 1011 }, 990, 1000],
    ["past the end", { offset: 5000, length: 1001 }, 1000, 1000],
  ] as const)("a part: %s", async (_, range, start, end) => {
    expect(await store.get("a/x", { range })).toEqual(data.slice(start, end));
  });

  test("a part that is none is refused with 416 and no more is read into it", async () => {
    const { response } = await client("checks").request({
      method: "GET",
      key: "a/x",
      headers: { range: "bytes=5000-6000" },
    });
    expect(response.status).toBe(416);
  });

  test("of two parts at once it sends the first alone, which is why one is asked for at a time", async () => {
    const headers = { range: "bytes=0-1,5-6" };
    const { response } = await succeeded(
      client("checks").request({ method: "GET", key: "a/x", headers, take: () => 10_000 }),
    );
    expect([response.status, response.body]).toEqual([206, data.slice(0, 2)]);
  });

  test("a checksum of the caller is taken, and stands in no reader's way", async () => {
    const any = client("checks");
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(data));
    const headers = { "x-amz-checksum-crc32": checksum.toString("base64") };
    await succeeded(any.request({ method: "PUT", key: "crc", headers, body: data }));
    expect(await store.get("crc")).toEqual(data);
  });

  test("keys of all kinds, also those that no store can hold", async () => {
    const keys = ["g/.zarray", "g/é ü/x", "g/a+b", "g/a%2Fb", "g/c/0/0", "g/~t!*'()", "g//dbl", "g/日本", "g/\u0001"];
    const any = client("checks");
    for (const key of keys) await succeeded(any.request({ method: "PUT", key, body: new TextEncoder().encode(key) }));
    for (const key of keys) {
      const { response } = await succeeded(any.request({ method: "GET", key, take: () => 100 }));
      expect(new TextDecoder().decode(response.body)).toBe(key);
    }
    const listed: string[] = [];
    for await (const page of listObjects(any, { prefix: "g/" })) listed.push(...page.objects.map(({ key }) => key));
    expect(listed.sort()).toEqual([...keys].sort());
    expect(await store.listDirectory!("g")).toEqual({
      keys: ["\u0001", ".zarray", "a%2Fb", "a+b", "~t!*'()", "日本"],
      prefixes: ["c", "é ü"],
    });
    await store.deletePrefix!("g");
    expect(await keysOf(store, "g")).toEqual([]);
  });

  test("metadata and types of the caller", async () => {
    const headers = { "X-Amz-Meta-Foo": "bar", "Content-Type": "application/json", "Cache-Control": "no-store" };
    await plainS3Store(client("checks", { headers })).set!("md", pattern(1));
    const { response } = await succeeded(client("checks").request({ method: "HEAD", key: "md" }));
    expect(["x-amz-meta-foo", "content-type", "cache-control"].map((name) => response.header(name))).toEqual([
      "bar",
      "application/json",
      "no-store",
    ]);
  });

  test("copies, whole and of a part", async () => {
    const any = client("checks");
    await succeeded(any.request({ method: "PUT", key: "cp", headers: { "x-amz-copy-source": "checks/a/x" } }));
    expect(await store.get("cp")).toEqual(data);
    await store.set!("mp", pattern(6 * MiB));
    const take = (): number => 10_000;
    const begun = await succeeded(any.request({ method: "POST", key: "mpc", query: [["uploads", ""]], take }));
    const uploadId = childText(parseXml(begun.response.body, {}), "UploadId") ?? "";
    const headers = { "x-amz-copy-source": "checks/mp", "x-amz-copy-source-range": `bytes=1-${5 * MiB}` };
    const query = [
      ["partNumber", "1"],
      ["uploadId", uploadId],
    ] as const;
    const part = await succeeded(any.request({ method: "PUT", key: "mpc", query, headers, take }));
    const tag = childText(parseXml(part.response.body, {}), "ETag") ?? "";
    const body = new TextEncoder().encode(
      `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${tag}</ETag></Part></CompleteMultipartUpload>`,
    );
    await succeeded(any.request({ method: "POST", key: "mpc", query: [["uploadId", uploadId]], body }));
    expect(Buffer.compare((await store.get("mpc"))!, pattern(6 * MiB).subarray(1, 5 * MiB + 1))).toBe(0);
  });

  test("versions: what is deleted can still be had by its name", async () => {
    const any = client("versions");
    await succeeded(any.request({ method: "PUT" }));
    const body = new TextEncoder().encode(
      "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>",
    );
    await succeeded(any.request({ method: "PUT", query: [["versioning", ""]], body }));
    const first = await succeeded(any.request({ method: "PUT", key: "v", body: Uint8Array.of(1) }));
    const second = await succeeded(any.request({ method: "PUT", key: "v", body: Uint8Array.of(2) }));
    const id = first.response.header("x-amz-version-id") ?? "";
    expect(id).not.toBe(second.response.header("x-amz-version-id"));
    const old = await succeeded(any.request({ method: "GET", key: "v", query: [["versionId", id]], take: () => 10 }));
    expect(old.response.body).toEqual(Uint8Array.of(1));
  });
});

describe("listings", () => {
  let store: Store;
  beforeAll(async () => {
    store = plainS3Store(client("checks"));
    await Promise.all(Array.from({ length: 25 }, (_, i) => store.set!(`p/${String(i).padStart(3, "0")}`, pattern(i))));
  });

  test("in pages", async () => {
    const pages: number[] = [];
    for await (const { objects } of listObjects(client("checks"), { prefix: "p/", pageSize: 10 }))
      pages.push(objects.length);
    expect(pages).toEqual([10, 10, 5]);
  });

  test("from a key on", async () => {
    const keys: string[] = [];
    for await (const page of listObjects(client("checks"), { prefix: "p/", startAfter: "p/020" })) {
      keys.push(...page.objects.map(({ key }) => key));
    }
    expect(keys).toEqual(["p/021", "p/022", "p/023", "p/024"]);
  });

  test("of more than a page, with sizes, then deleted many at a time", async () => {
    const many = plainS3Store(client("checks/many"));
    const keys = Array.from({ length: 1203 }, (_, i) => `k/${String(i).padStart(5, "0")}`);
    for (let at = 0; at < keys.length; at += 64) {
      await Promise.all(keys.slice(at, at + 64).map((key) => many.set!(key, pattern(3))));
    }
    expect(await keysOf(many, "")).toEqual(keys);
    expect(await many.listDirectory!("")).toEqual({ keys: [], prefixes: ["k"] });
    await many.deletePrefix!("k");
    expect(await keysOf(many, "")).toEqual([]);
  });

  test("one by one, and what is not there", async () => {
    await store.delete!("p/000");
    await store.delete!("p/none");
    expect((await keysOf(store, "p")).length).toBe(24);
    const { response } = await client("checks").request({ method: "DELETE", key: "zzz" });
    expect(response.status).toBe(204);
  });
});

describe("refusals", () => {
  const wrong = (keys: Partial<Ceph>): Store => {
    const { accessKeyId, secretAccessKey } = { ...ceph, ...keys };
    return plainS3Store(client("checks", { credentials: { accessKeyId, secretAccessKey } }));
  };

  test("a wrong secret, a wrong key, no key", async () => {
    expect((await failure(() => wrong({ secretAccessKey: "x".repeat(40) }).get("a/x"))).request?.kind).toBe(
      "bad-signature",
    );
    expect((await failure(() => wrong({ accessKeyId: "NOPE" }).get("a/x"))).request?.kind).toBe("unknown-key");
    const nobody = plainS3Store(client("checks", { anonymous: true, credentials: undefined }));
    const error = await failure(() => nobody.get("a/x"));
    expect([error.code, error.request?.status]).toEqual(["not-allowed", 403]);
    expect((await failure(() => wrong({ secretAccessKey: "x".repeat(40) }).head!("a/x"))).request?.kind).toBe(
      "bad-signature",
    );
  });

  test("a body that was changed on its way", async () => {
    const any = client("checks");
    const tampered = {
      ...(await any.transport()),
      request: async (request: Parameters<Awaited<ReturnType<S3Client["transport"]>>["request"]>[0]) =>
        (await any.transport()).request({ ...request, body: Uint8Array.from(request.body ?? [], (byte) => byte ^ 1) }),
    };
    const error = await failure(() => plainS3Store(client("checks", { transport: tampered })).set!("t", pattern(5)));
    expect([error.code, error.request?.status]).toEqual(["io", 400]);
    expect(await plainS3Store(any).get("t")).toBeUndefined();
  });

  test("a missing key is absent, a missing bucket an error, also to HEAD", async () => {
    const store = plainS3Store(client("checks"));
    expect(await store.get("nope")).toBeUndefined();
    expect(await store.head!("nope")).toBeUndefined();
    const none = plainS3Store(client("nobucket1"));
    for (const run of [
      () => none.get("x"),
      () => none.head!("x"),
      () => none.listDirectory!(""),
      () => none.set!("x", pattern(1)),
    ]) {
      expect((await failure(run)).request?.kind).toBe("no-bucket");
    }
  });

  test("a clock of our own that is a day off", async () => {
    const now = Date.now;
    const off = plainS3Store(client("clock"));
    await succeeded(client("clock").request({ method: "PUT" }));
    Date.now = () => now() + 24 * 3600_000;
    try {
      await off.set!("k", pattern(3));
      expect(await off.get("k")).toEqual(pattern(3));
    } finally {
      Date.now = now;
    }
  });

  test("any region in the scope of the signature is taken", async () => {
    expect(await plainS3Store(client("checks", { region: "eu-west-9" })).get("a/x")).toEqual(pattern(1000));
  });
});

describe("conditions", () => {
  test("of eight concurrent creators of an object, one succeeds", async () => {
    const objects = s3Objects(parseS3Address(`${ceph.endpoint}/checks/locks`), settings());
    expect(await objects.create("first", pattern(1))).toBe(true);
    expect(await objects.create("first", pattern(2))).toBe(false);
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => objects.create("race", Uint8Array.of(i))));
    expect(made.filter(Boolean)).toHaveLength(1);
    const winner = await plainS3Store(client("checks")).get("locks/race");
    expect(winner).toEqual(Uint8Array.of(made.indexOf(true)));
  });

  test("of concurrent writers to one hierarchy, none loses a change", async () => {
    const address = newAddress();
    // Each has a place of its own, as in a program of its own.
    const program = async (name: string): Promise<Store> => ({
      ...(await s3Store(parseS3Address(address), settings())),
      place: name,
    });
    const root = await create(await program("first"), { attributes: {} });
    await root.create("child");
    await root.consolidate();
    const programs = await Promise.all(["a", "b", "c"].map(program));
    await Promise.all(
      programs.map(async (store, i) => {
        for (let round = 0; round < 5; round++) {
          await (await openGroup(store)).setAttributes({ [`${i}-${round}`]: round });
          await (await openGroup(store, { path: "child" })).setAttributes({ [`${i}-${round}`]: round });
        }
      }),
    );
    const { block, said, stored } = await toldBy(await program("reader"));
    expect([block, said]).toEqual([true, stored]);
    expect(Object.keys(stored[""] as object)).toHaveLength(15);
    expect(Object.keys(stored["child"] as object)).toHaveLength(15);
    expect(await keysOf(await program("reader"), "")).toEqual(["child/zarr.json", "zarr.json"]);
  });

  test("If-Match and If-None-Match of readers", async () => {
    const any = client("checks");
    const { response } = await succeeded(any.request({ method: "HEAD", key: "a/x" }));
    const tag = response.header("etag") ?? "";
    expect((await any.request({ method: "GET", key: "a/x", headers: { "if-none-match": tag } })).response.status).toBe(
      304,
    );
    const other = { "if-match": '"00000000000000000000000000000000"' };
    expect((await any.request({ method: "GET", key: "a/x", headers: other })).failure?.status).toBe(412);
    expect((await any.request({ method: "PUT", key: "a/x", headers: other, body: pattern(1) })).failure?.status).toBe(
      412,
    );
    expect((await any.request({ method: "GET", key: "a/x", headers: { "if-match": tag } })).response.status).toBe(200);
    // Of a writer it takes the tag without its quotes only.
    const bare = { "if-match": tag.replaceAll('"', "") };
    const same = { method: "PUT", key: "a/x", headers: bare, body: pattern(1000) } as const;
    expect((await any.request(same)).response.status).toBe(200);
  });

  test("an object that changes under a read", async () => {
    const store = plainS3Store(client("checks"));
    await store.set!("changing", pattern(100));
    const version = {};
    await store.get("changing", { range: { suffix: 10 }, version });
    await store.set!("changing", pattern(100, 1));
    const error = await failure(() => store.get("changing", { range: { offset: 0, length: 10 }, version }));
    expect(error.request?.kind).toBe("changed");
  });
});

describe("large objects", () => {
  const uploads = async (): Promise<number> => {
    const asked = client("checks").request({ method: "GET", query: [["uploads", ""]], take: () => 100_000 });
    return childrenOf(parseXml((await succeeded(asked)).response.body, {}), "Upload").length;
  };

  test("in parts, read across their borders", async () => {
    const store = plainS3Store(client("checks"), { multipartFrom: 5 * MiB, partSize: 5 * MiB });
    const value = pattern(10 * MiB + 1000);
    await store.set!("mp2", value);
    expect((await store.head!("mp2"))?.validator).toMatch(/-3"$/);
    const range = { offset: 5 * MiB - 2, length: 4 };
    expect(await store.get("mp2", { range })).toEqual(value.slice(5 * MiB - 2, 5 * MiB + 2));
    expect(Buffer.compare((await store.get("mp2"))!, value)).toBe(0);
  });

  test("streamed, and given up where the stream breaks", async () => {
    const objects = s3Objects(parseS3Address(`${ceph.endpoint}/checks/up`), { ...settings(), partSize: 5 * MiB });
    const pieces = function* (): Generator<Uint8Array> {
      for (let i = 0; i < 7; i++) yield pattern(MiB + i, i);
    };
    await objects.upload("s", pieces());
    const read = await plainS3Store(client("checks")).get("up/s");
    expect(Buffer.compare(read!, Buffer.concat([...pieces()]))).toBe(0);
    const broken = function* (): Generator<Uint8Array> {
      yield* pieces();
      throw new Error("no more");
    };
    await expect(objects.upload("b", broken())).rejects.toThrow("no more");
    expect(await plainS3Store(client("checks")).get("up/b")).toBeUndefined();
    expect(await uploads()).toBe(0);
  });

  test("parts that are too small are refused by the server too", async () => {
    const any = client("checks");
    const begun = await succeeded(
      any.request({ method: "POST", key: "small", query: [["uploads", ""]], take: () => 10_000 }),
    );
    const uploadId = childText(parseXml(begun.response.body, {}), "UploadId") ?? "";
    const tags: string[] = [];
    for (const number of ["1", "2"]) {
      const query = [
        ["partNumber", number],
        ["uploadId", uploadId],
      ] as const;
      const part = await succeeded(any.request({ method: "PUT", key: "small", query, body: pattern(1000) }));
      tags.push(`<Part><PartNumber>${number}</PartNumber><ETag>${part.response.header("etag")}</ETag></Part>`);
    }
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${tags.join("")}</CompleteMultipartUpload>`);
    const query = [["uploadId", uploadId]] as const;
    expect((await any.request({ method: "POST", key: "small", query, body })).failure?.code).toBe("EntityTooSmall");
    await succeeded(any.request({ method: "DELETE", key: "small", query }));
    expect(await uploads()).toBe(0);
  });
});

describe("everybody", () => {
  const anonymous: S3Settings = { anonymous: true, credentials: undefined };
  const allow = async (bucket: string, actions: readonly string[]): Promise<void> => {
    const Statement = actions.map((action) => ({
      Effect: "Allow",
      Principal: "*",
      Action: [action],
      Resource: [action === "s3:ListBucket" ? `arn:aws:s3:::${bucket}` : `arn:aws:s3:::${bucket}/*`],
    }));
    const body = new TextEncoder().encode(JSON.stringify({ Version: "2012-10-17", Statement }));
    await succeeded(client(bucket).request({ method: "PUT", query: [["policy", ""]], body }));
  };

  test("an address that is lent is good for HTTP, until a letter of it is changed", async () => {
    const objects = s3Objects(parseS3Address(`${ceph.endpoint}/checks/a`), settings());
    const url = await objects.presign("x", 60);
    const part = await fetch(url, { headers: { range: "bytes=0-9" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const forged = await fetch(url.replace(/.$/, (digit) => (digit === "a" ? "b" : "a")));
    expect(forged.status).toBe(403);
    await forged.arrayBuffer();
  });

  test("a bucket that anyone may read and list", async () => {
    await succeeded(client("open").request({ method: "PUT" }));
    const owner = await s3Store(parseS3Address(`${ceph.endpoint}/open/a`), settings());
    const array = await create(owner, { shape: [8], dtype: "int16", chunks: [4], fillValue: 7 });
    await array.write("0:4", Int16Array.of(1, 2, 3, 4));
    const address = parseS3Address(`${ceph.endpoint}/open/a`);
    const denied = await failure(async () => openArray(await s3Store(address, { environment: {}, anonymous: true })));
    expect(denied.code).toBe("not-allowed");
    await allow("open", ["s3:GetObject", "s3:ListBucket"]);
    const store = await s3Store(address, { environment: {}, anonymous: true });
    const { data } = await (await openArray(store)).read();
    expect(Array.from(data as Int16Array)).toEqual([1, 2, 3, 4, 7, 7, 7, 7]);
    expect(await keysOf(store, "")).toEqual(["c/0", "zarr.json"]);
    expect((await failure(() => store.set!("x", pattern(1)))).request?.kind).toBe("forbidden");
    const web = httpStore(`${ceph.endpoint}/open/a`);
    expect(await web.get("zarr.json")).toEqual(await store.get("zarr.json"));
  });

  test("a bucket that anyone may read and no one may list: what is forbidden is absent, once something was read", async () => {
    await succeeded(client("unlisted").request({ method: "PUT" }));
    const owner = await s3Store(parseS3Address(`${ceph.endpoint}/unlisted/a`), settings());
    const array = await create(owner, { shape: [8], dtype: "int16", chunks: [4], fillValue: 7, format: "zarr2" });
    await array.write("0:4", Int16Array.of(1, 2, 3, 4));
    await allow("unlisted", ["s3:GetObject"]);
    const { failure: said } = await client("unlisted", anonymous).request({ method: "GET", key: "a/nope" });
    expect(said?.status).toBe(403);
    const store = await s3Store(parseS3Address(`${ceph.endpoint}/unlisted/a`), { environment: {}, anonymous: true });
    const { data } = await (await openArray(store)).read();
    expect(Array.from(data as Int16Array)).toEqual([1, 2, 3, 4, 7, 7, 7, 7]);
    expect((await failure(() => store.listDirectory!(""))).request?.kind).toBe("forbidden");
  });

  test("an object that its owner made public", async () => {
    const any = client("checks");
    await succeeded(
      any.request({ method: "PUT", key: "acl", body: pattern(3), headers: { "x-amz-acl": "public-read" } }),
    );
    const { response } = await succeeded(
      client("checks", anonymous).request({ method: "GET", key: "acl", take: () => 10 }),
    );
    expect(response.body).toEqual(pattern(3));
    await succeeded(
      any.request({ method: "PUT", key: "a/x", query: [["acl", ""]], headers: { "x-amz-acl": "private" } }),
    );
  });

  test("pages of other origins, once the bucket allows them", async () => {
    const preflight = (): Promise<Response> =>
      fetch(`${ceph.endpoint}/checks/acl`, {
        method: "OPTIONS",
        headers: {
          origin: "http://e.x",
          "access-control-request-method": "GET",
          "access-control-request-headers": "range",
        },
      });
    expect((await preflight()).headers.get("access-control-allow-origin")).toBeNull();
    const rule =
      "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><ExposeHeader>Content-Range</ExposeHeader>";
    const body = new TextEncoder().encode(`<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`);
    await succeeded(client("checks").request({ method: "PUT", query: [["cors", ""]], body }));
    const allowed = await preflight();
    expect(allowed.status).toBe(200);
    expect(["*", "http://e.x"]).toContain(allowed.headers.get("access-control-allow-origin"));
    const read = await fetch(`${ceph.endpoint}/checks/acl`, { headers: { origin: "http://e.x", range: "bytes=0-1" } });
    expect([read.status, read.headers.get("access-control-expose-headers")]).toEqual([206, "ETag,Content-Range"]);
    await read.arrayBuffer();
  });
});

describe("hosts and encryption", () => {
  test("the bucket in the host", async () => {
    const transport = sentTo({ origin: ceph.endpoint }, await sharedTransport({}));
    const given: S3Settings = { ...settings(), endpoint: "http://localhost", style: "virtual", transport };
    const site = resolveSite(parseS3Address("s3://checks/virtual"), given);
    const store = plainS3Store(new S3Client(site, given));
    await store.set!("k", pattern(5));
    expect(await store.get("k")).toEqual(pattern(5));
    expect(await keysOf(store, "")).toEqual(["k"]);
    expect(await plainS3Store(client("checks")).get("virtual/k")).toEqual(pattern(5));
  });

  test("a key of one's own is refused without TLS by the server, and said so", async () => {
    const key = createHash("sha256").update(randomUUID()).digest();
    const store = plainS3Store(client("checks", { encryption: { kind: "customer", key } }));
    const error = await failure(() => store.set!("sse", pattern(1)));
    expect(error.request?.status).toBe(400);
    expect(String(error)).not.toContain(key.toString("base64"));
  });
});
