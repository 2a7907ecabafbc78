/** The same library in a real Chromium: peers' stores over HTTP, arrays made in memory, and no WebAssembly at all. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtureSets } from "../fixture-sets.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

const sets = fixtureSets();

/** Cases whose codecs cover each engine that differs between Node and a browser. */
const WANTED =
  /^(v3|v2)-(type-(int16|float16|string|complex64|datetime64|bool)|zstd|codec-(zlib|gzip|zstd)|gzip|blosc-(lz4|zstd|zlib|blosclz)-|shard-(zstd|blosc|nested)|numcodecs-(bz2|lz4|lzma|zlib))/;

describe.each([
  ["with WebAssembly", {}],
  ["under a policy that forbids it", { policy: "script-src 'self'" }],
] as const)("Chromium, %s", (_, options) => {
  const pages = new Map<string, TestPage>();
  beforeAll(async () => {
    for (const set of sets) pages.set(set.name, await openPage(set.folder, options));
  });
  afterAll(async () => {
    for (const page of pages.values()) await page.close();
  });

  for (const set of sets) {
    const chosen = set.cases.filter(({ name, kind }) => kind === "array" && WANTED.test(name));
    it.each(chosen.map((fixture) => [fixture.name, fixture] as const))(`${set.name}: %s`, async (_, fixture) => {
      if (fixture.kind !== "array" || fixture.error !== undefined) return;
      expect(existsSync(join(set.folder, fixture.path))).toBe(true);
      const { page, data } = pages.get(set.name)!;
      const values = await page.evaluate(
        async (address) => {
          const array = await hyperslab.openArray(address);
          const ready = await array.read("...", { as: "bytes" }).catch((error: unknown) => error);
          if (hyperslab.isHyperslabError(ready, "unsupported")) return { refused: ready.message };
          if (array.dataType.itemSize === undefined) return Array.from((await array.read()).data as string[]);
          const { data } = await array.read(undefined, { as: "bytes" });
          let text = "";
          for (const byte of data) text += String.fromCharCode(byte);
          return btoa(text);
        },
        `${data}/${fixture.path.replace(/\/$/, "")}`,
      );
      // zstd needs WebAssembly in a browser: without it such chunks are refused by name, never misread.
      const withoutZstd = "policy" in options && fixture.codecs.includes("zstd");
      if (withoutZstd && typeof values === "object" && "refused" in values) expect(values.refused).toMatch(/zstd/);
      else expect(values).toEqual(fixture.values);
    });
  }

  it("makes, writes and reads an array in memory", async () => {
    const { page } = [...pages.values()][0]!;
    const result = await page.evaluate(async () => {
      const store = new Map<string, Uint8Array>();
      const array = await hyperslab.create(store, {
        shape: [6, 6],
        dtype: "float32",
        chunks: [2, 2],
        shards: [4, 4],
        codecs: ["gzip"],
      });
      await array.write("1:5, ::2", 2.5);
      const { data } = await (await hyperslab.openArray(store, { dtype: "float32" })).read("2, :");
      return [...data];
    });
    expect(result).toEqual([2.5, 0, 2.5, 0, 2.5, 0]);
  });
});
