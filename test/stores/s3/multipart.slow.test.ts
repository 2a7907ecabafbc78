/** Objects that go in parts: a few parts at a time, tried again one by one, given up where they fail. */
import { afterEach, describe, expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { sharedTransport } from "../../../src/stores/http/transport/shared-transport.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { s3Objects } from "../../../src/stores/s3/s3-objects.ts";
import type { S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { plainS3Store, s3Store } from "../../../src/stores/s3/s3-store.ts";
import { pattern } from "../../contracts/store-contract.ts";
import { refusal, type S3Server, type S3ServerOptions, s3Server } from "./s3-server.ts";
import { s3Client, testSettings } from "./s3-subjects.ts";

let server: S3Server;
const serve = async (options?: S3ServerOptions): Promise<S3Server> => (server = await s3Server(options));
afterEach(() => server?.close());

function requests(): string[] {
  return server.seen.map(({ method, url }) => `${method} ${url}`);
}

describe("large objects", () => {
  const MiB = 2 ** 20;
  const settings: S3Settings = { ...testSettings, multipartFrom: 10 * MiB, partSize: 5 * MiB };
  const isPart = ({ url }: { readonly url: string }): boolean => url.includes("partNumber=");

  test("go in parts, a few at a time", async () => {
    let underWay = 0;
    let most = 0;
    await serve();
    const transport = await sharedTransport({});
    const counting = {
      ...transport,
      request: async (request: Parameters<typeof transport.request>[0]) => {
        most = Math.max(most, ++underWay);
        try {
          return await transport.request(request);
        } finally {
          underWay -= 1;
        }
      },
    };
    const store = plainS3Store(s3Client(`${server.origin}/bucket`, { ...settings, transport: counting }), settings);
    const value = pattern(33 * MiB + 7);
    await store.set!("big", value);
    expect(server.seen.filter(isPart)).toHaveLength(7);
    expect(most).toBe(4);
    expect(Buffer.compare(server.buckets.get("bucket")!.get("big")!, value)).toBe(0);
    expect(server.uploads.size).toBe(0);
  });

  test("what fails is given up", async () => {
    await serve({ answer: ({ url }) => (url.includes("partNumber=3") ? refusal(403, "AccessDenied") : undefined) });
    const store = plainS3Store(s3Client(`${server.origin}/bucket`, settings), settings);
    const error = await store.set!("big", new Uint8Array(16 * MiB)).catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "not-allowed")).toBe(true);
    expect(server.uploads.size).toBe(0);
    expect(server.seen.at(-1)?.method).toBe("DELETE");
    expect(server.buckets.get("bucket")!.size).toBe(0);
  });

  test("an end that says 200 and means an error is an error", async () => {
    const answer = { ...refusal(200, "InternalError") };
    await serve({ answer: ({ method, url }) => (method === "POST" && url.includes("uploadId=") ? answer : undefined) });
    const store = plainS3Store(s3Client(`${server.origin}/bucket`, settings), settings);
    const error = await store.set!("big", new Uint8Array(11 * MiB)).catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "io") && error.request?.kind).toBe("server-error");
    expect(server.uploads.size).toBe(0);
  });

  test("a part that fails is sent again, and not the others", async () => {
    let failed = 0;
    await serve({
      answer: ({ url }) => (url.includes("partNumber=2") && ++failed < 3 ? refusal(500, "InternalError") : undefined),
    });
    const store = await s3Store(parseS3Address(`${server.origin}/bucket`), { ...settings, retry: { delay: 1 } });
    await store.set!("big", pattern(12 * MiB));
    expect(server.seen.filter(isPart)).toHaveLength(5);
    expect(Buffer.compare(server.buckets.get("bucket")!.get("big")!, pattern(12 * MiB))).toBe(0);
  });

  test("an abort gives up too", async () => {
    const stop = new AbortController();
    await serve({
      answer: ({ url }) => {
        if (url.includes("partNumber=2")) stop.abort(new Error("enough"));
        return undefined;
      },
    });
    const store = plainS3Store(s3Client(`${server.origin}/bucket`, settings), settings);
    await expect(store.set!("big", new Uint8Array(16 * MiB), { signal: stop.signal })).rejects.toThrow("enough");
    expect(server.uploads.size).toBe(0);
  });

  test("streams of any pieces come whole, short ones in one request", async () => {
    await serve();
    const objects = s3Objects(parseS3Address(`${server.origin}/bucket/up`), settings);
    const value = pattern(11 * MiB);
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < value.length; at += 777_777) yield value.subarray(at, at + 777_777);
    };
    await objects.upload("long", pieces());
    expect(Buffer.compare(server.buckets.get("bucket")!.get("up/long")!, value)).toBe(0);
    expect(server.seen.filter(isPart)).toHaveLength(3);
    server.seen.length = 0;
    await objects.upload("short", [pattern(3), pattern(4)]);
    await objects.upload("empty", []);
    expect(requests()).toEqual(["PUT /bucket/up/short", "PUT /bucket/up/empty"]);
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces();
      throw new Error("no more");
    };
    await expect(objects.upload("broken", broken())).rejects.toThrow("no more");
    expect([server.uploads.size, server.buckets.get("bucket")!.has("up/broken")]).toEqual([0, false]);
  });

  test("parts smaller than S3 takes are refused before anything is sent", async () => {
    await serve();
    expect(() => s3Objects(parseS3Address(`${server.origin}/bucket`), { ...testSettings, partSize: 1000 })).toThrow(
      /5 MiB/,
    );
  });
});
