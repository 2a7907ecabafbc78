// What a page loads to read one slice of a remote sharded Blosc array: files and gzip bytes of script, in a default Vite
// build, for Hyperslab and for zarrita side by side. Needs Chromium (it is installed where that is possible).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { build } from "vite";
import { ensureChromium } from "./chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const PAGES = {
  hyperslab: `import { openArray } from "hyperslab";
    const array = await openArray(new URL("/data/a.zarr", location.href).href);
    window.sum = (await array.read("3, 10:20")).data.reduce((sum, value) => sum + value, 0);`,
  zarrita: `import * as zarr from "zarrita";
    const store = new zarr.FetchStore(new URL("/data/a.zarr", location.href).href);
    const array = await zarr.open(store, { kind: "array" });
    const { data } = await zarr.get(array, [3, zarr.slice(10, 20)]);
    window.sum = data.reduce((sum, value) => sum + value, 0);`,
};

/** Files, gzip bytes and the sum of the slice, for each library. */
export async function pageWeights() {
  const work = mkdtempSync(join(tmpdir(), "hyperslab-weight-"));
  try {
    const { create } = await import(`${root}dist/lib/index.js`);
    const values = Float32Array.from({ length: 64 * 64 }, (_, i) => i % 251);
    const layout = { shape: [64, 64], dtype: "float32", chunks: [16, 16], shards: [64, 64], codecs: ["blosc"] };
    await (await create(join(work, "data/a.zarr"), layout)).write(undefined, values);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
    try {
      const weights = {};
      for (const name of Object.keys(PAGES)) weights[name] = await weigh(name, work, browser);
      return weights;
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function weigh(name, work, browser) {
  const project = join(work, name);
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(root, join(project, "node_modules/hyperslab"));
  symlinkSync(join(root, "node_modules/zarrita"), join(project, "node_modules/zarrita"));
  writeFileSync(join(project, "start.js"), PAGES[name]);
  writeFileSync(join(project, "index.html"), `<!doctype html><script type="module" src="/start.js"></script>`);
  await build({ root: project, configFile: false, logLevel: "silent", build: { target: "es2022" } });
  const loaded = { files: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = pathname.startsWith("/data/")
      ? join(work, pathname)
      : join(project, "dist", pathname.replace(/^\/$/, "index.html"));
    let contents;
    try {
      contents = readFileSync(file);
    } catch {
      return response.writeHead(404).end();
    }
    if (!pathname.endsWith(".js")) return serve(contents, request, response, pathname);
    loaded.files += 1;
    loaded.bytes += gzipSync(contents).byteLength;
    response.writeHead(200, { "content-type": "text/javascript" }).end(contents);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction("window.sum !== undefined", undefined, { timeout: 60_000 });
    return { ...loaded, sum: await page.evaluate("window.sum") };
  } finally {
    await page.close();
    server.close();
  }
}

/** The modification time of the files, which every web server sends, so that parts of a shard are known to be of one version. */
const MODIFIED = { "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" };

function serve(contents, request, response, pathname) {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (from === "" && to === "") {
    return response
      .writeHead(200, {
        "content-type": pathname === "/" ? "text/html" : "application/octet-stream",
        "content-length": contents.length,
        ...MODIFIED,
      })
      .end(contents);
  }
  const start = from === "" ? Math.max(0, contents.length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? contents.length : Math.min(contents.length, Number(to) + 1);
  const range = `bytes ${start}-${end - 1}/${contents.length}`;
  return response.writeHead(206, { "content-range": range, ...MODIFIED }).end(contents.subarray(start, end));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, { files, bytes, sum }] of Object.entries(await pageWeights())) {
    console.log(`${name.padEnd(10)} ${files} files, ${bytes} bytes gzip (sum ${sum})`);
  }
}
