/**
 * Chunks about as large as the buffers that workers keep (64 MiB), on the built package with its real limits: what workers
 * write to a directory is what this thread reads from it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const library: typeof import("../../src/index.ts") = await import(pathToFileURL(resolve("dist/lib/index.js")).href);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-large-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MIB = 1024 * 1024;
const INNER = 4 * MIB;
/** Of a chunk or shard in bytes: below the limit, at it and above it. */
const LENGTHS = { below: 60 * MIB, at: 64 * MIB, above: 68 * MIB };
const LAYOUTS = {
  compressed: (length: number) => ({ chunks: [length], codecs: [{ name: "zstd", configuration: { level: 1 } }] }),
  sharded: (length: number) => ({ chunks: [INNER], shards: [length], codecs: ["crc32c"] }),
} as const;

describe.each(Object.entries(LAYOUTS))("%s chunks", (layout, options) => {
  it.each(Object.entries(LENGTHS))("%s 64 MiB are what workers wrote last", async (size, length) => {
    const place = join(folder, `${layout}-${size}.zarr`);
    // The second chunk is written in part, so that a worker reads it first.
    const count = length + 1000;
    const array = await library.create(place, {
      ...options(length),
      shape: [count],
      dtype: "uint8",
      fillValue: 0,
      format: "zarr3",
    });
    await array.write(":", new Uint8Array(count).fill(1), { workers: true });
    await array.write(":", new Uint8Array(count).fill(2), { workers: true });
    await array.write([`${length - 10}:`], new Uint8Array(1010).fill(3), { workers: true });

    const expected = Buffer.alloc(count, 2).fill(3, length - 10);
    for (const workers of [false, true]) {
      const { data } = await (await library.openArray(place)).read(":", { workers });
      if (!(data instanceof Uint8Array)) throw new Error("not bytes");
      expect(expected.compare(data)).toBe(0);
    }
    rmSync(place, { recursive: true });
  });
});
