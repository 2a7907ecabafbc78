/** What we write to a bucket is read by Amazon's client, Apache Arrow's and zarr-python, and the reverse; on Ceph. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ceph, startCeph } from "../../scripts/ceph.mjs";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { create, openArray, openGroup } from "../../src/index.ts";
import { parseS3Address } from "../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../src/stores/s3/s3-client.ts";
import { resolveSite, type S3Settings } from "../../src/stores/s3/s3-settings.ts";
import { s3Store } from "../../src/stores/s3/s3-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { keysOf, pattern } from "../contracts/store-contract.ts";

const MiB = 2 ** 20;
let ceph: Ceph;
let peer: ChildProcessByStdio<Writable, Readable, null>;
const waiting: ((line: string) => void)[] = [];

beforeAll(async () => {
  const python = ensureEnvironment("s3");
  ceph = await startCeph();
  const given = settings();
  const bucket = new S3Client(resolveSite(parseS3Address(`${ceph.endpoint}/shared`), given), given);
  await bucket.request({ method: "PUT" });
  const keys = [ceph.accessKeyId, ceph.secretAccessKey];
  peer = spawn(python, ["test/interop/s3_peer.py", ceph.endpoint, "shared", ...keys], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  createInterface({ input: peer.stdout }).on("line", (line) => waiting.shift()?.(line));
}, 600_000);
afterAll(async () => {
  peer?.stdin.end();
  await ceph?.stop();
});

function settings(): S3Settings {
  const { accessKeyId, secretAccessKey } = ceph;
  return { credentials: { accessKeyId, secretAccessKey }, environment: {} };
}

function storeAt(prefix: string, more: S3Settings = {}): Promise<Store> {
  return s3Store(parseS3Address(`${ceph.endpoint}/shared/${prefix}`), { ...settings(), ...more });
}

async function ask<T>(...request: readonly unknown[]): Promise<T> {
  const line = await new Promise<string>((resolve) => {
    waiting.push(resolve);
    peer.stdin.write(`${JSON.stringify(request)}\n`);
  });
  const { answer, error } = JSON.parse(line) as { answer: T; error?: string };
  if (error !== undefined) throw new Error(error);
  return answer;
}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const names = ["a/b", "é ü/日本", "x+y", "p%2Fq", "~t!*'()", "a&<b>'\"", "with space"];

describe("objects", () => {
  test("ours, read by boto3: any key, in one piece and in parts", async () => {
    const store = await storeAt("ours", { multipartFrom: 5 * MiB, partSize: 5 * MiB });
    const values = new Map(names.map((name, i) => [name, pattern(100 * i, i)]));
    values.set("large", pattern(11 * MiB));
    for (const [key, value] of values) await store.set!(key, value);
    const wanted = Object.fromEntries(
      [...values].map(([key, value]) => [`ours/${key}`, [value.byteLength, digest(value)]]),
    );
    expect(await ask("objects", "ours/")).toEqual(wanted);
    await store.delete!("large");
    await store.deletePrefix!("a");
    const left = Object.keys(await ask<object>("objects", "ours/"));
    expect(left.sort()).toEqual(
      names
        .filter((name) => name !== "a/b")
        .map((name) => `ours/${name}`)
        .sort(),
    );
  });

  test("boto3's, read by us: any key, in one piece and in parts", async () => {
    const large = await ask<string>("put", "theirs/", names, 12 * MiB + 5);
    const store = await storeAt("theirs");
    expect((await keysOf(store, "")).sort()).toEqual([...names, "large"].sort());
    for (const name of names) expect(new TextDecoder().decode(await store.get(name))).toBe(name);
    const value = (await store.get("large"))!;
    expect(digest(value)).toBe(large);
    const middle = await store.get("large", { range: { offset: 5 * MiB - 10, length: 20 } });
    expect(middle).toEqual(value.slice(5 * MiB - 10, 5 * MiB + 10));
  });
});

describe.each([
  [2, "zarr2"],
  [3, "zarr3"],
] as const)("arrays of Zarr %i", (version, format) => {
  const numbers = Int32Array.from({ length: 40 * 50 }, (_, i) => i - 1000);
  const rows = (data: Iterable<number>): number[][] => {
    const all = [...data];
    return Array.from({ length: 40 }, (_, i) => all.slice(50 * i, 50 * (i + 1)));
  };

  test("ours, read by zarr-python", async () => {
    const prefix = `arrays/ours-${version}`;
    const root = await create(await storeAt(prefix), { format });
    const sharding = version === 3 ? { shards: [20, 20] } : {};
    const options = {
      shape: [40, 50],
      chunks: [5, 10],
      dtype: "int32",
      attributes: { unit: "K" },
      ...sharding,
    } as const;
    const array = await root.create("a", options);
    await array.write(undefined, numbers);
    await root.consolidate();
    const read = await ask<{ values: number[][]; attributes: object; dtype: string }>("read", prefix, "a");
    expect(read).toEqual({ values: rows(numbers), attributes: { unit: "K" }, dtype: "int32" });
  });

  test("zarr-python's, read by us", async () => {
    const prefix = `arrays/theirs-${version}`;
    const values = await ask<number[][]>("write", prefix, version);
    const group = await openGroup(await storeAt(prefix));
    expect(group.attributes).toEqual({ by: "zarr-python" });
    const array = await openArray(await storeAt(`${prefix}/a`), { dtype: "int32" });
    const { data } = await array.read();
    expect(rows(data)).toEqual(values);
    expect(rows(data)[39]![0]).toBe(-1);
  });
});
