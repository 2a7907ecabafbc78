/** A page that serves a dataset to itself by a service worker: zarrita, which knows no Bloscpack and no references, reads it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { copy, create } from "../../src/index.ts";

declare const hyperslab: typeof import("../../src/index.ts");
declare const zarrita: typeof import("zarrita");

const folder = mkdtempSync(join(tmpdir(), "hyperslab-serve-page-"));
const values = Float32Array.from({ length: 30 * 40 }, (_, i) => i / 3);
let server: ReturnType<typeof createServer>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const memory = new Map<string, Uint8Array>();
  await (await create(memory, { shape: [30, 40], dtype: "float32", chunks: [10, 40] })).write(undefined, values);
  await copy(memory, join(folder, "a.blp"));
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as hyperslab from "./dist/lib/index.js"; import * as zarrita from "zarrita";
        Object.assign(window, { hyperslab, zarrita });`,
      resolveDir: resolve("."),
    },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    write: false,
    external: ["node:*"],
    outdir: "/bundle",
  });
  const files = new Map<string, readonly [type: string, bytes: Uint8Array | string]>([
    ["/", ["text/html", `<!doctype html><script type="module" src="/bundle/stdin.js"></script>`]],
    ["/worker.js", ["text/javascript", readFileSync("dist/lib/service-worker.js")]],
    ["/a.blp", ["application/octet-stream", readFileSync(join(folder, "a.blp"))]],
    ...outputFiles.map(({ path, contents }) => [path, ["text/javascript", contents]] as const),
  ]);
  server = createServer(({ url = "/" }, response) => {
    const [type, bytes] = files.get(url) ?? [];
    response.writeHead(bytes === undefined ? 404 : 200, { "content-type": type ?? "text/plain" }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: ensureChromium() ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => Reflect.has(window, "zarrita"));
});
afterAll(async () => {
  await context?.close();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

it("zarrita reads a Bloscpack file that the page opened from a Blob", async () => {
  const found = await page.evaluate(async () => {
    const blob = await (await fetch("/a.blp")).blob();
    const seen: string[] = [];
    const { url, served, close } = await hyperslab.serve(new File([blob], "a.blp"), {
      serviceWorker: "/worker.js",
      onRequest: ({ method, target, status }) => seen.push(`${status} ${method} ${target}`),
    });
    const array = await zarrita.open(new zarrita.FetchStore(url), { kind: "array" });
    const { data } = await zarrita.get(array);
    const absent = (await fetch(`${url}c/9/9`)).status;
    const range = await fetch(`${url}zarr.json`, { headers: { Range: "bytes=0-0" } });
    const part = [range.status, await range.text(), range.headers.get("content-range")?.split("/")[0]];
    const head = await fetch(`${url}zarr.json`, { method: "HEAD" });
    const refused = (await fetch(`${url}%2e%2e%2fx`)).status;
    await close();
    const sizes = [head.status, Number(head.headers.get("content-length")) > 100];
    return { url, served, values: Array.from(data as Float32Array), seen, absent, part, sizes, refused };
  });
  expect(found.url).toMatch(/\/hyperslab-serve\/[0-9a-f-]{36}\/$/);
  expect(found).toMatchObject({ served: "zarr3", absent: 404, refused: 400, sizes: [200, true] });
  expect(found.part).toEqual([206, "{", "bytes 0-0"]);
  expect(Float32Array.from(found.values)).toEqual(values);
  expect(found.seen).toContain("200 GET /c/0/0");
});

it("serves what is on the page's server, and distinguishes a closed server from an absent chunk", async () => {
  const found = await page.evaluate(async () => {
    const first = await hyperslab.serve(new URL("/a.blp", location.href), {
      serviceWorker: "/worker.js",
      format: "zarr2",
    });
    const array = await zarrita.open(new zarrita.FetchStore(first.url), { kind: "array" });
    const { data } = await zarrita.get(array, [3, null]);
    await first.close();
    return { values: Array.from(data as Float32Array), closed: (await fetch(`${first.url}.zarray`)).status };
  });
  expect(Float32Array.from(found.values)).toEqual(values.slice(120, 160));
  expect(found.closed).toBe(504);
});

it("says what a page without a service worker can do", async () => {
  const said = await page.evaluate(() => hyperslab.serve("/a.blp").catch((error: Error) => error.message));
  expect(said).toContain("a page cannot listen on a port");
});
