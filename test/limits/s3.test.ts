import { afterAll, beforeAll, expect, vi } from "vitest";
import { bodySha256, portableHashes } from "../../src/stores/s3/hashes.ts";
import "../../src/stores/s3/limits.ts";
import { checkPartSize, putStream } from "../../src/stores/s3/put-object.ts";
import { plainS3Store } from "../../src/stores/s3/s3-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { type S3Server, s3Server } from "../stores/s3/s3-server.ts";
import { s3Client } from "../stores/s3/s3-subjects.ts";
import { describeLimits } from "./crossing.ts";
import { around, samples } from "./samples.ts";

let server: S3Server;
let count = 0;
beforeAll(async () => {
  server = await s3Server();
});
afterAll(() => server.close());

const newStore = (): Store => plainS3Store(s3Client(`${server.origin}/bucket/${++count}`));

async function values(lengths: readonly number[]): Promise<void> {
  const store = newStore();
  for (const length of lengths) {
    await store.set!("a/k", samples(length));
    expect(await store.get("a/k")).toEqual(samples(length));
  }
}

describeLimits("s3", {
  hashedBytes: {
    at: 100,
    run: async (limit) => {
      // Where there is no Node, as in a page. The choice is made once, so that this case comes first.
      vi.stubGlobal("process", undefined);
      const hashes = await Promise.all(around(limit).map((length) => bodySha256(samples(length))));
      vi.unstubAllGlobals();
      expect(hashes.map((hash) => [...hash])).toEqual(
        around(limit).map((length) => [...portableHashes.sha256(samples(length))]),
      );
    },
  },
  multipartBytes: {
    at: 200,
    also: { "s3.partBytes": 64, "s3.leastPartBytes": 10 },
    run: (limit) => values([100, ...around(limit), 300]),
  },
  partBytes: {
    at: 100,
    also: { "s3.multipartBytes": 50, "s3.leastPartBytes": 10 },
    // Parts have this length; nothing is compared with it.
    sides: [],
    run: (limit) => values([...around(limit), 350]),
  },
  leastPartBytes: {
    at: 100,
    run: (limit) => {
      for (const size of around(limit)) {
        if (size < limit) expect(() => checkPartSize(size)).toThrow(/cannot be sent in parts/);
        else expect(checkPartSize(size)).toBe(size);
      }
    },
  },
  parts: {
    at: 3,
    also: { "s3.leastPartBytes": 10 },
    run: async () => {
      const client = s3Client(`${server.origin}/bucket/streams`);
      const put = async (length: number): Promise<void> => {
        const pieces = Array.from({ length: Math.ceil(length / 7) }, (_, i) =>
          samples(length).subarray(7 * i, 7 * i + 7),
        );
        await putStream(client, "bucket-key", pieces, { place: {}, partSize: 20 });
        expect(server.buckets.get("bucket")?.get("bucket-key")).toEqual(samples(length));
      };
      for (const length of [15, 40, 60]) await put(length);
      await expect(put(61)).rejects.toThrow(/more than 3 parts/);
    },
  },
  deletedKeys: {
    at: 3,
    run: async () => {
      for (const length of [2, 3, 4, 8]) {
        const store = newStore();
        for (let i = 0; i < length; i++) await store.set!(`d/k${i}`, samples(i + 1));
        await store.set!("kept", samples(5));
        await store.deletePrefix!("d");
        const keys: string[] = [];
        for await (const { key } of store.list!("")) keys.push(key);
        expect(keys).toEqual(["kept"]);
      }
    },
  },
  longBodyBytes: { at: 100, run: (limit) => values(around(limit)) },
});
