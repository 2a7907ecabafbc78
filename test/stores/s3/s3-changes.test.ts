/** Changes of a hierarchy in a bucket by several programs, on servers with and without conditional writes. */
import { afterEach, describe, expect, test } from "vitest";
import { create, openGroup } from "../../../src/index.ts";
import { LOCK_ENDING, LOCK_STEM } from "../../../src/stores/file/partial-name.ts";
import type { LockClock } from "../../../src/stores/lock-lease.ts";
import { lockObject } from "../../../src/stores/s3/lock-object.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../../src/stores/s3/s3-client.ts";
import { resolveSite, type S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";
import { keysOf } from "../../contracts/store-contract.ts";
import { toldBy } from "../../dataset/consolidated-truth.ts";
import { hasTinyLimits } from "../../usual-limits.ts";
import { accessKeyId, refusal, type S3Server, type S3ServerOptions, s3Server, secretAccessKey } from "./s3-server.ts";

let server: S3Server;
const serve = async (options?: S3ServerOptions): Promise<S3Server> => (server = await s3Server(options));
afterEach(() => server?.close());

const settings: S3Settings = { credentials: { accessKeyId, secretAccessKey }, environment: {} };
const LOCK = `${LOCK_STEM}${LOCK_ENDING}`;

/** A store with a place of its own, as in a program of its own. */
async function program(name: string): Promise<Store> {
  const store = await s3Store(parseS3Address(`${server.origin}/bucket/data.zarr`), settings);
  return { ...store, place: `program ${name}` };
}

async function sample(format: "zarr3" | "zarr2" = "zarr3"): Promise<void> {
  const root = await create(await program("first"), { format });
  await root.create("child");
  await root.consolidate();
  server.seen.length = 0;
}

/** What was asked since the sample was made, without the folder that all keys have in common. */
function requests(): string[] {
  return server.seen.map(
    ({ method, url }) => `${method} ${url.replace("/bucket/data.zarr/", "").replace(LOCK, "LOCK")}`,
  );
}

function objects(): string[] {
  return [...server.buckets.get("bucket")!.keys()].map((key) => key.replace("data.zarr/", "")).sort();
}

describe.each(["zarr3", "zarr2"] as const)("%s", (format) => {
  test("conditional writes: several programs lose nothing, and the block is true", async () => {
    await serve();
    await sample(format);
    const rounds = 4;
    await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        const store = await program(name);
        for (let round = 0; round < rounds; round++) {
          await (await openGroup(store)).setAttributes({ [name + round]: round });
          await (await openGroup(store, { path: "child" })).setAttributes({ [name + round]: round });
          await (await openGroup(store)).create(name + round);
        }
      }),
    );
    const { block, said, stored } = await toldBy(await program("reader"));
    expect([block, said]).toEqual([true, stored]);
    expect(Object.keys(stored[""] as object)).toHaveLength(3 * rounds);
    expect(Object.keys(stored["child"] as object)).toHaveLength(3 * rounds);
    expect(Object.keys(stored)).toHaveLength(3 * rounds + 2);
    expect(objects().filter((key) => key.includes("lock"))).toEqual([]);
  });

  test("a server that ignores conditions: the block is dropped, not left wrong", async () => {
    await serve({ conditional: false });
    await sample(format);
    expect((await toldBy(await program("reader"))).block).toBe(true);
    await (await openGroup(await program("a"), { path: "child" })).setAttributes({ a: 1 });
    const { block, stored } = await toldBy(await program("reader"));
    expect([block, stored]).toEqual([false, { "": {}, child: { a: 1 } }]);
    expect(objects().filter((key) => key.includes("lock"))).toEqual([]);
  });
});

test.skipIf(hasTinyLimits)(
  "costs: the lock is one request more before a change and one after it, and a server is tried once",
  async () => {
    await serve();
    await sample();
    const root = await openGroup(await program("a"));
    server.seen.length = 0;
    await root.setAttributes({ a: 1 });
    expect(requests()).toEqual(["PUT LOCK", "GET zarr.json", "GET zarr.json", "PUT zarr.json", "DELETE LOCK"]);
    server.seen.length = 0;
    await root.create("new");
    const asked = requests();
    expect(asked.filter((line) => line.endsWith("LOCK"))).toEqual(["PUT LOCK", "DELETE LOCK"]);
    // Each document above once for the check and once for the change; the block dropped, the node, the block again.
    expect(asked.filter((line) => !line.endsWith("LOCK")).sort()).toEqual([
      "GET new/zarr.json",
      "GET new/zarr.json",
      "GET zarr.json",
      "GET zarr.json",
      "PUT new/zarr.json",
      "PUT zarr.json",
      "PUT zarr.json",
    ]);
  },
);

