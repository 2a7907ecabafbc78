/** Very many stores, opened once each, on the built package. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { isThorough } from "../thorough.ts";

/** In a thorough run, more than the cache has room for; otherwise enough for a leak to show. */
const OPENS = isThorough ? 40_000 : 12_000;

/** Reads one element through so many stores; prints what is held while the last is in use, and after all are gone. */
const PROGRAM = `
  const { create, memoryStore, openArray } = await import(process.argv[1]);
  const first = memoryStore();
  await (await create(first, { shape: [8], chunks: [4], shards: [8], dtype: "uint8" })).write(":", 1);
  const collect = async () => {
    // Stores are found to be gone by one collection, and what was kept of them by the next.
    for (let i = 0; i < 4; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await collect();
  let last;
  for (let i = 0; i < ${OPENS}; i++) {
    const { get, head, list, location } = first;
    last = await openArray({ get, head, list, location });
    await last.item([1]);
  }
  const { bytes, budget } = last.stats();
  const heap = (await collect()) - before;
  console.log(JSON.stringify({ bytes, budget, heap, left: last.stats().bytes }));
`;

it(`${OPENS} of them leave no more in memory than the cache counts, and nothing once they are gone`, () => {
  const entry = pathToFileURL(resolve("dist/lib/index.js")).href;
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", PROGRAM, entry], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { bytes, budget, heap, left } = JSON.parse(stdout);
  expect(bytes).toBeLessThanOrEqual(budget);
  expect(left).toBeLessThan(10_000);
  expect(heap).toBeLessThan(8 * 1024 * 1024);
});
