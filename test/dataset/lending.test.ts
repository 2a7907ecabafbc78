/** Chunks that come over HTTP lie in memory that is used again, unless somebody on the way might keep them. */
import { expect, test } from "vitest";
import { create, memoryStore, openArray } from "../../src/index.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import type { HttpTransport } from "../../src/stores/http/transport/transport.ts";
import type { Store } from "../../src/stores/store.ts";

const values = Int32Array.from({ length: 64 * 64 }, (_, i) => i);

/** Answers from a store, into the room where one is given; `lent` counts those. */
async function served(shards: boolean) {
  const memory = memoryStore();
  const layout = shards ? { chunks: [16, 16], shards: [32, 32] } : { chunks: [32, 32] };
  await (await create(memory, { shape: [64, 64], dtype: "int32", codecs: [], ...layout })).write(undefined, values);
  const counts = { lent: 0, asked: 0 };
  const transport: HttpTransport = {
    decodes: false,
    hidesHeaders: false,
    request: async ({ url, room, take }) => {
      const value = await memory.get(url.pathname.slice("/data/".length));
      const status = value === undefined ? 404 : 200;
      const head = { status, url, header: () => undefined };
      take(head);
      const length = value?.byteLength ?? 0;
      const lent = room?.take(length);
      counts.asked += 1;
      if (lent !== undefined) counts.lent += 1;
      const body = lent ?? new Uint8Array(length);
      if (value !== undefined) body.set(value);
      return { ...head, body };
    },
  };
  return { store: httpStore("http://test.invalid/data", { transport, concurrency: 1 }), memory, counts };
}

test("whole chunks are lent, and what is read is right all the same", async () => {
  const { store, counts } = await served(false);
  const array = await openArray(store);
  counts.asked = 0;
  for (let i = 0; i < 3; i++) expect((await array.read()).data).toEqual(values);
  expect([counts.asked, counts.lent]).toEqual([12, 12]);
});

test("what is remembered of a chunk is not: parts of chunks, shards", async () => {
  for (const shards of [false, true]) {
    const { store, counts } = await served(shards);
    const array = await openArray(store);
    for (let i = 0; i < 3; i++) {
      expect((await array.read("3:40, 5:50")).data.length).toBe(37 * 45);
      expect(await array.item([63, 63])).toBe(64 * 64 - 1);
    }
    expect(counts.lent).toBe(0);
  }
});

test("a caller's value is the caller's, and so is what somebody else's wrapper keeps", async () => {
  const { store, memory, counts } = await served(false);
  const kept = new Map<string, Uint8Array>();
  const keeping: Store = {
    ...store,
    get: async (key, options) => {
      const value = await store.get(key, options);
      if (value !== undefined) kept.set(key, value);
      return value;
    },
  };
  const own = await store.get("c/0/0");
  expect((await (await openArray(keeping)).read()).data).toEqual(values);
  expect((await (await openArray(store)).read()).data).toEqual(values);
  expect(counts.lent).toBe(4);
  expect(own).toEqual(await memory.get("c/0/0"));
  expect(kept.size).toBe(5);
  for (const [key, value] of kept) expect(value).toEqual(await memory.get(key));
});
