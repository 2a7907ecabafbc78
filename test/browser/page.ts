/** A page in a real Chromium that has Hyperslab as `window.hyperslab`, and a local server behind it. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../scripts/chromium.mjs";

export interface TestPage {
  readonly page: Page;
  /** Address of the folder that is served below /data/. */
  readonly data: string;
  /** What the page asked for below /data/, since the last call. */
  requests(): readonly string[];
  close(): Promise<void>;
}

export interface PageOptions {
  /** A Content-Security-Policy for the page. */
  readonly policy?: string;
}

export async function openPage(folder: string, options: PageOptions = {}): Promise<TestPage> {
  const files = await bundle();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/") {
      const policy = options.policy === undefined ? {} : { "content-security-policy": options.policy };
      response.writeHead(200, { "content-type": "text/html", ...policy });
      response.end(`<!doctype html><title>test</title><script type="module" src="/bundle/start.js"></script>`);
    } else if (path.startsWith("/bundle/")) {
      const contents = files.get(path.slice("/bundle/".length));
      response.writeHead(contents === undefined ? 404 : 200, { "content-type": "text/javascript" });
      response.end(contents);
    } else serveFile(join(folder, normalize(decodeURIComponent(path.slice("/data/".length)))), request.headers.range);

    function serveFile(file: string, range: string | undefined): void {
      asked.push(`${path.slice("/data/".length)}${range === undefined ? "" : ` ${range}`}`);
      const size = statSync(file, { throwIfNoEntry: false })?.isFile() === true ? statSync(file).size : undefined;
      if (size === undefined) return void response.writeHead(404).end();
      const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
      if (from === undefined || to === undefined) {
        response.writeHead(200, { "content-length": size });
        return void createReadStream(file).pipe(response);
      }
      const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
      const end = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
      response.writeHead(206, { "content-length": end - start + 1, "content-range": `bytes ${start}-${end}/${size}` });
      createReadStream(file, { start, end }).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await launch();
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await page.goto(`http://127.0.0.1:${port}/`);
  await page
    .waitForFunction("window.hyperslab !== undefined", undefined, { timeout: 30_000 })
    .catch((error: unknown) => {
      throw new Error(`the page did not start: ${failures.join("; ")}`, { cause: error });
    });
  return {
    page,
    data: `http://127.0.0.1:${port}/data`,
    requests: () => asked.splice(0),
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Without the flags Chromium asks for hosts of its own, at every start. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium() ?? "chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** The library as a page gets it: bundled, with lazy parts in files of their own. */
async function bundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as hyperslab from "./dist/index.js"; window.hyperslab = hyperslab;`,
      resolveDir: process.cwd(),
    },
    entryNames: "start",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    external: ["node:*"],
    write: false,
    outdir: "/bundle",
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(path.lastIndexOf("/") + 1), contents]));
}
