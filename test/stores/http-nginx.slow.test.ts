/** Against a real nginx: the store contract, index pages, compression, and every store of zarr-python served by it. */
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isHyperslabError, NdArray, open } from "../../src/index.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import { plainHttpStore } from "../../src/stores/http/plain-http-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { describeStore, pattern } from "../contracts/store-contract.ts";
import { expectArray } from "../dataset/expect-array.ts";
import { fixtureSets } from "../fixture-sets.ts";
import { httpCapabilities } from "./http-subjects.ts";
import { findNginx, type Nginx, startNginx } from "./nginx.ts";

const path = findNginx() ?? "";
if (path === "") console.warn("SKIPPED: nginx is not installed and cannot be installed here; nothing of it was tested");

function starting(more: string, files?: string): () => Promise<Nginx> {
  let nginx: Promise<Nginx> | undefined;
  afterAll(async () => (await nginx)?.close());
  return () => (nginx ??= startNginx(path, more, files));
}

describe.skipIf(path === "")("nginx", () => {
  const variants: Readonly<Record<string, readonly [string, (url: string) => Store]>> = {
    "plain, with an index": ["autoindex on;", (url) => plainHttpStore(url)],
    "with all wrappers": ["autoindex on;", (url) => httpStore(url, { cache: true })],
    "an index in JSON": ["autoindex on; autoindex_format json;", (url) => plainHttpStore(url)],
    "without ranges": ["autoindex on; max_ranges 0;", (url) => plainHttpStore(url)],
    "without ETags": ["autoindex on; etag off;", (url) => plainHttpStore(url)],
    "compressing everything": ["autoindex on; gzip on; gzip_types *; gzip_min_length 0;", (url) => plainHttpStore(url)],
  };
  for (const [name, [more, make]] of Object.entries(variants)) {
    const nginx = starting(more);
    describeStore(`nginx ${name}`, {
      capabilities: httpCapabilities,
      open: async (entries) => make((await nginx()).add(entries)),
    });
  }

  const bare = starting("");
  test("without an index: values are read, directories are no values, listing is refused", async () => {
    const store = plainHttpStore((await bare()).add([["a/b", pattern(10)]]));
    expect(await store.get("a/b", { range: { suffix: 3 } })).toEqual(pattern(10).slice(-3));
    expect(await store.get("a")).toBeUndefined();
    expect(await store.head!("a")).toBeUndefined();
    const error = await store.listDirectory!("a").catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "unsupported")).toBe(true);
  });

  const application = starting("location / { try_files $uri /1/index.html; }");
  test("an application's front page for all that is missing is an error, whole and in parts", async () => {
    const html = new TextEncoder().encode(`<!doctype html>\n<html>${"<p>text</p>".repeat(100)}</html>`);
    const store = plainHttpStore(
      (await application()).add([
        ["index.html", html],
        ["chunk", pattern(100)],
      ]),
    );
    expect(await store.get("chunk")).toEqual(pattern(100));
    for (const range of [undefined, { offset: 0, length: 10 }, { offset: 50, length: 10 }, { suffix: 10 }]) {
      const error = await store.get("missing", { range }).catch((caught: unknown) => caught);
      expect(isHyperslabError(error, "invalid-data") && error.request?.kind).toBe("web-page");
    }
    expect(await store.get("index.html")).toEqual(html);
  });

  describe.each(fixtureSets().filter(({ name }) => name.startsWith("zarr-python")))("$name, served", (set) => {
    const nginx = starting("autoindex on;", resolve(set.folder));
    const cases = set.cases.filter((fixture) => fixture.kind === "array" && fixture.error === undefined);
    const refused = /pickle|pcodec|zfpy/;
    test.each(cases.map((fixture) => [fixture.name, fixture] as const))("%s", async (_, fixture) => {
      if (fixture.kind !== "array" || fixture.codecs.some((name) => refused.test(name))) return;
      const url = `${(await nginx()).origin}/${join(fixture.path).split("/").map(encodeURIComponent).join("/")}`;
      const node = await open(url);
      expect(node).toBeInstanceOf(NdArray);
      if (node instanceof NdArray) await expectArray(node, fixture);
    });
  });
});
