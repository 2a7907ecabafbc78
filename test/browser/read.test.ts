/** The same library in a real Chromium: peers' stores over HTTP, arrays made in memory; with all help, and with none. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oldFrames, sha256 } from "../codecs/blosc-fixtures.ts";
import { frameV07 } from "../codecs/kernels/zstd-v07-frames.ts";
import { fixtureSets } from "../fixture-sets.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

const sets = fixtureSets();
const oldBlosc = oldFrames.find(({ name }) => name === "zstd-0.7-blocks-bit")!;

/** Cases whose codecs cover each engine that differs between Node and a browser. */
const WANTED =
  /^(v3|v2)-(type-(int16|float16|string|complex64|datetime64|bool)|zstd|codec-(zlib|gzip|zstd)|gzip|blosc-(lz4|zstd|zlib|blosclz)-|shard-(zstd|blosc|nested)|numcodecs-(bz2|lz4|lzma|zlib))/;

/** A page's own scripts and data, and nothing else: no WebAssembly, no workers, no evaluation. */
const STRICT =
  "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'none'; style-src 'unsafe-inline'";

describe.each([
  ["with WebAssembly", {}],
  ["under a policy that forbids it, and workers", { policy: STRICT }],
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
          if (array.dataType.itemSize === undefined) return Array.from((await array.read()).data as string[]);
          const { data } = await array.read(undefined, { as: "bytes" });
          let text = "";
          for (const byte of data as Uint8Array) text += String.fromCharCode(byte);
          return btoa(text);
        },
        `${data}/${fixture.path.replace(/\/$/, "")}`,
      );
      expect(values).toEqual(fixture.values);
    });
  }

  it.each([
    ["zstd", {}, frameV07("level 19")],
    ["blosc", { cname: "zstd", shuffle: "bitshuffle", typesize: 1 }, oldBlosc],
  ] as const)(
    "reads frames of zstd 0.7 in chunks of %s",
    async (name, configuration, { length, sha256: digest, ...old }) => {
      const { page } = [...pages.values()][0]!;
      const chunk = Buffer.from("frame" in old ? old.frame : old.bytes).toString("base64");
      const found = await page.evaluate(
        async (given) => {
          const store = new Map<string, Uint8Array>();
          const codecs = [{ name: given.name, configuration: given.configuration }];
          const array = await hyperslab.create(store, {
            shape: [given.length],
            dtype: "uint8",
            chunks: [given.length],
            codecs,
          });
          store.set(
            "c/0",
            Uint8Array.from(atob(given.chunk), (character) => character.charCodeAt(0)),
          );
          const { data } = await array.read(undefined, { as: "bytes" });
          let text = "";
          for (const byte of data as Uint8Array) text += String.fromCharCode(byte);
          return btoa(text);
        },
        { name, configuration, length, chunk },
      );
      expect(sha256(Buffer.from(found, "base64"))).toBe(digest);
    },
  );

  it("is the page that it should be", async () => {
    const { page } = [...pages.values()][0]!;
    const allowed = await page.evaluate(async () => {
      const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
      const wasm = await WebAssembly.compile(empty).then(
        () => true,
        () => false,
      );
      const worker = await new Promise<boolean>((resolve) => {
        try {
          const made = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
          made.onmessage = () => resolve(true);
          made.onerror = () => resolve(false);
        } catch {
          resolve(false);
        }
      });
      return { wasm, worker };
    });
    const lenient = !("policy" in options);
    expect(allowed).toEqual({ wasm: lenient, worker: lenient });
  });

  it("reads what is large enough for workers", async () => {
    const { page } = [...pages.values()][0]!;
    const wrong = await page.evaluate(async () => {
      const store = new Map<string, Uint8Array>();
      const data = Float32Array.from({ length: 1024 * 1024 }, (_, i) => Math.round(1000 * Math.sin(i / 1000)));
      const made = await hyperslab.create(store, { shape: [1024, 1024], dtype: "float32", chunks: [512, 512] });
      await made.write(undefined, data);
      const array = await hyperslab.openArray(store, { dtype: "float32" });
      await array.read(null, { workers: true });
      const { data: read } = await array.read(null, { workers: true });
      return read.length === data.length ? read.findIndex((value, i) => value !== data[i]) : read.length;
    });
    expect(wrong).toBe(-1);
  });

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
