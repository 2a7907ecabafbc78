/** Listings that never end are errors, whatever returns: their tokens, their pages, or nothing at all. */
import { afterEach, describe, expect, test } from "vitest";
import { isHyperslabError, openStore } from "../../src/index.ts";
import { listingProgress } from "../../src/stores/listing-progress.ts";
import { plainS3Store } from "../../src/stores/s3/s3-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { type CloudServer, cloudServer } from "./cloud-server.ts";
import { type Answer, type S3Server, s3Server } from "./s3/s3-server.ts";
import { s3Client } from "./s3/s3-subjects.ts";

/** Pages until there is a problem. */
function pagesUntil(
  most: number,
  page: (i: number) => { names: string[]; next: string },
): [number, string | undefined] {
  const check = listingProgress();
  for (let i = 0; i < most; i++) {
    const problem = check(page(i));
    if (problem !== undefined) return [i + 1, problem];
  }
  return [most, undefined];
}

describe("a listing", () => {
  test.each([1, 2, 3, 7, 100])("whose tokens return after %i pages", (length) => {
    for (const before of [0, 1, 5, 50]) {
      const next = (i: number): string => (i < before ? `before ${i}` : `token ${(i - before) % length}`);
      const [pages, problem] = pagesUntil(10_000, (i) => ({ names: [`name ${i}`], next: next(i) }));
      expect(problem).toBe("it goes in circles");
      expect(pages).toBeLessThanOrEqual(3 * (before + length) + 3);
    }
  });

  test.each([2, 3, 7, 100])("whose pages return after %i, with new tokens", (length) => {
    const [pages, problem] = pagesUntil(10_000, (i) => ({
      names: [`${i % length} a`, `${i % length} b`],
      next: `${i}`,
    }));
    expect([problem, pages <= 3 * length + 3]).toEqual(["it goes in circles", true]);
  });

  test("of nothing, or of the same over and over", () => {
    expect(pagesUntil(10_000, (i) => ({ names: [], next: `${i}` }))).toEqual([
      1000,
      "1000 pages in a row list nothing new",
    ]);
    expect(pagesUntil(10_000, (i) => ({ names: ["a"], next: `${i}` }))[0]).toBe(1001);
  });

  test("that goes on is right, with empty pages and folders that are listed twice", () => {
    const names = (i: number): string[] => (i % 1000 === 0 ? [`${i}`, `${i + 1}`] : []);
    expect(pagesUntil(20_000, (i) => ({ names: names(i), next: `${i}` }))[1]).toBeUndefined();
    expect(pagesUntil(5000, (i) => ({ names: [`${Math.floor(i / 2)}`], next: `${i}` }))[1]).toBeUndefined();
  });
});

let server: S3Server | undefined;
let cloud: CloudServer | undefined;
afterEach(async () => {
  await Promise.all([server?.close(), cloud?.close()]);
  server = cloud = undefined;
});

async function failureOf(store: Store): Promise<string> {
  const listings = [
    async () => store.listDirectory!("p"),
    async () => {
      for await (const _ of store.list!("p"));
    },
  ];
  const failures: string[] = [];
  for (const run of listings) {
    const error = await run().catch((caught: unknown) => caught);
    failures.push(isHyperslabError(error) ? `${error.code} ${error.request?.kind} ${error.what}` : String(error));
  }
  expect(failures[0]).toBe(failures[1]);
  return failures[0] ?? "";
}

const ends: [string, (i: number) => string, (i: number) => string, RegExp, number][] = [
  ["tokens in circles", (i) => `token ${i % 2}`, (i) => `p/${i}`, /goes in circles/, 10],
  ["pages in circles", (i) => `token ${i}`, (i) => `p/${i % 2}`, /goes in circles/, 10],
  ["empty pages", (i) => `token ${i}`, () => "", /1000 pages in a row list nothing new/, 1000],
];

test.each(ends)("S3: %s", async (_, token, key, problem, most) => {
  let count = 0;
  const answer = (): Answer => {
    const i = count++;
    const item = key(i) === "" ? "" : `<Contents><Key>${key(i)}</Key><Size>1</Size></Contents>`;
    const next = `<NextContinuationToken>${token(i)}</NextContinuationToken>`;
    return { status: 200, body: `<ListBucketResult><IsTruncated>true</IsTruncated>${next}${item}</ListBucketResult>` };
  };
  server = await s3Server({ answer });
  const failure = await failureOf(plainS3Store(s3Client(`${server.origin}/bucket`)));
  expect(failure).toMatch(/^io bad-answer the server's listing cannot be read/);
  expect(failure).toMatch(problem);
  expect(server.seen.length).toBeLessThanOrEqual(2 * most);
});

test.each(ends)("gs and az: %s", async (_, token, key, problem, most) => {
  for (const kind of ["gs", "az"] as const) {
    let count = 0;
    cloud = await cloudServer(kind);
    cloud.listing = () => {
      const i = count++;
      if (kind === "gs") {
        const items = key(i) === "" ? [] : [{ name: key(i), size: "1" }];
        return JSON.stringify({ items, nextPageToken: token(i) });
      }
      const blob = `<Blob><Name>${key(i)}</Name><Properties><Content-Length>1</Content-Length></Properties></Blob>`;
      return `<EnumerationResults><Blobs>${key(i) === "" ? "" : blob}</Blobs><NextMarker>${token(i)}</NextMarker></EnumerationResults>`;
    };
    const store = await openStore(kind === "gs" ? "gs://bkt" : "az://bkt@account1", { endpoint: cloud.origin });
    const failure = await failureOf(store);
    expect(failure).toMatch(/^invalid-data bad-answer the server's listing cannot be read/);
    expect(failure).toMatch(problem);
    expect(cloud.seen.length).toBeLessThanOrEqual(2 * most);
    await cloud.close();
  }
});
