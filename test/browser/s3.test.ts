/** Buckets of another origin in a real Chromium, on Ceph's gateway: requests are signed in the page. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ceph, startCeph } from "../../scripts/ceph.mjs";
import { plainS3Store } from "../../src/stores/s3/s3-store.ts";
import { s3Client } from "../stores/s3/s3-subjects.ts";
import { openPage, type TestPage } from "./page.ts";

type Keys = Pick<Ceph, "accessKeyId" | "secretAccessKey">;

declare const bucket: {
  run(address: string, keys: Keys): Promise<{ readonly count: number; readonly failed: readonly string[] }>;
  presign(address: string, keys: Keys): Promise<string>;
  failure(address: string, keys: Keys): Promise<string>;
};

const folder = mkdtempSync(join(tmpdir(), "hyperslab-s3-"));
let page: TestPage;
let ceph: Ceph;
let address: string;
let keys: Keys;

beforeAll(async () => {
  ceph = await startCeph();
  address = `${ceph.endpoint}/pages`;
  keys = { accessKeyId: ceph.accessKeyId, secretAccessKey: ceph.secretAccessKey };
  const owner = s3Client(address, { credentials: keys, environment: {} });
  await owner.request({ method: "PUT" });
  const methods = ["GET", "HEAD", "PUT", "POST", "DELETE"]
    .map((name) => `<AllowedMethod>${name}</AllowedMethod>`)
    .join("");
  const exposed = ["ETag", "Content-Range"].map((name) => `<ExposeHeader>${name}</ExposeHeader>`).join("");
  const rule = `${methods}<AllowedOrigin>*</AllowedOrigin><AllowedHeader>*</AllowedHeader>${exposed}<MaxAgeSeconds>600</MaxAgeSeconds>`;
  const body = new TextEncoder().encode(`<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`);
  const { failure } = await owner.request({ method: "PUT", query: [["cors", ""]], body });
  expect(failure).toBeUndefined();
  await plainS3Store(owner).set!("k", Uint8Array.of(1, 2, 3));
  page = await openPage(folder, { script: join(import.meta.dirname, "s3-page.ts"), ready: "bucket" });
});
afterAll(async () => {
  await page?.close();
  await ceph?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("keeps the store contract", async () => {
  const { count, failed } = await page.page.evaluate(([to, by]) => bucket.run(to, by), [address, keys] as const);
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(45);
});

it("an address that a page signed is good", async () => {
  const url = await page.page.evaluate(([to, by]) => bucket.presign(to, by), [address, keys] as const);
  const answer = await fetch(url);
  expect([answer.status, [...new Uint8Array(await answer.arrayBuffer())]]).toEqual([200, [1, 2, 3]]);
});

/** The gateway sends the headers that CORS wants only with answers to signatures that are good. */
it("a wrong secret is among what is named where the page may see nothing", async () => {
  const wrong = { ...keys, secretAccessKey: "x".repeat(40) };
  const said = await page.page.evaluate(([to, by]) => bucket.failure(to, by), [address, wrong] as const);
  expect(said).toMatch(/CORS rule.*signature is wrong/);
});
