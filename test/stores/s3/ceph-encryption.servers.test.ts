/** Encryption by a real server, Ceph's gateway: with a key of one's own, with one that it manages, with its default one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ceph, startCeph } from "../../../scripts/ceph.mjs";
import { type HyperslabError, isHyperslabError } from "../../../src/errors.ts";
import { create, openArray } from "../../../src/index.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../../src/stores/s3/s3-client.ts";
import { resolveSite, type S3Encryption, type S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";

const base64 = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
/** Keys over plain HTTP, which is all there is on the loopback interface; two keys that the gateway manages. */
const SETTINGS = `rgw crypt require ssl = false
rgw crypt s3 kms backend = testing
rgw crypt s3 kms encryption keys = "first=${base64(1)} second=${base64(2)}"
`;
/** With it a gateway seals all that it is given, asked or not. */
const DEFAULT_KEY = `rgw crypt default encryption key = ${base64(3)}\n`;

let ceph: Ceph;
async function start(settings: string): Promise<void> {
  ceph = await startCeph({ settings });
  const { failure, error } = await client("sealed").request({ method: "PUT" });
  if (failure !== undefined) throw error();
}
beforeAll(() => start(SETTINGS), 600_000);
afterAll(() => ceph?.stop());

function settings(encryption: S3Encryption | undefined): S3Settings {
  const { accessKeyId, secretAccessKey } = ceph;
  return { credentials: { accessKeyId, secretAccessKey }, environment: {}, encryption, retry: { attempts: 1 } };
}

function client(bucket: string, encryption?: S3Encryption): S3Client {
  const given = settings(encryption);
  return new S3Client(resolveSite(parseS3Address(`${ceph.endpoint}/${bucket}`), given), given);
}

function sealed(encryption?: S3Encryption, more: S3Settings = {}): Promise<Store> {
  return s3Store(parseS3Address(`${ceph.endpoint}/sealed`), { ...settings(encryption), ...more });
}

async function failure(run: () => Promise<unknown>): Promise<HyperslabError> {
  const error = await run().catch((caught: unknown) => caught);
  if (!isHyperslabError(error)) throw new Error(`no error of ours: ${String(error)}`);
  return error;
}

async function algorithm(key: string, encryption?: S3Encryption): Promise<readonly (string | undefined)[]> {
  const { response } = await client("sealed", encryption).request({ method: "HEAD", key });
  const name = "x-amz-server-side-encryption";
  return [
    response.header(name),
    response.header(`${name}-customer-algorithm`),
    response.header(`${name}-aws-kms-key-id`),
  ];
}

const own = (byte: number): S3Encryption => ({ kind: "customer", key: new Uint8Array(32).fill(byte) });

describe("a key of one's own", () => {
  const value = new TextEncoder().encode("plain words to look for ".repeat(1000));

  test("what it sealed is read with it, whole and in parts", async () => {
    const store = await sealed(own(7));
    await store.set!("c/value", value);
    expect(await store.get("c/value")).toEqual(value);
    expect(await store.get("c/value", { range: { offset: 4097, length: 100 } })).toEqual(value.slice(4097, 4197));
    expect(await store.get("c/value", { range: { suffix: 33 } })).toEqual(value.slice(-33));
    expect((await store.head!("c/value"))?.size).toBe(value.byteLength);
    expect(await algorithm("c/value", own(7))).toEqual([undefined, "AES256", undefined]);
    expect(ceph.stored("plain words")).toBe(false);
    // What is not sealed is found, so that the search above proves something.
    await (await sealed()).set!("c/open", new TextEncoder().encode("open words to look for"));
    expect(ceph.stored("open words")).toBe(true);
  });

  test("without it or with another one it is refused, and is never taken for absent", async () => {
    await (await sealed(own(7))).set!("c/other", value);
    for (const store of [await sealed(), await sealed(own(8))]) {
      for (const read of [
        () => store.get("c/other"),
        () => store.get("c/other", { range: { offset: 0, length: 4 } }),
        () => store.head!("c/other"),
      ]) {
        const error = await failure(read);
        expect(error.request?.status).toBeGreaterThanOrEqual(400);
        expect(`${error}`).not.toContain(base64(8));
      }
      expect(await store.get("c/absent")).toBeUndefined();
    }
  });

  test("in parts, each of them sealed", async () => {
    const long = new Uint8Array(11 * 2 ** 20).map((_, i) => i % 251);
    const store = await sealed(own(7), { multipartFrom: 5 * 2 ** 20, partSize: 5 * 2 ** 20 });
    await store.set!("c/long", long);
    expect(Buffer.compare((await store.get("c/long"))!, long)).toBe(0);
    const range = { offset: 5 * 2 ** 20 - 10, length: 20 };
    expect(await store.get("c/long", { range })).toEqual(long.slice(range.offset, range.offset + 20));
    expect((await failure(async () => (await sealed()).get("c/long"))).request?.status).toBe(400);
  });

  test("an array is opened and read with it, and without it is an error and no fill value", async () => {
    const store = await sealed(own(9));
    const array = await create(store, {
      path: "x.zarr",
      shape: [64, 64],
      dtype: "int16",
      chunks: [16, 16],
      shards: [32, 32],
    });
    await array.write(undefined, 5);
    const again = await openArray(await sealed(own(9)), { path: "x.zarr" });
    expect((await again.read("3:40, 60:")).data).toEqual(new Int16Array(37 * 4).fill(5));
    const error = await failure(async () => openArray(await sealed(), { path: "x.zarr" }));
    expect(["io", "not-allowed"]).toContain(error.code);
    // The documents in the clear, the chunks sealed.
    const plain = await sealed();
    const document = await store.get("x.zarr/zarr.json");
    await plain.set!("y.zarr/zarr.json", document!);
    await store.set!("y.zarr/c/0/0", (await store.get("x.zarr/c/0/0"))!);
    const half = await openArray(plain, { path: "y.zarr" });
    expect(["io", "not-allowed"]).toContain((await failure(() => half.read("0, 0"))).code);
    expect((await half.read("63, 63")).data[0]).toBe(0);
  });
});

describe("a key that the server manages", () => {
  const value = new TextEncoder().encode("managed words to look for ".repeat(100));

  test("by its name: recorded on the object, readable with permission, nothing in the clear", async () => {
    await (await sealed({ kind: "aws:kms", keyId: "second" })).set!("k/value", value);
    expect(await algorithm("k/value")).toEqual(["aws:kms", undefined, "second"]);
    for (const store of [await sealed(), await sealed({ kind: "aws:kms", keyId: "first" })]) {
      expect(await store.get("k/value")).toEqual(value);
      expect(await store.get("k/value", { range: { suffix: 9 } })).toEqual(value.slice(-9));
    }
    expect(ceph.stored("managed words")).toBe(false);
  });

  test("that it does not have: nothing is written", async () => {
    const store = await sealed({ kind: "aws:kms", keyId: "none of these" });
    const error = await failure(() => store.set!("k/lost", value));
    expect(error.request?.status).toBeGreaterThanOrEqual(400);
    expect(await (await sealed()).get("k/lost")).toBeUndefined();
  });

  test("and its default one, by AES256", async () => {
    await ceph.stop();
    await start(SETTINGS + DEFAULT_KEY);
    const store = await sealed({ kind: "AES256" });
    await store.set!("a/value", value);
    expect(await store.get("a/value")).toEqual(value);
    expect(ceph.stored("managed words")).toBe(false);
  });
});