test("costs where nothing can be locked: the documents above are reread, and no lock is tried again", async () => {
  await serve({ conditional: false });
  await sample();
  const child = await openGroup(await program("a"), { path: "child" });
  await child.setAttributes({ a: 1 });
  server.seen.length = 0;
  await child.setAttributes({ a: 2 });
  expect(requests().sort()).toEqual([
    "GET child/zarr.json",
    "GET child/zarr.json",
    "GET child/zarr.json",
    "GET zarr.json",
    "GET zarr.json",
    "PUT child/zarr.json",
  ]);
});

test.each([403, 501])("a lock that is refused with %i: changes are made, the block is dropped", async (status) => {
  await serve({
    answer: ({ url, method }) =>
      method === "PUT" && url.includes("lock")
        ? refusal(status, status === 403 ? "AccessDenied" : "NotImplemented")
        : undefined,
  });
  await sample();
  await (await openGroup(await program("a"))).setAttributes({ a: 1 });
  expect(await toldBy(await program("reader"))).toMatchObject({ block: false, stored: { "": { a: 1 } } });
});

test("no listing shows a lock, and emptying a hierarchy leaves it", async () => {
  await serve();
  await sample();
  const store = await program("a");
  const lock = await store.lock!();
  expect(objects()).toContain(LOCK);
  expect(await keysOf(store, "")).toEqual(["child/zarr.json", "zarr.json"]);
  expect((await store.listDirectory!("")).keys).toEqual(["zarr.json"]);
  await store.deletePrefix!("");
  expect(objects()).toEqual([LOCK]);
  await lock!.release();
  expect(objects()).toEqual([]);
});

describe("a program that was killed", () => {
  const client = (): S3Client =>
    new S3Client(resolveSite(parseS3Address(`${server.origin}/bucket/data.zarr`), settings), settings);

  /** Time passes where someone waits, and only there. */
  function clockOf(onSleep?: () => void | Promise<void>): LockClock & { readonly turns: (() => void)[] } {
    let time = 0;
    const turns: (() => void)[] = [];
    return {
      turns,
      now: () => time,
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        time += milliseconds;
        await onSleep?.();
      },
      every: (_, turn) => {
        turns.push(turn);
        return () => {};
      },
    };
  }

  test("its lock is taken over once it was not renewed for a lease", async () => {
    await serve();
    server.buckets.get("bucket")!.set(`data.zarr/${LOCK}`, new TextEncoder().encode("gone 0"));
    const clock = clockOf();
    const right = await lockObject(client(), undefined, clock);
    expect(clock.now()).toBeGreaterThan(19_000);
    expect(objects()).toEqual([LOCK]);
    await right!.release();
    expect(objects()).toEqual([]);
  });

  test("also where another was killed while it did that", async () => {
    await serve();
    const bucket = server.buckets.get("bucket")!;
    bucket.set(`data.zarr/${LOCK}`, new TextEncoder().encode("gone 0"));
    bucket.set(`data.zarr/${LOCK_STEM}.gone${LOCK_ENDING}`, new TextEncoder().encode("gone-too 0"));
    await (await lockObject(client(), undefined, clockOf()))!.release();
    expect(objects()).toEqual([]);
  });

  test("one that lives and renews it keeps it", async () => {
    await serve();
    const owner = clockOf();
    const first = (await lockObject(client(), undefined, owner))!;
    let released = false;
    const waiting = clockOf(async () => {
      if (waiting.now() > 100_000 && !released) {
        released = true;
        await first.release();
      }
      const before = server.buckets.get("bucket")!.get(`data.zarr/${LOCK}`);
      if (released || before === undefined) return;
      for (const renew of owner.turns) renew();
      while (server.buckets.get("bucket")!.get(`data.zarr/${LOCK}`) === before) await new Promise(setImmediate);
    });
    await (await lockObject(client(), undefined, waiting))!.release();
    expect(released).toBe(true);
    expect(objects()).toEqual([]);
  });

  test("one that could not renew it no longer counts on it", async () => {
    await serve();
    const clock = clockOf();
    const right = (await lockObject(client(), undefined, clock))!;
    expect(right.held).toBe(true);
    await clock.sleep(11_000, undefined);
    expect(right.held).toBe(false);
    await right.release();
    // It may be someone else's by now.
    expect(objects()).toEqual([LOCK]);
  });

  test("waiting can be aborted", async () => {
    await serve();
    server.buckets.get("bucket")!.set(`data.zarr/${LOCK}`, new TextEncoder().encode("gone 0"));
    const controller = new AbortController();
    const clock = clockOf(() => controller.abort(new Error("enough")));
    await expect(lockObject(client(), controller.signal, clock)).rejects.toThrow("enough");
  });
});
